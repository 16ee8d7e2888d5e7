import numpy as np

from models.training.few_examples import taught_right


def looks(spread: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Give two views of six looks at three faces of two sets, `spread` around the faces' places."""
    rng = np.random.default_rng(4)
    sets = np.repeat([7, 9], 18)
    classes = np.tile(np.repeat([6, 8, 11], 6), 2)
    places = rng.normal(0, 1, (2, 3, 16))
    middles = places[(sets == 9).astype(int), np.searchsorted([6, 8, 11], classes)]
    views = middles + rng.normal(0, spread, (2, 36, 16))
    return (views / np.linalg.norm(views, axis=2, keepdims=True)).astype(np.float32), classes, sets


def test_faces_that_lie_apart_are_read_right_and_hopeless_ones_are_not() -> None:
    assert taught_right(*looks(0.1), looks=3) == 1
    assert taught_right(*looks(30.0), looks=3) < 0.8

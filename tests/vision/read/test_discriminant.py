import numpy as np
import pytest
from numpy.typing import NDArray

from vision.read.discriminant import confusable, fit, leave_one_out

Looks = tuple[NDArray[np.float32], NDArray[np.intp]]


def looks(spread: float, faces: int = 3, each: int = 5, seed: int = 3) -> Looks:
    """Give four views of `each` looks at every face, `spread` around the faces' places in twelve dimensions."""
    rng = np.random.default_rng(seed)
    classes = np.repeat(np.arange(faces), each)
    middles = rng.normal(0, 1, (faces, 12))[classes]
    views = middles + rng.normal(0, spread, (4, len(classes), 12))
    return (views / np.linalg.norm(views, axis=2, keepdims=True)).astype(np.float32), classes


def test_leaving_out_is_learning_from_the_others() -> None:
    views, classes = looks(0.5)

    left_out = leave_one_out(views, classes, 3)

    for out in (0, 7, 14):
        rest = np.arange(len(classes)) != out
        learnt = fit(views[:, rest].reshape(-1, 12), np.tile(classes[rest], 4), 3)
        scores = learnt.scores(views[:, out]).astype(np.float64) / left_out.temperature
        chances = np.exp(scores - scores.max(1, keepdims=True))
        chances /= chances.sum(1, keepdims=True)
        assert left_out.chances[out] == pytest.approx(chances.mean(0), abs=1e-3)


def test_what_lies_apart_is_read_right_and_what_does_not_is_known_to_be_doubtful() -> None:
    apart, classes = looks(0.1)
    mixed, _ = looks(20.0)

    assert (leave_one_out(apart, classes, 3).chances.argmax(1) == classes).all()
    doubtful = leave_one_out(mixed, classes, 3)
    assert (doubtful.chances.argmax(1) == classes).mean() < 0.8
    assert doubtful.chances.max(1).mean() < 0.75


def test_few_examples_that_are_all_right_are_no_reason_to_be_certain() -> None:
    views, classes = looks(0.05, each=3)
    more, many = looks(0.05, each=30)

    few = leave_one_out(views, classes, 3).chances.max(1).mean()
    assert few < leave_one_out(more, many, 3).chances.max(1).mean()
    assert few < 0.999


def test_a_face_seen_once_counts_as_misread() -> None:
    views, classes = looks(0.1)
    lonely = np.where(np.arange(len(classes)) == 14, 3, classes)

    left_out = leave_one_out(views, lonely, 4)

    assert left_out.chances[14].argmax() != 3


def test_only_faces_that_are_taken_for_each_other_are_confusable() -> None:
    views, classes = looks(0.1)
    halved = np.where((classes == 2) & (np.arange(len(classes)) % 2 == 0), 3, classes)

    pairs = confusable(leave_one_out(views, halved, 4), ("9", "10", "Q", "K"), 0.1)

    assert pairs == [("Q", "K")]

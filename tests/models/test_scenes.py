import numpy as np

from models.training.grounds import GROUNDS, ground
from models.training.scenes import SIDE, scene


def test_a_seed_gives_the_same_scene_again_and_another_seed_another() -> None:
    picture, labels = scene(11)
    again, same_labels = scene(11)

    assert np.array_equal(picture, again)
    assert labels == same_labels
    assert not np.array_equal(picture, scene(12)[0])


def test_labels_lie_where_the_dice_are() -> None:
    for seed in range(30, 36):
        picture, labels = scene(seed)
        assert picture.shape == (SIDE, SIDE, 3)
        for label in labels:
            x0, y0, x1, y1 = label.box
            assert 0 <= label.value <= 6
            assert 0 <= label.heading < 90
            assert 0.5 < (x1 - x0) / (y1 - y0) < 2
            assert -SIDE / 2 < x0 < SIDE
            assert -SIDE / 2 < y0 < SIDE


def test_every_value_and_unreadable_dice_occur() -> None:
    values = {label.value for seed in range(24) for label in scene(seed)[1]}

    assert values == {0, 1, 2, 3, 4, 5, 6}


def test_every_ground_is_a_picture() -> None:
    for seed in range(4 * len(GROUNDS)):
        picture = ground(np.random.default_rng(seed), 96, 24)
        assert picture.shape == (96, 96, 3)
        assert 0 <= picture.min() <= picture.max() <= 1

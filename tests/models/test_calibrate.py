import numpy as np
import pytest

from models.training.calibrate import LIKELIER_THAN_NOT, NO_DIE, Findings, cheapest, cocked_threshold


def test_dice_are_called_cocked_from_where_hardly_any_readable_one_is() -> None:
    blank = np.concatenate([np.linspace(0, 0.02, 2000), np.full(50, 0.3)])
    readable = np.arange(len(blank)) < 2000

    cocked = cocked_threshold(blank, readable)

    assert (blank[readable] >= cocked).mean() < 0.001
    assert (blank[~readable] >= cocked).all()


@pytest.mark.parametrize("readable", [np.ones(100, bool), np.zeros(100, bool)])
def test_what_is_likelier_unreadable_than_not_is_cocked_whatever_was_found(readable: np.ndarray) -> None:
    assert cocked_threshold(np.full(100, 0.9), readable) == LIKELIER_THAN_NOT


def test_a_locator_that_finds_nothing_can_be_calibrated() -> None:
    nothing = Findings.of([np.zeros((0, 13), np.float32)], [])
    one = Findings.of([np.ones((1, 13), np.float32)], [(NO_DIE, 0.4, 2)])

    assert len(nothing.truth) == 0
    assert nothing.and_(one).truth.tolist() == [NO_DIE]
    belief, doubt = cheapest(nothing, np.zeros(0))
    assert 0 < belief < 1
    assert 0 < doubt < 1

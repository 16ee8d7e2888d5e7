"""Between two turns: dice are gathered and thrown, and nobody has to tell the table so."""

import pytest

from firmware_host.game.commands import Undo, WriteBox
from firmware_host.table.requests import AcceptRoll
from tests.firmware_host.table.scripted import OTHER_SPOTS, SPOTS, TWO, Sitting, lying, values


@pytest.fixture
def rolled(sitting: Sitting) -> Sitting:
    """A table at which Ada has rolled once."""
    sitting.table.ask(TWO)
    sitting.lay(lying("1 2 3 4 5"))
    return sitting


def seat(sitting: Sitting) -> int | None:
    game = sitting.table.snapshot().game
    assert game is not None
    return game.current


def test_dice_gathered_after_the_box_and_thrown_are_the_next_players_roll(rolled: Sitting) -> None:
    rolled.table.ask(WriteBox("chance"))
    rolled.lay(lying("1 2 3"))
    shown = rolled.lay(())
    assert shown.question is None
    shown = rolled.lay(lying("6 5 4 3 2", OTHER_SPOTS))
    assert sorted(values(shown)) == [2, 3, 4, 5, 6]
    assert seat(rolled) == 1


def test_the_same_dice_gathered_before_the_box_lose_no_roll(rolled: Sitting) -> None:
    for left in ("1 2 3 4", "1 2", ""):
        shown = rolled.lay(lying(left))
        assert shown.question is None
        assert values(shown) == (1, 2, 3, 4, 5)
    rolled.table.ask(WriteBox("chance"))
    shown = rolled.lay(lying("6 5 4 3 2", OTHER_SPOTS))
    assert sorted(values(shown)) == [2, 3, 4, 5, 6]
    assert seat(rolled) == 1


def three_rolls(sitting: Sitting) -> None:
    for faces, spots in (("2 2 3 4 5", OTHER_SPOTS), ("3 2 3 4 5", SPOTS)):
        sitting.lay(lying(faces, spots))


def test_dice_thrown_before_the_box_is_written_are_asked_about_and_not_lost(rolled: Sitting) -> None:
    three_rolls(rolled)
    shown = rolled.lay(lying("6 6 6 6 6", OTHER_SPOTS))
    assert values(shown) == (3, 2, 3, 4, 5)
    shown = rolled.table.ask(WriteBox("chance"))
    assert shown.question is not None
    assert (shown.question.kind, shown.question.can_accept) == ("early", True)
    shown = rolled.table.ask(AcceptRoll())
    assert values(shown) == (6, 6, 6, 6, 6)
    assert seat(rolled) == 1


def test_throwing_again_settles_dice_that_were_thrown_too_early(rolled: Sitting) -> None:
    three_rolls(rolled)
    rolled.lay(lying("6 6 6 6 6", OTHER_SPOTS))
    rolled.table.ask(WriteBox("chance"))
    shown = rolled.lay(lying("1 1 1 1 2"))
    assert shown.question is None
    assert values(shown) == (1, 1, 1, 1, 2)


def test_the_dice_of_the_written_roll_are_never_the_next_players(rolled: Sitting) -> None:
    three_rolls(rolled)
    shown = rolled.table.ask(WriteBox("chance"))
    assert shown.question is None
    assert values(shown) == ()
    shown = rolled.table.ask(Undo())
    assert shown.question is None
    assert values(shown) == (3, 2, 3, 4, 5)

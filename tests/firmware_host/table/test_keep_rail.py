"""The keep rail at the table: dice laid there are held, and released when they are taken off it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.game.commands import Player, SetHold, StartGame, WriteBox
from firmware_host.table.snapshot import TableSnapshot
from tests.firmware_host.table.scripted import OTHER_SPOTS, SPOTS, TWO, Seen, Sitting, held, lit, lying, values

RAIL_Y = 560.0  # on the rail; all spots lie above
ROLL = lying("1 3 2 4 4")


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(TWO)
        yield sitting


def kept(die: Seen, x: float | None = None) -> Seen:
    """The die laid onto the rail."""
    return replace(die, x=die.x if x is None else x, y=RAIL_Y, on_rail=True)


def rolls_used(shown: TableSnapshot) -> int:
    assert shown.game is not None
    return shown.game.rolls_used


def test_dice_laid_onto_the_rail_are_held_and_no_roll_is_counted(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    one, three, two, four, other_four = ROLL

    shown = sitting.lay((one, three, two, kept(four), kept(other_four)))

    assert held(shown) == (False, False, False, True, True)
    assert lit(shown) == (False, False, False, True, True)
    assert rolls_used(shown) == 1
    assert shown.question is None


def test_the_others_are_thrown_and_the_dice_on_the_rail_stay(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    one, three, two, four, other_four = ROLL
    sitting.lay((one, three, two, kept(four), kept(other_four)))

    shown = sitting.lay((kept(four), kept(other_four), *lying("6 6 5", OTHER_SPOTS)))

    assert (rolls_used(shown), sorted(values(shown))) == (2, [4, 4, 5, 6, 6])
    assert sorted(zip(values(shown), held(shown), strict=True)) == [
        (4, True),
        (4, True),
        (5, False),
        (6, False),
        (6, False),
    ]


def test_dice_are_held_too_where_the_others_were_picked_up_at_once(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    shown = sitting.lay((kept(ROLL[3]), kept(ROLL[4])))
    assert held(shown) == (False, False, False, True, True)
    shown = sitting.lay((kept(ROLL[3]), kept(ROLL[4]), *lying("6 6 5", OTHER_SPOTS)))
    assert (rolls_used(shown), sorted(values(shown))) == (2, [4, 4, 5, 6, 6])


def test_dice_laid_there_while_the_others_were_thrown_are_held_from_then_on(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    shown = sitting.lay((kept(ROLL[3]), kept(ROLL[4]), *lying("6 6 5", OTHER_SPOTS)))
    assert (rolls_used(shown), sorted(values(shown))) == (2, [4, 4, 5, 6, 6])
    assert [value for value, on in zip(values(shown), held(shown), strict=True) if on] == [4, 4]


def test_a_die_taken_off_the_rail_is_released_and_was_not_thrown(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    one, three, two, four, other_four = ROLL
    sitting.lay((one, three, two, kept(four), kept(other_four)))

    back = replace(four, x=420.0, y=420.0)
    shown = sitting.lay((one, three, two, back, kept(other_four)))

    assert held(shown) == (False, False, False, False, True)
    assert rolls_used(shown) == 1
    assert shown.question is None


def test_a_die_taken_from_the_rail_into_the_hand_is_thrown_with_the_others(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    one, three, two, four, other_four = ROLL
    sitting.lay((one, three, two, kept(four), kept(other_four)))

    assert held(sitting.lay((kept(other_four),))) == (False, False, False, False, True)
    shown = sitting.lay((kept(other_four), *lying("1 1 5 6", OTHER_SPOTS)))

    assert (rolls_used(shown), sorted(values(shown))) == (2, [1, 1, 4, 5, 6])


def test_the_hand_and_the_lamp_agree_where_a_rail_die_is_thrown_with_the_others_unseen(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    one, three, two, four, other_four = ROLL
    sitting.lay((one, three, two, kept(four), kept(other_four)))

    shown = sitting.lay((kept(other_four), *lying("1 1 5 6", OTHER_SPOTS)))

    assert (rolls_used(shown), sorted(values(shown))) == (2, [1, 1, 4, 5, 6])
    assert [value for value, on in zip(values(shown), held(shown), strict=True) if on] == [4]


def test_a_die_released_by_its_button_stays_released_where_it_lies(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    one, three, two, four, other_four = ROLL
    lies = (one, three, two, kept(four), kept(other_four))
    sitting.lay(lies)

    sitting.table.ask(SetHold(4, held=False))

    assert held(sitting.lay(lies)) == (False, False, False, True, False)
    lifted = (one, three, two, kept(four), replace(other_four, x=480.0, y=420.0))
    assert held(sitting.lay(lifted)) == (False, False, False, True, False)
    assert held(sitting.lay(lies)) == (False, False, False, True, True)


def test_a_camera_that_moved_releases_nothing(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    one, three, two, four, other_four = ROLL
    sitting.lay((one, three, two, kept(four), kept(other_four)))
    elsewhere = tuple(replace(kept(die), on_rail=False) for die in (four, other_four))
    shown = sitting.lay((one, three, two, *elsewhere), problems=("The camera was moved.",))
    assert held(shown) == (False, False, False, True, True)


def test_a_die_pushed_along_the_rail_stays_held(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    one, three, two, four, other_four = ROLL
    sitting.lay((one, three, two, kept(four), kept(other_four)))
    shown = sitting.lay((one, three, two, kept(four, 300.0), kept(other_four)))
    assert held(shown) == (False, False, False, True, True)
    assert (rolls_used(shown), shown.question) == (1, None)


def test_another_die_that_is_brushed_on_the_way_was_not_thrown(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    one, three, two, four, other_four = ROLL
    shown = sitting.lay((one, replace(three, x=three.x + 45), two, kept(four), other_four))
    assert held(shown) == (False, False, False, True, False)
    assert (rolls_used(shown), shown.question) == (1, None)


def test_a_die_turned_on_its_way_is_not_held(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    one, three, two, four, other_four = ROLL
    shown = sitting.lay((one, three, two, four, replace(kept(other_four), face="6")))
    assert held(shown) == (False,) * 5
    assert shown.question is not None
    assert shown.question.kind == "not-thrown"


def test_a_thrown_die_that_comes_to_lie_on_the_rail_is_held(sitting: Sitting) -> None:
    dice = lying("6 6 5 2 3")
    shown = sitting.lay((*dice[:4], kept(dice[4])))
    assert held(shown) == (False, False, False, False, True)


def test_dice_held_by_button_are_still_held_when_they_are_laid_onto_the_rail(sitting: Sitting) -> None:
    sitting.lay(ROLL)
    for die in (3, 4):
        sitting.table.ask(SetHold(die, held=True))
    shown = sitting.lay((kept(ROLL[3]), kept(ROLL[4]), *lying("6 6 5", OTHER_SPOTS)))
    assert shown.question is None
    assert (rolls_used(shown), sorted(values(shown))) == (2, [4, 4, 5, 6, 6])
    assert [value for value, on in zip(values(shown), held(shown), strict=True) if on] == [4, 4]


def test_after_the_last_roll_nothing_is_held(sitting: Sitting) -> None:
    for spots in (SPOTS, OTHER_SPOTS, SPOTS):
        shown = sitting.lay(lying("1 3 2 6 5", spots))
    assert rolls_used(shown) == 3
    dice = lying("1 3 2 6 5")
    shown = sitting.lay((*dice[:4], kept(dice[4])))
    assert held(shown) == (False,) * 5
    written = sitting.table.ask(WriteBox("chance"))
    assert written.game is not None
    assert written.game.current == 1


def test_an_opponent_that_plays_by_itself_holds_by_itself(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(StartGame((Player("Robo", "#aa3333", "wild"), Player("Ada", "#3333aa"))))
        dice = lying("6 6 5 2 3")
        assert held(sitting.lay((*dice[:4], kept(dice[4])))) == (False,) * 5

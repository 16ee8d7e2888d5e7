"""Dice that do not lie flat, at a table of each rule."""

from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.errors import DiceTableError
from firmware_host.game.commands import CorrectDie, SetHold
from firmware_host.game.errors import StartRefusal
from firmware_host.table.errors import TableRefusal
from firmware_host.table.requests import AcceptRoll, EnterRoll, NameFace, ThrowDice
from firmware_host.table.snapshot import QuestionView, TableSnapshot
from tests.firmware_host.table.scripted import (
    OTHER_SPOTS,
    SPOTS,
    TWO,
    ScriptedCamera,
    Seen,
    Sitting,
    lit,
    lying,
    values,
)


def leaning(face: str, at: int, *, clear: bool = True) -> Seen:
    other = str(int(face) % 6 + 1)
    return Seen(face, *OTHER_SPOTS[at], sure=False, likely=(face, other), trouble="cocked", clear=clear)


THROWN = (*lying("3 1 6 2", OTHER_SPOTS), leaning("4", 4))


def asked(shown: TableSnapshot) -> QuestionView:
    assert shown.question is not None
    return shown.question


def test_where_people_are_asked_the_die_may_be_named(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    shown = sitting.lay(THROWN)
    assert (asked(shown).kind, asked(shown).dice) == ("cocked", (4,))
    assert not any(die.stays for die in shown.tray.dice)
    assert not any(lit(shown))
    assert shown.tray.dice[4].choices == (4, 5)
    assert values(sitting.table.ask(NameFace(4, 5))) == (3, 1, 6, 2, 5)


def test_where_people_are_asked_the_dice_may_count_as_they_lie(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.lay(THROWN)
    assert values(sitting.table.ask(AcceptRoll())) == (3, 1, 6, 2, 4)


def test_where_people_are_asked_the_die_may_be_thrown_again_alone(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.lay(THROWN)
    assert asked(sitting.lay(THROWN[:4])).kind == "missing"
    shown = sitting.lay((*THROWN[:4], *lying("6", SPOTS[4:])))
    assert shown.question is None
    assert sorted(values(shown)) == [1, 2, 3, 6, 6]
    assert shown.game is not None
    assert shown.game.rolls_used == 1


def test_where_cocked_dice_count_as_read_nobody_is_asked(sitting: Sitting) -> None:
    sitting.table.ask(replace(TWO, cocked="read"))
    assert values(sitting.lay(THROWN)) == (3, 1, 6, 2, 4)


def test_where_they_are_thrown_again_the_others_are_held_by_themselves(sitting: Sitting) -> None:
    sitting.table.ask(replace(TWO, cocked="throw"))
    shown = sitting.lay(THROWN)
    assert not asked(shown).can_accept
    assert shown.tray.dice[4].choices == ()
    assert [die.stays for die in shown.tray.dice] == [True] * 4 + [False]
    assert lit(shown) == (True,) * 4 + (False,)
    for request in (NameFace(4, 4), AcceptRoll()):
        with pytest.raises(TableRefusal, match="Throw it again and leave the others where they are"):
            sitting.table.ask(request)
    shown = sitting.lay(THROWN[:4])
    assert shown.question is None
    assert shown.tray.message.startswith("Throw only the die that was not flat.")
    shown = sitting.lay((*THROWN[:4], *lying("6", SPOTS[4:])))
    assert sorted(values(shown)) == [1, 2, 3, 6, 6]
    assert lit(shown) == (False,) * 5


def test_another_die_that_was_touched_meanwhile_is_asked_about(sitting: Sitting) -> None:
    sitting.table.ask(replace(TWO, cocked="throw"))
    sitting.lay(THROWN)
    sitting.lay(THROWN[:4])
    touched = (replace(THROWN[0], face="5"), *THROWN[1:4], *lying("6", SPOTS[4:]))
    shown = sitting.lay(touched)
    assert asked(shown).kind == "not-kept"
    assert asked(shown).text.startswith("The die that showed 3 has changed")
    assert sorted(values(sitting.table.ask(AcceptRoll()))) == [1, 2, 5, 6, 6]


@pytest.mark.parametrize("rule", ["ask", "throw"])
def test_a_source_that_throws_is_asked_for_the_cocked_die_alone(tmp_path: Path, rule: str) -> None:
    camera = ScriptedCamera(can_throw=True, silent=True)
    with Sitting(tmp_path, camera) as sitting:
        sitting.table.ask(replace(TWO, cocked=rule))
        sitting.table.ask(ThrowDice())
        sitting.lay(THROWN)
        sitting.table.ask(ThrowDice())
        assert sorted((die.face, die.x, die.y) for die in camera.throws[-1]) == sorted(
            (die.face, die.x, die.y) for die in THROWN[:4]
        )
        assert camera.counts[-1] == 5
        shown = sitting.lay((*THROWN[:4], *lying("6", SPOTS[4:])))
        assert sorted(values(shown)) == [1, 2, 3, 6, 6]


def test_held_dice_stay_held_while_a_cocked_one_is_thrown_again(sitting: Sitting) -> None:
    sitting.table.ask(replace(TWO, cocked="throw"))
    sitting.lay(lying("1 2 3 4 5"))
    sitting.table.ask(SetHold(0, held=True))
    first = lying("1")
    shown = sitting.lay((*first, *lying("6 6 6", OTHER_SPOTS[1:]), leaning("2", 4)))
    assert asked(shown).kind == "cocked"
    shown = sitting.lay((*first, *lying("6 6 6", OTHER_SPOTS[1:]), *lying("5", SPOTS[4:])))
    assert shown.question is None
    assert sorted(values(shown)) == [1, 5, 6, 6, 6]
    assert shown.game is not None
    assert [die.value for die in shown.game.dice if die.held] == [1]


def test_the_rule_is_kept_with_the_game(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(replace(TWO, cocked="throw"))
    with Sitting(tmp_path) as sitting:
        shown = sitting.lay(THROWN)
        assert shown.game is not None
        assert shown.game.cocked == "throw"
        assert not asked(shown).can_accept


def test_a_rule_that_is_none_is_refused(sitting: Sitting) -> None:
    with pytest.raises(StartRefusal) as refused:
        sitting.table.ask(replace(TWO, cocked="guess"))
    assert list(refused.value.faults) == ["cocked"]
    assert "ask, throw, read" in refused.value.faults["cocked"]


def test_a_die_beside_the_tray_is_named_only_if_it_was_not_there_before(sitting: Sitting) -> None:
    spare = Seen("6", 900.0, 100.0)
    sitting.table.ask(TWO)
    sitting.lay(lying("1 2 3 4 5"), outside=(spare,))
    shown = sitting.lay(lying("3 1 6 2", OTHER_SPOTS), outside=(spare,))
    assert asked(shown).kind == "missing"
    shown = sitting.lay(lying("3 1 6 1", OTHER_SPOTS), outside=(spare, Seen("4", 900.0, 300.0)))
    assert (asked(shown).kind, asked(shown).text) == (
        "outside",
        "1 die is outside the tray. Throw again, or enter the roll by hand.",
    )


def test_dice_of_which_one_was_not_seen_are_held_once_their_faces_are_tapped_in(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    shown = sitting.lay(lying("3 1 6 2", OTHER_SPOTS))
    assert asked(shown).can_enter
    shown = sitting.table.ask(EnterRoll((3, 1, 6, 2, 5)))
    assert shown.question is None
    sitting.table.ask(SetHold(2, held=True))
    six = (Seen("6", *OTHER_SPOTS[2]),)
    shown = sitting.lay((*six, *lying("4 4 4 4", [spot for spot in SPOTS if spot[0] != 400.0])))
    assert shown.question is None
    assert sorted(values(shown)) == [4, 4, 4, 4, 6]


def test_a_corrected_die_stays_right_when_all_are_taken_out_and_the_box_is_written(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.lay(lying("1 2 3 4 5"))
    sitting.table.ask(CorrectDie(0, 6))
    shown = sitting.lay(())
    assert shown.question is None
    assert shown.tray.message.startswith("The dice are out of the tray, but the roll still counts.")
    assert values(shown) == (6, 2, 3, 4, 5)
    with pytest.raises(DiceTableError):
        sitting.table.ask(AcceptRoll())
    assert values(sitting.table.snapshot()) == (6, 2, 3, 4, 5)

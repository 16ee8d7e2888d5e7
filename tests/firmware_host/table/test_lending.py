"""The tray lent to the setup: dice tried out there are no rolls of the game that waits."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease import LENT_S
from firmware_host.table.lending import LENT
from firmware_host.table.requests import AcceptRoll, ThrowDice
from tests.firmware_host.table.scripted import OTHER_SPOTS, SPOTS, TWO, ScriptedEye, Sitting, lying, values


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def sitting(tmp_path: Path, clock: ManualClock) -> Iterator[Sitting]:
    with Sitting(tmp_path, clock=clock) as sitting:
        sitting.table.ask(TWO)
        yield sitting


def test_what_is_thrown_meanwhile_is_seen_by_the_setup_and_not_by_the_game(sitting: Sitting) -> None:
    sitting.lay(lying("1 1 2 3 4"))
    lending = sitting.table.lending

    lending.lend()
    shown = sitting.lay(lying("6 6 6 6 6", OTHER_SPOTS))

    assert values(shown) == (1, 1, 2, 3, 4)
    assert shown.tray.notices == (LENT,)
    sight = lending.sight
    assert (sight.state, sight.number) == ("still", 2)
    assert sight.roll is not None
    assert [die.face for die in sight.roll.dice] == ["6"] * 5


def test_what_lies_there_when_it_is_given_back_is_no_throw_and_the_next_one_is(sitting: Sitting) -> None:
    sitting.lay(lying("1 1 2 3 4"))
    sitting.table.lending.lend()
    sitting.lay(lying("6 6 6 6 6", OTHER_SPOTS))

    sitting.table.lending.give_back()
    shown = sitting.caught_up()

    assert values(shown) == (1, 1, 2, 3, 4)
    assert shown.tray.notices == ()
    assert shown.game is not None
    assert shown.game.rolls_used == 1
    assert values(sitting.lay(lying("2 2 3 5 5", SPOTS))) == (2, 2, 3, 5, 5)


def test_dice_that_fell_meanwhile_may_still_be_counted_by_hand(sitting: Sitting) -> None:
    sitting.table.lending.lend()
    sitting.lay(lying("6 6 6 6 6"))
    sitting.table.lending.give_back()

    assert values(sitting.table.ask(AcceptRoll())) == (6, 6, 6, 6, 6)


def test_a_tray_that_nobody_asks_about_any_more_is_the_games_again(sitting: Sitting, clock: ManualClock) -> None:
    lending = sitting.table.lending
    lending.lend()
    clock.advance(LENT_S - 1)
    lending.lend()
    clock.advance(LENT_S - 1)
    assert lending.lent

    assert lending.due_in() == 1
    clock.advance(1)
    assert lending.due_in() == 0


def test_the_table_takes_it_back_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_host.table.lease.LENT_S", 0.05)
    with Sitting(tmp_path) as sitting:
        sitting.table.lending.lend()
        deadline = time.monotonic() + 10
        while sitting.table.lending.lent:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        sitting.until(lambda shown: not shown.tray.notices)


def test_the_game_does_not_throw_meanwhile(tmp_path: Path) -> None:
    eye = ScriptedEye(can_throw=True, script=["1 2 3 4 5", "6 6 6 6 6"])
    with Sitting(tmp_path, eye) as sitting:
        sitting.table.ask(TWO)
        sitting.table.lending.lend()

        with pytest.raises(TableRefusal, match=r"setup page tries the dice out.*Finish there first"):
            sitting.table.ask(ThrowDice())

        assert len(eye.throws) == 1
        sitting.table.lending.give_back()
        assert values(sitting.table.ask(ThrowDice())) == (1, 2, 3, 4, 5)


def test_loss_and_return_of_the_camera_are_always_told(sitting: Sitting) -> None:
    lending = sitting.table.lending
    lending.lend()
    sitting.eye.tell().camera_lost("The cable is out.")
    assert sitting.caught_up().tray.state == "lost"
    assert (lending.sight.state, lending.sight.lost) == ("lost", "The cable is out.")

    lending.give_back()
    assert sitting.caught_up().tray.state == "lost"
    sitting.eye.tell().camera_back()
    assert sitting.caught_up().tray.state == "waiting"


def test_what_the_eye_tells_of_its_camera_is_shown_while_it_is_so(sitting: Sitting) -> None:
    sitting.eye.told.append("The camera was moved.")
    sitting.eye.tell().notices_changed()
    assert sitting.until(lambda shown: bool(shown.tray.notices)).tray.notices == ("The camera was moved.",)

    sitting.eye.told.clear()
    sitting.eye.tell().notices_changed()
    sitting.until(lambda shown: not shown.tray.notices)

"""The tray leased to the setup: dice tried out there are no rolls of the game that waits."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease.lease import LEASE_S
from firmware_host.table.lease.tray import TRAY_LEASED, TrayObservation
from firmware_host.table.ports import CameraBack, CameraLost, Notice, NoticesChanged
from firmware_host.table.requests import AcceptRoll, ThrowDice
from tests.firmware_host.table.scripted import (
    OTHER_SPOTS,
    PATIENCE_S,
    SPOTS,
    TWO,
    ScriptedCamera,
    Sitting,
    lying,
    values,
)


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
    tray = sitting.table.tray

    tray.lease()
    shown = sitting.lay(lying("6 6 6 6 6", OTHER_SPOTS))

    assert values(shown) == (1, 1, 2, 3, 4)
    assert shown.tray.notices == (Notice(TRAY_LEASED),)
    observed = tray.observation
    assert (observed.state, observed.number) == ("still", 2)
    assert observed.roll is not None
    assert [die.face for die in observed.roll.dice] == ["6"] * 5


def test_what_lies_there_when_it_is_given_back_is_no_throw_and_the_next_one_is(sitting: Sitting) -> None:
    sitting.lay(lying("1 1 2 3 4"))
    sitting.table.tray.lease()
    sitting.lay(lying("6 6 6 6 6", OTHER_SPOTS))

    sitting.table.tray.release()
    shown = sitting.caught_up()

    assert values(shown) == (1, 1, 2, 3, 4)
    assert shown.tray.notices == ()
    assert shown.game is not None
    assert shown.game.rolls_used == 1
    assert values(sitting.lay(lying("2 2 3 5 5", SPOTS))) == (2, 2, 3, 5, 5)


def test_dice_that_fell_meanwhile_may_still_be_counted_by_hand(sitting: Sitting) -> None:
    sitting.table.tray.lease()
    sitting.lay(lying("6 6 6 6 6"))
    sitting.table.tray.release()

    assert values(sitting.table.ask(AcceptRoll())) == (6, 6, 6, 6, 6)


def test_a_tray_that_nobody_asks_about_any_more_is_the_games_again(sitting: Sitting, clock: ManualClock) -> None:
    tray = sitting.table.tray
    tray.lease()
    clock.advance(LEASE_S - 1)
    tray.lease()
    clock.advance(LEASE_S - 1)
    assert tray.leased

    assert tray.due_in() == 1
    clock.advance(1)
    assert tray.due_in() == 0


def test_the_table_takes_it_back_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_host.table.lease.lease.LEASE_S", 0.05)
    with Sitting(tmp_path) as sitting:
        sitting.table.tray.lease()
        deadline = time.monotonic() + PATIENCE_S
        while sitting.table.tray.leased:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        sitting.until(lambda shown: not shown.tray.notices)


def test_the_game_does_not_throw_meanwhile(tmp_path: Path) -> None:
    camera = ScriptedCamera(can_throw=True, script=["1 2 3 4 5"])
    with Sitting(tmp_path, camera) as sitting:
        sitting.table.ask(TWO)
        sitting.table.tray.lease()

        with pytest.raises(TableRefusal, match=r"setup page is using the tray.*Finish there first"):
            sitting.table.ask(ThrowDice())

        assert camera.throws == []
        sitting.table.tray.release()
        sitting.table.ask(ThrowDice())
        assert values(sitting.caught_up()) == (1, 2, 3, 4, 5)


class Follower:
    """Keeps what it is told of leases."""

    def __init__(self) -> None:
        self.happened: list[tuple[str, int, bool] | int] = []
        self.threads: set[str] = set()

    def on_tray(self, observation: TrayObservation) -> None:
        self.threads.add(threading.current_thread().name)
        self.happened.append((observation.state, observation.number, observation.leased))

    def on_press(self, button: int) -> None:
        self.threads.add(threading.current_thread().name)
        self.happened.append(button)


def test_the_setup_is_told_all_that_happens_in_order_in_the_tables_thread(sitting: Sitting) -> None:
    follower = Follower()
    sitting.table.pass_leases_on(follower)
    sitting.lay(lying("1 1 2 3 4"))
    sitting.table.tray.lease()
    sitting.table.panel.lease()
    sitting.camera.lay(lying("6 6 6 6 6", OTHER_SPOTS))
    sitting.table.press(2)
    sitting.camera.lay(lying("5 5 5 5 5"))
    sitting.table.tray.release()
    sitting.table.panel.release()
    sitting.lay(lying("1 1 1 1 1"))
    sitting.table.press(0)
    sitting.caught_up()

    assert follower.happened == [
        ("still", 1, True),
        ("moving", 1, True),
        ("still", 2, True),
        2,
        ("moving", 2, True),
        ("still", 3, True),
        ("still", 3, False),
    ]
    assert follower.threads == {"table"}


def test_whoever_waits_for_the_setup_is_woken(sitting: Sitting) -> None:
    before = sitting.caught_up()
    sitting.table.setup_changed()
    after = sitting.until(lambda shown: shown.setup > before.setup)
    assert after.version > before.version
    sitting.table.panel.lease()
    sitting.until(lambda shown: shown.setup > after.setup)


def test_loss_and_return_of_the_camera_are_always_told(sitting: Sitting) -> None:
    tray = sitting.table.tray
    tray.lease()
    sitting.camera.report(CameraLost("The cable is out."))
    assert sitting.caught_up().tray.state == "lost"
    assert (tray.observation.state, tray.observation.lost) == ("lost", "The cable is out.")

    tray.release()
    assert sitting.caught_up().tray.state == "lost"
    sitting.camera.report(CameraBack())
    assert sitting.caught_up().tray.state == "waiting"


def test_what_the_eye_tells_of_its_camera_is_shown_while_it_is_so(sitting: Sitting) -> None:
    moved = Notice("The camera was moved.", "tray")
    sitting.camera.noted.append(moved)
    sitting.camera.report(NoticesChanged())
    assert sitting.until(lambda shown: bool(shown.tray.notices)).tray.notices == (moved,)

    sitting.camera.noted.clear()
    sitting.camera.report(NoticesChanged())
    sitting.until(lambda shown: not shown.tray.notices)

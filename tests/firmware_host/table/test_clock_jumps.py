"""The wall clock may say what it likes: order comes from numbers, durations from the monotonic clock."""

import os
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from firmware_host.game.commands import AbandonGame, Player, SetHold, StartGame, Undo, WriteBox
from firmware_host.journal.store import Journal
from firmware_host.table.requests import EnterRoll, Ticket
from tests.firmware_host.table.scripted import TWO, Sitting

DAY = timedelta(days=1)
BEFORE_THE_NETWORK = datetime(1970, 1, 1, tzinfo=UTC)


class JumpingClock:
    """The time of day is set from outside, as on a machine that hears the time from the network; the rest runs on."""

    def __init__(self, today: datetime) -> None:
        self.today = today
        self.elapsed = 0.0

    def now(self) -> datetime:
        return self.today

    def monotonic(self) -> float:
        return self.elapsed


@pytest.fixture(params=["UTC", "America/New_York", "Pacific/Kiritimati"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    if not hasattr(time, "tzset"):
        pytest.skip("this system has one time zone for all programs")
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def times_of(folder: Path) -> list[datetime]:
    with closing(Journal.open(folder / "journal.sqlite")) as journal:
        return [game.started for game in reversed(journal.games())]


def test_the_latest_game_is_the_one_started_last_whatever_the_clock_said(tmp_path: Path, zone: str) -> None:
    assert os.environ["TZ"] == zone
    summer_ends = datetime(2026, 11, 1, 5, 59, 59, tzinfo=UTC)  # a second before clocks go back in New York
    moments = (
        summer_ends,
        summer_ends + timedelta(seconds=2),
        summer_ends - DAY,
        BEFORE_THE_NETWORK,
        summer_ends + DAY,
    )
    played: list[str] = []
    for moment in moments:
        with Sitting(tmp_path, clock=JumpingClock(moment)) as sitting:
            resumed = sitting.table.snapshot().game
            assert (resumed.game if resumed else None) == (played[-1] if played else None)
            if resumed is not None:
                sitting.table.ask(AbandonGame())
            game = sitting.table.ask(TWO).game
            assert game is not None
            played.append(game.game)
    assert len(set(played)) == len(moments)
    assert times_of(tmp_path) == list(moments)


@pytest.mark.parametrize("jump", [DAY, -DAY, timedelta(hours=1), timedelta(hours=-1)])
def test_a_turn_goes_on_over_a_jump_and_a_repeated_request_is_done_once(tmp_path: Path, jump: timedelta) -> None:
    clock = JumpingClock(datetime(2026, 3, 28, 23, 30, tzinfo=UTC))
    with Sitting(tmp_path, clock=clock) as sitting:
        sitting.table.ask(TWO)
        sitting.table.ask(EnterRoll((1, 2, 3, 4, 5)))
        clock.today += jump
        sitting.table.ask(SetHold(0, held=True))
        before = sitting.table.ask(WriteBox("chance"), Ticket("request-0001"))
        clock.today -= 2 * jump
        after = sitting.table.ask(WriteBox("chance"), Ticket("request-0001"))
        assert after.game == before.game
    with Sitting(tmp_path, clock=clock) as sitting:
        assert sitting.table.snapshot().game == before.game
        again = sitting.table.ask(WriteBox("chance"), Ticket("request-0001"))
        assert again.game == before.game
        undone = sitting.table.ask(Undo()).game
        assert undone is not None
        assert undone.rolls_used == 1


def test_thinking_time_and_leases_run_by_no_wall_clock(tmp_path: Path) -> None:
    clock = JumpingClock(datetime(2026, 11, 22, tzinfo=UTC))
    with Sitting(tmp_path, clock=clock) as sitting:
        game = sitting.table.ask(StartGame((Player("Ada", "#aa3333"),), "speed-yatzy", {"clock-minutes": 1})).game
        assert game is not None
        left = game.players[0].seconds_left
        sitting.table.tray.lease()
        for jump in (DAY, -2 * DAY):
            clock.today += jump
            sitting.caught_up()
            assert sitting.table.tray.leased
        sitting.table.tray.release()
        sitting.lay(())
        shown = sitting.table.ask(EnterRoll((1, 2, 3, 4, 5)))
        clock.elapsed += 10
        shown = sitting.table.ask(WriteBox(shown.game.players[0].boxes[0].box if shown.game else ""))
        assert left is not None
        assert shown.game is not None
        assert shown.game.players[0].seconds_left == pytest.approx(left - 10)

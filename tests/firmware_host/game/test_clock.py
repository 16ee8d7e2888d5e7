"""Thinking clocks, as speed yatzy may be played: elapsed time comes in as a command and is never taken back."""

import pytest

from firmware_host.game.commands import Command, Player, RecordRoll, SpendTime, StartGame, Undo, WriteBox
from firmware_host.game.errors import GameRefusal, HistoryError
from firmware_host.game.events import Event, GameStarted, TimeSpent
from firmware_host.game.recount import recount
from firmware_host.game.replay import replay
from firmware_host.game.result import result
from firmware_host.game.session import apply, decide, fold
from firmware_host.game.snapshot import snapshot
from firmware_host.game.state import Game
from firmware_host.game.transcript import format_transcript
from firmware_host.game.transcript_parser import parse_transcript

PLAYERS = (Player("Ana", "#2a6f97"), Player("Bo", "#97472a"))


class Clocked:
    def __init__(self, minutes: int) -> None:
        self.events: list[Event] = []
        self.state: Game | None = None
        self.do(StartGame(PLAYERS, "speed-yatzy", {"clock-minutes": minutes}))

    def do(self, command: Command) -> Game:
        for event in decide(self.state, command, lambda: "g"):
            self.state = apply(self.state, event)
            self.events.append(event)
        assert self.state is not None
        return self.state

    def turn(self, box: str, *values: int) -> Game:
        self.do(RecordRoll(values, (False,) * 5))
        return self.do(WriteBox(box))


def test_each_player_has_a_clock_of_his_own() -> None:
    table = Clocked(1)
    table.do(SpendTime(10.5))
    table.turn("chance", 6, 6, 5, 5, 4)
    game = table.do(SpendTime(20))
    assert [player.seconds_left for player in snapshot(game).players] == [49.5, 40.0]
    assert not game.over


def test_undo_gives_no_time_back() -> None:
    table = Clocked(1)
    table.turn("chance", 6, 6, 5, 5, 4)
    table.do(SpendTime(30))
    game = table.do(Undo())
    assert game.spent == (0, 30_000)
    assert game.now.seat == 0


def test_when_a_clock_runs_out_the_game_ends_and_the_turn_is_void() -> None:
    table = Clocked(1)
    table.turn("chance", 1, 1, 2, 2, 3)
    table.do(SpendTime(59.999))
    table.turn("chance", 6, 6, 5, 5, 4)
    table.do(SpendTime(59))
    table.turn("two-pairs", 6, 6, 5, 5, 4)
    table.do(RecordRoll((6,) * 5, (False,) * 5))
    assert not table.do(SpendTime(0.0004)).over
    game = table.do(SpendTime(0.001))
    assert (game.out_of_time, game.finished, game.turn.dice) == (1, True, ())
    shown = snapshot(game)
    assert (shown.out_of_time, shown.current, shown.steps) == ("Bo", None, 0)
    assert [player.total for player in shown.players] == [19 + 30, 36]
    assert shown.winners == ("Ana",)
    for command in (RecordRoll((6,) * 5, (False,) * 5), WriteBox("sixes"), Undo(), SpendTime(1)):
        with pytest.raises(GameRefusal, match="Bo has run out of thinking time"):
            table.do(command)
    assert fold(table.events) == game


def test_whoever_ran_out_may_win() -> None:
    table = Clocked(1)
    table.turn("chance", 6, 6, 5, 5, 4)
    table.turn("chance", 1, 1, 2, 2, 3)
    assert table.do(SpendTime(60)).winners == (0,)


def test_a_game_ended_by_the_clock_is_told_and_replayed() -> None:
    table = Clocked(1)
    table.turn("chance", 6, 6, 5, 5, 4)
    table.do(RecordRoll((6,) * 5, (False,) * 5))
    game = table.do(SpendTime(61))
    told = format_transcript(recount(table.events))
    assert told.splitlines()[-2:] == ["Ana: 6 6 5 5 4 -> chance", "Bo: out of time"]
    assert "option clock-minutes = 1" in told
    assert result(replay(parse_transcript(told))) == result(game)


def test_without_a_clock_time_passes_unnoticed() -> None:
    table = Clocked(0)
    game = table.do(SpendTime(10_000))
    assert (len(table.events), game.spent) == (1, ())
    assert snapshot(game).players[0].seconds_left is None


@pytest.mark.parametrize("seconds", [-1.0, float("nan")])
def test_time_never_runs_backwards(seconds: float) -> None:
    with pytest.raises(GameRefusal, match="A clock cannot run"):
        Clocked(1).do(SpendTime(seconds))


def test_a_clock_of_nobody_is_no_history() -> None:
    start = GameStarted("g", "speed-yatzy", {"clock-minutes": 1}, "pips", PLAYERS)
    with pytest.raises(HistoryError, match="no seat 3"):
        fold([start, TimeSpent(2, 5)])

"""Thinking clocks, as speed yatzy may be played: elapsed time comes in as a command.

It is given back only where the clock has ended the game, and then that of the last turn.
"""

import pytest

from firmware_host.game.commands import (
    AbandonGame,
    Command,
    CorrectDie,
    PauseGame,
    Player,
    RecordRoll,
    SetHold,
    SpendTime,
    Stand,
    StartGame,
    Undo,
    WriteBox,
)
from firmware_host.game.errors import GameRefusal, HistoryError
from firmware_host.game.events import Event, GameStarted, PauseSet, TimeRestored, TimeSpent, Undone
from firmware_host.game.recount import recount
from firmware_host.game.replay import replay
from firmware_host.game.result import result
from firmware_host.game.session import apply, decide, fold
from firmware_host.game.snapshot import snapshot
from firmware_host.game.state import Game
from firmware_host.game.transcript import format_transcript
from firmware_host.game.transcript_parser import parse_transcript
from firmware_host.rules.house import house_ruleset

PLAYERS = (Player("Ana", "#2a6f97"), Player("Bo", "#97472a"))


class Clocked:
    def __init__(self, minutes: int, increment: int = 0) -> None:
        self.events: list[Event] = []
        self.state: Game | None = None
        self.do(StartGame(PLAYERS, "speed-yatzy", {"clock-minutes": minutes, "clock-increment": increment}))

    def do(self, command: Command) -> Game:
        for event in decide(self.state, command, lambda: "g"):
            self.state = apply(self.state, event)
            self.events.append(event)
        assert self.state is not None
        return self.state

    def turn(self, box: str, *values: int) -> Game:
        self.do(RecordRoll(values, (False,) * 5))
        return self.do(WriteBox(box))

    def left(self) -> list[float | None]:
        assert self.state is not None
        return [player.seconds_left for player in snapshot(self.state).players]


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
    assert (shown.out_of_time, shown.current, shown.steps) == ("Bo", None, 8)
    assert [player.total for player in shown.players] == [19 + 30, 36]
    assert shown.winners == ("Ana",)
    for command in (RecordRoll((6,) * 5, (False,) * 5), WriteBox("sixes"), SpendTime(1), PauseGame(True)):
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
    assert told.splitlines()[-3:] == [
        "Ana: 6 6 5 5 4 -> chance",
        "Bo: out of time",
        "# thinking time: Ana 0:00.000, Bo 1:01.000",
    ]
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


def test_a_turn_cut_off_by_the_clock_is_taken_up_with_the_time_it_began_with() -> None:
    table = Clocked(1)
    table.do(SpendTime(20))
    table.turn("chance", 6, 6, 5, 5, 4)
    table.turn("chance", 1, 1, 2, 2, 3)
    table.do(SpendTime(30))
    table.do(RecordRoll((6,) * 5, (False,) * 5))
    before = table.do(SetHold(0, held=True))
    assert table.do(SpendTime(10)).out_of_time == 0
    game = table.do(Undo())
    assert table.events[-1] == TimeRestored(0, 40_000)
    assert (game.now, game.past, game.over, game.paused) == (before.now, before.past, False, True)
    assert table.left() == [40, 60]
    table.do(PauseGame(False))
    assert table.do(WriteBox("sixes")).now.cards[0].total == 36 + 40
    assert table.do(Undo()).spent == (20_000, 0)
    assert fold(table.events) == table.state


def test_the_transcript_tells_what_counts_after_time_was_given_back() -> None:
    table = Clocked(1, increment=10)
    table.turn("chance", 6, 6, 5, 5, 4)
    table.do(Undo())
    table.do(SpendTime(65))
    table.do(WriteBox("two-pairs"))
    table.do(RecordRoll((6,) * 5, (False,) * 5))
    table.do(SpendTime(60))
    table.do(Undo())
    table.do(PauseGame(False))
    table.do(SpendTime(0.25))
    game = table.do(WriteBox("sixes"))
    told = format_transcript(recount(table.events))
    assert told.splitlines()[-3:] == [
        "Ana: 6 6 5 5 4 -> two-pairs",
        "Bo: 6 6 6 6 6 -> sixes",
        "# thinking time: Ana 1:05.000, Bo 0:00.250",
    ]
    assert result(replay(parse_transcript(told))) == result(game)


def test_a_turn_that_ends_adds_to_the_clock_once() -> None:
    table = Clocked(1, increment=10)
    table.turn("chance", 6, 6, 5, 5, 4)
    assert table.left() == [70, 60]
    table.turn("chance", 6, 6, 5, 5, 4)
    table.do(SpendTime(65))
    for _ in range(4):
        table.do(Undo())
    assert table.left() == [5, 70]
    table.turn("two-pairs", 6, 6, 5, 5, 4)
    assert table.left() == [5, 70]
    table.turn("two-pairs", 6, 6, 5, 5, 4)
    table.turn("chance", 6, 6, 5, 5, 4)
    assert table.left() == [15, 70]
    assert fold(table.events) == table.state


def test_hands_and_roll_offs_add_to_the_clock_too() -> None:
    house = 'id = "quick"\ntitle = "Quick"\nbased-on = "poker-hands"\nclock-minutes = 1\nclock-increment = 5\n'
    games = {"quick": house_ruleset(house)}
    state: Game | None = None
    for command in (
        StartGame(PLAYERS, "quick", {"rounds": 1}),
        *(RecordRoll((6, 6, 6, 1, 2), (False,) * 5), Stand()) * 3,
    ):
        for event in decide(state, command, lambda: "g", games):
            state = apply(state, event, games)
    assert state is not None
    assert state.rewarded == (2, 1)
    assert [player.seconds_left for player in snapshot(state).players] == [70, 65]


def test_in_a_pause_nothing_is_played() -> None:
    table = Clocked(1)
    table.do(RecordRoll((6,) * 5, (False,) * 5))
    table.do(PauseGame(True))
    assert table.do(PauseGame(True)) == table.state
    assert table.events[-1] == PauseSet(True)
    for command in (
        RecordRoll((6,) * 5, (False,) * 5),
        SetHold(0, held=True),
        CorrectDie(0, 3),
        WriteBox("sixes"),
        Stand(),
    ):
        with pytest.raises(GameRefusal, match=r"The game is paused|a turn ends with a box"):
            table.do(command)
    assert fold(table.events) == table.state
    assert table.do(Undo()).paused
    assert table.do(AbandonGame()).over
    assert table.do(Undo()).paused
    assert not table.do(PauseGame(False)).paused
    assert table.turn("chance", 6, 6, 5, 5, 4).now.cards[0].total == 26 + 10


def test_a_game_without_clocks_knows_no_pause() -> None:
    table = Clocked(0, increment=10)
    game = table.do(PauseGame(True))
    assert (len(table.events), game.paused) == (1, False)
    assert "thinking time" not in format_transcript(recount(table.events))


def test_time_is_given_back_only_where_it_ran_out() -> None:
    table = Clocked(1)
    with pytest.raises(HistoryError, match="none can be given back"):
        fold([*table.events, TimeRestored(0, 1)])
    table.do(SpendTime(60))
    with pytest.raises(HistoryError, match="Only the time of that turn"):
        fold([*table.events, Undone()])

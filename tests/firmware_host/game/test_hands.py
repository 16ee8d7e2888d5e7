"""A match of poker hands at the table: no boxes, hands that stand, rounds, roll-offs."""

import pytest

from firmware_host.game.commands import Command, Player, RecordRoll, Stand, StartGame, Undo, WriteBox
from firmware_host.game.errors import GameRefusal, StartRefusal
from firmware_host.game.events import Event, HandStood
from firmware_host.game.recount import recount
from firmware_host.game.session import apply, decide, fold
from firmware_host.game.snapshot import HandShown, snapshot
from firmware_host.game.state import Game
from firmware_host.game.transcript import format_transcript
from firmware_host.rules.options import Setting


class Match:
    def __init__(self, *names: str, **options: Setting) -> None:
        players = tuple(Player(name, "#2a6f97") for name in names)
        self.events: list[Event] = []
        self.state: Game | None = None
        settings = {name.replace("_", "-"): setting for name, setting in options.items()}
        self.do(StartGame(players, "poker-hands", settings, "poker"))

    def do(self, command: Command) -> Game:
        for event in decide(self.state, command, lambda: "g"):
            self.state = apply(self.state, event)
            self.events.append(event)
        assert self.state is not None
        return self.state

    def hand(self, *values: int, photo: str | None = None) -> Game:
        self.do(RecordRoll(values, (False,) * 5, photo=photo))
        return self.do(Stand())


def test_the_best_hand_wins_the_round() -> None:
    match = Match("Ana", "Bo", rounds=2)
    match.do(RecordRoll((6, 6, 1, 2, 3), (False,) * 5))
    assert snapshot(match.do(RecordRoll((6, 6, 1, 2, 2), (False,) * 5))).hand == "two-pairs"
    match.do(Stand())
    game = match.hand(6, 6, 6, 2, 3, photo="b.jpg")
    shown = snapshot(game)
    assert [player.rounds_won for player in shown.players] == [0, 1]
    assert shown.round_winners == ("Bo",)
    assert shown.players[1].hands == (HandShown("three-of-a-kind", ("A", "A", "A", "10", "J"), "b.jpg"),)
    assert (shown.current, shown.turn, shown.turns, shown.rolling_off) == (1, 2, 2, False)
    match.hand(1, 1, 1, 1, 1)
    game = match.hand(2, 2, 2, 2, 2)
    assert game.winners == (0, 1)
    assert game.finished
    with pytest.raises(GameRefusal, match="The game is over"):
        match.do(Stand())
    assert fold(match.events) == game
    assert match.do(Undo()).now.match == fold(match.events).now.match
    assert not match.do(Undo()).finished


def test_a_tie_is_rolled_off_by_those_who_tied() -> None:
    match = Match("Ana", "Bo", "Cem", rounds=1)
    match.hand(6, 6, 1, 2, 3)
    match.hand(1, 1, 2, 3, 4)
    shown = snapshot(match.hand(6, 6, 1, 2, 3))
    assert (shown.rolling_off, shown.current, shown.finished) == (True, 0, False)
    match.hand(1, 2, 3, 4, 6)
    game = match.hand(1, 1, 3, 4, 6)
    assert game.winners == (2,)
    assert len(snapshot(game).players[2].hands) == 2


def test_hands_have_no_boxes_and_need_two() -> None:
    match = Match("Ana", "Bo")
    with pytest.raises(GameRefusal, match="Throw the dice first"):
        match.do(Stand())
    match.do(RecordRoll((1, 2, 3, 4, 5), (False,) * 5))
    with pytest.raises(GameRefusal, match="no boxes"):
        match.do(WriteBox("chance"))
    with pytest.raises(StartRefusal, match="2 to 8 players"):
        Match("Ana")


def test_a_hand_is_a_fact_however_hands_are_ranked_now() -> None:
    match = Match("Ana", "Bo", rounds=1)
    match.hand(1, 2, 3, 4, 5)
    match.do(RecordRoll((6, 6, 6, 6, 6), (False,) * 5))
    game = apply(match.state, HandStood("bust", 0))
    assert game.winners == (0,)


def test_a_match_is_told_without_arrows() -> None:
    match = Match("Ana", "Bo", rounds=1, equal_hands="shared")
    match.hand(6, 5, 4, 3, 1)
    match.hand(6, 5, 4, 2, 1, photo="b.jpg")
    assert format_transcript(recount(match.events)) == (
        "rules: poker-hands\n"
        "option rounds = 1\n"
        "option straights-are-busts = off\n"
        "option equal-hands = shared\n"
        "option wild = none\n"
        "players: Ana, Bo\n"
        "Ana: A K Q J 9\n"
        "Bo: A K Q 10 9  # b.jpg\n"
    )

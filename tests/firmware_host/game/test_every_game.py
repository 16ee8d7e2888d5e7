"""Random legal games of all rules, with any options: they end, offer only what is legal, and can be told again."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.game.commands import CorrectDie, Player, RecordRoll, SetHold, Stand, StartGame, Undo, WriteBox
from firmware_host.game.errors import GameRefusal
from firmware_host.game.events import Event
from firmware_host.game.recount import recount
from firmware_host.game.replay import replay
from firmware_host.game.result import result
from firmware_host.game.session import apply, decide, fold
from firmware_host.game.snapshot import snapshot
from firmware_host.game.state import Game
from firmware_host.game.transcript import Move, format_transcript
from firmware_host.game.transcript_parser import parse_transcript
from firmware_host.journal.codec import decode, encode
from firmware_host.rules.options import Setting
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from tests.firmware_host.rules.house.examples import HOUSE_RULES

GAMES = {**RULESETS, **HOUSE_RULES}
MOST_HANDS = 400  # a match whose equal hands roll off for ever is none that chance plays


class Random:
    """A game played by chance, with every state before a step."""

    def __init__(self, start: StartGame, chance: random.Random) -> None:
        self.state: Game | None = None
        self.events: list[Event] = []
        self.before: list[Game] = []
        self.chance = chance
        self.do(start)

    @property
    def game(self) -> Game:
        assert self.state is not None
        return self.state

    def do(self, command: StartGame | RecordRoll | SetHold | CorrectDie | WriteBox | Stand | Undo) -> None:
        for event in decide(self.state, command, lambda: "g", GAMES):
            self.state = apply(self.state, event, GAMES)
            self.events.append(event)

    def step(self, command: RecordRoll | CorrectDie | WriteBox | Stand) -> None:
        self.before.append(self.game)
        self.do(command)

    def play_turn(self) -> None:
        for number in range(self.chance.randint(1, self.game.turn.limit)):
            if number:
                self.hold_some()
            self.throw()
            if self.chance.random() < 0.15:
                die = self.chance.randrange(self.game.turn.size)
                self.step(CorrectDie(die, self.game.turn.dice[die].value % 6 + 1))
        if self.game.now.match:
            with pytest.raises(GameRefusal):
                decide(self.game, WriteBox("chance"), lambda: "")
            self.step(Stand())
        else:
            with pytest.raises(GameRefusal):
                decide(self.game, Stand(), lambda: "")
            self.close_some_box()

    def hold_some(self) -> None:
        dice = range(self.game.turn.size)
        held = set(self.chance.sample(dice, self.chance.randrange(self.game.turn.size)))
        if self.chance.random() < 0.5:  # equal dice make the rarer figures
            most = max(self.game.turn.roll.values, key=self.game.turn.roll.values.count)
            held = {die for die in dice if self.game.turn.dice[die].value == most}
            if len(held) == self.game.turn.size:
                held.pop()
        for die in dice:
            self.do(SetHold(die, die in held))

    def throw(self) -> None:
        turn = self.game.turn
        dice = [(die.value, True) for die in turn.held]
        dice += [(self.chance.randint(1, 6), False) for _ in range(turn.size - len(dice))]
        self.chance.shuffle(dice)
        photo = f"g-{len(self.events)}.jpg" if self.chance.random() < 0.3 else None
        self.step(RecordRoll(tuple(value for value, _ in dice), tuple(stays for _, stays in dice), photo=photo))

    def close_some_box(self) -> None:
        shown = snapshot(self.game)
        assert shown.current is not None
        player = shown.players[shown.current]
        legal: list[WriteBox] = []
        for box in player.boxes:
            for strike, allowed, why_not in (
                (False, box.writable, box.why_not),
                (True, box.strikable, box.why_not or box.why_no_strike),
            ):
                command = WriteBox(box.box, strike)
                if allowed:
                    assert box.open
                    legal.append(command)
                else:
                    assert why_not
                    with pytest.raises(GameRefusal) as caught:
                        decide(self.game, command, lambda: "")
                    assert str(caught.value) == why_not
        command = self.chance.choice(legal)
        (box,) = (box for box in player.boxes if box.box == command.box)
        seat = shown.current
        self.step(command)
        after = snapshot(self.game).players[seat]
        (written,) = (shown for shown in after.boxes if shown.box == command.box)
        assert written.slots[-1].points == (0 if command.strike else box.offer)
        assert written.slots[-1].extra == box.extra
        assert after.total == sum(shown.points or 0 for shown in after.boxes) + sum(after.bonuses.values())


def without_photos(move: Move) -> Move:
    return replace(move, throws=tuple(replace(throw, photo=None) for throw in move.throws))


def any_options(rules: Ruleset) -> st.SearchStrategy[dict[str, Setting]]:
    return st.fixed_dictionaries({option.id: st.sampled_from(option.choices) for option in rules.options})


@pytest.mark.parametrize("rules", GAMES.values(), ids=lambda rules: rules.id)
@given(data=st.data(), seats=st.integers(1, 4), faces=st.sampled_from(["pips", "poker"]), seed=st.integers(0, 2**32))
@settings(max_examples=8)
def test_random_legal_games(rules: Ruleset, data: st.DataObject, seats: int, faces: str, seed: int) -> None:
    options = data.draw(any_options(rules))
    players = tuple(Player(f"Player {seat}", "#2a6f97") for seat in range(max(seats, rules.min_players)))
    table = Random(StartGame(players, rules.id, options, faces), random.Random(seed))  # noqa: S311 - dice for a test
    turns = 0
    while not table.game.finished:
        table.play_turn()
        turns += 1
        assert turns <= MOST_HANDS
    if not table.game.now.match and table.game.now.won_at_once is None:
        assert turns == table.game.ruleset.turns * len(players)
    assert table.game.winners
    assert fold((decode(*encode(event)) for event in table.events), RULESETS) == table.game

    transcript = recount(table.events, RULESETS)
    read = parse_transcript(format_transcript(transcript, GAMES), GAMES)
    assert read == replace(transcript, moves=tuple(without_photos(move) for move in transcript.moves))
    again = replay(read, GAMES, game="g")
    assert result(again) == result(table.game)
    assert again.now.cards == table.game.now.cards

    while table.before:
        table.do(Undo())
        before = table.before.pop()
        assert table.game == replace(before, rewarded=table.game.rewarded)  # what a turn has added stays
    with pytest.raises(GameRefusal, match="nothing to undo"):
        table.do(Undo())

"""Games played at random, with steps taken back and dice corrected."""

import os
from random import Random

from firmware_host.game.commands import (
    Command,
    CorrectDie,
    Player,
    RecordRoll,
    SetHold,
    Stand,
    StartGame,
    Undo,
    WriteBox,
)
from firmware_host.game.events import Event
from firmware_host.game.session import apply, decide
from firmware_host.game.state import Game
from firmware_host.rules.options import Setting

GAMES = 4
"""Games of each ruleset whose accounts are added up."""
MANY = int(os.environ.get("DICE_TABLE_RANDOM_GAMES", "50"))
"""The same in a long run, or as many as the variable says."""


class RandomGame:
    """A game in which everything is chance, driven by commands as the table drives it; `events` holds all of it."""

    def __init__(
        self, rules: str, seats: int, seed: int, options: dict[str, Setting] | None = None, coach: str = "off"
    ) -> None:
        self.chance = Random(seed)  # noqa: S311 - dice for a test
        self.events: list[Event] = []
        self._game: Game | None = None
        players = tuple(Player(f"Player {seat}", "#2a6f97") for seat in range(seats))
        self.do(StartGame(players, rules, options or {}, coach=coach))

    @property
    def game(self) -> Game:
        assert self._game is not None
        return self._game

    def do(self, command: Command) -> None:
        for event in decide(self._game, command, lambda: "game"):
            self._game = apply(self._game, event)
            self.events.append(event)

    def play(self, slips: float = 0.1) -> None:
        """Play to the end; with a chance of `slips` each, dice are corrected and steps taken back."""
        while not self.game.over:
            self.step(slips)

    def step(self, slips: float = 0.1) -> None:
        """Throw, write, correct or take back, whatever comes to mind."""
        turn, chance = self.game.turn, self.chance
        if self.game.past and chance.random() < slips:
            self.do(Undo())
        elif turn.dice and chance.random() < slips:
            self.do(CorrectDie(chance.randrange(turn.size), chance.randint(1, 6)))
        elif not turn.dice or (turn.rolls_left and chance.random() < 0.7):
            self.throw()
        else:
            self.close()

    def throw(self) -> None:
        turn, chance = self.game.turn, self.chance
        for die in range(len(turn.dice)):
            self.do(SetHold(die, chance.random() < 0.5))
        if turn.dice and len(self.game.turn.held) == turn.size:
            self.do(SetHold(chance.randrange(turn.size), held=False))
        held = [(die.value, True) for die in self.game.turn.held]
        dice = held + [(chance.randint(1, 6), False) for _ in range(turn.size - len(held))]
        chance.shuffle(dice)
        photo = f"photo {len(self.events)}" if chance.random() < 0.8 else None
        self.do(RecordRoll(tuple(value for value, _ in dice), tuple(kept for _, kept in dice), photo=photo))

    def close(self) -> None:
        if self.game.now.match:
            self.do(Stand())
            return
        ways = []
        for choice in self.game.card.choices(self.game.turn.roll, self.game.turn.rolls_used):
            ways += [WriteBox(choice.box)] if choice.writable else []
            ways += [WriteBox(choice.box, strike=True)] if choice.strikable else []
        self.do(self.chance.choice(ways))

"""Games played for the golden journals: every kind of event, with each of its fields."""

import random
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from firmware_host.app.games import load_games
from firmware_host.clock import ManualClock
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import (
    AbandonGame,
    Command,
    CorrectDie,
    PauseGame,
    Place,
    Player,
    RecordRoll,
    SetHold,
    SpendTime,
    Stand,
    StartGame,
    Undo,
    WriteBox,
)
from firmware_host.journal.store import Journal
from firmware_host.rules.options import Setting
from firmware_host.table.game_session import GameSession

ANA, BO = Player("Ana", "#aa3333"), Player("Bo", "#3333aa")


class Evening:
    """Plays games into a journal, by dice of a seed and an id for each game."""

    def __init__(self, data: Path, rules: Path, seed: int) -> None:
        self.clock = ManualClock(datetime(2026, 5, 1, 18, 30, tzinfo=UTC))
        self.data = data
        self.journal = Journal.open(data / "journal.sqlite", self.clock)
        self.ledger = GameSession(self.journal, self.new_id, load_games(rules).rulesets)
        self.chance = random.Random(seed)  # noqa: S311 - dice, and the same ones each time
        self._count = 0

    def new_id(self) -> str:
        """Name a game by when it began."""
        self._count += 1
        return f"{self.clock.now():%Y%m%dT%H%M%S}x{self._count:04x}"

    def do(self, *commands: Command) -> None:
        """Let some seconds pass, and keep what the commands cause."""
        self.clock.advance(7.25)
        self.ledger.do(*commands)

    def roll(self, values: tuple[int, ...] = (), *, places: bool = False) -> None:
        """Throw all dice but the held ones, seen in the tray or entered by hand."""
        game = self.ledger.game
        assert game is not None
        dice = game.turn.dice
        held = tuple(die.held for die in dice) or (False,) * game.ruleset.dice
        thrown = values or tuple(self.chance.randint(1, 6) for _ in held)
        if dice:
            thrown = tuple(die.value if die.held else new for die, new in zip(dice, thrown, strict=True))
        lie = tuple(Place(100.5 + 90 * n, 200.25 - 7 * n, 40.0 + n) for n in range(len(thrown))) if places else ()
        self.do(RecordRoll(thrown, held, lie))

    def write(self) -> None:
        """Close or strike a box that may be."""
        game = self.ledger.game
        assert game is not None
        boxes = list(game.ruleset.boxes)
        self.chance.shuffle(boxes)
        first = self.chance.random() < 0.3
        for strike in (first, not first):
            for box in boxes:
                try:
                    self.do(WriteBox(box.id, strike))
                except DiceTableError:
                    continue
                return

    def play_out(self) -> None:
        """Play until the game is over."""
        while (game := self.ledger.game) is not None and not game.over:
            self.roll(places=self.chance.random() < 0.5)
            if self.chance.random() < 0.4 and game.ruleset.rolls > 1:
                self.do(SetHold(0, held=True), SetHold(1, held=True))
                self.roll()
            if game.ruleset.contest:
                self.do(Stand())
            else:
                self.write()


def poker_dice(evening: Evening) -> None:
    """Play a whole game, with dice held, corrected and taken back."""
    evening.do(StartGame((ANA, BO)))
    evening.roll((6, 6, 1, 2, 4), places=True)
    evening.do(SetHold(0, held=True), SetHold(1, held=True), SetHold(4, held=True))
    evening.do(SetHold(4, held=False))
    evening.roll((1, 1, 6, 3, 3))
    evening.do(CorrectDie(3, 6))
    evening.do(CorrectDie(3, 5))
    evening.do(Undo())
    evening.do(WriteBox("three-of-a-kind"))
    evening.do(Undo())
    evening.do(Undo())
    evening.write()
    evening.play_out()


def against_the_clock(evening: Evening) -> None:
    """Play until the time of a player is up, with a handicap and a coach."""
    players = (replace(ANA, advised=True), BO, Player('Zoë "Zo", né', "#33aa33"))
    options: dict[str, Setting] = {"clock-minutes": 1, "two-pairs-points": 25, "speed-bonus-on": "figures"}
    evening.do(StartGame(players, "speed-yatzy", options, coach="always", cocked="throw"))
    for seconds in (12.5, 3.25, 8.0, 20.125):
        evening.roll(places=True)
        evening.do(SpendTime(seconds))
        evening.write()
    evening.roll()
    evening.do(SpendTime(59.0))


def paused(evening: Evening) -> None:
    """Pause a game, end it by the clock, take the turn up again that was cut off, and leave it in the next pause."""
    options: dict[str, Setting] = {"clock-minutes": 1, "clock-increment": 5}
    evening.do(StartGame((ANA, BO), "speed-yatzy", options))
    evening.roll(places=True)
    evening.do(SpendTime(12.5), PauseGame(True))
    evening.do(PauseGame(False))
    evening.write()
    evening.roll()
    evening.do(SpendTime(60.25))
    evening.do(Undo())
    evening.do(PauseGame(False), SpendTime(2.125))
    evening.write()
    evening.do(SpendTime(0.75), PauseGame(True))


def jokers(evening: Evening) -> None:
    """Earn an extra, and end the game early."""
    evening.do(StartGame((ANA,), "yahtzee", coach="ask"))
    for box in ("fours", "five-of-a-kind", "chance"):
        evening.roll((4, 4, 4, 4, 4), places=True)
        try:
            evening.do(WriteBox(box))
        except DiceTableError:
            evening.write()
    evening.do(AbandonGame())


def house_rules(evening: Evening) -> None:
    """Play a few turns by house rules against the program."""
    players = (ANA, *(Player(f"The {style} one", "#111111", style) for style in ("exact", "steady", "wild")))
    evening.do(StartGame(players, "harbour-dice", {"storm": "light"}, "pips", "off", "read"))
    for _ in range(6):
        evening.roll()
        evening.write()
    evening.do(AbandonGame())

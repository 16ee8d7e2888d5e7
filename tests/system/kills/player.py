"""A player who knows what the table must show: every request is decided by the rules alone, beside the server."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from firmware_host.errors import DiceTableError
from firmware_host.game.commands import (
    AbandonGame,
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
from firmware_host.game.events import Event, GameStarted
from firmware_host.game.session import apply, decide
from firmware_host.game.snapshot import snapshot
from firmware_host.game.state import Game
from web_ui.language import ENGLISH
from web_ui.present import game_data

GAMES = ("crag", "poker-hands")
"""With boxes and with hands. The coach needs not work them out at every start, so that a thousand are affordable."""
PLAYERS = (Player("Ada", "#aa3333"), Player("Ben", "#3333aa"), Player("Cy", "#33aa33"))
PLAIN: Mapping[str, Command] = {"stand": Stand(), "undo": Undo(), "abandon": AbandonGame()}
SOURCES = ("sim:seed=7", "usb:0")
"""Of the cameras that the setup lists: it takes no others."""

STEPS = ("rail", "panel", "throws")
WEIGHTS = {
    "enter": 30,
    "hold": 20,
    "press": 10,
    "write": 20,
    "stand": 10,
    "undo": 10,
    "correct": 10,
    "abandon": 1,
    "start": 20,
    "skip": 3,
    "source": 3,
}
"""What is asked, where the rules allow it, and how often."""


@dataclass(frozen=True, slots=True)
class World:
    """Everything that must survive: the events of all games in order, the latest game, and what setup has saved."""

    games: tuple[tuple[Event, ...], ...] = ()
    game: Game | None = None
    skipped: frozenset[str] = frozenset()
    source: str = ""

    def after(self, command: Command, new_id: str) -> "World":
        """Return the world after a command; DiceTableError if the rules refuse it."""
        game, events = self.game, []
        for event in decide(game, command, lambda: new_id):
            game = apply(game, event)
            events.append(event)
        before = self.games if isinstance(command, StartGame) else self.games[:-1]
        current = () if isinstance(command, StartGame) or not self.games else self.games[-1]
        return replace(self, game=game, games=(*before, (*current, *events)))


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: its `kind`, where and what is sent, and the world before and after it."""

    kind: str
    path: str
    body: Mapping[str, object]
    before: World
    after: World


class Guests:
    """Makes up requests by chance, all of them allowed."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._number = 0
        self.count: Counter[str] = Counter()

    def next(self, world: World, moment: str) -> Asked:
        """Return a request that the rules allow in this world."""
        kinds, weights = list(WEIGHTS), list(WEIGHTS.values())
        while True:
            kind = self._random.choices(kinds, weights)[0]
            asked = self._setting(kind, world) if kind in ("skip", "source") else self._move(kind, world, moment)
            if asked is not None:
                self.count[kind] += 1
                return asked

    def _setting(self, kind: str, world: World) -> Asked:
        if kind == "source":
            spec = self._random.choice(SOURCES)
            return Asked(kind, "setup/camera/choose", {"spec": spec}, world, replace(world, source=spec))
        step, skips = self._random.choice(STEPS), self._random.random() < 0.5
        skipped = world.skipped | {step} if skips else world.skipped - {step}
        return Asked(kind, f"setup/{step}/skip", {"skipped": skips}, world, replace(world, skipped=skipped))

    def _move(self, kind: str, world: World, moment: str) -> Asked | None:
        body, command = self._command(kind, world.game)
        if command is None:
            return None
        try:
            after = world.after(command, "?")
        except DiceTableError:
            return None
        if after.games == world.games:
            return None  # it would change nothing
        self._number += 1
        ticket = {"request": f"request-{self._number:08}", "expected": moment}
        return Asked(kind, kind, {**body, **ticket}, world, after)

    def _command(self, kind: str, game: Game | None) -> tuple[dict[str, object], Command | None]:
        random = self._random
        if kind == "start":
            players = PLAYERS[: random.randint(1, 3)]
            rules = random.choice(GAMES)
            seats = [{"name": player.name, "colour": player.colour} for player in players]
            return {"players": seats, "rules": rules}, StartGame(players, rules)
        if kind in PLAIN:
            return {}, PLAIN[kind]
        if game is None or game.over:
            return {}, None
        turn, dice = game.turn, len(game.turn.dice)
        die, value, flag = random.randrange(max(dice, 1)), random.randint(1, 6), random.random() < 0.5
        box = random.choice(game.ruleset.boxes).id if game.ruleset.boxes else ""
        held = tuple(one.held for one in turn.dice) or (False,) * turn.size
        values = tuple(turn.dice[i].value if held[i] else random.randint(1, 6) for i in range(turn.size))
        found: dict[str, tuple[dict[str, object], Command | None]] = {
            "enter": ({"values": list(values)}, RecordRoll(values, held)),
            "hold": ({"die": die, "held": flag}, SetHold(die, flag) if dice else None),
            "press": ({"button": die, "held": flag}, SetHold(die, flag) if dice else None),
            "write": ({"box": box, "strike": flag}, WriteBox(box, strike=flag) if box else None),
            "correct": ({"die": die, "value": value}, CorrectDie(die, value) if dice else None),
        }
        return found[kind]


def named(world: World, game_id: str) -> World:
    """Return the world with the id that the table gave to its newest game."""
    if not world.games or world.game is None or world.game.id == game_id:
        return world
    first, *rest = world.games[-1]
    assert isinstance(first, GameStarted)
    events = (replace(first, game=game_id), *rest)
    return replace(world, game=replace(world.game, id=game_id), games=(*world.games[:-1], events))


def shows(view: Mapping[str, Any], world: World) -> bool:
    """Return whether a page's view is of this world: the whole card, the dice and which are held."""
    game = world.game
    if game is None or view["game"] is None:
        return game is None and view["game"] is None
    wanted = named(world, view["game"]["id"]).game if world.games[-1:] and game.id == "?" else game
    assert wanted is not None
    may_write = view["phase"] == "rolled"
    card = json.loads(json.dumps(game_data(snapshot(wanted), ENGLISH, may_write=may_write)))
    held = [die.held for die in wanted.turn.dice]
    lamps = view["panel"]["lamps"][: len(held)]
    return bool(card == view["game"] and (wanted.over or held == lamps))

"""Every room the game page may stand in, every game and every moment of it, for tests and for the contact sheet."""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page

from firmware_host.game.commands import Player, SetHold, Stand, StartGame, WriteBox
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.table.snapshot import QuestionView
from tests.web_ui.fake_table import FakeTable
from web_ui.colour import SEATS

SIZES = (
    (320, 568),
    (390, 844),
    (844, 390),
    (667, 375),
    (768, 1024),
    (820, 1180),
    (1024, 768),
    (1180, 820),
    (1366, 768),
    (1920, 1080),
    (3840, 2160),
)
LEAST_ZOOMED = (320, 256)  # WCAG 2.2, 1.4.10: smaller a zoomed page need not be
PLAYERS = (1, 2, 4, 8)
LONGEST = {"clock-minutes": 90, "rounds": 9}
ROLLS = (
    (6, 6, 6, 6, 6),
    (2, 3, 3, 5, 3),
    (1, 2, 3, 4, 5),
    (4, 4, 4, 1, 1),
    (1, 6, 4, 4, 2),
    (5, 5, 1, 1, 6),
    (1, 2, 3, 5, 6),
)
"""As many that no two players of four or of eight make equal hands in a round."""

FAULTS = (Path(__file__).parent / "layout_faults.js").read_text(encoding="utf-8")
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


class Room(NamedTuple):
    """A viewport in CSS pixels, and the size of its type against the usual one."""

    width: int
    height: int
    type: int = 1

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (" in large type" if self.type > 1 else "")


USUAL = tuple(Room(width, height) for width, height in SIZES)
ZOOMED = tuple(
    Room(width // 2, height // 2)
    for width, height in SIZES
    if width // 2 >= LEAST_ZOOMED[0] and height // 2 >= LEAST_ZOOMED[1]
)
LARGE_TYPE = tuple(Room(width, height, 2) for width, height in SIZES)


class Moment(NamedTuple):
    """A moment of a game: what is played, by how many, and what is going on."""

    rules: str
    players: int
    state: str

    def __str__(self) -> str:
        return f"{self.rules}-{self.players}-{self.state}"

    def table(self) -> FakeTable:
        table = STATES[self.state](RULESETS[self.rules], self.players)
        table.wire(6)  # as the one on the screen has
        return table


def moments() -> Iterator[Moment]:
    """Yield every game with one, two, four and eight players in every state."""
    for (rules_id, rules), players, state in product(RULESETS.items(), PLAYERS, STATES):
        if rules.min_players <= players <= rules.max_players:
            yield Moment(rules_id, players, state)


def seated(rules: Ruleset, players: int, turns: int = 3) -> FakeTable:
    """A game in its fourth turn, a clock running where the game has one."""
    table = FakeTable(ROLLS)
    options = {option.id: LONGEST[option.id] for option in rules.options if option.id in LONGEST}
    table.ask(StartGame(tuple(Player(f"Player {n + 1}", SEATS[n][1]) for n in range(players)), rules.id, options))
    play(table, turns * players)
    return table


def play(table: FakeTable, turns: int) -> None:
    """Play so many turns, scoring what is worth most, or fewer where the game ends before."""
    for _ in range(turns):
        game = table.snapshot().game
        assert game is not None
        if game.current is None:
            return
        boxes = [box for box in game.players[game.current].boxes if box.writable]
        table.ask(WriteBox(max(boxes, key=lambda box: box.offer or 0).box) if boxes else Stand())


def holding(rules: Ruleset, players: int, turns: int = 3) -> FakeTable:
    table = seated(rules, players, turns)
    table.ask(SetHold(0, held=True))
    table.ask(SetHold(1, held=True))
    return table


def asked(rules: Ruleset, players: int) -> FakeTable:
    table = seated(rules, players)
    question = QuestionView("unsure", (1, 2), "What does die 2 from the left show?", can_accept=False)
    table.wonder(question, (2, 3, 3, 6, 1, 4)[: rules.dice])
    return table


def writing(rules: Ruleset, players: int) -> FakeTable:
    """No rolls left; in a game of one roll the first one."""
    table = seated(rules, players)
    while (game := table.snapshot().game) is not None and game.rolls_left > 0:
        table.throw_now()
    return table


def over(rules: Ruleset, players: int) -> FakeTable:
    return seated(rules, players, turns=60)


STATES: dict[str, Callable[[Ruleset, int], FakeTable]] = {
    "rolled": seated,
    "holding": holding,
    "question": asked,
    "writing": writing,
    "over": over,
}


def enter(page: Page, room: Room) -> None:
    """Bring the page into a room, and wait until it is drawn for it."""
    page.set_viewport_size({"width": room.width, "height": room.height})
    page.evaluate("type => { document.documentElement.style.fontSize = type > 1 ? `${100 * type}%` : '' }", room.type)
    page.evaluate(DRAWN)


def faults(page: Page, room: Room) -> list[str]:
    """Name everything that is wrong with the layout of a page in a room."""
    enter(page, room)
    found: list[str] = page.evaluate(FAULTS)
    return [f"{room}: {fault}" for fault in found]

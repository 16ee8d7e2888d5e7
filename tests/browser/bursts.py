"""Bursts of taps on the page, and what they mean: told from the taps alone, to be compared with what the table did."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from playwright.sync_api import Page

from firmware_host.game.commands import Command, SetHold, Undo, WriteBox
from firmware_host.table.requests import Request, ThrowDice
from tests.web_ui.fake_table import FakeTable

DICE = 5
MOST_BOXES = 20  # of the 26 that two players have; then another game is begun
SETTLED_S = 60.0
KINDS = {
    "hold": 45,
    "press": 15,
    "throw": 12,
    "write": 9,
    "confirm": 4,
    "undo": 15,
}
"""What is tapped, where it is offered, and how often."""

BEGIN = """(taps) => {
  const offered = {
    hold: "#tray [data-do=hold]:not([aria-disabled])",
    press: "#game:has(#tray [data-do=hold]:not([aria-disabled])) #panel [data-do=press]",
    throw: "#controls [data-do=throw]:enabled", write: "#sheet [data-do=write]", confirm: "#sheet [data-do=confirm]",
    undo: "#controls [data-do=undo]:enabled",
  };
  const play = async () => {
    const log = [];
    for (const { gap, kind, which } of taps) {
      await new Promise((next) => setTimeout(next, gap));
      const controls = document.querySelectorAll(offered[kind]);
      if (controls.length === 0) continue;
      const control = controls[Math.floor(which * controls.length)];
      const { die, button, box, strike } = control.dataset;
      control.click();
      const dice = [...document.querySelectorAll("#tray .lying .die")];
      const held = dice.map((shown) => shown.getAttribute("aria-pressed") === "true");
      log.push({ kind, die: Number(die ?? button ?? -1), box, strike: strike === "true", held });
    }
    while (document.body.dataset.pending !== "0") await new Promise((next) => setTimeout(next, 30));
    const toast = document.getElementById("toast");
    return { log, refusal: toast.hidden ? "" : toast.textContent };
  };
  window.burst = play();
}"""
READ = """() => ({
  dice: [...document.querySelectorAll("#tray .lying .die")].map((die) => /shows (\\d)/.exec(die.ariaLabel)[1]).join(""),
  held: [...document.querySelectorAll("#tray .lying .die")].map((die) => die.ariaPressed === "true"),
  lamps: [...document.querySelectorAll(".panel-button")].map((button) => button.matches(".is-lit")),
  left: document.querySelector(".rolls .count").textContent,
  name: document.querySelector("#status h1").textContent,
  totals: [...document.querySelectorAll(".totals td")].map((total) => total.textContent),
  written: document.querySelectorAll("#sheet .written").length,
  offline: !document.getElementById("offline").hidden,
})"""


@dataclass
class Meaning:
    """What the taps of a game come to, by the rules for a finger: no code of the page or the table is used."""

    held: tuple[bool, ...] = (False,) * DICE
    rolls: int = 1
    boxes: int = 0
    before: list[tuple[tuple[bool, ...], int, int]] = field(default_factory=lambda: [((False,) * DICE, 0, 0)])

    def of(self, tap: dict[str, Any]) -> Command | Request | None:
        """Take in a tap and return what the table must do for it; None for the first of two taps."""
        does: Command | Request | None = None
        match tap["kind"]:
            case "hold" | "press":
                die = tap["die"]
                self.held = (*self.held[:die], not self.held[die], *self.held[die + 1 :])
                does = SetHold(die, self.held[die])
            case "throw":
                self._step(self.held, self.rolls + 1, self.boxes)
                does = ThrowDice()
            case "write":
                self._step((False,) * DICE, 0, self.boxes + 1)
                self._step((False,) * DICE, 1, self.boxes)  # the next player's dice fall by themselves
                does = WriteBox(tap["box"], strike=tap["strike"])
            case "undo":
                self.held, self.rolls, self.boxes = self.before.pop()
                does = Undo()
        return does

    def _step(self, held: tuple[bool, ...], rolls: int, boxes: int) -> None:
        self.before.append((self.held, self.rolls, self.boxes))
        self.held, self.rolls, self.boxes = held, rolls, boxes


def burst(random: Random) -> list[dict[str, object]]:
    """Return taps to be made: pauses in milliseconds, what is tapped, and which of the controls of that kind."""
    kinds, weights = list(KINDS), list(KINDS.values())
    return [
        {"gap": random.randint(10, 250), "kind": kind, "which": random.random()}
        for kind in random.choices(kinds, weights, k=random.randint(4, 12))
    ]


def begin(page: Page, taps: Sequence[dict[str, object]]) -> None:
    """Let the page be tapped; `outcome` waits for the end."""
    page.evaluate(BEGIN, taps)


def outcome(page: Page) -> dict[str, Any]:
    """Return the log of the taps that were made, once the table has answered them all, and what it refused last."""
    found: dict[str, Any] = page.evaluate("() => window.burst")
    return found


def shown(table: FakeTable) -> dict[str, object]:
    """What the page must show of a table, as `read` reads it."""
    snapshot = table.snapshot()
    game = snapshot.game
    assert game is not None
    assert game.current is not None
    return {
        "dice": "".join(die.face for die in game.dice),
        "held": [die.held for die in game.dice],
        "lamps": [lamp == "on" for lamp in snapshot.panel.lamps],
        "left": str(game.rolls_left),
        "name": game.players[game.current].name,
        "totals": [str(player.total) for player in game.players],
        "written": sum(len(box.slots) for player in game.players for box in player.boxes),
        "offline": False,
    }


def assert_equal(page: Page, table: FakeTable) -> None:
    """Wait until the page shows the table as it is: a stream that was cut is opened again after a second."""
    deadline = time.monotonic() + SETTLED_S
    while (found := page.evaluate(READ)) != (wanted := shown(table)):
        assert time.monotonic() < deadline, f"the page shows {found}, the table {wanted}"
        page.wait_for_timeout(50)

"""Turns the JSON body of an action into a command or request. Pure: no Flask, no table."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from firmware_host.coach.caution import CAUTIONS
from firmware_host.game.commands import (
    AbandonGame,
    Command,
    CorrectDie,
    PauseGame,
    Player,
    SetHold,
    Stand,
    StartGame,
    Undo,
    WriteBox,
)
from firmware_host.table.requests import (
    AcceptRoll,
    AskAnalysis,
    AskHint,
    EnterRoll,
    NameFace,
    Request,
    SetAim,
    SetCaution,
    ThrowDice,
    Ticket,
)
from web_ui.errors import BadAskError

COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
LONGEST_TEXT = 200
REQUEST_ID = re.compile(r"[0-9A-Za-z-]{8,64}")


@dataclass(frozen=True, slots=True)
class Body:
    """The fields of one action, each read as the type it must have; BadAskError with a sentence if it is not."""

    fields: Mapping[str, object]

    def whole(self, name: str) -> int:
        """Return a whole number."""
        value = self.fields.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(name, "a whole number")
        return value

    def whole_of(self, name: str, allowed: Sequence[int]) -> int:
        """Return a whole number that is one of those allowed."""
        value = self.whole(name)
        if value not in allowed:
            raise self._wrong(name, f"one of {', '.join(map(str, allowed))}")
        return value

    def has(self, name: str) -> bool:
        """Whether there is such a field."""
        return name in self.fields

    def flag(self, name: str, default: bool | None = None) -> bool:
        """Return true or false; `default` if the field is absent."""
        value = self.fields.get(name, default)
        if not isinstance(value, bool):
            raise self._wrong(name, "true or false")
        return value

    def text(self, name: str, default: str | None = None) -> str:
        """Return a text of at most 200 characters, without surrounding spaces; `default` if absent."""
        value = self.fields.get(name, default)
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            raise self._wrong(name, f"a text of at most {LONGEST_TEXT} characters")
        return value.strip()

    def colour(self, name: str) -> str:
        """Return a colour written #rrggbb."""
        value = self.text(name)
        if not COLOUR.fullmatch(value):
            raise self._wrong(name, "a colour like #a3262a")
        return value.lower()

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return a list of whole numbers."""
        return tuple(Body({name: item}).whole(name) for item in self._items(name))

    def bodies(self, name: str) -> tuple["Body", ...]:
        """Return a list of objects, each a body of its own."""
        items = self._items(name)
        if not all(isinstance(item, dict) for item in items):
            raise self._wrong(name, "a list of objects")
        return tuple(Body(item) for item in items if isinstance(item, dict))

    def points(self, name: str) -> tuple[tuple[float, float], ...]:
        """Return a list of x, y pairs."""
        pairs = []
        for item in self._items(name):
            if not (isinstance(item, list) and len(item) == 2 and all(_is_number(number) for number in item)):
                raise self._wrong(name, "a list of x, y pairs")
            pairs.append((float(item[0]), float(item[1])))
        return tuple(pairs)

    def options(self, name: str) -> dict[str, str | int | bool]:
        """Return an object of plain values, empty if absent."""
        value = self.fields.get(name, {})
        if not isinstance(value, dict) or not all(isinstance(item, str | int) for item in value.values()):
            raise self._wrong(name, "an object of texts, whole numbers, true and false")
        return dict(value)

    def _items(self, name: str) -> list[object]:
        value = self.fields.get(name)
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        return value

    def _wrong(self, name: str, wanted: str) -> BadAskError:
        if name not in self.fields:
            return BadAskError(f"This action needs “{name}”: {wanted}. Reload the page and try again.")
        return BadAskError(f"“{name}” must be {wanted}, not {self.fields[name]!r:.60}. Reload the page and try again.")


def ticket(body: Body) -> Ticket:
    """Return what comes with any action: `request`, an id of its own, and `expected`, the moment it is meant for.

    Without an id it is done each time it comes, and without a moment at any time.
    """
    if body.has("request") and not REQUEST_ID.fullmatch(body.text("request")):
        raise BadAskError("“request” must be 8 to 64 letters, digits and hyphens. Reload the page and try again.")
    return Ticket(body.text("request", ""), body.text("expected") if body.has("expected") else None)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _start(body: Body) -> StartGame:
    players = tuple(
        Player(seat.text("name"), seat.colour("colour"), seat.text("opponent", ""), seat.flag("advised", False))
        for seat in body.bodies("players")
    )
    return StartGame(
        players,
        rules=body.text("rules", "poker-dice"),
        options=body.options("options"),
        faces=body.text("faces", "pips"),
        coach=body.text("coach", "off"),
        cocked=body.text("cocked", "ask"),
    )


ACTIONS: Mapping[str, Callable[[Body], Command | Request]] = {
    "start": _start,
    "hold": lambda body: SetHold(body.whole("die"), body.flag("held")),
    "correct": lambda body: CorrectDie(body.whole("die"), body.whole("value")),
    "write": lambda body: WriteBox(body.text("box"), strike=body.flag("strike", False)),
    "stand": lambda _: Stand(),
    "pause": lambda body: PauseGame(body.flag("paused")),
    "undo": lambda _: Undo(),
    "abandon": lambda _: AbandonGame(),
    "throw": lambda body: ThrowDice(body.numbers("keep") if "keep" in body.fields else None),
    "accept": lambda _: AcceptRoll(),
    "name-face": lambda body: NameFace(body.whole("die"), body.whole("value")),
    "enter": lambda body: EnterRoll(body.numbers("values")),
    "hint": lambda _: AskHint(),
    "aim": lambda body: SetAim(body.flag("win")),
    "caution": lambda body: SetCaution(body.whole_of("caution", CAUTIONS)),
    "analyse": lambda _: AskAnalysis(),
}
"""What a page may ask for, by the last part of its address under /api/."""

"""Reading scripts for the simulated tray, with all faults of one reported at once."""

import difflib
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import MISSING, dataclass, fields
from pathlib import Path
from typing import Any

from vision.bounded_file import MEGABYTE, read_bounded
from vision.errors import ScriptError
from vision.simulate.script import DICE, WORDS, DiceThrown, Event, Landing, Script
from vision.simulate.sets import KINDS, MOST_FAMILY

MOST_BYTES = MEGABYTE


@dataclass(frozen=True, slots=True)
class _Number:
    """What a number may be."""

    least: float
    most: float
    whole: bool = False

    def fault(self, value: object) -> str | None:
        kind = "whole number" if self.whole else "number"
        if isinstance(value, bool) or not isinstance(value, int if self.whole else int | float):
            return f"{value!r} is no {kind}; give one from {self.least:g} to {self.most:g}"
        if not self.least <= value <= self.most:
            return f"{value!r} is out of range; give a {kind} from {self.least:g} to {self.most:g}"
        return None


_DIE = _Number(1, DICE, whole=True)
_NUMBERS = {
    "age": _Number(0, 60),
    "at": _Number(0, 86_400),
    "beside": _DIE,
    "die": _DIE,
    "face": _Number(1, 6, whole=True),
    "family": _Number(0, MOST_FAMILY, whole=True),
    "height": _Number(16, 4320, whole=True),
    "lean": _Number(0, 80),
    "level": _Number(0.02, 5),
    "on": _DIE,
    "pixels": _Number(0.1, 50),
    "radius": _Number(1, 300),
    "rate": _Number(1, 60),
    "seconds": _Number(0.01, 86_400),
    "seed": _Number(0, 10**18 - 1, whole=True),
    "share": _Number(0, 1),
    "speed": _Number(0.1, 1000),
    "strength": _Number(0, 1),
    "turn": _Number(-3600, 3600),
    "width": _Number(16, 7680, whole=True),
    "x": _Number(-500, 500),
    "y": _Number(-500, 500),
}
"""Every field that is a number means the same wherever it stands."""


def read_script(path: Path) -> Script:
    """Read a script; ScriptError, with every fault and the field it is in, for one that cannot be played."""
    try:
        data = tomllib.loads(read_bounded(path, MOST_BYTES).decode())
    except OSError as error:
        raise ScriptError([f"the file cannot be read: {error.strerror or error}"]) from error
    except UnicodeDecodeError as error:
        raise ScriptError(["the file is not UTF-8 text"]) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ScriptError([f"this is no TOML: {error}"]) from error
    return parse_script(data)


def parse_script(data: Mapping[str, Any]) -> Script:
    """Make a script of what TOML says; ScriptError as `read_script`."""
    parsing = _Parsing()
    values = parsing.record(data, Script, "", {"events", "dice"}, extra={"event"}) | parsing.kind(data)
    events = [parsing.event(table, f"event {n}") for n, table in enumerate(parsing.tables(data, "event", ""), 1)]
    if parsing.faults:
        raise ScriptError(parsing.faults)
    made = sorted((event for event in events if event is not None), key=lambda event: event.at)
    return Script(**values, events=tuple(made))


class _Parsing:
    """Checks tables and collects what is wrong with them."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def fault(self, where: str, key: str, what: str) -> None:
        self.faults.append(f"{where}: {key}: {what}" if where else f"{key}: {what}")

    def event(self, table: Mapping[str, Any], where: str) -> Event | None:
        """The event of a table; None where something is wrong with it."""
        known = len(self.faults)
        word = table.get("do")
        kind = WORDS.get(word) if isinstance(word, str) else None
        if kind is None:
            self.fault(where, "do", _unknown(word, WORDS) if "do" in table else "missing; say what happens")
            return None
        values = self.record(table, kind, f"{where} ({word})", {"dice", "keep"}, extra={"do"})
        if kind is DiceThrown:
            values |= self._throw(table, f"{where} ({word})")
        return kind(**values) if len(self.faults) == known else None

    def record(
        self, table: Mapping[str, Any], kind: type, where: str, others: Collection[str], extra: Collection[str]
    ) -> dict[str, Any]:
        """The values of a record's numbers and flags; its `others`, and keys that are `extra`, are not looked at."""
        names = {field.name: field.default is MISSING for field in fields(kind)}
        for key in table:
            if key not in names and key not in extra:
                self.fault(where, key, _unknown(key, [*(names.keys() - {"events"}), *extra]))
        values = {}
        for name, needed in names.items():
            if name in others:
                continue
            if name not in table:
                if needed:
                    self.fault(where, name, "missing")
                continue
            values[name] = table[name]
            number = _NUMBERS.get(name)
            if number is not None:
                what = number.fault(table[name])
            else:
                what = None if isinstance(table[name], bool) else f"{table[name]!r} is neither true nor false"
            if what:
                self.fault(where, name, what)
        return values

    def kind(self, data: Mapping[str, Any]) -> dict[str, str]:
        """The kind of dice that a script names, if it does."""
        if "dice" in data and data["dice"] not in KINDS:
            self.fault("", "dice", _unknown(data["dice"], KINDS))
        return {"dice": data["dice"]} if "dice" in data else {}

    def tables(self, data: Mapping[str, Any], key: str, where: str) -> list[Mapping[str, Any]]:
        """A list of tables; none, and a fault, where there is something else."""
        listed = data.get(key, [])
        if isinstance(listed, list) and all(isinstance(table, dict) for table in listed):
            return listed
        self.fault(where, key, "not a list of tables")
        return []

    def _throw(self, table: Mapping[str, Any], where: str) -> dict[str, Any]:
        keep = table.get("keep", [])
        if not isinstance(keep, list) or any(_DIE.fault(die) for die in keep) or len(set(keep)) < len(keep):
            self.fault(where, "keep", f"{keep!r} is no list of different dice; they are numbered 1 to {DICE}")
            keep = []
        dice = table.get("dice", 5 - len(keep))
        if isinstance(dice, list):
            landings = [
                self._landing(one, f"{where}, die {n}") for n, one in enumerate(self.tables(table, "dice", where), 1)
            ]
        else:
            what = _DIE.fault(dice)
            if what:
                self.fault(where, "dice", f"{what}, or a list of tables")
            landings = [] if what else [Landing()] * dice
        if len(landings) + len(keep) > DICE:
            self.fault(where, "dice", f"{len(landings)} thrown, {len(keep)} kept: more than the {DICE} of the set")
        return {"dice": tuple(landings), "keep": tuple(keep)}

    def _landing(self, table: Mapping[str, Any], where: str) -> Landing:
        known = len(self.faults)
        values = self.record(table, Landing, where, (), ())
        placed = [name for name in ("x", "beside", "on", "off") if table.get(name)]
        if ("x" in table) != ("y" in table):
            self.fault(where, "x" if "x" in table else "y", "x and y come together or not at all")
        if len(placed) > 1:
            self.fault(where, placed[1], f"a die that has {placed[0]} has no {placed[1]}")
        return Landing(**values) if len(self.faults) == known else Landing()


def _unknown(word: object, known: Collection[str]) -> str:
    near = difflib.get_close_matches(str(word), sorted(known), 1)
    return f"unknown; did you mean {near[0]}?" if near else f"unknown; known are {', '.join(sorted(known))}"

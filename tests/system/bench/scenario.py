"""The bench's scenarios: scripts for the simulated tray in which the same things happen again and again.

Each is a table of a file in tests/data/trays/bench: what `happens` (events as in vision/simulate/README.md, `at`
seconds after each beginning) begins anew `every` so many seconds, `times` times; what is written under `event`
happens once. The game is played with `count` dice. Where dice come to lie is left to chance, so no two times are alike.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.simulate.script import Script
from vision.simulate.script_file import parse_script

FOLDER = Path(__file__).parents[2] / "data/trays/bench"

BEGINNING = 1.0
"""Seconds for which the empty tray is shown first."""

DICE = 5
"""Dice that a scenario is played with where it does not say so."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: its name, the script as TOML would say it, the script itself, how many dice, and how long."""

    name: str
    data: Mapping[str, Any]
    script: Script
    dice: int
    seconds: float

    def toml(self) -> str:
        """The script as a file that the simulated tray plays."""
        lines = [f"{key} = {value}" for key, value in self.data.items() if key != "event"]
        events = ["  " + _inline(event) + "," for event in self.data["event"]]
        return "\n".join([f"# {self.name}", *lines, "event = [", *events, "]", ""])


def scenarios(most: int | None = None) -> tuple[Scenario, ...]:
    """All of them, by the files' names and then in their order; each at most so many times.

    ScriptError for what the simulated tray does not know.
    """
    return tuple(
        _unrolled(name, table, most)
        for path in sorted(FOLDER.glob("*.toml"))
        for name, table in tomllib.loads(path.read_text(encoding="utf-8")).items()
    )


def _unrolled(name: str, table: dict[str, Any], most: int | None) -> Scenario:
    happens, every, times = table.pop("happens"), table.pop("every"), table.pop("times")
    dice = table.pop("count", DICE)
    times = times if most is None else min(times, most)
    again = [
        {**event, "at": round(BEGINNING + time * every + event["at"], 3)} for time in range(times) for event in happens
    ]
    events = sorted([*table.pop("event", []), *again], key=lambda event: event["at"])
    data = {**table, "event": events}
    return Scenario(name, data, parse_script(data), dice, BEGINNING + times * every)


def _inline(value: object) -> str:
    """A value as TOML writes it in a line."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_inline(part)}" for key, part in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(_inline(part) for part in value) + "]"
    return json.dumps(value)

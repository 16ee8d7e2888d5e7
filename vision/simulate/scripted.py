"""A simulated tray in which things happen by a script."""

import json
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from vision.frame import Picture
from vision.geometry import Kept
from vision.simulate.effects import seen_through
from vision.simulate.layout import EDGE, HALF_WIDTH, DiePlace, inside
from vision.simulate.script import DiceThrown, Event, Face, Landing, Push, Put, Script, Take
from vision.simulate.tray import CAMERA, SimulatedTray

OFF = HALF_WIDTH + 70.0
"""Millimetres from the middle to where a die that left the tray lies, out of the camera's sight."""


class ScriptedTray:
    """A tray of the script's seed; what happens in it is up to the script, and to whoever throws its dice besides.

    Times are seconds since the script began; they never run back. A tray made with the `state` that another one told
    goes on from there.
    """

    def __init__(self, script: Script, state: str = "") -> None:
        saved: dict[str, Any] = json.loads(state) if state else {"time": -1.0, "tray": ""}
        self._time = float(saved["time"])
        self.tray = SimulatedTray(
            script.seed, speed=script.speed, state=saved["tray"], kind=script.dice, family=script.family
        )
        self.follow(script)

    def follow(self, script: Script) -> None:
        """Go on by another script: what it says of the time to come. Its seed, speed and dice stay as they were."""
        self._script = script
        happening = (event for event in script.events if isinstance(event, DiceThrown | Push | Face | Take | Put))
        self._due = [event for event in happening if event.at > self._time]

    def state(self) -> str:
        """How the dice lie, or will once they lie still, and how far the script has come."""
        return json.dumps({"time": self._time, "tray": self.tray.state()})

    def throw(self, kept: Sequence[Kept], time: float, count: int, kind: str | None = None) -> None:
        """Throw by hand: all of `count` dice but the kept ones, of a kind unless the script is for one."""
        self.go_on(time)
        self.tray.throw(kept, time, count, kind)

    def picture(self, time: float) -> Picture:
        """What the camera sees at a moment (BGR uint8, 960 x 1280 x 3)."""
        self.go_on(time)
        return self.tray.noisy(seen_through(self.tray.scene(time), self._script.events, time, CAMERA))

    def go_on(self, time: float) -> None:
        """Let happen what is due until a moment; `picture` does so by itself."""
        while self._due and self._due[0].at <= time:
            event = self._due.pop(0)
            self._do(event)
            self._time = event.at

    def _do(self, event: Event) -> None:
        lying = self.tray.places()
        match event:
            case DiceThrown():
                self._throw(event)
            case Push(at, die, x, y, turn, seconds) if die - 1 in lying:
                place, value = lying[die - 1]
                place = inside(replace(place, x=place.x + x, y=place.y + y, heading=place.heading + turn))
                self.tray.lay(die - 1, place, value, at, seconds)
            case Face(at, die, face) if die - 1 in lying:
                self.tray.lay(die - 1, lying[die - 1][0], face, at)
            case Take(at, die) if die - 1 in lying:
                self.tray.lay(die - 1, None, lying[die - 1][1], at)
            case Put(at, die, face, x, y, turn):
                self.tray.lay(die - 1, inside(DiePlace(x, y, turn)), face, at)

    def _throw(self, event: DiceThrown) -> None:
        """Gather all dice but the kept ones, and throw so many of them as the event has landings."""
        lying = self.tray.places()
        kept = {die - 1: lying[die - 1] for die in event.keep if die - 1 in lying}
        for index in lying.keys() - kept.keys():
            self.tray.lay(index, None, lying[index][1], event.at)
        numbers = [index for index in range(len(event.keep) + len(event.dice)) if index not in kept]
        settled = dict(kept)
        for index, landing in zip(numbers, event.dice, strict=False):
            settled[index] = self._landed(landing, settled)
        self.tray.tumble({index: settled[index] for index in settled if index not in kept}, event.at)

    def _landed(self, landing: Landing, settled: dict[int, tuple[DiePlace, int]]) -> tuple[DiePlace, int]:
        """Where a die comes to lie among those whose place is known already, and its value."""
        beside, below = (settled.get((die or 0) - 1) for die in (landing.beside, landing.on))
        place, value = self.tray.chance([place for place, _ in settled.values()], beside[0] if beside else None)
        if landing.off:
            place = replace(place, x=math.copysign(OFF, place.x))
        elif landing.x is not None and landing.y is not None:
            place = inside(replace(place, x=landing.x, y=landing.y))
        elif below:
            under = below[0]
            place = replace(under, x=under.x + 1.5, heading=under.heading + 20, base=under.base + EDGE)
        if landing.turn is not None:
            place = replace(place, heading=landing.turn)
        return replace(place, lean=landing.lean), value if landing.face is None else landing.face

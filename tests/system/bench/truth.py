"""What truly happens in a scenario, known from its script alone."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from vision.simulate.effects import REACH_SECONDS, camera_shift
from vision.simulate.layout import EDGE, DiePlace
from vision.simulate.script import (
    Black,
    Block,
    Blur,
    Bump,
    DiceThrown,
    Drop,
    Event,
    Face,
    Freeze,
    Garble,
    Push,
    ReachIn,
    Resize,
    Script,
    Stale,
    Take,
    Unplug,
)
from vision.simulate.scripted import ScriptedTray
from vision.simulate.tray import CAMERA, GATHER_SECONDS, SIZE
from vision.simulate.tumble import SLOWEST

COCKED = 15.0
"""Degrees that a die leans from which nobody may say what it shows; below, rules everywhere let it count."""

BLINDING = (Black, Block, Blur, Freeze, Garble, Resize, Stale, Unplug)
"""While these last no camera can tell how dice lie."""


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die that is in sight: its middle and width in pixels, and its face, None where it is cocked."""

    x: float
    y: float
    width: float
    face: str | None


@dataclass(frozen=True, slots=True)
class Lie:
    """How the dice lie from the moment when they come to rest until something touches them again.

    `began` is when they were thrown or touched, `rests` when they lie still, `ends` when they do no more (seconds of
    the script). `thrown` tells a throw from another touch.
    """

    began: float
    rests: float
    ends: float
    thrown: bool
    dice: tuple[LyingDie, ...]


def lies(script: Script, seconds: float) -> tuple[Lie, ...]:
    """Every way in which the dice come to lie in so many seconds."""
    tray = ScriptedTray(script)
    touches = [event for event in script.events if isinstance(event, DiceThrown | Push | Face | Take)]
    found = []
    for event, then in zip(touches, [*(touch.at for touch in touches[1:]), seconds], strict=True):
        if then > event.at:
            tray.go_on(event.at)
            rests = event.at + _lasts(event, script.speed)
            found.append(Lie(event.at, rests, then, isinstance(event, DiceThrown), _in_sight(tray)))
    return tuple(found)


def hidden(script: Script) -> tuple[tuple[float, float], ...]:
    """From when to when something is between dice and camera, or the camera fails: nothing can be told then."""
    return tuple(
        (event.at, event.at + event.seconds + (2 * REACH_SECONDS if isinstance(event, ReachIn) else 0.0))
        for event in script.events
        if isinstance(event, (ReachIn, Bump, *BLINDING)) or (isinstance(event, Drop) and event.share == 1)
    )


def hand_rests(script: Script, time: float) -> bool:
    """Whether a hand is in the tray, neither on its way in nor out."""
    hands = (event for event in script.events if isinstance(event, ReachIn))
    return any(0 <= time - hand.at - REACH_SECONDS < hand.seconds for hand in hands)


def longest_sight(lie: Lie, script: Script) -> float:
    """The longest time for which the dice are seen to lie still, in seconds."""
    clear, best = lie.rests, 0.0
    for start, end in sorted(hidden(script)):
        if end > clear:
            best = max(best, min(start, lie.ends) - clear)
            clear = max(clear, end)
    return max(best, lie.ends - clear)


def seen_at(die: LyingDie, script: Script, time: float) -> tuple[float, float]:
    """Where a die is in the picture at a moment, by a camera that was knocked."""
    right, down, turn = camera_shift(script.events, time)
    turned = math.radians(turn)
    x, y = die.x - SIZE[0] / 2, die.y - SIZE[1] / 2
    return (
        SIZE[0] / 2 + x * math.cos(turned) + y * math.sin(turned) + right,
        SIZE[1] / 2 - x * math.sin(turned) + y * math.cos(turned) + down,
    )


def _lasts(event: Event, speed: float) -> float:
    match event:
        case DiceThrown():
            return (GATHER_SECONDS + SLOWEST) / speed
        case Push():
            return event.seconds
    return 0.0


def _in_sight(tray: ScriptedTray) -> tuple[LyingDie, ...]:
    return tuple(_dice_in_sight([(place, value) for place, value in tray.tray.places().values()]))


def _dice_in_sight(lying: list[tuple[DiePlace, int]]) -> Iterator[LyingDie]:
    for place, value in lying:
        middle = np.array([[place.x, place.y, EDGE / 2 + place.base]])
        x, y = (float(part) for part in CAMERA.project(middle)[0])
        covered = any(other.base > place.base and other.away(place) < EDGE for other, _ in lying)
        if 0 <= x < SIZE[0] and 0 <= y < SIZE[1] and not covered:
            width = EDGE * CAMERA.focal / (CAMERA.eye[2] - EDGE - place.base)
            yield LyingDie(x, y, width, None if place.lean >= COCKED else str(value))

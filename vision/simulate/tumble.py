"""How a thrown die tumbles to where it lies: its whole path, computed backwards from there."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.simulate.dice import lying, spin
from vision.simulate.layout import EDGE, FROM_RIM, HALF_DEPTH, HALF_WIDTH, DiePlace, inside
from vision.simulate.surface import Array

GRAVITY = 9810.0
"""mm/s²."""

BOUNCES = (0.11, 0.16, 0.11, 0.07)
"""Seconds: how long the die falls from the hand, then how long each bounce takes."""

SLIDE = 9.0
"""Millimetres that a die slides on its face at the end, without rolling any more."""

SLOWEST = 1.3
"""Seconds from the throw until the last die lies still."""

APPEARANCES = 24
"""How many moments of a throw are looked at when ways are planned clear of each other."""

SLOWING = 2.2
"""Exponent of the way left over the time left: 1 would be even speed, 2 even braking."""


@dataclass(frozen=True, slots=True)
class Tumble:
    """One die's way to its `place`, lasting `seconds`; `value` lies on top at the end.

    The die rolls along `direction` (radians), `way` millimetres in all, reflected by the rim; `twist` degrees of
    spinning about the vertical die away with it.
    """

    place: DiePlace
    value: int
    direction: float
    way: float
    twist: float
    seconds: float

    def left(self, time: float) -> float:
        """Millimetres still to go at `time` seconds after the throw."""
        remaining = max(0.0, 1 - time / self.seconds)
        return self.way * float(remaining**SLOWING)

    def ground(self, time: float) -> tuple[float, float]:
        """Where it is over the cloth: x and y in mm."""
        left = self.left(time)
        x = self.place.x - left * math.cos(self.direction)
        y = self.place.y - left * math.sin(self.direction)
        if self.place != inside(self.place):
            return x, y  # over the rim and out
        return _reflected(x, HALF_WIDTH - FROM_RIM), _reflected(y, HALF_DEPTH - FROM_RIM)

    def rotation(self, time: float) -> Array:
        """3 x 3, die axes to world axes: rolling about the axis across its way, spinning about the vertical."""
        left = self.left(time)
        rolled = math.degrees(max(0.0, left - SLIDE) / (EDGE / 2) * 0.8)
        axis = (-math.sin(self.direction), math.cos(self.direction), 0.0)
        twisted = spin((0, 0, 1), -self.twist * left / self.way)
        return np.asarray(twisted @ spin(axis, -rolled) @ stance(self.place, self.value), np.float32)

    def centre(self, time: float) -> tuple[float, float, float]:
        """x, y and z in mm: bouncing, and never sunk into the cloth with a corner."""
        x, y = self.ground(time)
        base = self.place.base * min(1.0, max(0.0, time / self.seconds))
        return x, y, height(self.rotation(time)) + base + _bounce(time)


def stance(place: DiePlace, value: int) -> Array:
    """How a die stands at its place with `value` on top, or as good as on top where it leans (3 x 3)."""
    flat = lying(value, place.heading)
    if not place.lean:
        return flat
    turn = math.radians(place.heading)
    return np.asarray(spin((math.cos(turn), math.sin(turn), 0.0), place.lean) @ flat, np.float32)


def height(rotation: Array) -> float:
    """Millimetres from the cloth to the middle of a die that touches it, however it is turned."""
    standing = EDGE / 2 * float(np.abs(rotation[2]).sum())
    # Rounded corners: a die on its corner stands a little lower than a sharp cube would.
    return EDGE / 2 + (standing - EDGE / 2) * 0.75


def plan(
    places: Sequence[tuple[DiePlace, int]], lying_still: Sequence[DiePlace], random: np.random.Generator
) -> tuple[Tumble, ...]:
    """Ways to the places (each with the value to show) from the player's side, as clear of each other as chance has it.

    Several ways are drawn for each die; the one that comes least near to the others, and to those lying still, wins.
    """
    hand = math.radians(float(random.uniform(55, 125)))
    still = [[(place.x, place.y, EDGE / 2)] * APPEARANCES for place in lying_still]
    planned: list[Tumble] = []
    for place, value in places:
        others = [*still, *(_track(way) for way in planned)]
        ways = [_drawn(place, value, hand, random) for _ in range(10)]
        planned.append(max(ways, key=lambda way: _merit(_track(way), others)))
    return tuple(planned)


def _drawn(place: DiePlace, value: int, hand: float, random: np.random.Generator) -> Tumble:
    return Tumble(
        place,
        value,
        direction=hand + float(random.normal(0, 0.35)),
        way=float(random.uniform(190, 430)),
        twist=float(random.normal(0, 140)),
        seconds=float(random.uniform(0.95, SLOWEST)),
    )


def _track(way: Tumble) -> list[tuple[float, float, float]]:
    """Where the die is, roughly, at APPEARANCES moments from the throw to the end of the slowest one."""
    times = [SLOWEST * look / APPEARANCES for look in range(APPEARANCES)]
    return [(*way.ground(time), EDGE / 2 + _bounce(time)) for time in times]


def _merit(track: list[tuple[float, float, float]], others: list[list[tuple[float, float, float]]]) -> float:
    """Millimetres of clearance, capped: beyond two edges more is no better; starting near the player is."""
    clear = min((math.dist(*pair) for other in others for pair in zip(track, other, strict=True)), default=2 * EDGE)
    return min(clear, 2 * EDGE) - 0.1 * track[0][1]


def _reflected(value: float, limit: float) -> float:
    """`value` folded back at the walls -limit and limit, as often as needed."""
    turned = (value + limit) % (4 * limit)
    return turned - limit if turned <= 2 * limit else 3 * limit - turned


def _bounce(time: float) -> float:
    """Height in mm above resting height: a fall, then lower and lower parabolas."""
    if time < BOUNCES[0]:
        return GRAVITY / 2 * (BOUNCES[0] ** 2 - max(time, 0.0) ** 2)
    time -= BOUNCES[0]
    for lasts in BOUNCES[1:]:
        if time < lasts:
            return GRAVITY / 2 * time * (lasts - time)
        time -= lasts
    return 0.0

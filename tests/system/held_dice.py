"""Held dice that are touched between two rolls, on the simulated tray, read by the real reader, run by the croupier.

`python -m tests.system.held_dice` plays 28 cases of each kind and prints how many were decided right. What is right:

- nudged: the held die was pushed by up to a die's width, and turned on its spot. It is still held and nothing is asked;
  the next roll counts with it.
- turned: the held die shows another face where it lies. The next roll must not count by itself: people are asked, of
  that very die. Turned back, the die is held as before and the roll counts.
- lifted: the held die was taken out of the tray and put back within a die's width of its place, with its face. As
  nudged, and while it is away nothing is counted.
- swapped: the held die and one that is not held have changed places. Where that alone is seen, and another die still
  lies that was to be thrown, it was no throw: nothing is asked, the hold has followed its die, and the next roll counts
  with it; so it does where both show the same face, for then either may stay. Where nobody could tell (all others are
  held, or the dice were thrown at once): people are asked of the held die, unless what counts is as the dice lie.

In every case what counts shows the very faces that lie, with the held face among the kept ones, and nothing counts
before the others are thrown. A die that the reader is not sure of may be asked about at any time; it is answered.

Half of the cases throw at once, before the dice have been seen to lie still. All follow from their number.
"""

import argparse
import math
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tests.system.scripted_table import ScriptedTable
from vision.pipeline import PictureReader
from vision.read import DiceReader
from vision.simulate.layout import EDGE, DiePlace, free_place, inside, overlap
from vision.simulate.script import DiceThrown, Event, Face, Landing, Push, Put, ReachIn, Script, Take

KINDS = ("nudged", "turned", "lifted", "swapped")
CASES = 28
DICE = 5

RATE = 10.0
"""Frames a second."""

SPEED = 8.0
"""Dice tumble so many times faster than real ones: fewer pictures of dice in flight are drawn."""

ROLL, TOUCH, HOLD = 0.3, 1.8, 1.6
"""Seconds of a case: the first roll, the touch of a held die, and when the dice are held between the two."""

CALM = 1.2
"""Seconds in which dice that were touched or thrown have come to lie and are read."""


@dataclass(frozen=True, slots=True)
class Case:
    """What happens to the die `touched`, one of the `held` (numbers of the script), before the others are thrown.

    `at_once`: they are thrown before the touch has been seen. `thrown` and `ends` are seconds of the script.
    """

    kind: str
    number: int
    held: tuple[int, ...]
    touched: int
    at_once: bool
    thrown: float
    ends: float
    script: Script


def case(kind: str, number: int) -> Case:
    """The case of that number, all of it by chance."""
    chance = np.random.default_rng([20, KINDS.index(kind), number])
    places, values = _lying(chance, [], DICE)
    held = tuple(sorted(int(die) + 1 for die in chance.permutation(DICE)[: 1 + number % (DICE - 1)]))
    touched = held[int(chance.integers(len(held)))]
    touch, calm_at = _touch(kind, touched, held, places, values, chance)
    at_once = number % 2 == 1
    thrown = calm_at + (0.2 if at_once else CALM)
    lying = _after(touch, places)
    free = [die for die in range(1, DICE + 1) if die not in held]
    new, faces = _lying(chance, [lying[die - 1] for die in held], len(free))
    first = DiceThrown(ROLL, tuple(_landing(place, value) for place, value in zip(places, values, strict=True)))
    second = DiceThrown(thrown, tuple(_landing(place, value) for place, value in zip(new, faces, strict=True)), held)
    events: list[Event] = [first, *touch, second]
    ends = thrown + CALM
    if kind == "turned":
        events.append(Face(ends, touched, values[touched - 1]))
        ends += CALM
    script = Script(seed=1000 + number, rate=RATE, speed=SPEED, events=tuple(sorted(events, key=lambda one: one.at)))
    return Case(kind, number, held, touched, at_once, thrown, ends, script)


class Trial:
    """One case at a table of its own."""

    def __init__(self, case: Case, folder: Path, reader: PictureReader) -> None:
        self._case = case
        self._table = ScriptedTable(case.script, folder / f"{case.kind}-{case.number}", reader)
        self._held = False

    def run(self) -> str:
        """Play the case; what was decided wrong, in words, empty where nothing was."""
        fault = ""
        try:
            for _ in self._table.play(self._case.ends, self._hold_in_time):
                fault = fault or self._early()
            return fault or self._verdict()
        finally:
            self._table.close()

    def _hold_in_time(self) -> None:
        """Hold the dice of the case when it is time."""
        if self._table.time >= HOLD and not self._held and self._table.game.turn.dice:
            self._held = True
            for number in self._case.held:
                self._table.hold(number)

    def _early(self) -> str:
        """What went wrong before the others were thrown."""
        rolls, now, asked = self._table.game.turn.rolls_used, self._table.time, self._table.asked
        if not rolls:
            return f"the first roll did not count: {asked}"
        if now < self._case.thrown and rolls > 1:
            return "a roll was counted that nobody threw"
        if now < self._case.thrown and asked and not self._may_ask:
            return f"asked before the others were thrown: {asked[-1].text}"
        if now < self._case.thrown + CALM and rolls > 1 and self._case.kind == "turned":
            return "a turned die was not asked about"
        return ""

    @property
    def _may_ask(self) -> bool:
        """Whether people may be asked of the held die: nobody could tell."""
        return self._case.kind == "swapped" and (self._case.at_once or len(self._case.held) == DICE - 1)

    def _verdict(self) -> str:
        turn, asked = self._table.game.turn, self._table.asked
        kinds = [question.kind for question in asked]
        if self._case.kind == "turned":
            if kinds != ["held-changed"]:
                return f"asked {kinds} of a turned die"
        elif kinds and not self._may_ask:
            return f"asked: {asked[0].text}"
        if turn.rolls_used == 1:
            return "" if self._may_ask and kinds == ["held-changed"] else "the second roll did not count"
        if sorted(die.value for die in turn.dice) != self._table.truth():
            return f"{[die.value for die in turn.dice]} counted where {self._table.truth()} lie"
        first = self._case.script.events[0]
        assert isinstance(first, DiceThrown)
        faces = Counter(first.dice[die - 1].face for die in self._case.held)
        if Counter(die.value for die in turn.held) != faces:
            return f"{[die.value for die in turn.held]} held, not {sorted(faces.elements(), key=str)}"
        return ""


def _lying(chance: np.random.Generator, taken: Sequence[DiePlace], count: int) -> tuple[list[DiePlace], list[int]]:
    """Free places for so many dice, and their values."""
    places = list(taken)
    while len(places) < len(taken) + count:
        places.append(free_place(places, chance, touching=0))
    return places[len(taken) :], [int(value) for value in chance.integers(1, 7, count)]


def _touch(
    kind: str,
    die: int,
    held: Sequence[int],
    places: Sequence[DiePlace],
    values: Sequence[int],
    chance: np.random.Generator,
) -> tuple[list[Event], float]:
    """What happens to the die, and when that is over."""
    place, value = places[die - 1], values[die - 1]
    others = [other for other in places if other is not place]
    if kind == "nudged":
        near = _near(place, others, 1.0, chance)
        return [Push(TOUCH, die, near.x - place.x, near.y - place.y, near.heading - place.heading)], TOUCH + 0.3
    if kind == "turned":
        return [Face(TOUCH, die, (value - 1 + int(chance.integers(1, 6))) % 6 + 1)], TOUCH
    hand = ReachIn(TOUCH, place.x, place.y, 0.6)
    over = TOUCH + 1.4
    if kind == "lifted":
        return [hand, Take(TOUCH + 0.5, die), _put(TOUCH + 0.9, die, value, _near(place, others, 1.0, chance))], over
    other = int(chance.choice([number for number in range(1, DICE + 1) if number not in held]))
    there = places[other - 1]
    others.remove(there)
    mine, its = _near(there, others, 0.3, chance), _near(place, others, 0.3, chance)
    swap = [_put(TOUCH + 0.7, die, value, mine), _put(TOUCH + 0.7, other, values[other - 1], its)]
    return [hand, *swap], over


def _put(at: float, die: int, face: int, place: DiePlace) -> Put:
    return Put(at, die, face, place.x, place.y, place.heading)


def _near(place: DiePlace, others: Sequence[DiePlace], most: float, chance: np.random.Generator) -> DiePlace:
    """A free place within so many widths of a die, turned a little."""
    while True:
        away, way = chance.uniform(0.0, most) * EDGE, chance.uniform(0, 2 * math.pi)
        x, y = place.x + away * math.cos(way), place.y + away * math.sin(way)
        near = DiePlace(float(x), float(y), place.heading + float(chance.uniform(-40, 40)))
        if near == inside(near) and not any(overlap(near, other) for other in others):
            return near


def _after(touch: Sequence[Event], places: Sequence[DiePlace]) -> list[DiePlace]:
    """Where the dice lie once they were touched."""
    lying = list(places)
    for event in touch:
        if isinstance(event, Push):
            old = lying[event.die - 1]
            lying[event.die - 1] = DiePlace(old.x + event.x, old.y + event.y, old.heading + event.turn)
        elif isinstance(event, Put):
            lying[event.die - 1] = DiePlace(event.x, event.y, event.turn)
    return lying


def _landing(place: DiePlace, value: int) -> Landing:
    return Landing(value, place.x, place.y, place.heading)


def trial(kind: str, numbers: Sequence[int], folder: Path, reader: PictureReader) -> list[str]:
    """What was decided wrong in each of these cases of a kind; empty where it was decided right."""
    return [Trial(case(kind, number), folder, reader).run() for number in numbers]


def main() -> None:
    """Play all cases and print how many of each kind were decided right; exit status 1 where one was not."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.system.held_dice", description="Held dice that are touched between two rolls."
    )
    parser.add_argument("--cases", type=int, default=CASES, help="how many of each kind (default: %(default)s)")
    parser.add_argument("--kind", choices=KINDS, action="append", help="only these (default: all)")
    parser.add_argument("--from", type=int, default=0, dest="first", help="number of the first case")
    given = parser.parse_args()
    reader = DiceReader.load()
    good, lines = True, [f"{'kind':<10}{'cases':>7}{'decided right':>16}"]
    with tempfile.TemporaryDirectory() as folder:
        for kind in given.kind or KINDS:
            wrong = 0
            for number in range(given.first, given.first + given.cases):
                (fault,) = trial(kind, [number], Path(folder), reader)
                if fault:
                    wrong += 1
                    sys.stdout.write(f"{kind} {number}: {fault}\n")
                    sys.stdout.flush()
            good &= not wrong
            lines.append(f"{kind:<10}{given.cases:>7}{given.cases - wrong:>16}")
    sys.stdout.write("\n".join(lines) + "\n")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

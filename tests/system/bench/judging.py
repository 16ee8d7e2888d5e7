"""What was told of a scenario, held against what truly happened."""

import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import ClassVar, Literal

from tests.system.bench.scenario import Scenario
from tests.system.bench.truth import Lie, LyingDie, hand_rests, lies, longest_sight, seen_at
from vision.detection import Detection
from vision.pipeline import SettledRoll

SIGHT = 0.9
"""Seconds for which dice must be seen to lie still for silence about them to be a fault: still_seconds, the slowest
camera's frames, and the 0.2 s between frames of a camera that looks at a calm tray."""

NEAR = 0.6
"""Widths of a die within which what was read is the die that lies there."""

SAME = 0.35
"""Widths within which the table takes a die of the same face for one that was not thrown."""


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A settled roll, and when it was told (seconds of the script)."""

    time: float
    roll: SettledRoll


@dataclass(frozen=True, slots=True, eq=False)
class Fault:
    """Something wrong, invented or missed: when (seconds of the script), what in words, and what was told."""

    kind: Literal["wrong", "invented", "missed"]
    time: float
    what: str
    told: Told | None = None


@dataclass(slots=True)
class Findings:
    """What came of a scenario: how many throws and other touches, and what was said of each."""

    name: str
    throws: int = 0
    touches: int = 0
    right: int = 0
    asked: int = 0
    unseen: int = 0
    faults: list[Fault] = field(default_factory=list)

    COUNTS: ClassVar = ("throws", "touches", "right", "asked", "unseen", "wrong", "invented", "missed")

    @property
    def good(self) -> bool:
        """Whether nothing was wrong, invented or missed."""
        return not self.faults

    def counts(self) -> tuple[int, ...]:
        """The numbers of COUNTS, in their order."""
        faults = Counter(fault.kind for fault in self.faults)
        good = (self.throws, self.touches, self.right, self.asked, self.unseen)
        return (*good, faults["wrong"], faults["invented"], faults["missed"])

    def without_pictures(self) -> "Findings":
        """The same, light enough to be handed from process to process."""
        return replace(self, faults=[replace(fault, told=None) for fault in self.faults])

    def as_json(self) -> str:
        """The same in a line, without pictures."""
        return json.dumps(asdict(self.without_pictures()))

    @classmethod
    def from_json(cls, line: str) -> "Findings":
        """What `as_json` wrote."""
        told = json.loads(line)
        return cls(**{**told, "faults": [Fault(**fault) for fault in told["faults"]]})


def judge(scenario: Scenario, told: Sequence[Told]) -> Findings:
    """Hold everything that was told against the truth.

    A roll *counts* where it was thrown, has as many dice as the game, and nothing is doubtful: the table takes it
    without a word, unless all of its dice lie as those of the last one that counted. Everything else the table names
    and asks about. What counts must be true and must be told once the dice lie still, never before. Nothing at all is
    told while a hand lies in the tray, unless with a problem.
    """
    found = Findings(scenario.name)
    truth = lies(scenario.script, scenario.seconds)
    for roll in told:
        if not any(lie.rests <= roll.time < lie.ends for lie in truth) and _undoubted(roll, scenario):
            found.faults.append(Fault("invented", roll.time, "nothing lay still", roll))
    for roll in told:
        if hand_rests(scenario.script, roll.time) and not roll.roll.problems:
            found.faults.append(Fault("invented", roll.time, "a hand lies in the tray", roll))
    counted: tuple[Detection, ...] = ()
    for lie in truth:
        found.throws += lie.thrown
        found.touches += not lie.thrown
        mine = [roll for roll in told if lie.rests <= roll.time < lie.ends]
        counted = _judge_lie(lie, mine, scenario, counted, found)
    return found


def _judge_lie(
    lie: Lie, told: Sequence[Told], scenario: Scenario, counted: tuple[Detection, ...], found: Findings
) -> tuple[Detection, ...]:
    """Judge what was told while dice lay in one way; the dice that count after it."""
    right = taken = False
    for roll in told:
        if not _undoubted(roll, scenario):
            continue
        false = difference(lie.dice, roll, scenario)
        right = right or not false
        if not _unmoved(roll.roll.dice, counted):
            counted = roll.roll.dice
            if false:
                found.faults.append(Fault("invented" if taken else "wrong", roll.time, false, roll))
            taken = True
    if taken and not right:
        return counted
    if right:
        found.right += 1
    elif told:
        found.asked += 1
    elif longest_sight(lie, scenario.script) >= SIGHT:
        sight = f"lay still in sight for {longest_sight(lie, scenario.script):.1f} s"
        found.faults.append(Fault("missed", lie.rests, sight))
    else:
        found.unseen += 1
    return counted


def _undoubted(told: Told, scenario: Scenario) -> bool:
    """Whether the table has nothing to ask about a roll."""
    roll = told.roll
    sure = roll.thrown and not roll.problems and all(die.sure for die in roll.dice)
    return sure and len(roll.dice) == scenario.dice


def _unmoved(dice: Sequence[Detection], before: Sequence[Detection]) -> bool:
    return all(
        any(die.face == old.face and math.dist(die.centre, old.centre) <= SAME * die.width for old in before)
        for die in dice
    )


def difference(truth: Sequence[LyingDie], told: Told, scenario: Scenario) -> str:
    """In what a roll differs from the truth, in words; empty where it does not."""
    left = list(told.roll.dice)
    wrong = []
    for die in truth:
        place = seen_at(die, scenario.script, told.time)
        nearest = min(left, key=lambda seen: math.dist(seen.centre, place), default=None)
        if nearest is None or math.dist(nearest.centre, place) > NEAR * die.width:
            wrong.append(f"no {die.face or 'cocked die'} at {place[0]:.0f}, {place[1]:.0f}")
            continue
        left.remove(nearest)
        if nearest.face != die.face:
            wrong.append(f"{die.face or 'a cocked die'} read as {nearest.face} at {place[0]:.0f}, {place[1]:.0f}")
    wrong += [f"a {seen.face} at {seen.centre[0]:.0f}, {seen.centre[1]:.0f} where no die lies" for seen in left]
    return "; ".join(wrong)

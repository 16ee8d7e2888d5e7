"""The step of five throws: what was read of them, what people say to it, and a report."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import ClassVar

from firmware_host.rules.dice import FACES
from firmware_host.table.devices import DEVICE_ERRORS, words_of
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lending import Lending
from firmware_host.table.ports import Eye, SeenDie, SettledRoll
from firmware_host.table.setup.accuracy import (
    EVERY_FACE,
    NO_DIE,
    Accuracy,
    DieRead,
    ThrowRead,
    accuracy,
    as_result,
    from_result,
    judged,
)
from firmware_host.table.setup.results import ResultFile
from firmware_host.table.setup.step import Finding, Standing, Step
from firmware_host.words import Words, joined, say, say_count

THROWS = 5
"""Throws of a trial: twenty-five dice, in which a reader that errs in one of ten hardly stays unseen."""

DICE = 5
"""Dice that a source throws which throws by itself."""

SAME_PLACE = 0.5
"""Widths of a die within which it lies where one lay before."""


@dataclass(frozen=True, slots=True)
class StartTrial:
    """Begin anew with the first throw."""


@dataclass(frozen=True, slots=True)
class StopTrial:
    """End the trial before its last throw; nothing comes of it."""


@dataclass(frozen=True, slots=True)
class TrialThrow:
    """Throw, where the source throws by itself."""


@dataclass(frozen=True, slots=True)
class TellTruth:
    """Say what a die truly shows (throw and die from 0 on, the die from the left); NO_DIE where it is none."""

    throw: int
    die: int
    face: str


@dataclass(frozen=True, slots=True)
class TellMissed:
    """Say how many dice of a throw were not seen."""

    throw: int
    count: int


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """Leave a throw out that was none; it is asked for again."""

    throw: int


@dataclass(frozen=True, slots=True)
class LearnCorrections:
    """Let the set in use learn the dice that people said show something else than was read."""


@dataclass(frozen=True, slots=True)
class _Throw:
    """A throw with the name of each die's cut-out, and what the eye can learn of it: nothing of one that leans, say."""

    read: ThrowRead
    pictures: tuple[str, ...]
    examples: tuple[bytes | None, ...]
    problems: tuple[str, ...]


class ThrowsStep(Step):
    """Asks for THROWS throws and reports how well they were read; the game does not count them meanwhile.

    `checks` measures light and lens: after the last throw, to advise by.
    """

    id: ClassVar[str] = "throws"
    title: ClassVar[Words] = say("Five throws")

    def __init__(
        self, eye: Eye, lending: Lending, results: ResultFile, checks: Callable[[], Sequence[Finding]]
    ) -> None:
        self._eye = eye
        self._lending = lending
        self._results = results
        self._checks = checks
        self._lock = Lock()
        self._running = False
        self._asked = False
        self._number = 0
        self._before: tuple[SeenDie, ...] = ()
        self._throws: list[_Throw] = []
        self._cuts: dict[str, bytes] = {}
        self._checked: Sequence[Finding] = ()
        self._learnt: set[str] = set()

    def look(self, *, afresh: bool) -> Standing:
        """Tell of the throws so far, or of the report."""
        with self._lock:
            if self._running and afresh:
                self._lend()
            if self._running and self._lending.lent:
                self._see()
            found = accuracy([throw.read for throw in self._throws]) if self._throws else self._kept()
            done = not self._running and found is not None
            good = done and found is not None and found.good
            return Standing(good, self._findings(found), self._facts(found if done else None))

    def do(self, deed: object) -> None:
        """Carry out one of the deeds above."""
        with self._lock:
            match deed:
                case StartTrial():
                    self._start()
                case StopTrial():
                    self._running = False
                    self._throws.clear()
                    self._cuts.clear()
                    self._lending.give_back()
                case TrialThrow():
                    self._throw()
                case TellTruth(throw, die, face):
                    self._tell_truth(throw, die, face)
                case TellMissed(throw, count):
                    if not 0 <= count <= DICE * 2:
                        raise TableRefusal(say("So many dice cannot have been missed: {count}.", count=count))
                    self._change(throw, lambda read: replace(read, missed=count))
                case LeaveOut(throw):
                    self._change(throw, None)
                case LearnCorrections():
                    self._learn()
                case _:
                    super().do(deed)

    def file(self, name: str) -> bytes | None:
        """Return the cut-out of a die."""
        return self._cuts.get(name)

    def _start(self) -> None:
        self._throws.clear()
        self._cuts.clear()
        self._running = True
        self._await()
        self._lend()

    def _await(self) -> None:
        """Await a throw; what lies in the tray already is none."""
        sight = self._lending.sight
        self._number, self._asked = sight.number, False
        self._before = () if sight.roll is None else tuple(sight.roll.dice)

    def _lend(self) -> None:
        """Have the tray, or keep it."""
        if not self._lending.lent:
            self._await()
        self._lending.lend()

    def _throw(self) -> None:
        self._require_running()
        if not self._eye.can_throw:
            raise TableRefusal(say("{source} only watches. Throw the dice by hand.", source=self._eye.source))
        if self._lending.sight.state == "moving":
            raise TableRefusal(say("The dice are still moving. Wait until they lie still."))
        self._eye.throw((), DICE)
        self._asked = True

    def _require_running(self) -> None:
        if not self._running:
            raise TableRefusal(say("No throws are awaited. Start the five throws first."))

    def _see(self) -> None:
        """Take a roll in that came to rest since the last look, unless dice were only taken away."""
        sight = self._lending.sight
        roll = sight.roll
        if roll is None or sight.number == self._number:
            return
        before, self._before, self._number = self._before, tuple(roll.dice), sight.number
        if not roll.dice or not (roll.thrown or self._asked):
            return
        if not self._asked and all(any(_same_place(die, old) for old in before) for die in roll.dice):
            return
        self._asked = False
        self._take(roll)
        if len(self._throws) == THROWS:
            self._finish()

    def _take(self, roll: SettledRoll) -> None:
        dice = tuple(DieRead(die.face, float(die.confidence), die.sure, die.face) for die in roll.dice)
        cuts = {f"{self._number}-{index}.jpg": cut for index, cut in enumerate(roll.die_jpegs())}
        self._cuts |= cuts
        examples = tuple(None if die.trouble else roll.die_example(index) for index, die in enumerate(roll.dice))
        problems = tuple(words_of(problem) for problem in roll.problems)
        self._throws.append(_Throw(ThrowRead(dice), tuple(cuts), examples, problems))

    def _finish(self) -> None:
        self._running = False
        self._lending.give_back()
        try:
            self._checked = self._checks()
        except DEVICE_ERRORS:  # the report is told without advice about the light
            self._checked = ()
        self._keep()

    def _keep(self) -> None:
        found = accuracy([throw.read for throw in self._throws])
        self._results.keep(self.id, {"source": self._eye.source, **as_result(found)})

    def _kept(self) -> Accuracy | None:
        """Return what came of the throws that were made with this source before."""
        kept = self._results.load(self.id)
        return from_result(kept) if kept is not None and kept.get("source") == self._eye.source else None

    def _tell_truth(self, throw: int, die: int, face: str) -> None:
        if face != NO_DIE and face not in EVERY_FACE:
            raise TableRefusal(say("Dice show no {face}. Reload the page and try again.", face=face))

        def told(read: ThrowRead) -> ThrowRead:
            if not 0 <= die < len(read.dice):
                raise TableRefusal(say("There is no die {die} in this throw. Reload the page.", die=die + 1))
            dice = (*read.dice[:die], replace(read.dice[die], truth=face), *read.dice[die + 1 :])
            return replace(read, dice=dice)

        self._change(throw, told)

    def _change(self, throw: int, told: Callable[[ThrowRead], ThrowRead] | None) -> None:
        """Change a throw by what people say of it, or leave it out."""
        if not 0 <= throw < len(self._throws):
            raise TableRefusal(say("There is no throw {throw} yet. Reload the page.", throw=throw + 1))
        if told is None:
            for picture in self._throws.pop(throw).pictures:
                del self._cuts[picture]
            self._running = True
            self._lend()
            return
        self._throws[throw] = replace(self._throws[throw], read=told(self._throws[throw].read))
        if not self._running:
            self._keep()

    def _corrections(self) -> dict[str, tuple[str, bytes]]:
        """Return what the set in use may learn, by the names of cut-outs: what a die shows, and its example."""
        if not self._eye.dice.in_use:
            return {}
        return {
            picture: (die.truth, example)
            for throw in self._throws
            for die, picture, example in zip(throw.read.dice, throw.pictures, throw.examples, strict=True)
            if example is not None and die.outcome != "none" and die.truth != die.face and picture not in self._learnt
        }

    def _learn(self) -> None:
        corrections = self._corrections()
        if not corrections:
            raise TableRefusal(say("There is nothing to learn: no die of a set that was taught has been corrected."))
        self._eye.dice.learn(list(corrections.values()))
        self._learnt |= set(corrections)

    def _findings(self, found: Accuracy | None) -> tuple[Finding, ...]:
        if self._running and self._lending.sight.state == "lost":
            return (Finding(joined(say("Camera lost."), self._lending.sight.lost), "bad", id="lost"),)
        if self._running:
            left = THROWS - len(self._throws)
            sentence = say_count(
                "Throw the dice: {count} throw is left.", "Throw the dice: {count} throws are left.", left
            )
            return (Finding(sentence, "warn"),)
        if found is None:
            return (Finding(say("How well the dice are read here is not known yet. Make five throws."), "warn"),)
        return judged(found, self._checked)

    def _facts(self, found: Accuracy | None) -> dict[str, object]:
        sight = self._lending.sight
        read = {die.face for throw in self._throws for die in throw.read.dice}
        return {
            "running": self._running,
            "left": THROWS - len(self._throws),
            "tray": sight.state,
            "canThrow": self._eye.can_throw,
            "faces": list(FACES["poker" if read & set(FACES["poker"]) else "pips"]),
            "throws": [_shown(throw) for throw in self._throws],
            "report": None if found is None else _report(found),
            "corrections": len(self._corrections()),
        }


def _same_place(die: SeenDie, old: SeenDie) -> bool:
    """Whether a die lies where one lay that showed the same."""
    (x0, y0, x1, y1), (u0, v0, u1, v1) = die.box, old.box
    apart = math.hypot(x0 + x1 - u0 - u1, y0 + y1 - v0 - v1) / 2
    return apart < SAME_PLACE * (x1 - x0) and die.face == old.face


def _shown(throw: _Throw) -> dict[str, object]:
    dice = [
        {
            "picture": picture,
            "face": die.face,
            "percent": round(100 * die.confidence),
            "truth": die.truth,
            "outcome": die.outcome,
        }
        for die, picture in zip(throw.read.dice, throw.pictures, strict=True)
    ]
    return {"dice": dice, "missed": throw.read.missed, "problems": list(throw.problems)}


def _report(found: Accuracy) -> dict[str, object]:
    return {
        "dice": found.dice,
        "right": found.right,
        "doubtful": found.doubtful,
        "wrong": found.wrong,
        "missed": found.missed,
        "faces": [
            {
                "face": face.face,
                "shown": face.shown,
                "right": face.right,
                "doubtful": face.doubtful,
                "wrong": face.wrong,
            }
            for face in found.faces
        ],
    }

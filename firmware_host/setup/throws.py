"""The step of five throws: what was read, what people say it really was, and a report."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Lock
from typing import ClassVar

from firmware_host.rules.dice import FACES
from firmware_host.setup.accuracy import (
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
from firmware_host.setup.results import ResultFile
from firmware_host.setup.step import Finding, Step, StepStatus
from firmware_host.table.device_text import DEVICE_ERRORS
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease.tray import LeasedTray, TrayObservation
from firmware_host.table.ports import CameraPort, SeenDie, SeenRoll
from firmware_host.words import Words, joined, say, say_count

THROWS = 5
"""Throws in a trial: twenty-five dice, enough to catch a reader that misreads one in ten."""

DICE = 5
"""Dice in a throw of a source that throws by itself."""

SAME_PLACE = 0.5
"""Widths of a die that it may move and still count as lying where it was."""


@dataclass(frozen=True, slots=True)
class StartTrial:
    """Start again with the first throw."""


@dataclass(frozen=True, slots=True)
class StopTrial:
    """Stop the trial before its last throw and discard it."""


@dataclass(frozen=True, slots=True)
class TrialThrow:
    """Throw, if the source throws by itself."""


@dataclass(frozen=True, slots=True)
class ConfirmFace:
    """Say what a die really shows (throw and die from 0, dice from the left); NO_DIE if it is not a die."""

    throw: int
    die: int
    face: str


@dataclass(frozen=True, slots=True)
class ReportMissed:
    """Say how many dice of a throw were not seen."""

    throw: int
    count: int


@dataclass(frozen=True, slots=True)
class LeaveOut:
    """Leave out a throw that does not count; another one is asked for."""

    throw: int


@dataclass(frozen=True, slots=True)
class LearnCorrections:
    """Let the set in use learn the dice that people corrected."""


@dataclass(frozen=True, slots=True)
class _Throw:
    """A throw with the name of each die's cut-out, and the example each die gives: None for one that leans, say."""

    read: ThrowRead
    pictures: tuple[str, ...]
    examples: tuple[bytes | None, ...]
    problems: tuple[str, ...]


class ThrowsStep(Step):
    """Asks for THROWS throws and reports how well they were read; the game does not count them.

    `checks` measures light and lens, for advice after throws that were not read well.
    """

    id: ClassVar[str] = "throws"
    title: ClassVar[Words] = say("Five throws")

    def __init__(
        self, camera: CameraPort, tray: LeasedTray, results: ResultFile, checks: Callable[[], Sequence[Finding]]
    ) -> None:
        self._camera = camera
        self._tray = tray
        self._results = results
        self._checks = checks
        self._lock = Lock()
        self._running = False
        self._asked_at: int | None = None
        self._number = 0
        self._before: tuple[SeenDie, ...] = ()
        self._throws: list[_Throw] = []
        self._cuts: dict[str, bytes] = {}
        self._leased = False
        self._checked: Sequence[Finding] | None = None
        self._learnt: set[str] = set()

    def poll(self) -> StepStatus:
        """Report the throws so far, or the result."""
        with self._lock:
            found = self._found()
            report = None if self._running else found
            satisfied = report is not None and report.good
            return StepStatus(satisfied, self._findings(found), self._facts(report), leased=self._running)

    def refresh(self) -> None:
        """Renew the lease during the trial; after it, measure what advice needs, once."""
        with self._lock:
            running = self._running
            made = bool(self._throws) and not running
            if made:
                self._keep()
            advise = made and self._checked is None and not accuracy([throw.read for throw in self._throws]).good
        if running:
            self._tray.lease()
        elif advise:
            checked = self._measured()
            with self._lock:
                self._checked = checked

    def do(self, action: object) -> None:
        """Carry out one of the actions above."""
        match action:
            case StartTrial():
                self._start()
            case StopTrial():
                with self._lock:
                    self._running = False
                    self._throws.clear()
                    self._cuts.clear()
                self._tray.release()
            case TrialThrow():
                self._throw()
            case ConfirmFace(throw, die, face):
                self._confirm(throw, die, face)
            case ReportMissed(throw, count):
                if not 0 <= count <= DICE * 2:
                    raise TableRefusal(say("{count} missed dice cannot be right.", count=count))
                self._change(throw, lambda read: replace(read, missed=count))
            case LeaveOut(throw):
                self._leave_out(throw)
            case LearnCorrections():
                self._learn()
            case _:
                super().do(action)

    def on_tray(self, observation: TrayObservation) -> None:
        """Take in a roll that came to rest, unless dice were only taken away; what lay there before is no throw."""
        with self._lock:
            begins, self._leased = observation.leased and not self._leased, observation.leased
            if begins:
                self._await(observation)
            elif self._running and observation.leased:
                self._see(observation)

    def file(self, name: str) -> bytes | None:
        """Return the cut-out of a die."""
        return self._cuts.get(name)

    def _start(self) -> None:
        with self._lock:
            self._throws.clear()
            self._cuts.clear()
            self._running = True
            self._asked_at = None
            self._await(self._tray.observation)
        self._tray.lease()

    def _await(self, observation: TrayObservation) -> None:
        """Await a throw; what lies in the tray already is none."""
        self._number = observation.number
        self._before = () if observation.roll is None else tuple(observation.roll.dice)
        if self._asked_at is not None and self._asked_at < observation.number:
            self._asked_at = None

    def _throw(self) -> None:
        if not self._running:
            raise TableRefusal(say("No throws are awaited. Start the five throws first."))
        if not self._camera.can_throw:
            raise TableRefusal(say("This source only watches. Throw the dice by hand."))
        observation = self._tray.observation
        if observation.state == "moving":
            raise TableRefusal(say("The dice are still moving. Wait until they lie still."))
        with self._lock:
            self._asked_at = observation.number
        try:
            self._camera.throw((), DICE)
        except BaseException:
            with self._lock:
                self._asked_at = None
            raise

    def _see(self, observation: TrayObservation) -> None:
        roll = observation.roll
        if roll is None or observation.number <= self._number:
            return
        before, self._before, self._number = self._before, tuple(roll.dice), observation.number
        asked = self._asked_at is not None and self._asked_at < observation.number
        if not roll.dice or not (roll.thrown or asked):
            return
        if not asked and all(any(_same_place(die, old) for old in before) for die in roll.dice):
            return
        self._asked_at = None
        self._take(roll)
        if len(self._throws) == THROWS:
            self._running = False
            self._checked = None
            self._tray.release()
            self._keep()

    def _take(self, roll: SeenRoll) -> None:
        dice = tuple(DieRead(die.face, float(die.confidence), die.sure, die.face) for die in roll.dice)
        cuts = {f"{self._number}-{index}.jpg": cut for index, cut in enumerate(roll.die_jpegs())}
        self._cuts |= cuts
        examples = tuple(None if die.trouble else roll.die_example(index) for index, die in enumerate(roll.dice))
        self._throws.append(_Throw(ThrowRead(dice), tuple(cuts), examples, tuple(roll.problems)))

    def _measured(self) -> Sequence[Finding]:
        try:
            return self._checks()
        except DEVICE_ERRORS:  # the report then does without advice about the light
            return ()

    def _keep(self) -> None:
        """Keep the result, unless it is kept already; TableRefusal if it cannot be."""
        result = {"source": self._camera.source, **as_result(accuracy([throw.read for throw in self._throws]))}
        if self._results.load(self.id) != result:
            self._results.keep(self.id, result)

    def _found(self) -> Accuracy | None:
        """Return how well these throws were read, or those made earlier with this source."""
        return accuracy([throw.read for throw in self._throws]) if self._throws else self._kept()

    def _kept(self) -> Accuracy | None:
        """Return the result of earlier throws with this source."""
        kept = self._results.load(self.id)
        return from_result(kept) if kept is not None and kept.get("source") == self._camera.source else None

    def _confirm(self, throw: int, die: int, face: str) -> None:
        if face != NO_DIE and face not in EVERY_FACE:
            raise TableRefusal(f"No die has a {face}. Reload the page and try again.")  # not for players

        def confirmed(read: ThrowRead) -> ThrowRead:
            if not 0 <= die < len(read.dice):
                raise TableRefusal(f"This throw has no die {die + 1}. Reload the page.")  # not for players
            dice = (*read.dice[:die], replace(read.dice[die], truth=face), *read.dice[die + 1 :])
            return replace(read, dice=dice)

        self._change(throw, confirmed)

    def _change(self, throw: int, changed: Callable[[ThrowRead], ThrowRead]) -> None:
        """Change a throw by what people say of it."""
        with self._lock:
            self._require_throw(throw)
            self._throws[throw] = replace(self._throws[throw], read=changed(self._throws[throw].read))
            if not self._running:
                self._keep()

    def _leave_out(self, throw: int) -> None:
        with self._lock:
            self._require_throw(throw)
            for picture in self._throws.pop(throw).pictures:
                del self._cuts[picture]
            self._running = True
        self._tray.lease()

    def _require_throw(self, throw: int) -> None:
        if not 0 <= throw < len(self._throws):
            raise TableRefusal(f"There is no throw {throw + 1} yet. Reload the page.")  # not for players

    def _corrections(self) -> dict[str, tuple[str, bytes]]:
        """Return what the set in use may learn, by the names of cut-outs: what a die really shows, and its example."""
        if not self._camera.dice.in_use:
            return {}
        return {
            picture: (die.truth, example)
            for throw in self._throws
            for die, picture, example in zip(throw.read.dice, throw.pictures, throw.examples, strict=True)
            if example is not None and die.outcome != "none" and die.truth != die.face and picture not in self._learnt
        }

    def _learn(self) -> None:
        with self._lock:
            corrections = self._corrections()
            if not corrections:
                raise TableRefusal(say("There is nothing to learn: no die of a taught set has been corrected."))
            self._learnt |= set(corrections)
        try:
            self._camera.dice.learn(list(corrections.values()))
        except BaseException:
            with self._lock:
                self._learnt -= set(corrections)
            raise

    def _findings(self, found: Accuracy | None) -> tuple[Finding, ...]:
        if self._running and self._tray.observation.state == "lost":
            return (Finding(joined(say("Camera lost."), self._tray.observation.lost), "bad", id="lost"),)
        if self._running:
            left = THROWS - len(self._throws)
            sentence = say_count(
                "Throw the dice: {count} throw is left.", "Throw the dice: {count} throws are left.", left
            )
            return (Finding(sentence, "warn"),)
        if found is None:
            return (Finding(say("It is not known yet how well the dice are read here. Make five throws."), "warn"),)
        return judged(found, self._checked or ())

    def _facts(self, found: Accuracy | None) -> dict[str, object]:
        observed = self._tray.observation
        read = {die.face for throw in self._throws for die in throw.read.dice}
        return {
            "running": self._running,
            "left": THROWS - len(self._throws),
            "tray": observed.state,
            "canThrow": self._camera.can_throw,
            "faces": list(FACES["poker" if read & set(FACES["poker"]) else "pips"]),
            "throws": [_shown(throw) for throw in self._throws],
            "report": None if found is None else _report(found),
            "corrections": len(self._corrections()),
        }


def _same_place(die: SeenDie, old: SeenDie) -> bool:
    """Whether a die lies where another one lay that showed the same."""
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

"""The step that chooses the dice, and teaches them face by face if they are not ordinary ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import ClassVar

from firmware_host.rules.dice import FACES
from firmware_host.setup.enrolment import EnrolmentPort, EnrolmentResult, EnrolmentView, as_result, from_result
from firmware_host.setup.results import ResultFile
from firmware_host.setup.step import Finding, Grade, Step, StepStatus
from firmware_host.table.device_text import DEVICE_ERRORS, sentence_of
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease.tray import LeasedTray, TrayObservation
from firmware_host.table.ports import CameraPort, SeenRoll
from firmware_host.words import Words, joined, say, say_count

ANY = "any"
"""The kind of dice to read as long as no game says which."""

DICE = 5
"""Dice in a throw of a source that throws by itself."""

GOOD_ESTIMATE = 95
"""Percent of its own examples that a good set reads right: the table asks about one die in twenty."""

NAMES = (
    say("Red dice"),
    say("White dice"),
    say("Black dice"),
    say("Blue dice"),
    say("Green dice"),
    say("Wooden dice"),
    say("Card dice"),
)
"""Suggested names for a new set."""


@dataclass(frozen=True, slots=True)
class UseSet:
    """Play with this set from now on; "" for ordinary dice, which need no teaching."""

    name: str


@dataclass(frozen=True, slots=True)
class BeginEnrolment:
    """Teach a set of this name, new or known; `kind` ("pips", "poker") says which faces it has."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class ShowFace:
    """These dice in the tray (from 0, from the left) show this face."""

    face: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RemoveExamples:
    """Remove the examples that were shown last."""


@dataclass(frozen=True, slots=True)
class EnrolmentThrow:
    """Throw, if the source throws by itself."""


@dataclass(frozen=True, slots=True)
class FinishEnrolment:
    """Learn the set from its examples, save it and play with it."""


@dataclass(frozen=True, slots=True)
class CancelEnrolment:
    """End the lesson and discard its examples."""


class DiceStep(Step):
    """Satisfied once people said which dice they play with. While they teach some, the game waits."""

    id: ClassVar[str] = "dice"
    title: ClassVar[Words] = say("Teach the dice")

    def __init__(self, camera: CameraPort, tray: LeasedTray, enrolment: EnrolmentPort, results: ResultFile) -> None:
        self._camera = camera
        self._tray = tray
        self._enrolment = enrolment
        self._results = results
        self._acting = Lock()  # one action at a time; learning takes seconds
        self._lock = Lock()  # the state below, and the lesson's; held only for moments
        self._number = 0
        self._roll: SeenRoll | None = None
        self._cuts: tuple[bytes, ...] = ()
        self._called: dict[int, str] = {}
        self._lay_before = 0

    def poll(self) -> StepStatus:
        """Report which dice are played with, or how far the lesson is."""
        with self._lock:
            lesson = self._enrolment.lesson()
            if lesson is None:
                return self._chosen()
            facts = {**self._choice(), **self._shown(lesson)}
            return StepStatus(False, self._asks(lesson), facts, leased=True)

    def refresh(self) -> None:
        """Renew the lease during a lesson."""
        if self._enrolment.lesson() is not None:
            self._tray.lease()

    def do(self, action: object) -> None:
        """Carry out one of the actions above."""
        with self._acting:
            match action:
                case UseSet(name):
                    self._enrolment.use(name)
                case BeginEnrolment(name, kind):
                    self._begin(name, kind)
                case ShowFace(face, dice):
                    self._show(face, dice)
                case RemoveExamples():
                    with self._lock:
                        self._enrolment.take_back()
                        self._called.clear()
                        self._lay_before = 0
                case EnrolmentThrow():
                    self._throw()
                case FinishEnrolment():
                    self._learn()
                case CancelEnrolment():
                    with self._lock:
                        self._enrolment.drop()
                    self._camera.dice.use_kind(ANY)  # a waiting game chooses its own kind when it has the tray again
                    self._tray.release()
                case _:
                    super().do(action)

    def on_tray(self, observation: TrayObservation) -> None:
        """Take in what lies in the tray now."""
        with self._lock:
            if observation.leased and self._enrolment.lesson() is not None:
                self._see(observation)

    def file(self, name: str) -> bytes | None:
        """Return the cut-out of a die of the tray."""
        number, _, index = name.removesuffix(".jpg").partition("-")
        with self._lock:
            cuts = self._cuts
            known = {f"{self._number}-{i}": cut for i, cut in enumerate(cuts)}
        return known.get(f"{number}-{index}")

    def _begin(self, name: str, kind: str) -> None:
        if kind not in FACES:
            # not for players
            raise TableRefusal("Dice show pips or poker faces. Reload the page and try again.")
        with self._lock:
            self._enrolment.begin(name, FACES[kind])
            self._lay_before = 0
            self._see(self._tray.observation)
        self._camera.dice.use_kind(kind)
        self._tray.lease()

    def _see(self, observation: TrayObservation) -> None:
        """Take in what lies in the tray; dice that came to rest since have no face yet."""
        if observation.number < self._number:
            return  # the lesson began after this
        if observation.roll is not self._roll:
            self._roll = observation.roll
            self._cuts = () if observation.roll is None else observation.roll.die_jpegs()
            self._called.clear()
        self._number = observation.number

    def _show(self, face: str, dice: Sequence[int]) -> None:
        with self._lock:
            self._require_lesson()
            roll = self._roll
            if roll is None or not roll.dice:
                raise TableRefusal(say("No dice lie still in the tray. Put some there, and take your hand away."))
            if not dice or not all(0 <= die < len(roll.dice) for die in dice):
                raise TableRefusal(say("First choose the dice that show the {face}.", face=face))
            _, self._lay_before = self._enrolment.show(face, roll, dice)
            self._called |= dict.fromkeys(dice, face)

    def _throw(self) -> None:
        self._require_lesson()
        if not self._camera.can_throw:
            raise TableRefusal(say("This source only watches. Turn the dice by hand."))
        if self._tray.observation.state == "moving":
            raise TableRefusal(say("The dice are still moving. Wait until they lie still."))
        self._camera.throw((), DICE)

    def _learn(self) -> None:
        lesson = self._require_lesson()
        learnt = self._enrolment.learn()
        self._results.keep(self.id, {"name": lesson.name, **as_result(learnt)})
        self._tray.release()
        self._enrolment.use(lesson.name)

    def _require_lesson(self) -> EnrolmentView:
        lesson = self._enrolment.lesson()
        if lesson is None:
            raise TableRefusal(say("No dice are being taught. First choose the dice to teach."))
        return lesson

    def _chosen(self) -> StepStatus:
        playing = self._camera.dice.in_use
        try:
            using = self._enrolment.using()
        except DEVICE_ERRORS as error:
            return StepStatus(False, (Finding(sentence_of(error), "bad", id="choice"),), self._choice())
        learnt, kind = self._learnt(using), self._enrolment.kind(playing or using, self._camera.source)
        facts = {**self._choice(using), "learnt": None if learnt is None else _table(learnt), "kind": kind}
        wrong = tuple(
            Finding(notice.text, "bad", id="notice") for notice in self._camera.notices() if notice.step == self.id
        )
        if wrong:
            return StepStatus(False, wrong, facts)
        if playing:
            read_as = Finding(say("The dice are read as “{name}”.", name=playing), id="choice")
            return StepStatus(True, (read_as, *_expected(learnt if playing == using else None)), facts)
        if using:
            unused = say("The dice set {name} is not in use. Choose the dice again.", name=using)
            return StepStatus(False, (Finding(unused, "bad", id="choice"),), facts)
        if self._enrolment.chosen:
            ordinary = say("The dice are read as ordinary dice, which need no teaching.")
            return StepStatus(True, (Finding(ordinary, id="choice"),), facts)
        ask = say("Which dice do you play with? Ordinary ones need no teaching.")
        return StepStatus(False, (Finding(ask, "warn", id="choice"),), facts)

    def _learnt(self, using: str) -> EnrolmentResult | None:
        """Return the result of teaching the set in use."""
        kept = self._results.load(self.id)
        return from_result(kept) if kept is not None and using and kept.get("name") == using else None

    def _choice(self, using: str = "") -> dict[str, object]:
        return {
            "using": using,
            "chosen": self._enrolment.chosen,
            "sets": list(self._enrolment.names()),
            "names": list(NAMES),
            "lesson": None,
            "learnt": None,
            "kind": "",
        }

    def _asks(self, lesson: EnrolmentView) -> tuple[Finding, ...]:
        observed = self._tray.observation
        if observed.state == "lost":
            return (Finding(joined(say("Camera lost."), observed.lost), "bad", id="lost"),)
        findings = []
        if self._lay_before:
            findings.append(
                Finding(
                    say_count(
                        "{count} die hasn't moved, so it teaches nothing new. Turn it and show it again.",
                        "{count} dice haven't moved, so they teach nothing new. Turn them and show them again.",
                        self._lay_before,
                    ),
                    "warn",
                    id="same",
                )
            )
        if lesson.next_face is not None:
            left = lesson.needed - lesson.looks[lesson.next_face]
            findings.append(
                Finding(
                    say_count(
                        "Show a {face}: {count} more example needed.",
                        "Show a {face}: {count} more examples needed, several dice at once if you like.",
                        left,
                        face=lesson.next_face,
                    ),
                    "warn",
                    id="next",
                )
            )
        else:
            findings.append(
                Finding(
                    say("Every face has enough examples. More of them, up to {most} a face, help.", most=lesson.asked),
                    id="enough",
                )
            )
        return tuple(findings)

    def _shown(self, lesson: EnrolmentView) -> dict[str, object]:
        observed = self._tray.observation
        return {
            "lesson": {
                "name": lesson.name,
                "faces": [
                    {"face": face, "looks": count, "enough": count >= lesson.needed}
                    for face, count in lesson.looks.items()
                ],
                "needed": lesson.needed,
                "asked": lesson.asked,
                "next": lesson.next_face,
                "ready": lesson.ready,
                "showings": lesson.showings,
                "tray": observed.state,
                "canThrow": self._camera.can_throw,
                "dice": [
                    {"picture": f"{self._number}-{index}.jpg", "called": self._called.get(index, "")}
                    for index in range(len(self._cuts))
                ],
            }
        }


def _expected(learnt: EnrolmentResult | None) -> list[Finding]:
    """Say how well a set will be read, judging by how it was learnt."""
    if learnt is None:
        return []
    percent = round(100 * learnt.estimate)
    grade: Grade = "ok" if percent >= GOOD_ESTIMATE else "warn"
    expected = say("Expect {percent} % of its dice to be read correctly.", percent=percent)
    alike = [
        say("Your {one} and {other} look alike from above. A few more examples of both may help.", one=one, other=other)
        for one, other in learnt.alike
    ]
    return [
        Finding(expected, grade, float(percent), "%", "estimate"),
        *(Finding(sentence, "warn", id="alike") for sentence in alike),
    ]


def _table(learnt: EnrolmentResult) -> list[dict[str, object]]:
    return [
        {"face": face, "looks": count, "percent": round(100 * learnt.by_face[face])}
        for face, count in learnt.looks.items()
    ]

"""The step in which the dice are chosen, and taught face by face where they are no ordinary ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import ClassVar

from firmware_host.rules.dice import FACES
from firmware_host.table.devices import DEVICE_ERRORS, sentence_of
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lending import Lending
from firmware_host.table.ports import Eye
from firmware_host.table.setup.results import ResultFile
from firmware_host.table.setup.school import Learnt, LessonShown, School, as_result, from_result
from firmware_host.table.setup.step import Finding, Grade, Standing, Step
from firmware_host.words import Words, joined, say, say_count

ANY = "any"
"""The kind of dice that are read where nothing is known of what will be played."""

DICE = 5
"""Dice that a source throws which throws by itself."""

GOOD_ESTIMATE = 95
"""Percent of its own looks that a set reads right, from which on it is good: one die in twenty is asked about."""

NAMES = (
    say("Red dice"),
    say("White dice"),
    say("Black dice"),
    say("Blue dice"),
    say("Green dice"),
    say("Wooden dice"),
    say("Poker dice"),
)
"""Names to tap for a new set."""


@dataclass(frozen=True, slots=True)
class UseSet:
    """Play with this set from now on; "" for ordinary dice, which need no teaching."""

    name: str


@dataclass(frozen=True, slots=True)
class BeginLesson:
    """Teach a set of this name, a new one or more of one that is known; `kind` ("pips", "poker") tells its faces."""

    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class ShowFace:
    """These dice of the tray (from 0 on, from the left) show this face."""

    face: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Forget what was shown last."""


@dataclass(frozen=True, slots=True)
class LessonThrow:
    """Throw, where the source throws by itself."""


@dataclass(frozen=True, slots=True)
class Learn:
    """Learn the set from what was shown, keep it and play with it."""


@dataclass(frozen=True, slots=True)
class DropLesson:
    """End the lesson; what was shown in it is forgotten."""


class DiceStep(Step):
    """Satisfied once people said which dice they play with; while they teach some, the game waits."""

    id: ClassVar[str] = "dice"
    title: ClassVar[Words] = say("Teach the dice")

    def __init__(self, eye: Eye, lending: Lending, school: School, results: ResultFile) -> None:
        self._eye = eye
        self._lending = lending
        self._school = school
        self._results = results
        self._lock = Lock()
        self._number = 0
        self._cuts: tuple[bytes, ...] = ()
        self._called: dict[int, str] = {}
        self._lay_before = 0

    def look(self, *, afresh: bool) -> Standing:
        """Tell which dice are played with, or how far the lesson is."""
        with self._lock:
            lesson = self._school.lesson()
            if lesson is not None:
                if afresh:
                    self._lending.lend()
                self._see()
                return Standing(False, self._asks(lesson), {**self._choice(), **self._shown(lesson)})
            return self._chosen()

    def do(self, deed: object) -> None:
        """Carry out one of the deeds above."""
        with self._lock:
            match deed:
                case UseSet(name):
                    self._school.use(name)
                case BeginLesson(name, kind):
                    if kind not in FACES:
                        raise TableRefusal(say("Dice show pips or poker faces. Reload the page and try again."))
                    self._school.begin(name, FACES[kind])
                    self._eye.dice.use_kind(kind)
                    self._lay_before = 0
                    self._lending.lend()
                case ShowFace(face, dice):
                    self._show(face, dice)
                case TakeBack():
                    self._school.take_back()
                    self._called.clear()
                    self._lay_before = 0
                case LessonThrow():
                    self._throw()
                case Learn():
                    self._learn()
                case DropLesson():
                    self._school.drop()
                    self._eye.dice.use_kind(ANY)  # a game that waits reads its own again when the tray is given back
                    self._lending.give_back()
                case _:
                    super().do(deed)

    def file(self, name: str) -> bytes | None:
        """Return the cut-out of a die of the tray."""
        number, _, index = name.removesuffix(".jpg").partition("-")
        with self._lock:
            cuts = self._cuts
            known = {f"{self._number}-{i}": cut for i, cut in enumerate(cuts)}
        return known.get(f"{number}-{index}")

    def _see(self) -> None:
        """Take in what lies in the tray now; other dice than before have not been called anything."""
        sight = self._lending.sight
        if sight.roll is None:
            self._cuts = ()
            self._called.clear()
        elif sight.number != self._number or not self._cuts:
            self._cuts = sight.roll.die_jpegs()
            self._called.clear()
        self._number = sight.number

    def _show(self, face: str, dice: Sequence[int]) -> None:
        self._require_lesson()
        self._see()
        roll = self._lending.sight.roll
        if roll is None or not roll.dice:
            raise TableRefusal(say("No dice lie still in the tray. Lay some there, and take your hand away."))
        if not dice or not all(0 <= die < len(roll.dice) for die in dice):
            raise TableRefusal(say("Choose the dice that show the {face} first.", face=face))
        _, self._lay_before = self._school.show(face, roll, dice)
        self._called |= dict.fromkeys(dice, face)

    def _throw(self) -> None:
        self._require_lesson()
        if not self._eye.can_throw:
            raise TableRefusal(say("{source} only watches. Lay the dice by hand.", source=self._eye.source))
        if self._lending.sight.state == "moving":
            raise TableRefusal(say("The dice are still moving. Wait until they lie still."))
        self._eye.throw((), DICE)

    def _learn(self) -> None:
        lesson = self._require_lesson()
        learnt = self._school.learn()
        self._results.keep(self.id, {"name": lesson.name, **as_result(learnt)})
        self._lending.give_back()
        self._school.use(lesson.name)

    def _require_lesson(self) -> LessonShown:
        lesson = self._school.lesson()
        if lesson is None:
            raise TableRefusal(say("No dice are being taught. Choose the dice to teach first."))
        return lesson

    def _chosen(self) -> Standing:
        try:
            using = self._school.using()
        except DEVICE_ERRORS as error:
            return Standing(False, (Finding(sentence_of(error), "bad", id="choice"),), self._choice())
        learnt = self._learnt(using)
        facts = {**self._choice(using), "learnt": None if learnt is None else _table(learnt)}
        if using:
            told = Finding(say("The dice are read as “{name}”.", name=using), id="choice")
            return Standing(True, (told, *_expected(learnt)), facts)
        if self._school.chosen:
            ordinary = say("The dice are read as ordinary ones; nothing has to be taught.")
            return Standing(True, (Finding(ordinary, id="choice"),), facts)
        ask = say("Which dice do you play with? Ordinary ones need no teaching.")
        return Standing(False, (Finding(ask, "warn", id="choice"),), facts)

    def _learnt(self, using: str) -> Learnt | None:
        """Return what was found when the set in use was learnt."""
        kept = self._results.load(self.id)
        return from_result(kept) if kept is not None and using and kept.get("name") == using else None

    def _choice(self, using: str = "") -> dict[str, object]:
        return {
            "using": using,
            "chosen": self._school.chosen,
            "sets": list(self._school.names()),
            "names": list(NAMES),
            "lesson": None,
            "learnt": None,
        }

    def _asks(self, lesson: LessonShown) -> tuple[Finding, ...]:
        sight = self._lending.sight
        if sight.state == "lost":
            return (Finding(joined(say("Camera lost."), sight.lost), "bad", id="lost"),)
        told = []
        if self._lay_before:
            told.append(
                Finding(
                    say_count(
                        "{count} die lies as it lay before, so it teaches nothing new. Turn it, and show it again.",
                        "{count} dice lie as they lay before, so they teach nothing new. Turn and show them again.",
                        self._lay_before,
                    ),
                    "warn",
                    id="same",
                )
            )
        if lesson.next_face is not None:
            left = lesson.needed - lesson.looks[lesson.next_face]
            told.append(
                Finding(
                    say_count(
                        "Show a {face}: {count} look more is needed.",
                        "Show a {face}: {count} looks more are needed, several dice at once if you like.",
                        left,
                        face=lesson.next_face,
                    ),
                    "warn",
                    id="next",
                )
            )
        else:
            told.append(
                Finding(
                    say("Every face was shown often enough. More looks, up to {most} a face, help.", most=lesson.asked),
                    id="enough",
                )
            )
        return tuple(told)

    def _shown(self, lesson: LessonShown) -> dict[str, object]:
        sight = self._lending.sight
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
                "tray": sight.state,
                "canThrow": self._eye.can_throw,
                "dice": [
                    {"picture": f"{self._number}-{index}.jpg", "called": self._called.get(index, "")}
                    for index in range(len(self._cuts))
                ],
            }
        }


def _expected(learnt: Learnt | None) -> list[Finding]:
    """Say how well a set will be read, by what was found when it was learnt."""
    if learnt is None:
        return []
    percent = round(100 * learnt.estimate)
    grade: Grade = "ok" if percent >= GOOD_ESTIMATE else "warn"
    told = say("Expect {percent} % of its dice to be read right.", percent=percent)
    alike = [
        say("Your {one} and {other} look alike from above. A few more looks at both may help.", one=one, other=other)
        for one, other in learnt.alike
    ]
    return [
        Finding(told, grade, float(percent), "%", "estimate"),
        *(Finding(sentence, "warn", id="alike") for sentence in alike),
    ]


def _table(learnt: Learnt) -> list[dict[str, object]]:
    return [
        {"face": face, "looks": count, "percent": round(100 * learnt.by_face[face])}
        for face, count in learnt.looks.items()
    ]

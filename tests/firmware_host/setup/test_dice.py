"""Choosing and teaching dice in the setup, with real lessons over rendered dice."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from firmware_host.app.enrolment import DiceEnrolment
from firmware_host.clock import ManualClock
from firmware_host.setup import SkipFile, StepStatus, Wizard
from firmware_host.setup.dice import (
    BeginEnrolment,
    CancelEnrolment,
    DiceStep,
    EnrolmentThrow,
    FinishEnrolment,
    RemoveExamples,
    ShowFace,
    UseSet,
)
from firmware_host.setup.results import ResultFile
from firmware_host.table.errors import TableRefusal
from firmware_host.table.ports import CameraLost, Notice, TrayMoving, TraySettled
from tests.firmware_host.setup.refreshing import refreshed
from tests.firmware_host.table.scripted import TWO, Sitting, lying, values
from tests.vision.read.conftest import CODE, tray
from vision.pipeline import SettledRoll
from vision.read import DiceReader, DiceSet, DiceSetError, DiceSets
from vision.read.example import SIDE

VALUES = {face: value for value, face in CODE.items()}


@cache
def reader() -> DiceReader:
    return DiceReader.load()


class Lessons:
    """The step over a table into whose tray rendered dice are laid."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sets = DiceSets(folder)
        self.sitting = Sitting(folder, clock=ManualClock())
        self.step = self.begun_again()
        self.sitting.table.pass_leases_on(Wizard((self.step,), SkipFile(folder)))

    def begun_again(self) -> DiceStep:
        enrolment = DiceEnrolment(self.folder, self._use, lambda: reader().faces)
        return DiceStep(self.sitting.camera, self.sitting.table.tray, enrolment, ResultFile(self.folder))

    def _use(self, name: str) -> None:
        self.sets.use(name or None)
        self.sitting.camera.dice.use_set(name)

    def lay(self, shown: Sequence[int], seed: int) -> StepStatus:
        """Lay dice with so many pips into the tray."""
        picture = tray(shown, seed)
        roll = SettledRoll(picture, reader().read(picture), thrown=True)
        assert len(roll.dice) == len(shown)
        self.sitting.camera.report(TrayMoving())
        self.sitting.camera.report(TraySettled(roll))
        return self.refreshed()

    def refreshed(self) -> StepStatus:
        """The step once all that happened so far has reached it, refreshed."""
        self.sitting.caught_up()
        return refreshed(self.step)

    def teach(self, faces: Sequence[str], looks: int = 3) -> None:
        for face in faces:
            self.lay((VALUES[face],) * looks, 100 + VALUES[face])
            self.step.do(ShowFace(face, tuple(range(looks))))


@pytest.fixture
def lessons(tmp_path: Path) -> Iterator[Lessons]:
    lessons = Lessons(tmp_path)
    yield lessons
    lessons.sitting.close()


def lesson(status: StepStatus) -> dict[str, Any]:
    told = status.facts["lesson"]
    assert isinstance(told, dict)
    return told


def told(status: StepStatus) -> list[str]:
    return [str(finding.sentence) for finding in status.findings]


def test_ordinary_dice_need_no_teaching(lessons: Lessons) -> None:
    before = lessons.refreshed()
    assert not before.satisfied
    assert told(before) == ["Which dice do you play with? Ordinary ones need no teaching."]

    lessons.step.do(UseSet(""))

    assert lessons.refreshed().satisfied
    assert lessons.begun_again().poll().satisfied


def test_which_faces_the_dice_have_is_told_as_far_as_it_is_known(lessons: Lessons) -> None:
    assert lessons.refreshed().facts["kind"] == ""
    lessons.sitting.camera.source = "sim:dice=poker"
    assert lessons.refreshed().facts["kind"] == "poker"
    lessons.sets.save(DiceSet("Mine", ("1", "6"), (np.zeros((SIDE, SIDE, 3), np.uint8),) * 2))
    lessons.sitting.camera.dice.use_set("Mine")  # for this start alone, by --dice-set
    assert lessons.sets.in_use() is None
    assert lessons.refreshed().facts["kind"] == "pips"


def test_a_set_is_taught_face_by_face_and_played_with(lessons: Lessons) -> None:
    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    first = lessons.refreshed()
    assert not first.satisfied
    assert told(first) == ["Show a 9: 3 more examples needed, several dice at once if you like."]

    lessons.teach(("9", "10", "J", "Q", "K", "A"))
    assert lesson(lessons.refreshed())["ready"]
    assert told(lessons.refreshed())[0].startswith("Every face has enough examples.")
    lessons.step.do(FinishEnrolment())

    status = lessons.refreshed()
    assert status.satisfied
    assert lessons.sets.in_use() == "Old dice"
    assert lessons.sets.load("Old dice").example_counts == dict.fromkeys(("9", "10", "J", "Q", "K", "A"), 3)
    assert told(status)[0] == "The dice are read as “Old dice”."
    assert status.findings[1].number is not None
    assert status.findings[1].number >= 80
    later = lessons.begun_again().poll()
    assert (later.satisfied, later.findings, later.facts) == (True, status.findings, status.facts)
    assert not lessons.sitting.table.tray.leased


def test_progress_is_told_by_face(lessons: Lessons) -> None:
    lessons.step.do(BeginEnrolment("Old dice", "poker"))

    lessons.teach(["9"])
    lessons.teach(["J"], 2)

    shown = lesson(lessons.refreshed())
    assert [(face["face"], face["looks"], face["enough"]) for face in shown["faces"]] == [
        ("9", 3, True),
        ("10", 0, False),
        ("J", 2, False),
        ("Q", 0, False),
        ("K", 0, False),
        ("A", 0, False),
    ]
    assert (shown["next"], shown["ready"], shown["showings"]) == ("10", False, 2)


def test_only_the_dice_that_were_tapped_are_looks_at_the_face(lessons: Lessons) -> None:
    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    lessons.lay((1, 2, 1, 3), 5)

    lessons.step.do(ShowFace("9", (0, 2)))
    lessons.step.do(ShowFace("10", (1,)))

    shown = lesson(lessons.refreshed())
    assert [die["called"] for die in shown["dice"]] == ["9", "10", "9", ""]
    assert {face["face"]: face["looks"] for face in shown["faces"] if face["looks"]} == {"9": 2, "10": 1}
    for die in shown["dice"]:
        cut = lessons.step.file(die["picture"])
        assert cut is not None
        assert cut.startswith(b"\xff\xd8")
    assert [die["called"] for die in lesson(lessons.lay((1, 2), 6))["dice"]] == ["", ""]
    assert lessons.step.file(shown["dice"][0]["picture"]) is None


def test_dice_that_lie_as_before_are_named_and_teach_nothing(lessons: Lessons) -> None:
    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    lessons.teach(["9"])

    lessons.lay((VALUES["9"],) * 3, 100 + VALUES["9"])
    lessons.step.do(ShowFace("9", (0, 1, 2)))

    assert told(lessons.refreshed())[0].startswith("3 dice haven't moved")
    assert lesson(lessons.refreshed())["faces"][0]["looks"] == 3


def test_a_showing_is_taken_back(lessons: Lessons) -> None:
    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    lessons.teach(["9", "J"])

    lessons.step.do(RemoveExamples())

    assert [face["looks"] for face in lesson(lessons.refreshed())["faces"]] == [3, 0, 0, 0, 0, 0]
    assert {die["called"] for die in lesson(lessons.refreshed())["dice"]} == {""}


def test_the_game_waits_while_dice_are_taught(lessons: Lessons) -> None:
    lessons.sitting.table.ask(TWO)
    lessons.sitting.lay(lying("1 1 2 3 4"))
    lessons.step.do(BeginEnrolment("Old dice", "poker"))

    lessons.teach(["9"])
    assert values(lessons.sitting.caught_up()) == (1, 1, 2, 3, 4)
    lessons.step.do(CancelEnrolment())

    assert not lessons.sitting.table.tray.leased
    shown = lessons.sitting.caught_up()
    assert values(shown) == (1, 1, 2, 3, 4)
    assert lessons.sitting.camera.dice.kinds == ["pips", "poker", "any", "pips"]
    assert not (lessons.folder / "dice_sets").exists()


def test_a_known_set_is_taught_more(lessons: Lessons) -> None:
    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    lessons.teach(["9", "J"])
    lessons.step.do(FinishEnrolment())

    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    lessons.teach(["K"])
    lessons.step.do(FinishEnrolment())

    assert lessons.sets.load("Old dice").example_counts == {"9": 3, "J": 3, "K": 3}


def test_a_lesson_that_is_too_short_goes_on(lessons: Lessons) -> None:
    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    lessons.teach(["9"])

    with pytest.raises(DiceSetError, match="at least two faces"):
        lessons.step.do(FinishEnrolment())

    assert lesson(lessons.refreshed())["faces"][0]["looks"] == 3
    assert not lessons.sets.names()


def test_what_cannot_be_done_is_refused_with_a_sentence(lessons: Lessons) -> None:
    for action in (ShowFace("9", (0,)), RemoveExamples(), FinishEnrolment(), EnrolmentThrow()):
        with pytest.raises(TableRefusal, match="First choose the dice to teach"):
            lessons.step.do(action)
    with pytest.raises(TableRefusal, match="pips or poker"):
        lessons.step.do(BeginEnrolment("Old dice", "runes"))
    with pytest.raises(DiceSetError, match="cannot be the name of a dice set"):
        lessons.step.do(BeginEnrolment("../up", "pips"))
    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    with pytest.raises(TableRefusal, match="No dice lie still"):
        lessons.step.do(ShowFace("9", (0,)))
    lessons.lay((1, 2), 5)
    for dice in ((), (2,), (-1,)):
        with pytest.raises(TableRefusal, match="First choose the dice that show the 9"):
            lessons.step.do(ShowFace("9", dice))
    with pytest.raises(TableRefusal, match="only watches"):
        lessons.step.do(EnrolmentThrow())


def test_a_camera_that_is_lost_is_told(lessons: Lessons) -> None:
    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    lessons.sitting.camera.report(CameraLost("The cable is out."))

    assert told(lessons.refreshed()) == ["Camera lost. The cable is out."]


def test_the_simulated_tray_throws_for_a_lesson(lessons: Lessons) -> None:
    lessons.sitting.camera.can_throw = True
    lessons.sitting.camera.silent = True
    lessons.step.do(BeginEnrolment("Old dice", "pips"))

    lessons.step.do(EnrolmentThrow())

    assert lessons.sitting.camera.counts == [5]
    assert lessons.sitting.camera.dice.kinds[-1] == "pips"


def test_a_broken_choice_is_told_and_another_may_be_made(lessons: Lessons) -> None:
    lessons.sets.use(None)
    (lessons.sets.folder / "in_use.json").write_text("{")

    status = lessons.refreshed()
    assert not status.satisfied
    assert status.findings[0].grade == "bad"
    lessons.step.do(UseSet(""))

    assert lessons.refreshed().satisfied


def test_a_set_that_is_chosen_but_cannot_be_read_is_not_said_to_be_read(lessons: Lessons) -> None:
    lessons.sets.save(DiceSet("mine"))
    lessons.sets.use("mine")
    why = "The dice set mine cannot be read. Teach it again."
    lessons.sitting.camera.noted = [Notice("It is dark.", "light"), Notice(why, "dice")]

    status = lessons.refreshed()
    assert not status.satisfied
    assert [(finding.grade, str(finding.sentence)) for finding in status.findings] == [("bad", why)]

    lessons.sitting.camera.noted = []
    assert told(lessons.refreshed()) == ["The dice set mine is not in use. Choose the dice again."]

    lessons.sitting.camera.dice.in_use = "yours"  # as asked for on the command line
    assert told(lessons.refreshed()) == ["The dice are read as “yours”."]


def test_faces_that_look_alike_are_named(lessons: Lessons) -> None:
    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    lessons.teach(["9", "J"])
    for seed in (31, 32):
        lessons.lay((6, 6, 6, 6), seed)
        lessons.step.do(ShowFace("Q", (0, 2)))
        lessons.step.do(ShowFace("K", (1, 3)))
    lessons.step.do(FinishEnrolment())

    status = lessons.refreshed()

    assert "Your Q and K look alike from above. A few more examples of both may help." in told(status)
    assert "warn" in [finding.grade for finding in status.findings]

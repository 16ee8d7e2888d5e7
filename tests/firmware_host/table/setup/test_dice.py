"""Choosing and teaching dice in the setup, with real lessons over rendered dice."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from firmware_host.assembly.school import DiceSchool
from firmware_host.clock import ManualClock
from firmware_host.table.errors import TableRefusal
from firmware_host.table.setup import Standing
from firmware_host.table.setup.dice import (
    BeginLesson,
    DiceStep,
    DropLesson,
    Learn,
    LessonThrow,
    ShowFace,
    TakeBack,
    UseSet,
)
from firmware_host.table.setup.results import ResultFile
from tests.firmware_host.table.scripted import TWO, Sitting, lying, values
from tests.vision.read.conftest import CODE, tray
from vision.pipeline import SettledRoll
from vision.read import DiceReader, DiceSetError, DiceSets

VALUES = {face: value for value, face in CODE.items()}


@cache
def reader() -> DiceReader:
    return DiceReader.load()


class Class:
    """The step over a table into whose tray rendered dice are laid."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sets = DiceSets(folder)
        self.sitting = Sitting(folder, clock=ManualClock())
        self.step = self.begun_again()

    def begun_again(self) -> DiceStep:
        school = DiceSchool(self.folder, lambda name: self.sets.use(name or None), lambda: reader().faces)
        return DiceStep(self.sitting.eye, self.sitting.table.lending, school, ResultFile(self.folder))

    def lay(self, shown: Sequence[int], seed: int) -> Standing:
        """Lay dice with so many pips into the tray."""
        picture = tray(shown, seed)
        roll = SettledRoll(picture, reader().read(picture), thrown=True)
        assert len(roll.dice) == len(shown)
        self.sitting.eye.tell().tray_moving()
        self.sitting.eye.tell().tray_settled(roll)
        return self.look()

    def look(self) -> Standing:
        return self.step.look(afresh=True)

    def teach(self, faces: Sequence[str], looks: int = 3) -> None:
        for face in faces:
            self.lay((VALUES[face],) * looks, 100 + VALUES[face])
            self.step.do(ShowFace(face, tuple(range(looks))))


@pytest.fixture
def school(tmp_path: Path) -> Iterator[Class]:
    school = Class(tmp_path)
    yield school
    school.sitting.close()


def lesson(standing: Standing) -> dict[str, Any]:
    told = standing.facts["lesson"]
    assert isinstance(told, dict)
    return told


def told(standing: Standing) -> list[str]:
    return [str(finding.sentence) for finding in standing.findings]


def test_ordinary_dice_need_no_teaching(school: Class) -> None:
    before = school.look()
    assert not before.satisfied
    assert told(before) == ["Which dice do you play with? Ordinary ones need no teaching."]

    school.step.do(UseSet(""))

    assert school.look().satisfied
    assert school.begun_again().look(afresh=False).satisfied


def test_a_set_is_taught_face_by_face_and_played_with(school: Class) -> None:
    school.step.do(BeginLesson("Old dice", "poker"))
    first = school.look()
    assert not first.satisfied
    assert told(first) == ["Show a 9: 3 looks more are needed, several dice at once if you like."]

    school.teach(("9", "10", "J", "Q", "K", "A"))
    assert lesson(school.look())["ready"]
    assert told(school.look())[0].startswith("Every face was shown often enough.")
    school.step.do(Learn())

    standing = school.look()
    assert standing.satisfied
    assert school.sets.in_use() == "Old dice"
    assert school.sets.load("Old dice").looks == dict.fromkeys(("9", "10", "J", "Q", "K", "A"), 3)
    assert told(standing)[0] == "The dice are read as “Old dice”."
    assert standing.findings[1].number is not None
    assert standing.findings[1].number >= 80
    later = school.begun_again().look(afresh=False)
    assert (later.satisfied, later.findings, later.facts) == (True, standing.findings, standing.facts)
    assert not school.sitting.table.lending.lent


def test_progress_is_told_by_face(school: Class) -> None:
    school.step.do(BeginLesson("Old dice", "poker"))

    school.teach(["9"])
    school.teach(["J"], 2)

    shown = lesson(school.look())
    assert [(face["face"], face["looks"], face["enough"]) for face in shown["faces"]] == [
        ("9", 3, True),
        ("10", 0, False),
        ("J", 2, False),
        ("Q", 0, False),
        ("K", 0, False),
        ("A", 0, False),
    ]
    assert (shown["next"], shown["ready"], shown["showings"]) == ("10", False, 2)


def test_only_the_dice_that_were_tapped_are_looks_at_the_face(school: Class) -> None:
    school.step.do(BeginLesson("Old dice", "poker"))
    school.lay((1, 2, 1, 3), 5)

    school.step.do(ShowFace("9", (0, 2)))
    school.step.do(ShowFace("10", (1,)))

    shown = lesson(school.look())
    assert [die["called"] for die in shown["dice"]] == ["9", "10", "9", ""]
    assert {face["face"]: face["looks"] for face in shown["faces"] if face["looks"]} == {"9": 2, "10": 1}
    for die in shown["dice"]:
        cut = school.step.file(die["picture"])
        assert cut is not None
        assert cut.startswith(b"\xff\xd8")
    assert [die["called"] for die in lesson(school.lay((1, 2), 6))["dice"]] == ["", ""]
    assert school.step.file(shown["dice"][0]["picture"]) is None


def test_dice_that_lie_as_before_are_named_and_teach_nothing(school: Class) -> None:
    school.step.do(BeginLesson("Old dice", "poker"))
    school.teach(["9"])

    school.lay((VALUES["9"],) * 3, 100 + VALUES["9"])
    school.step.do(ShowFace("9", (0, 1, 2)))

    assert told(school.look())[0].startswith("3 dice lie as they lay before")
    assert lesson(school.look())["faces"][0]["looks"] == 3


def test_a_showing_is_taken_back(school: Class) -> None:
    school.step.do(BeginLesson("Old dice", "poker"))
    school.teach(["9", "J"])

    school.step.do(TakeBack())

    assert [face["looks"] for face in lesson(school.look())["faces"]] == [3, 0, 0, 0, 0, 0]
    assert {die["called"] for die in lesson(school.look())["dice"]} == {""}


def test_the_game_waits_while_dice_are_taught(school: Class) -> None:
    school.sitting.table.ask(TWO)
    school.sitting.lay(lying("1 1 2 3 4"))
    school.step.do(BeginLesson("Old dice", "poker"))

    school.teach(["9"])
    assert values(school.sitting.caught_up()) == (1, 1, 2, 3, 4)
    school.step.do(DropLesson())

    assert not school.sitting.table.lending.lent
    shown = school.sitting.caught_up()
    assert values(shown) == (1, 1, 2, 3, 4)
    assert school.sitting.eye.dice.kinds == ["pips", "poker", "any", "pips"]
    assert not (school.folder / "dice_sets").exists()


def test_a_known_set_is_taught_more(school: Class) -> None:
    school.step.do(BeginLesson("Old dice", "poker"))
    school.teach(["9", "J"])
    school.step.do(Learn())

    school.step.do(BeginLesson("Old dice", "poker"))
    school.teach(["K"])
    school.step.do(Learn())

    assert school.sets.load("Old dice").looks == {"9": 3, "J": 3, "K": 3}


def test_a_lesson_that_is_too_short_goes_on(school: Class) -> None:
    school.step.do(BeginLesson("Old dice", "poker"))
    school.teach(["9"])

    with pytest.raises(DiceSetError, match="at least two faces"):
        school.step.do(Learn())

    assert lesson(school.look())["faces"][0]["looks"] == 3
    assert not school.sets.names()


def test_what_cannot_be_done_is_refused_with_a_sentence(school: Class) -> None:
    for deed in (ShowFace("9", (0,)), TakeBack(), Learn(), LessonThrow()):
        with pytest.raises(TableRefusal, match="Choose the dice to teach first"):
            school.step.do(deed)
    with pytest.raises(TableRefusal, match="pips or poker"):
        school.step.do(BeginLesson("Old dice", "runes"))
    with pytest.raises(DiceSetError, match="no name for a dice set"):
        school.step.do(BeginLesson("../up", "pips"))
    school.step.do(BeginLesson("Old dice", "poker"))
    with pytest.raises(TableRefusal, match="No dice lie still"):
        school.step.do(ShowFace("9", (0,)))
    school.lay((1, 2), 5)
    for dice in ((), (2,), (-1,)):
        with pytest.raises(TableRefusal, match="Choose the dice that show the 9"):
            school.step.do(ShowFace("9", dice))
    with pytest.raises(TableRefusal, match="only watches"):
        school.step.do(LessonThrow())


def test_a_camera_that_is_lost_is_told(school: Class) -> None:
    school.step.do(BeginLesson("Old dice", "poker"))
    school.sitting.eye.tell().camera_lost("The cable is out.")

    assert told(school.look()) == ["Camera lost. The cable is out."]


def test_the_simulated_tray_throws_for_a_lesson(school: Class) -> None:
    school.sitting.eye.can_throw = True
    school.sitting.eye.silent = True
    school.step.do(BeginLesson("Old dice", "pips"))

    school.step.do(LessonThrow())

    assert school.sitting.eye.counts == [5]
    assert school.sitting.eye.dice.kinds[-1] == "pips"


def test_a_broken_choice_is_told_and_another_may_be_made(school: Class) -> None:
    school.sets.use(None)
    (school.sets.folder / "in_use.json").write_text("{")

    standing = school.look()
    assert not standing.satisfied
    assert standing.findings[0].grade == "bad"
    school.step.do(UseSet(""))

    assert school.look().satisfied


def test_faces_that_look_alike_are_named(school: Class) -> None:
    school.step.do(BeginLesson("Old dice", "poker"))
    school.teach(["9", "J"])
    for seed in (31, 32):
        school.lay((6, 6, 6, 6), seed)
        school.step.do(ShowFace("Q", (0, 2)))
        school.step.do(ShowFace("K", (1, 3)))
    school.step.do(Learn())

    standing = school.look()

    assert "Your Q and K look alike from above. A few more looks at both may help." in told(standing)
    assert "warn" in [finding.grade for finding in standing.findings]

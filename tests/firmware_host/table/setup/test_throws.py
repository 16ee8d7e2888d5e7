"""Five throws before the first game: what is taken for a throw, what people say to it, what comes of it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_host.clock import ManualClock
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease import LENT_S
from firmware_host.table.setup import Finding, Standing
from firmware_host.table.setup.accuracy import NO_DIE
from firmware_host.table.setup.light import measured
from firmware_host.table.setup.results import ResultFile
from firmware_host.table.setup.throws import (
    LearnCorrections,
    LeaveOut,
    StartTrial,
    StopTrial,
    TellMissed,
    TellTruth,
    ThrowsStep,
    TrialThrow,
)
from tests.firmware_host.table.scripted import OTHER_SPOTS, SPOTS, TWO, Seen, Settled, Sitting, lying, values
from tests.firmware_host.table.setup.scripted_desk import Checked, Mark, ScriptedDesk

DARK = Finding("It is too dark here.", "bad", id="light")
TURNS = ("1 2 3 4 5", "2 3 4 5 6", "1 1 2 2 3", "6 6 5 5 4", "3 1 4 1 5")


class Trial:
    """The step over a table whose tray a script fills."""

    def __init__(self, folder: Path, clock: ManualClock) -> None:
        self.clock = clock
        self.sitting = Sitting(folder, clock=clock)
        self.step = self.begun_again(folder)

    def begun_again(self, folder: Path) -> ThrowsStep:
        return ThrowsStep(self.sitting.eye, self.sitting.table.lending, ResultFile(folder), lambda: [DARK])

    def throw(self, number: int, faces: str = "", *, sure: bool = True) -> Standing:
        dice = lying(faces or TURNS[number], SPOTS if number % 2 else OTHER_SPOTS)
        self.sitting.lay(Seen(die.face, die.x, die.y, sure=sure) for die in dice)
        return self.look()

    def look(self) -> Standing:
        return self.step.look(afresh=True)


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Trial]:
    trial = Trial(tmp_path, ManualClock())
    yield trial
    trial.sitting.close()


def throws(standing: Standing) -> list[Mapping[str, Any]]:
    told = standing.facts["throws"]
    assert isinstance(told, list)
    return told


def faces(throw: Mapping[str, Any]) -> str:
    return " ".join(die["face"] for die in throw["dice"])


def test_five_throws_make_a_report_that_is_kept(trial: Trial, tmp_path: Path) -> None:
    before = trial.look()
    assert not before.satisfied
    assert before.findings[0].grade == "warn"

    trial.step.do(StartTrial())
    for number, turn in enumerate(TURNS):
        standing = trial.throw(number)
        assert faces(throws(standing)[-1]) == turn
        assert standing.facts["left"] == 4 - number

    assert standing.satisfied
    assert [str(finding.sentence) for finding in standing.findings] == ["25 of 25 dice were read right and for sure."]
    assert not trial.sitting.table.lending.lent
    later = trial.begun_again(tmp_path).look(afresh=False)
    assert later.satisfied
    assert later.findings == standing.findings
    assert later.facts["report"] == standing.facts["report"]


def test_a_report_of_another_source_says_nothing_of_this_one(trial: Trial) -> None:
    trial.step.do(StartTrial())
    for number in range(5):
        trial.throw(number)

    trial.sitting.eye.source = "usb:1"
    trial.step.do(StopTrial())

    assert not trial.look().satisfied


def test_the_game_does_not_count_them(trial: Trial) -> None:
    trial.sitting.table.ask(TWO)
    trial.sitting.lay(lying("6 6 6 6 1"))
    trial.step.do(StartTrial())
    for number in range(5):
        trial.throw(number)

    shown = trial.sitting.caught_up()

    assert values(shown) == (6, 6, 6, 6, 1)
    assert shown.game is not None
    assert shown.game.rolls_used == 1


def test_each_die_is_shown_as_it_was_read(trial: Trial) -> None:
    trial.step.do(StartTrial())

    (first,) = throws(trial.throw(0, "1 2 3 4 5"))

    assert [die["percent"] for die in first["dice"]] == [99] * 5
    assert {die["outcome"] for die in first["dice"]} == {"right"}
    for die in first["dice"]:
        assert trial.step.file(die["picture"]) is not None
    assert trial.step.file("1-9.jpg") is None


def test_what_people_say_counts(trial: Trial) -> None:
    trial.step.do(StartTrial())
    for number in range(5):
        trial.throw(number)

    trial.step.do(TellTruth(0, 1, "6"))
    standing = trial.look()
    assert not standing.satisfied
    assert "2" in str(standing.findings[1].sentence)
    assert "6 as 2" in str(standing.findings[1].sentence)
    assert DARK in standing.findings

    trial.step.do(TellTruth(0, 1, "2"))
    assert trial.look().satisfied
    trial.step.do(TellTruth(3, 0, NO_DIE))
    trial.step.do(TellMissed(3, 1))
    standing = trial.look()
    assert not standing.satisfied
    assert throws(standing)[3]["missed"] == 1
    assert throws(standing)[3]["dice"][0]["outcome"] == "none"


def test_doubtful_dice_are_no_fault_and_not_good(trial: Trial) -> None:
    trial.step.do(StartTrial())
    for number in range(5):
        standing = trial.throw(number, sure=number != 2)

    assert not standing.satisfied
    assert [finding.grade for finding in standing.findings[:2]] == ["warn", "warn"]


def test_light_and_lens_are_measured_to_advise_by() -> None:
    desk = ScriptedDesk(to_measure=(Checked("light", Mark.BAD, 12.0, sentence="It is too dark (12 of 255)."),))

    (found,) = measured(desk)

    assert (found.id, found.grade, found.number) == ("light", "bad", 12.0)
    assert desk.measured == desk.to_measure


def test_dice_taken_out_of_the_tray_are_no_throw(trial: Trial) -> None:
    trial.step.do(StartTrial())
    thrown = lying("1 2 3 4 5", OTHER_SPOTS)
    trial.sitting.lay(thrown)
    assert len(throws(trial.look())) == 1

    trial.sitting.lay(thrown[:3])
    assert len(throws(trial.look())) == 1
    trial.sitting.lay(())
    assert len(throws(trial.look())) == 1
    assert len(throws(trial.throw(1))) == 2


def test_what_lies_there_when_the_trial_begins_is_no_throw(trial: Trial) -> None:
    trial.sitting.lay(lying("1 2 3 4 5"))
    trial.step.do(StartTrial())

    assert throws(trial.look()) == []


def test_a_throw_that_was_none_is_left_out_and_asked_for_again(trial: Trial) -> None:
    trial.step.do(StartTrial())
    for number in range(5):
        trial.throw(number)
    picture = throws(trial.look())[1]["dice"][0]["picture"]

    trial.step.do(LeaveOut(1))

    standing = trial.look()
    assert [faces(throw) for throw in throws(standing)] == [TURNS[0], *TURNS[2:]]
    assert trial.step.file(picture) is None
    assert (standing.facts["running"], standing.facts["left"]) == (True, 1)
    assert trial.sitting.table.lending.lent
    assert trial.throw(1).satisfied


def test_the_simulated_tray_throws_when_it_is_asked(trial: Trial) -> None:
    trial.step.do(StartTrial())
    with pytest.raises(TableRefusal, match="only watches"):
        trial.step.do(TrialThrow())
    trial.sitting.eye.can_throw = True
    trial.sitting.eye.script = ["1 2 3 4 5", "1 2 3 4 5"]

    for _ in range(2):
        trial.step.do(TrialThrow())
        standing = trial.look()

    assert [faces(throw) for throw in throws(standing)] == ["1 2 3 4 5"] * 2
    assert trial.sitting.eye.throws == [(), ()]


def test_nothing_is_thrown_before_the_trial_or_while_dice_move(trial: Trial) -> None:
    trial.sitting.eye.can_throw = True
    with pytest.raises(TableRefusal, match="Start the five throws first"):
        trial.step.do(TrialThrow())

    trial.step.do(StartTrial())
    trial.sitting.eye.tell().tray_moving()
    with pytest.raises(TableRefusal, match="still moving"):
        trial.step.do(TrialThrow())

    assert trial.sitting.eye.throws == []


def test_a_page_that_sleeps_gives_the_tray_back_and_may_go_on_later(trial: Trial) -> None:
    trial.step.do(StartTrial())
    trial.throw(0)
    trial.clock.advance(LENT_S)
    trial.sitting.table.lending.give_back()  # as the table does by itself then
    trial.sitting.lay(lying("6 6 6 6 6"))
    assert len(throws(trial.step.look(afresh=False))) == 1

    standing = trial.look()

    assert len(throws(standing)) == 1
    assert trial.sitting.table.lending.lent
    assert len(throws(trial.throw(1))) == 2


def test_a_camera_that_is_lost_is_told_until_it_is_back(trial: Trial) -> None:
    trial.step.do(StartTrial())
    trial.sitting.eye.tell().camera_lost("The cable is out.")
    (told,) = trial.look().findings
    assert (told.grade, str(told.sentence)) == ("bad", "Camera lost. The cable is out.")

    trial.sitting.eye.tell().camera_back()
    trial.sitting.eye.tell().tray_settled(Settled(lying("6 6 6 6 6"), thrown=False))
    assert trial.look().findings[0].grade == "warn"
    assert throws(trial.look()) == []
    assert len(throws(trial.throw(1))) == 1


def test_a_trial_that_is_stopped_leaves_the_report_before_it(trial: Trial) -> None:
    trial.step.do(StartTrial())
    for number in range(5):
        report = trial.throw(number).facts["report"]
    trial.step.do(StartTrial())
    trial.throw(0)

    trial.step.do(StopTrial())

    standing = trial.look()
    assert standing.satisfied
    assert standing.facts["report"] == report
    assert throws(standing) == []
    assert not trial.sitting.table.lending.lent


def test_the_set_in_use_learns_what_was_corrected_once(trial: Trial) -> None:
    trial.sitting.eye.dice.in_use = "ivory"
    trial.step.do(StartTrial())
    for number in range(5):
        trial.throw(number)
    with pytest.raises(TableRefusal, match="nothing to learn"):
        trial.step.do(LearnCorrections())

    trial.step.do(TellTruth(0, 1, "6"))
    trial.step.do(TellTruth(0, 2, NO_DIE))
    trial.step.do(TellTruth(1, 0, "2"))  # as it was read
    assert trial.look().facts["corrections"] == 1
    trial.step.do(LearnCorrections())

    ((face, example),) = trial.sitting.eye.dice.learnt
    assert face == "6"
    assert b"face='2'" in example
    assert trial.look().facts["corrections"] == 0


def test_ordinary_dice_and_dice_that_lean_teach_nothing(trial: Trial) -> None:
    trial.step.do(StartTrial())
    trial.sitting.lay(replace(die, trouble="cocked") for die in lying("1 2 3 4 5", OTHER_SPOTS))
    trial.look()
    trial.step.do(TellTruth(0, 1, "6"))
    assert trial.look().facts["corrections"] == 0

    trial.sitting.eye.dice.in_use = "ivory"
    assert trial.look().facts["corrections"] == 0


@pytest.mark.parametrize(
    "deed", [TellTruth(0, 5, "1"), TellTruth(0, -1, "1"), TellTruth(9, 0, "1"), TellTruth(0, 0, "7"), TellMissed(0, 99)]
)
def test_what_cannot_be_is_refused_and_changes_nothing(trial: Trial, deed: object) -> None:
    trial.step.do(StartTrial())
    before = trial.throw(0)

    with pytest.raises(TableRefusal):
        trial.step.do(deed)

    assert trial.look() == before

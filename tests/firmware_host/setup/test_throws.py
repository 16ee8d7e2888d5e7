"""Five throws before the first game: what is taken for a throw, what people say to it, what comes of it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware_host.clock import ManualClock
from firmware_host.setup import Finding, SkipFile, StepStatus, Wizard
from firmware_host.setup.accuracy import NO_DIE
from firmware_host.setup.light import measured
from firmware_host.setup.results import ResultFile
from firmware_host.setup.throws import (
    ConfirmFace,
    LearnCorrections,
    LeaveOut,
    ReportMissed,
    StartTrial,
    StopTrial,
    ThrowsStep,
    TrialThrow,
)
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease.lease import LEASE_S
from firmware_host.table.ports import CameraBack, CameraLost, TrayMoving, TraySettled
from tests.firmware_host.setup.refreshing import refreshed
from tests.firmware_host.setup.scripted_camera_setup import Checked, Mark, ScriptedCameraSetup
from tests.firmware_host.table.scripted import OTHER_SPOTS, SPOTS, TWO, Seen, Settled, Sitting, lying, values

DARK = Finding("It is too dark here.", "bad", id="light")
TURNS = ("1 2 3 4 5", "2 3 4 5 6", "1 1 2 2 3", "6 6 5 5 4", "3 1 4 1 5")


class Trial:
    """The step over a table whose tray a script fills."""

    def __init__(self, folder: Path, clock: ManualClock) -> None:
        self.clock = clock
        self.sitting = Sitting(folder, clock=clock)
        self.step = self.begun_again(folder)
        self.sitting.table.pass_leases_on(Wizard((self.step,), SkipFile(folder)))

    def begun_again(self, folder: Path) -> ThrowsStep:
        return ThrowsStep(self.sitting.camera, self.sitting.table.tray, ResultFile(folder), lambda: [DARK])

    def throw(self, number: int, faces: str = "", *, sure: bool = True) -> StepStatus:
        dice = lying(faces or TURNS[number], SPOTS if number % 2 else OTHER_SPOTS)
        self.sitting.lay(Seen(die.face, die.x, die.y, sure=sure) for die in dice)
        return self.refreshed()

    def refreshed(self) -> StepStatus:
        """The step once all that happened so far has reached it, refreshed."""
        self.sitting.caught_up()
        return refreshed(self.step)


@pytest.fixture
def trial(tmp_path: Path) -> Iterator[Trial]:
    trial = Trial(tmp_path, ManualClock())
    yield trial
    trial.sitting.close()


def throws(status: StepStatus) -> list[Mapping[str, Any]]:
    told = status.facts["throws"]
    assert isinstance(told, list)
    return told


def faces(throw: Mapping[str, Any]) -> str:
    return " ".join(die["face"] for die in throw["dice"])


def test_five_throws_make_a_report_that_is_kept(trial: Trial, tmp_path: Path) -> None:
    before = trial.refreshed()
    assert not before.satisfied
    assert before.findings[0].grade == "warn"

    trial.step.do(StartTrial())
    for number, turn in enumerate(TURNS):
        status = trial.throw(number)
        assert faces(throws(status)[-1]) == turn
        assert status.facts["left"] == 4 - number

    assert status.satisfied
    assert [str(finding.sentence) for finding in status.findings] == [
        "25 of 25 dice were read correctly and with certainty."
    ]
    assert not trial.sitting.table.tray.leased
    later = trial.begun_again(tmp_path).poll()
    assert later.satisfied
    assert later.findings == status.findings
    assert later.facts["report"] == status.facts["report"]


def test_throws_are_taken_in_and_reported_though_nobody_asks(trial: Trial, tmp_path: Path) -> None:
    trial.step.do(StartTrial())

    for number, turn in enumerate(TURNS):
        trial.sitting.camera.lay(lying(turn, SPOTS if number % 2 else OTHER_SPOTS))
    trial.sitting.caught_up()

    status = trial.step.poll()
    assert [faces(throw) for throw in throws(status)] == list(TURNS)
    assert (status.satisfied, status.leased) == (True, False)
    assert ResultFile(tmp_path).load("throws") is not None
    assert not trial.sitting.table.tray.leased


def test_a_status_is_told_without_renewing_the_lease_or_writing_anything(trial: Trial, tmp_path: Path) -> None:
    trial.step.do(StartTrial())
    trial.throw(0)
    trial.clock.advance(5)
    before = sorted(tmp_path.rglob("*"))

    assert trial.step.poll() == trial.step.poll()

    assert trial.sitting.table.tray.due_in() == LEASE_S - 5
    assert sorted(tmp_path.rglob("*")) == before
    trial.step.refresh()
    assert trial.sitting.table.tray.due_in() == LEASE_S


def test_a_result_that_the_disk_refuses_is_told_and_kept_later(trial: Trial, tmp_path: Path) -> None:
    blocked = ResultFile(tmp_path).path
    blocked.mkdir()
    wizard = Wizard((trial.step,), SkipFile(tmp_path))
    trial.sitting.table.pass_leases_on(wizard)
    trial.step.do(StartTrial())
    for number, turn in enumerate(TURNS):
        trial.sitting.camera.lay(lying(turn, SPOTS if number % 2 else OTHER_SPOTS))
    trial.sitting.caught_up()
    assert "cannot be saved" in str(wizard.poll("throws").findings[0].sentence)

    blocked.rmdir()
    assert wizard.refresh("throws").state == "done"
    assert ResultFile(tmp_path).load("throws") is not None


def test_a_report_of_another_source_says_nothing_of_this_one(trial: Trial) -> None:
    trial.step.do(StartTrial())
    for number in range(5):
        trial.throw(number)

    trial.sitting.camera.source = "usb:1"
    trial.step.do(StopTrial())

    assert not trial.refreshed().satisfied


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

    trial.step.do(ConfirmFace(0, 1, "6"))
    status = trial.refreshed()
    assert not status.satisfied
    assert "2" in str(status.findings[1].sentence)
    assert "6 as 2" in str(status.findings[1].sentence)
    assert DARK in status.findings

    trial.step.do(ConfirmFace(0, 1, "2"))
    assert trial.refreshed().satisfied
    trial.step.do(ConfirmFace(3, 0, NO_DIE))
    trial.step.do(ReportMissed(3, 1))
    status = trial.refreshed()
    assert not status.satisfied
    assert throws(status)[3]["missed"] == 1
    assert throws(status)[3]["dice"][0]["outcome"] == "none"


def test_doubtful_dice_are_no_fault_and_not_good(trial: Trial) -> None:
    trial.step.do(StartTrial())
    for number in range(5):
        status = trial.throw(number, sure=number != 2)

    assert not status.satisfied
    assert [finding.grade for finding in status.findings[:2]] == ["warn", "warn"]


def test_light_and_lens_are_measured_to_advise_by() -> None:
    camera_setup = ScriptedCameraSetup(
        to_measure=(Checked("light", Mark.BAD, 12.0, sentence="It is too dark (12 of 255)."),)
    )

    (found,) = measured(camera_setup)

    assert (found.id, found.grade, found.number) == ("light", "bad", 12.0)
    assert camera_setup.measured == camera_setup.to_measure


def test_dice_taken_out_of_the_tray_are_no_throw(trial: Trial) -> None:
    trial.step.do(StartTrial())
    thrown = lying("1 2 3 4 5", OTHER_SPOTS)
    trial.sitting.lay(thrown)
    assert len(throws(trial.refreshed())) == 1

    trial.sitting.lay(thrown[:3])
    assert len(throws(trial.refreshed())) == 1
    trial.sitting.lay(())
    assert len(throws(trial.refreshed())) == 1
    assert len(throws(trial.throw(1))) == 2


def test_what_lies_there_when_the_trial_begins_is_no_throw(trial: Trial) -> None:
    trial.sitting.lay(lying("1 2 3 4 5"))
    trial.step.do(StartTrial())

    assert throws(trial.refreshed()) == []


def test_a_throw_that_was_none_is_left_out_and_asked_for_again(trial: Trial) -> None:
    trial.step.do(StartTrial())
    for number in range(5):
        trial.throw(number)
    picture = throws(trial.refreshed())[1]["dice"][0]["picture"]

    trial.step.do(LeaveOut(1))

    status = trial.refreshed()
    assert [faces(throw) for throw in throws(status)] == [TURNS[0], *TURNS[2:]]
    assert trial.step.file(picture) is None
    assert (status.facts["running"], status.facts["left"]) == (True, 1)
    assert trial.sitting.table.tray.leased
    assert trial.throw(1).satisfied


def test_the_simulated_tray_throws_when_it_is_asked(trial: Trial) -> None:
    trial.step.do(StartTrial())
    with pytest.raises(TableRefusal, match="only watches"):
        trial.step.do(TrialThrow())
    trial.sitting.camera.can_throw = True
    trial.sitting.camera.script = ["1 2 3 4 5", "1 2 3 4 5"]

    for _ in range(2):
        trial.step.do(TrialThrow())
        status = trial.refreshed()

    assert [faces(throw) for throw in throws(status)] == ["1 2 3 4 5"] * 2
    assert trial.sitting.camera.throws == [(), ()]


def test_nothing_is_thrown_before_the_trial_or_while_dice_move(trial: Trial) -> None:
    trial.sitting.camera.can_throw = True
    with pytest.raises(TableRefusal, match="Start the five throws first"):
        trial.step.do(TrialThrow())

    trial.step.do(StartTrial())
    trial.sitting.camera.report(TrayMoving())
    with pytest.raises(TableRefusal, match="still moving"):
        trial.step.do(TrialThrow())

    assert trial.sitting.camera.throws == []


def test_a_page_that_sleeps_gives_the_tray_back_and_may_go_on_later(trial: Trial) -> None:
    trial.step.do(StartTrial())
    trial.throw(0)
    trial.clock.advance(LEASE_S)
    trial.sitting.table.tray.release()  # as the table does by itself then
    trial.sitting.lay(lying("6 6 6 6 6"))
    assert len(throws(trial.step.poll())) == 1

    status = trial.refreshed()

    assert len(throws(status)) == 1
    assert trial.sitting.table.tray.leased
    assert len(throws(trial.throw(1))) == 2


def test_a_camera_that_is_lost_is_told_until_it_is_back(trial: Trial) -> None:
    trial.step.do(StartTrial())
    trial.sitting.camera.report(CameraLost("The cable is out."))
    (told,) = trial.refreshed().findings
    assert (told.grade, str(told.sentence)) == ("bad", "Camera lost. The cable is out.")

    trial.sitting.camera.report(CameraBack())
    trial.sitting.camera.report(TraySettled(Settled(lying("6 6 6 6 6"), thrown=False)))
    assert trial.refreshed().findings[0].grade == "warn"
    assert throws(trial.refreshed()) == []
    assert len(throws(trial.throw(1))) == 1


def test_a_trial_that_is_stopped_leaves_the_report_before_it(trial: Trial) -> None:
    trial.step.do(StartTrial())
    for number in range(5):
        report = trial.throw(number).facts["report"]
    trial.step.do(StartTrial())
    trial.throw(0)

    trial.step.do(StopTrial())

    status = trial.refreshed()
    assert status.satisfied
    assert status.facts["report"] == report
    assert throws(status) == []
    assert not trial.sitting.table.tray.leased


def test_the_set_in_use_learns_what_was_corrected_once(trial: Trial) -> None:
    trial.sitting.camera.dice.in_use = "ivory"
    trial.step.do(StartTrial())
    for number in range(5):
        trial.throw(number)
    with pytest.raises(TableRefusal, match="nothing to learn"):
        trial.step.do(LearnCorrections())

    trial.step.do(ConfirmFace(0, 1, "6"))
    trial.step.do(ConfirmFace(0, 2, NO_DIE))
    trial.step.do(ConfirmFace(1, 0, "2"))  # as it was read
    assert trial.refreshed().facts["corrections"] == 1
    trial.step.do(LearnCorrections())

    ((face, example),) = trial.sitting.camera.dice.learnt
    assert face == "6"
    assert b"face='2'" in example
    assert trial.refreshed().facts["corrections"] == 0


def test_ordinary_dice_and_dice_that_lean_teach_nothing(trial: Trial) -> None:
    trial.step.do(StartTrial())
    trial.sitting.lay(replace(die, trouble="cocked") for die in lying("1 2 3 4 5", OTHER_SPOTS))
    trial.refreshed()
    trial.step.do(ConfirmFace(0, 1, "6"))
    assert trial.refreshed().facts["corrections"] == 0

    trial.sitting.camera.dice.in_use = "ivory"
    assert trial.refreshed().facts["corrections"] == 0


@pytest.mark.parametrize(
    "action",
    [
        ConfirmFace(0, 5, "1"),
        ConfirmFace(0, -1, "1"),
        ConfirmFace(9, 0, "1"),
        ConfirmFace(0, 0, "7"),
        ReportMissed(0, 99),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(trial: Trial, action: object) -> None:
    trial.step.do(StartTrial())
    before = trial.throw(0)

    with pytest.raises(TableRefusal):
        trial.step.do(action)

    assert trial.refreshed() == before

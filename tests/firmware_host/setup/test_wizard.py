"""The setup as a list of steps: what is done, skipped and to do, and what is remembered."""

import json
from pathlib import Path
from typing import ClassVar

import pytest

from firmware_host.setup import Finding, SkipFile, Step, StepStatus, Wizard
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease.tray import TrayObservation
from firmware_host.words import Words, say

STILL = TrayObservation("still", 1, None, leased=True)


class Roof(Step):
    """A step that is satisfied once somebody said so, and may leak."""

    id: ClassVar[str] = "roof"
    title: ClassVar[Words] = say("The roof")

    def __init__(self) -> None:
        self.tight = False
        self.fault: Exception | None = None
        self.leak: Exception | None = None
        self.refreshed = 0
        self.happened: list[TrayObservation | int] = []

    def poll(self) -> StepStatus:
        if self.fault is not None:
            raise self.fault
        return StepStatus(self.tight, (Finding("Tiles are missing.", "bad", 3.0, "tiles"),), {"tiles": 3})

    def refresh(self) -> None:
        if self.leak is not None:
            raise self.leak
        self.refreshed += 1

    def on_tray(self, observation: TrayObservation) -> None:
        if self.leak is not None:
            raise self.leak
        self.happened.append(observation)

    def on_press(self, button: int) -> None:
        self.happened.append(button)

    def do(self, action: object) -> None:
        if action != "mend":
            super().do(action)
        if self.fault is not None:
            raise self.fault
        self.tight = True


class Cellar(Roof):
    id: ClassVar[str] = "cellar"
    title: ClassVar[Words] = say("The cellar")


@pytest.fixture
def roof() -> Roof:
    return Roof()


@pytest.fixture
def wizard(roof: Roof, tmp_path: Path) -> Wizard:
    return Wizard((roof, Cellar()), SkipFile(tmp_path))


def test_steps_are_shown_in_order_without_measuring(wizard: Wizard, roof: Roof) -> None:
    assert [(step.id, step.state) for step in wizard.show()] == [("roof", "open"), ("cellar", "open")]
    wizard.poll("roof")
    assert roof.refreshed == 0
    wizard.refresh("roof")
    assert roof.refreshed == 1


def test_what_may_change_a_step_is_announced_and_what_only_asks_is_not(roof: Roof, tmp_path: Path) -> None:
    announced: list[int] = []
    wizard = Wizard((roof,), SkipFile(tmp_path), lambda: announced.append(roof.refreshed))
    wizard.show()
    wizard.poll("roof")
    assert announced == []
    wizard.refresh("roof")
    wizard.skip("roof")
    wizard.on_press(1)
    wizard.on_tray(STILL)
    assert announced == [1, 1, 1, 1]
    assert roof.happened == [1, STILL]


def test_a_refresh_that_fails_is_a_finding_until_one_works(wizard: Wizard, roof: Roof) -> None:
    wizard.do("roof", "mend")
    roof.leak = OSError("It rains.")
    assert wizard.refresh("roof").findings == (Finding("It rains.", "bad"),)
    assert wizard.poll("roof").state == "open"
    assert wizard.poll("roof").facts == {"tiles": 3}
    roof.leak = None
    assert wizard.refresh("roof").state == "done"


def test_a_step_that_fails_at_what_happens_keeps_nothing_from_the_others(roof: Roof, tmp_path: Path) -> None:
    cellar = Cellar()
    wizard = Wizard((roof, cellar), SkipFile(tmp_path))
    roof.leak = TableRefusal(say("It rains."))
    wizard.on_tray(STILL)
    assert cellar.happened == [STILL]
    assert wizard.poll("roof").findings == (Finding("It rains.", "bad"),)


def test_what_a_step_found_is_told(wizard: Wizard) -> None:
    shown = wizard.poll("roof")
    assert (shown.title, shown.findings[0].number, shown.facts) == ("The roof", 3.0, {"tiles": 3})


def test_an_action_is_done_and_the_step_told_as_it_stands_then(wizard: Wizard) -> None:
    assert wizard.do("roof", "mend").state == "done"


def test_a_step_refuses_what_it_does_not_know(wizard: Wizard) -> None:
    with pytest.raises(TableRefusal, match="nothing to do"):
        wizard.do("roof", "paint")
    with pytest.raises(TableRefusal, match="no step “attic”"):
        wizard.poll("attic")


def test_a_skipped_step_stays_so_until_it_is_taken_up_or_done(wizard: Wizard, roof: Roof, tmp_path: Path) -> None:
    assert wizard.skip("roof").state == "skipped"
    again = Wizard((roof,), SkipFile(tmp_path))
    assert again.poll("roof").state == "skipped"
    assert again.skip("roof", skipped=False).state == "open"
    wizard.skip("roof")
    assert wizard.do("roof", "mend").state == "done"
    roof.tight = False
    assert wizard.poll("roof").state == "skipped"


@pytest.mark.parametrize("fault", [OSError("The ladder is gone."), TableRefusal(say("The ladder is gone."))])
def test_a_step_that_fails_is_a_finding_and_the_others_are_shown(wizard: Wizard, roof: Roof, fault: Exception) -> None:
    roof.fault = fault
    first, second = wizard.show()
    assert (first.state, first.findings) == ("open", (Finding("The ladder is gone.", "bad"),))
    assert second.findings[0].sentence == "Tiles are missing."
    with pytest.raises(TableRefusal, match="The ladder is gone"):
        wizard.do("roof", "mend")


@pytest.mark.parametrize("content", ["{", "[]", '{"version": 2, "skipped": []}', '{"version": 1, "skipped": [5]}'])
def test_a_damaged_memory_is_passed_over_and_written_anew(tmp_path: Path, content: str) -> None:
    memory = SkipFile(tmp_path)
    memory.path.write_text(content)
    assert memory.load() == frozenset()
    memory.keep({"rail", "dice"})
    assert memory.load() == {"rail", "dice"}
    assert json.loads(memory.path.read_text()) == {"version": 1, "skipped": ["dice", "rail"]}


def test_a_disk_that_refuses_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "full").write_text("")
    with pytest.raises(TableRefusal, match="cannot be saved"):
        SkipFile(tmp_path / "full").keep({"rail"})

"""The setup as a list of steps: what is done, skipped and to do, and what is remembered."""

import json
from pathlib import Path
from typing import ClassVar

import pytest

from firmware_host.table.errors import TableRefusal
from firmware_host.table.setup import Finding, SkipFile, Standing, Step, Wizard
from firmware_host.words import Words, say


class Roof(Step):
    """A step that is satisfied once somebody said so, and may leak."""

    id: ClassVar[str] = "roof"
    title: ClassVar[Words] = say("The roof")

    def __init__(self) -> None:
        self.tight = False
        self.fault: Exception | None = None
        self.looked: list[bool] = []

    def look(self, *, afresh: bool) -> Standing:
        self.looked.append(afresh)
        if self.fault is not None:
            raise self.fault
        return Standing(self.tight, (Finding("Tiles are missing.", "bad", 3.0, "tiles"),), {"tiles": 3})

    def do(self, deed: object) -> None:
        if deed != "mend":
            super().do(deed)
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
    assert roof.looked == [False]
    wizard.show(afresh=True)
    wizard.look("roof")
    assert roof.looked == [False, True, True]


def test_what_a_step_found_is_told(wizard: Wizard) -> None:
    shown = wizard.look("roof")
    assert (shown.title, shown.findings[0].number, shown.facts) == ("The roof", 3.0, {"tiles": 3})


def test_a_deed_is_done_and_the_step_told_as_it_stands_then(wizard: Wizard) -> None:
    assert wizard.do("roof", "mend").state == "done"


def test_a_step_refuses_what_it_does_not_know(wizard: Wizard) -> None:
    with pytest.raises(TableRefusal, match="nothing to be done"):
        wizard.do("roof", "paint")
    with pytest.raises(TableRefusal, match="no step “attic”"):
        wizard.look("attic")


def test_a_skipped_step_stays_so_until_it_is_taken_up_or_done(wizard: Wizard, roof: Roof, tmp_path: Path) -> None:
    assert wizard.skip("roof").state == "skipped"
    again = Wizard((roof,), SkipFile(tmp_path))
    assert again.look("roof").state == "skipped"
    assert again.skip("roof", skipped=False).state == "open"
    wizard.skip("roof")
    assert wizard.do("roof", "mend").state == "done"
    roof.tight = False
    assert wizard.look("roof").state == "skipped"


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
    with pytest.raises(TableRefusal, match="cannot be kept"):
        SkipFile(tmp_path / "full").keep({"rail"})

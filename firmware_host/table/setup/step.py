"""What a step of the setup is, and what it tells of itself. Plain values only."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Literal

from firmware_host.table.errors import TableRefusal
from firmware_host.words import Words, say

Grade = Literal["ok", "warn", "bad"]
"""How it stands with one thing: right, doubtful but good enough to play, or to be put right."""

StepState = Literal["done", "skipped", "open"]

Facts = Mapping[str, object]
"""What a step's own controls need: JSON values by name; texts that are Words are told in the page's language."""

NO_FACTS: Facts = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found: a sentence that says what it is and, where it is not right, what to do.

    `number` with its `unit` is what was measured, None where nothing was.
    """

    sentence: str
    grade: Grade = "ok"
    number: float | None = None
    unit: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How it stands with a step: whether it is satisfied, and what was found."""

    satisfied: bool
    findings: tuple[Finding, ...] = ()
    facts: Facts = field(default_factory=lambda: NO_FACTS)


class Step(ABC):
    """One step of the setup. Calls may come from many threads at once."""

    id: ClassVar[str]
    """Its name in addresses and files, such as "tray"."""

    title: ClassVar[Words]
    """What it is called on the page, such as "Find the tray"."""

    @abstractmethod
    def look(self, *, afresh: bool) -> Standing:
        """Tell how it stands.

        `afresh`: somebody has this step before them, so what takes a second to measure is measured anew; otherwise
        what was measured last is told, or nothing at all. May raise what devices raise (`devices.DEVICE_ERRORS`).
        """

    def do(self, deed: object) -> None:  # noqa: ARG002 - a step to look at has nothing to be done
        """Do what was asked in this step, one of its own deeds; DiceTableError, with nothing changed, where refused."""
        raise TableRefusal(say("There is nothing to be done in this step. Reload the page and try again."))

    def file(self, name: str) -> bytes | None:  # noqa: ARG002 - most steps have none
        """Return a picture or paper of this step by its name, such as "sheet-a4.pdf"; None where there is none."""
        return None

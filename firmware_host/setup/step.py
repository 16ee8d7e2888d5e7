"""What a step of the setup is, and the status it reports."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import ClassVar, Literal

from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease.tray import TrayObservation
from firmware_host.words import Words

Grade = Literal["ok", "warn", "bad"]
"""How good one thing is: right, doubtful but good enough to play, or to be put right."""

StepState = Literal["done", "skipped", "open"]

Facts = Mapping[str, object]
"""What a step's own controls need: JSON values by name; Words among them are shown in the page's language."""

NO_FACTS: Facts = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found: a sentence that says what it is and, if it is not right, what to do.

    `number`, in `unit`, is what was measured; None if nothing was.
    """

    sentence: str
    grade: Grade = "ok"
    number: float | None = None
    unit: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class StepStatus:
    """Whether a step is satisfied, and what was found.

    `leased`: it needs the tray or the panel. Refresh it every few seconds, or the game gets them back.
    """

    satisfied: bool
    findings: tuple[Finding, ...] = ()
    facts: Facts = field(default_factory=lambda: NO_FACTS)
    leased: bool = False


class Step(ABC):
    """One step of the setup. Calls may come from many threads at once.

    Its status changes by `refresh` and `do`, and by what happens in the tray and at the panel while the setup has
    leased them: the table's thread passes that on to `on_tray` and `on_press`, in the order in which it happens.
    """

    id: ClassVar[str]
    """Its name in addresses and files, such as "tray"."""

    title: ClassVar[Words]
    """Its name on the page, such as "Mark the tray"."""

    @abstractmethod
    def poll(self) -> StepStatus:
        """Return the status as far as it is known. Changes nothing, measures nothing and does not wait for a device.

        May raise what devices raise (`device_text.DEVICE_ERRORS`).
        """

    def refresh(self) -> None:  # noqa: B027 - some steps know all they need without measuring
        """Measure what `poll` reports, and renew the lease that the step needs. Takes up to some seconds.

        May raise what devices raise.
        """

    def do(self, action: object) -> None:  # noqa: ARG002 - some steps have no actions
        """Carry out one of the step's actions; DiceTableError, with nothing changed, if it is refused."""
        # not for players
        raise TableRefusal("There is nothing to do in this step. Reload the page and try again.")

    def on_tray(self, observation: TrayObservation) -> None:  # noqa: B027 - most steps need no tray
        """Take in what happens in the leased tray.

        The first observation is of what lies there when the lease begins, the last one, no longer `leased`, of what
        lies there when it ends.
        """

    def on_press(self, button: int) -> None:  # noqa: B027 - most steps need no panel
        """Take in that a button (from 0, from the left) of the leased panel was pressed."""

    def file(self, name: str) -> bytes | None:  # noqa: ARG002 - most steps have none
        """Return a picture or document of this step by its name, such as "sheet-a4.pdf"; None if there is none."""
        return None

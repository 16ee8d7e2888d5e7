"""The setup as a list of steps, the same for the page and for the command line."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock

from firmware_host.errors import DiceTableError
from firmware_host.setup.once import OnceEach
from firmware_host.setup.skip_file import SkipFile
from firmware_host.setup.step import Facts, Finding, Step, StepState, StepStatus
from firmware_host.table.device_text import DEVICE_ERRORS, sentence_of
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease.tray import TrayObservation
from firmware_host.words import Words

ERRORS = (DiceTableError, *DEVICE_ERRORS)


@dataclass(frozen=True, slots=True)
class StepView:
    """A step as pages and the command line show it.

    `state` is "done" if it is satisfied, else "skipped" if people chose so, else "open". `leased` as in StepStatus.
    """

    id: str
    title: Words
    state: StepState
    findings: tuple[Finding, ...]
    facts: Facts
    leased: bool = False


class Wizard:
    """The steps in order, and which of them are skipped. Calls may come from many threads at once.

    `changed` is called, from any thread, after everything that may have changed what a step reports.
    """

    def __init__(self, steps: Sequence[Step], memory: SkipFile, changed: Callable[[], None] = lambda: None) -> None:
        self._steps = {step.id: step for step in steps}
        self._memory = memory
        self._changed = changed
        self._skipping = Lock()
        self._once = OnceEach()
        self._faults: dict[str, Finding] = {}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the steps, in order."""
        return tuple(self._steps)

    def show(self) -> tuple[StepView, ...]:
        """Return the status of every step as far as it is known; changes nothing."""
        skipped = self._memory.load()
        return tuple(self._view(step, skipped) for step in self._steps.values())

    def poll(self, step: str) -> StepView:
        """Return the status of one step as far as it is known; changes nothing."""
        return self._view(self._step(step), self._memory.load())

    def refresh(self, step: str) -> StepView:
        """Measure one step and renew its lease; what a device refuses becomes a finding, until the next refresh."""
        chosen = self._step(step)
        if self._attempt(chosen, chosen.refresh):
            self._faults.pop(step, None)
        self._changed()
        return self.poll(step)

    def do(self, step: str, action: object, request: str = "") -> StepView:
        """Carry out an action in a step, and refresh it; DiceTableError if the action is refused.

        An action that comes again with the id of the same request has the same outcome, and is not carried out again.
        """
        with _refusing():
            self._once.do(request, lambda: self._step(step).do(action))
        return self.refresh(step)

    def skip(self, step: str, *, skipped: bool = True) -> StepView:
        """Skip a step from now on, or take it up again."""
        self._step(step)
        with self._skipping:
            kept = self._memory.load() - {step}
            self._memory.keep(kept | {step} if skipped else kept)
        self._changed()
        return self.poll(step)

    def on_tray(self, observation: TrayObservation) -> None:
        """Pass on to the steps what happens in the leased tray (see `Step.on_tray`)."""
        for step in self._steps.values():
            self._attempt(step, partial(step.on_tray, observation))
        self._changed()

    def on_press(self, button: int) -> None:
        """Pass on to the steps that a button of the leased panel was pressed."""
        for step in self._steps.values():
            self._attempt(step, partial(step.on_press, button))
        self._changed()

    def file(self, step: str, name: str) -> bytes | None:
        """Return a picture or document of a step, None if there is none; DiceTableError if it cannot be had."""
        with _refusing():
            return self._step(step).file(name)

    def _step(self, step: str) -> Step:
        try:
            return self._steps[step]
        except KeyError:
            # not for players
            raise TableRefusal(f"The setup has no step “{step}”. Reload the page and try again.") from None

    def _attempt(self, step: Step, work: Callable[[], None]) -> bool:
        """Let a step work, and keep what goes wrong as its finding; tells whether it worked."""
        try:
            work()
        except ERRORS as error:
            self._faults[step.id] = _fault(error)
            return False
        return True

    def _view(self, step: Step, skipped: frozenset[str]) -> StepView:
        try:
            status = step.poll()
        except ERRORS as error:
            status = StepStatus(False, (_fault(error),))
        fault = self._faults.get(step.id)
        if fault is not None:
            status = replace(status, satisfied=False, findings=(fault,))
        state: StepState = "done" if status.satisfied else "skipped" if step.id in skipped else "open"
        return StepView(step.id, step.title, state, status.findings, status.facts, status.leased)


def _fault(error: Exception) -> Finding:
    return Finding(error.sentence if isinstance(error, DiceTableError) else sentence_of(error), "bad")


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn what a device raises into a refusal with its sentence."""
    try:
        yield
    except DiceTableError:
        raise
    except DEVICE_ERRORS as error:
        raise TableRefusal(sentence_of(error)) from error

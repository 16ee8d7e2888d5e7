"""The setup as a list of steps, the same for the page and for the command line."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Lock

from firmware_host.errors import DiceTableError
from firmware_host.table.devices import DEVICE_ERRORS, sentence_of
from firmware_host.table.errors import TableRefusal
from firmware_host.table.setup.memory import SkipFile
from firmware_host.table.setup.step import Facts, Finding, Standing, Step, StepState
from firmware_host.words import Words, say


@dataclass(frozen=True, slots=True)
class StepShown:
    """A step as pages and the command line show it.

    `state` is "done" where it is satisfied, else "skipped" where people said so, else "open".
    """

    id: str
    title: Words
    state: StepState
    findings: tuple[Finding, ...]
    facts: Facts


class Wizard:
    """The steps in order, and which of them are skipped. Calls may come from many threads at once."""

    def __init__(self, steps: Sequence[Step], memory: SkipFile) -> None:
        self._steps = {step.id: step for step in steps}
        self._memory = memory
        self._changing = Lock()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the steps, in order."""
        return tuple(self._steps)

    def show(self, *, afresh: bool = False) -> tuple[StepShown, ...]:
        """Tell how it stands with every step."""
        skipped = self._memory.load()
        return tuple(self._shown(step, skipped, afresh=afresh) for step in self._steps.values())

    def look(self, step: str) -> StepShown:
        """Tell how it stands with one step, measured afresh."""
        return self._shown(self._step(step), self._memory.load(), afresh=True)

    def do(self, step: str, deed: object) -> StepShown:
        """Do something in a step and tell how it stands then; DiceTableError where it is refused."""
        with _refusing():
            self._step(step).do(deed)
        return self.look(step)

    def skip(self, step: str, *, skipped: bool = True) -> StepShown:
        """Skip a step from now on, or take it up again."""
        chosen = self._step(step)
        with self._changing:
            kept = self._memory.load() - {step}
            self._memory.keep(kept | {step} if skipped else kept)
        return self._shown(chosen, self._memory.load(), afresh=False)

    def file(self, step: str, name: str) -> bytes | None:
        """Return a picture or paper of a step, None where there is none; DiceTableError where it cannot be had."""
        with _refusing():
            return self._step(step).file(name)

    def _step(self, step: str) -> Step:
        try:
            return self._steps[step]
        except KeyError:
            raise TableRefusal(
                say("There is no step “{step}” of the setup. Reload the page and try again.", step=step)
            ) from None

    @staticmethod
    def _shown(step: Step, skipped: frozenset[str], *, afresh: bool) -> StepShown:
        try:
            standing = step.look(afresh=afresh)
        except DiceTableError as error:
            standing = Standing(False, (Finding(error.sentence, "bad"),))
        except DEVICE_ERRORS as error:
            standing = Standing(False, (Finding(sentence_of(error), "bad"),))
        state: StepState = "done" if standing.satisfied else "skipped" if step.id in skipped else "open"
        return StepShown(step.id, step.title, state, standing.findings, standing.facts)


@contextmanager
def _refusing() -> Iterator[None]:
    """Let what a device raises be a refusal with its sentence."""
    try:
        yield
    except DiceTableError:
        raise
    except DEVICE_ERRORS as error:
        raise TableRefusal(sentence_of(error)) from error

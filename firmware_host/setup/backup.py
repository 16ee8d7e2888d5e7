"""Whether the games are backed up, and where."""

from collections.abc import Callable
from typing import ClassVar

from firmware_host.backup.automatic import BackupStatus
from firmware_host.backup.status_text import ONE_PLACE, copied, failed, made
from firmware_host.setup.step import Finding, Step, StepStatus
from firmware_host.words import Words, say


class BackupStep(Step):
    """Tell how the automatic backups stand, as `status` returns it; the page offers one to save beside it."""

    id: ClassVar[str] = "backup"
    title: ClassVar[Words] = say("Keep the games safe")

    def __init__(self, status: Callable[[], BackupStatus]) -> None:
        self._status = status

    def poll(self) -> StepStatus:
        """Satisfied unless a backup, or its copy in the second place, could not be made."""
        status = self._status()
        fault = failed(status)
        found = [Finding(made(status), "ok" if status.own.made else "warn", id="made")]
        if fault is not None:
            found.append(Finding(fault, "bad", id="failed"))
        found.append(_second(status))
        return StepStatus(not any(finding.grade == "bad" for finding in found), tuple(found))


def _second(status: BackupStatus) -> Finding:
    if status.second is None:
        return Finding(ONE_PLACE, "warn", id="second")
    if status.second.failure:
        return Finding(status.second.failure, "bad", id="second")
    there = copied(status)
    if there is None:
        waiting = say("The next backup is also copied to {folder}.", folder=status.second.folder)
        return Finding(waiting, "warn", id="second")
    return Finding(there, "ok" if status.apart else "warn", id="second")

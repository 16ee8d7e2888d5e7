"""Puts the setup together: its steps in order."""

from collections.abc import Callable
from pathlib import Path

from firmware_host.backup.automatic import BackupStatus
from firmware_host.setup import SkipFile, Wizard
from firmware_host.setup.backup import BackupStep
from firmware_host.setup.camera import CameraStep
from firmware_host.setup.dice import DiceStep
from firmware_host.setup.light import LightStep, measured
from firmware_host.setup.lock import LockStep
from firmware_host.setup.panel import PanelStep
from firmware_host.setup.ports import CameraSetupPort
from firmware_host.setup.rail import RailStep
from firmware_host.setup.results import ResultFile
from firmware_host.setup.throws import ThrowsStep
from firmware_host.setup.tray import TrayStep
from firmware_host.table.ports import CameraPort
from firmware_host.table.requests import UseDiceSet
from firmware_host.table.service import TableService


def open_wizard(
    table: TableService,
    camera: CameraPort,
    setup: CameraSetupPort,
    data: Path,
    backups: Callable[[], BackupStatus] | None = None,
) -> Wizard:
    """Open the setup of a table and its camera; skipped steps and results are kept in the `data` folder.

    `backups` returns how the automatic backups stand, None for a table without any.
    """
    # The network's library takes a while to load, so import it only once the address is ours.
    from firmware_host.app.enrolment import DiceEnrolment  # noqa: PLC0415

    results = ResultFile(data)
    enrolment = DiceEnrolment(data, lambda name: table.ask(UseDiceSet(name)))
    wizard = Wizard(
        (
            CameraStep(setup, table.ask),
            TrayStep(setup, table.ask),
            LightStep(setup),
            LockStep(setup, table.ask),
            DiceStep(camera, table.tray, enrolment, results),
            RailStep(setup, table.ask),
            ThrowsStep(camera, table.tray, results, lambda: measured(setup)),
            PanelStep(table.panel, results),
            *((BackupStep(backups),) if backups is not None else ()),
        ),
        SkipFile(data),
        table.setup_changed,
    )
    table.pass_leases_on(wizard)
    return wizard

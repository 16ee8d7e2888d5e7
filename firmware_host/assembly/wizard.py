"""The setup put together: its steps in order."""

from pathlib import Path

from firmware_host.table.loop import Table
from firmware_host.table.ports import Eye
from firmware_host.table.requests import UseDiceSet
from firmware_host.table.setup import SkipFile, Wizard
from firmware_host.table.setup.camera import CameraStep
from firmware_host.table.setup.dice import DiceStep
from firmware_host.table.setup.light import LightStep, measured
from firmware_host.table.setup.lock import LockStep
from firmware_host.table.setup.panel import PanelStep
from firmware_host.table.setup.rail import RailStep
from firmware_host.table.setup.results import ResultFile
from firmware_host.table.setup.throws import ThrowsStep
from firmware_host.table.setup.tray import TrayStep


def open_wizard(table: Table, eye: Eye, data: Path) -> Wizard:
    """Open the setup of a table and its eye; what was skipped, and what came of it, is kept in the `data` folder."""
    # The network's library takes a while to load: only once the address is ours.
    from firmware_host.assembly.school import DiceSchool  # noqa: PLC0415

    results = ResultFile(data)
    school = DiceSchool(data, lambda name: table.ask(UseDiceSet(name)))
    return Wizard(
        (
            CameraStep(eye.desk, table.ask),
            TrayStep(eye.desk, table.ask),
            LightStep(eye.desk),
            LockStep(eye.desk, table.ask),
            DiceStep(eye, table.lending, school, results),
            RailStep(eye.desk, table.ask),
            ThrowsStep(eye, table.lending, results, lambda: measured(eye.desk)),
            PanelStep(table.panel, results),
        ),
        SkipFile(data),
    )

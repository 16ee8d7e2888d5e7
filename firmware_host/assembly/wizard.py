"""The setup put together: its steps in order."""

from pathlib import Path

from firmware_host.table.loop import Table
from firmware_host.table.ports import Eye
from firmware_host.table.setup import SkipFile, Wizard
from firmware_host.table.setup.camera import CameraStep
from firmware_host.table.setup.light import LightStep
from firmware_host.table.setup.lock import LockStep
from firmware_host.table.setup.rail import RailStep
from firmware_host.table.setup.tray import TrayStep


def open_wizard(table: Table, eye: Eye, data: Path) -> Wizard:
    """Open the setup of a table and its eye; what was skipped is kept in the `data` folder."""
    return Wizard(
        (
            CameraStep(eye.desk, table.ask),
            TrayStep(eye.desk, table.ask),
            LightStep(eye.desk),
            LockStep(eye.desk, table.ask),
            RailStep(eye.desk, table.ask),
        ),
        SkipFile(data),
    )

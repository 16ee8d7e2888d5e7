"""`dice-table calibrate status`: the status of the setup steps, as text or JSON."""

import json
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from firmware_host.app.errors import SourceError
from firmware_host.app.setup import open_wizard
from firmware_host.app.watcher_camera import WatcherCamera, WatcherSetup
from firmware_host.cli.options import camera_option, data_option, json_option, settings_of
from firmware_host.journal.store import Journal
from firmware_host.settings import JOURNAL_FILE, PICTURE_FOLDER, Settings
from firmware_host.setup import StepView, Wizard
from firmware_host.table.pictures import Pictures
from firmware_host.table.service import TableService
from hardware.panel import open_panel
from vision.errors import VisionError
from vision.watcher import open_camera

PATIENCE = 6.0
"""Seconds to wait for a camera's first picture."""

STEP = 0.05
"""Seconds between checks for it."""


@click.command()
@camera_option
@json_option
@data_option
def command(camera: str | None, as_json: bool, data: Path | None) -> None:
    """Show the status of each setup step. Exit status 1 if any is incomplete.

    Stop the table first: two programs cannot use one camera.
    """
    sys.exit(_print_status(settings_of(camera=camera, data=data), as_json))


def _print_status(settings: Settings, as_json: bool) -> int:
    """Measure every step and print its status; exit status 1 if any is incomplete."""
    with _opened(settings) as wizard:
        for name in wizard.ids:
            wizard.refresh(name)
        steps = wizard.show()
    if as_json:
        shown = {"camera": settings.camera, "steps": [_plain(step) for step in steps]}
        click.echo(json.dumps(shown, ensure_ascii=False))
    else:
        for number, step in enumerate(steps, 1):
            click.echo(f"{number} {step.title}: {step.state}")
            for finding in step.findings:
                click.echo(f"    {finding.grade:<4} {finding.sentence}")
    return 1 if any(step.state == "open" for step in steps) else 0


@contextmanager
def _opened(settings: Settings) -> Iterator[Wizard]:
    """Open the setup with the table's own camera and files, but without its games."""
    with ExitStack() as opened:
        temporary = Path(opened.enter_context(TemporaryDirectory()))
        journal = Journal.open(temporary / JOURNAL_FILE)
        opened.callback(journal.close)
        panel = open_panel()
        opened.callback(panel.close)
        try:
            watcher = open_camera(settings.camera, data_dir=settings.data)
        except VisionError as error:
            raise SourceError(f"The source {settings.camera} cannot be opened. {error}") from error
        camera, setup = WatcherCamera(watcher), WatcherSetup(watcher.current, watcher.dice)
        table = TableService(journal, camera, panel, Pictures(temporary / PICTURE_FOLDER))
        opened.callback(table.close)
        opened.callback(camera.close)
        table.start()
        deadline = time.monotonic() + PATIENCE
        while setup.size is None and time.monotonic() < deadline:
            time.sleep(STEP)
        yield open_wizard(table, camera, setup, settings.data)


def _plain(step: StepView) -> dict[str, Any]:
    findings = [
        {
            "id": finding.id,
            "grade": finding.grade,
            "number": None if finding.number is None else round(finding.number, 3),
            "unit": finding.unit,
            "sentence": finding.sentence,
        }
        for finding in step.findings
    ]
    return {"id": step.id, "title": step.title, "state": step.state, "findings": findings}

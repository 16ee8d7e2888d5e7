"""`dice-table calibrate status`: the steps of the setup page, as lines or as data."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from firmware_host.assembly.build import JOURNAL_FILE, PICTURE_FOLDER
from firmware_host.assembly.errors import EyeError
from firmware_host.assembly.wizard import open_wizard
from firmware_host.journal.store import Journal
from firmware_host.settings import Settings
from firmware_host.table.loop import Table
from firmware_host.table.pictures import Pictures
from firmware_host.table.setup import StepShown, Wizard
from hardware.panel import open_panel
from vision.errors import VisionError
from vision.eye import open_eye

PATIENCE = 6.0
"""Seconds that a camera is given for its first picture."""

STEP = 0.05
"""Seconds between looks at whether it is there."""


def tell_status(settings: Settings, as_json: bool) -> int:
    """Print how it stands with every step, measured now; the exit status is 1 while any is to do."""
    with _opened(settings) as wizard:
        steps = wizard.show(afresh=True)
    if as_json:
        told = {"camera": settings.camera, "steps": [_plain(step) for step in steps]}
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        for number, step in enumerate(steps, 1):
            click.echo(f"{number} {step.title}: {step.state}")
            for finding in step.findings:
                click.echo(f"    {finding.grade:<4} {finding.sentence}")
    return 1 if any(step.state == "open" for step in steps) else 0


@contextmanager
def _opened(settings: Settings) -> Iterator[Wizard]:
    """The setup over the table's own camera and files, but without its games: nothing is played meanwhile."""
    with ExitStack() as opened:
        aside = Path(opened.enter_context(TemporaryDirectory()))
        journal = Journal.open(aside / JOURNAL_FILE)
        opened.callback(journal.close)
        panel = open_panel()
        opened.callback(panel.close)
        try:
            eye = open_eye(settings.camera, data_dir=settings.data)
        except VisionError as error:
            raise EyeError(f"The source {settings.camera} cannot be opened. {error}") from error
        table = Table(journal, eye, panel, Pictures(aside / PICTURE_FOLDER))
        opened.callback(table.close)
        opened.callback(eye.close)
        table.start()
        deadline = time.monotonic() + PATIENCE
        while eye.desk.size is None and time.monotonic() < deadline:
            time.sleep(STEP)
        yield open_wizard(table, eye, settings.data)


def _plain(step: StepShown) -> dict[str, Any]:
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

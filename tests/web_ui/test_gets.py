"""GET changes nothing: neither the table, nor what the setup knows, nor a file, nor a lease."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from flask import Flask, url_for

from firmware_host.app.backups import BackupDownload
from firmware_host.app.setup import open_wizard
from firmware_host.backup.automatic import AutomaticBackups
from firmware_host.clock import ManualClock
from firmware_host.setup.dice import BeginEnrolment
from firmware_host.setup.panel import StartPanelTrial
from firmware_host.setup.throws import StartTrial
from tests.firmware_host.setup.scripted_camera_setup import ScriptedCameraSetup
from tests.firmware_host.table.scripted import TWO, Sitting, lying
from web_ui.app import create_app

PARTS: Mapping[str, dict[str, Any]] = {
    "assets.file": {"fingerprint": "0123456789abcdef", "name": "game.css"},
    "pictures.picture": {"name": "none.jpg"},
    "printing.empty": {"rules": "crag"},
    "setup.poll": {"step": "light"},
    "setup.file": {"step": "tray", "name": "sheet-a4.pdf"},
}
"""The variable parts of addresses, by endpoint."""


class House:
    """A table with its setup and its pages, and every lease taken."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = ManualClock()
        self.sitting = Sitting(folder, clock=self.clock)
        self.camera_setup = ScriptedCameraSetup()
        backups = AutomaticBackups(folder)
        self.wizard = open_wizard(self.sitting.table, self.sitting.camera, self.camera_setup, folder, backups.status)
        self.app: Flask = create_app(self.sitting.table, self.wizard, lambda: b"PK", backup=BackupDownload(self.folder))
        self.sitting.table.ask(TWO)
        self.sitting.lay(lying("1 2 3 4 5"))
        self.wizard.do("dice", BeginEnrolment("Old dice", "pips"))
        self.wizard.do("throws", StartTrial())
        self.wizard.do("panel", StartPanelTrial())
        self.sitting.lay(lying("6 6 5 5 4"))
        self.sitting.caught_up()

    def state(self) -> object:
        """All that a request might have changed."""
        files = {
            path: path.read_bytes()
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and not path.name.endswith("-shm")  # in which SQLite notes who reads what
        }
        leases = self.sitting.table.tray.due_in(), self.sitting.table.panel.due_in()
        return self.sitting.caught_up(), leases, files, deepcopy(self.camera_setup), self.sitting.camera.throws[:]

    def addresses(self) -> list[str]:
        """An address of every endpoint that takes GET, and those of all steps."""
        with self.app.test_request_context():
            routes = [
                url_for(rule.endpoint, **PARTS.get(rule.endpoint, {}))
                for rule in self.app.url_map.iter_rules()
                if "GET" in (rule.methods or ())
            ]
        return [*routes, "/events?setup", *(f"/api/setup/{step}" for step in self.wizard.ids)]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.sitting.close()


def test_no_get_changes_anything(house: House) -> None:
    client = house.app.test_client()
    house.clock.advance(3)  # a lease renewed from now on would show
    before = house.state()
    for address in house.addresses():
        answer = client.get(address, buffered=False)
        for _ in zip(range(3), answer.iter_encoded(), strict=False):
            pass  # a stream has no end; its first events are all that it says unasked
        answer.close()
        assert answer.status_code < 500, address
        assert house.state() == before, address


def test_a_post_does(house: House) -> None:
    house.clock.advance(3)
    before = house.state()
    house.app.test_client().post("/api/setup/throws/refresh", json={})
    assert house.state() != before

"""The backup on the setup page: offered where there is one, made piece by piece, refused with a sentence."""

from collections.abc import Generator
from datetime import UTC, datetime
from pathlib import Path

from firmware_host.backup.automatic import BackupStatus, PlaceStatus
from firmware_host.backup.errors import BackupError
from firmware_host.setup import Wizard
from firmware_host.setup.backup import BackupStep
from firmware_host.words import say
from tests.web_ui.fake_table import FakeTable, Skipped
from web_ui.app import create_app

MADE = datetime(2026, 5, 1, 22, 30, tzinfo=UTC)
OWN = PlaceStatus(Path("/data/backups"), MADE, "", overdue=False)
ADDRESS = "/setup/backup.zip"


class Making:
    """A backup of two pieces, or a refusal."""

    def __init__(self) -> None:
        self.asked: list[bool] = []
        self.closed = 0
        self.refusal = ""

    def __call__(self, *, pictures: bool) -> Generator[bytes, None, None]:
        self.asked.append(pictures)
        if self.refusal:
            raise BackupError(self.refusal)
        try:
            yield b"PK"
            yield b"end"
        finally:
            self.closed += 1


def wizard(table: FakeTable, status: BackupStatus, folder: Path) -> Wizard:
    return Wizard((*table.steps, BackupStep(lambda: status)), Skipped(folder))


def test_it_is_offered_in_a_step_of_its_own_and_streamed(table: FakeTable, tmp_path: Path) -> None:
    making = Making()
    client = create_app(table, wizard(table, BackupStatus(OWN, 12, 3.25), tmp_path), backup=making).test_client()
    page = client.get("/setup").text
    assert (f'href="{ADDRESS}"' in page, f'href="{ADDRESS}?pictures=1"' in page, making.asked) == (True, True, [])

    answer = client.get(ADDRESS)
    with_pictures = client.get(f"{ADDRESS}?pictures=1", buffered=False)
    with_pictures.close()

    assert (answer.data, answer.mimetype, answer.headers["Cache-Control"]) == (b"PKend", "application/zip", "no-store")
    assert answer.headers["Content-Disposition"].startswith("attachment; filename=dice-table-2")
    assert (making.asked, making.closed) == ([False, True], 2)


def test_what_keeps_it_from_being_made_is_a_sentence(table: FakeTable, tmp_path: Path) -> None:
    making = Making()
    making.refusal = say("Another backup is being saved right now. Try again when it is done.")
    client = create_app(table, wizard(table, BackupStatus(OWN, 1, 1.0), tmp_path), backup=making).test_client()
    answer = client.get(ADDRESS)
    assert (answer.status_code, answer.json) == (409, {"error": making.refusal})


def test_without_any_there_is_none(table: FakeTable) -> None:
    client = create_app(table, table.wizard).test_client()
    assert ADDRESS not in client.get("/setup").text
    assert client.get(ADDRESS).status_code == 404


def test_the_step_tells_how_the_backups_stand(table: FakeTable, tmp_path: Path) -> None:
    second = PlaceStatus(Path("/media/stick"), MADE, "", overdue=False)
    status = BackupStatus(OWN, 12, 3.25, second, apart=True)
    told = create_app(table, wizard(table, status, tmp_path)).test_client().get("/api/setup/backup").json
    assert told is not None
    assert told["state"] == "done"
    assert [finding["grade"] for finding in told["findings"]] == ["ok", "ok"]
    assert "12 backups take 3.2 MB in /data/backups." in told["findings"][0]["text"]
    assert told["findings"][1]["text"].startswith("A copy was put into /media/stick on 2026-05-0")

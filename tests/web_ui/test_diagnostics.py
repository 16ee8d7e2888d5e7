"""The diagnostics on the setup page: offered where there are any."""

from tests.web_ui.fake_table import FakeTable
from web_ui.app import create_app

ADDRESS = "/setup/diagnostics.zip"


def test_the_zip_is_offered_and_made_when_it_is_asked_for(table: FakeTable) -> None:
    made = []

    def make() -> bytes:
        made.append(True)
        return b"PK"

    client = create_app(table, table.wizard, make).test_client()

    assert ADDRESS in client.get("/setup").text
    assert made == []
    answer = client.get(ADDRESS)
    assert (answer.data, answer.mimetype, answer.headers["Cache-Control"]) == (b"PK", "application/zip", "no-store")


def test_without_any_nothing_is_offered(table: FakeTable) -> None:
    client = create_app(table, table.wizard).test_client()

    assert ADDRESS not in client.get("/setup").text
    assert client.get(ADDRESS).status_code == 404

"""The games on the setup page, to be saved elsewhere: offered while their disk can only be read."""

from flask.testing import FlaskClient

from tests.web_ui.fake_table import FakeTable

ADDRESS = "/setup/journal.sqlite"


def test_the_games_are_offered_while_they_are_not_saved(client: FlaskClient, table: FakeTable) -> None:
    table.unsaved = b"SQLite format 3"
    assert ADDRESS in client.get("/setup").text
    answer = client.get(ADDRESS)
    assert (answer.data, answer.headers["Cache-Control"]) == (b"SQLite format 3", "no-store")


def test_games_that_are_saved_are_not_given_away(client: FlaskClient) -> None:
    assert ADDRESS not in client.get("/setup").text
    assert client.get(ADDRESS).status_code == 404

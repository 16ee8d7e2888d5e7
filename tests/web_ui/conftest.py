"""The page's server over a table in memory."""

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from firmware_host.game.commands import StartGame
from tests.web_ui.fake_table import TWO, FakeTable
from web_ui.app import create_app


@pytest.fixture
def table() -> Iterator[FakeTable]:
    """No game yet."""
    table = FakeTable()
    yield table
    table.close()


@pytest.fixture
def playing(table: FakeTable) -> FakeTable:
    """Ann and Ben play; Ann has rolled 2 3 3 5 3."""
    table.ask(StartGame(TWO))
    return table


@pytest.fixture
def client(table: FakeTable) -> FlaskClient:
    return create_app(table, table.wizard).test_client()

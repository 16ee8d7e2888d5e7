"""The requests that were carried out, stored with their events."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.game.commands import Place, Player
from firmware_host.game.events import GameStarted, HoldSet, Rolled
from firmware_host.journal import store
from firmware_host.journal.errors import JournalConflictError
from firmware_host.journal.store import Journal, KeptRequest

START = GameStarted("g1", "poker-dice", {}, "pips", (Player("Ana", "#112233"),))
FIRST, SECOND = KeptRequest("first", "g1/1"), KeptRequest("second", "g1/1")
GOLDEN = Path(__file__).parents[2] / "data/golden"


def test_a_request_is_stored_with_its_events(journal: Journal, path: Path) -> None:
    journal.append("g1", [START], 0, FIRST)
    journal.append("g1", [HoldSet(0, held=True)], 1)
    journal.append("g1", [HoldSet(1, held=True)], 2, SECOND)
    journal.close()
    with closing(Journal.open(path)) as again:
        assert again.requests() == (FIRST, SECOND)


def test_a_request_without_events_is_not_stored(journal: Journal) -> None:
    journal.append("g1", [], 0, FIRST)
    assert journal.requests() == ()


def test_events_that_are_not_stored_leave_their_request_out(journal: Journal) -> None:
    journal.append("g1", [START], 0)
    with pytest.raises(JournalConflictError):
        journal.append("g1", [HoldSet(0, held=True)], 0, FIRST)
    with pytest.raises(ValueError, match="JSON"):
        journal.append("g1", [Rolled((1,), (False,), (Place(float("nan"), 0.0, 1.0),), None)], 1, FIRST)
    assert journal.requests() == ()


def test_old_requests_are_forgotten(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "REQUESTS_KEPT", 3)
    monkeypatch.setattr(store, "FORGOTTEN_TOGETHER", 2)
    journal.append("g1", [START], 0)
    for number in range(1, 8):
        journal.append("g1", [HoldSet(0, held=True)], number, KeptRequest(f"tap {number}", "g1/1"))
    assert [request.id for request in journal.requests()] == ["tap 5", "tap 6", "tap 7"]
    with closing(sqlite3.connect(journal.path)) as raw:
        assert raw.execute("SELECT count(*) FROM request").fetchall() == [(4,)], "two go together, every second time"


@pytest.mark.parametrize("name", ["table", "pulled"])
def test_a_journal_that_knows_no_requests_is_opened_and_stores_them_from_now_on(tmp_path: Path, name: str) -> None:
    shutil.copytree(GOLDEN / name, tmp_path / name)
    path = tmp_path / name / "journal.sqlite"
    with closing(Journal.open(path)) as journal:
        assert journal.requests() == ()
        game = journal.games()[0]
        journal.append(game.id, [HoldSet(0, held=True)], game.events, FIRST)
        assert journal.requests() == (FIRST,)

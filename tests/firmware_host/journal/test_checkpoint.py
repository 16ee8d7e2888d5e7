import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.game.commands import Player
from firmware_host.game.events import Event, GameStarted, HoldSet
from firmware_host.journal.checkpoint import checkpoint
from firmware_host.journal.errors import JournalError
from firmware_host.journal.store import Journal

GAME: list[Event] = [
    GameStarted("g1", "poker-dice", {}, "pips", (Player("Ana", "#112233"),)),
    *(HoldSet(die, held=True) for die in range(50)),
]


def test_after_it_the_file_alone_holds_every_game(journal: Journal, path: Path, tmp_path: Path) -> None:
    journal.append("g1", GAME, 0)
    shutil.copy(path, tmp_path / "before.sqlite")
    with closing(Journal.open(tmp_path / "before.sqlite")) as alone:
        assert alone.games() == ()

    assert checkpoint(path)

    shutil.copy(path, tmp_path / "after.sqlite")
    with closing(Journal.open(tmp_path / "after.sqlite")) as alone:
        assert alone.events("g1") == tuple(GAME)
    assert path.with_name(f"{path.name}-wal").stat().st_size == 0
    assert journal.append("g1", [HoldSet(0, held=False)], 51) == 52


def test_while_somebody_reads_nothing_is_given_up(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.journal.checkpoint.PATIENCE_S", 0.0)
    journal.append("g1", GAME, 0)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM event").fetchone() == (51,)
        journal.append("g1", [HoldSet(0, held=False)], 51)
        assert not checkpoint(path)
        assert reader.execute("SELECT count(*) FROM event").fetchone() == (51,)
    assert len(journal.events("g1")) == 52


def test_a_journal_that_is_gone_is_not_made_anew(tmp_path: Path) -> None:
    with pytest.raises(JournalError):
        checkpoint(tmp_path / "journal.sqlite")
    assert list(tmp_path.iterdir()) == []

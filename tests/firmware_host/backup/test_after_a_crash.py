"""An evening ends in a crash, which leaves the journal's log; then somebody brings an older copy back."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware_host.backup.archive import save
from firmware_host.backup.errors import RestoreError
from firmware_host.backup.restoring import restore
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Player
from firmware_host.game.events import Event, GameStarted, HoldSet
from firmware_host.journal.copying import copy_journal
from firmware_host.journal.store import Journal
from tests.firmware_host.backup.conftest import ended_with, hashes, play, rows, write

GAMES, EVENTS = 6, 40
DIED = 9


def events(game: str, count: int) -> list[Event]:
    start = GameStarted(game, "poker-dice", {}, "pips", (Player("Ana", "#112233"),))
    return [start, *(HoldSet(number, held=True) for number in range(count - 1))]


def play_and_die(data: Path, games: range) -> None:
    journal = Journal.open(data / "journal.sqlite")
    for game in games:
        journal.append(f"g{game}", events(f"g{game}", EVENTS), 0)
    os._exit(DIED)


def crash(data: Path, games: range) -> None:
    """Play games in a process that dies without closing anything."""
    assert ended_with(play_and_die, data, games) == DIED
    assert (data / "journal.sqlite-wal").stat().st_size > 0


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three games that were closed well, backed up, and copied by hand in two ways; then three more, and a crash."""
    folder = tmp_path / "data"
    for game in range(3):
        play(folder, f"g{game}", EVENTS)
    save(folder, tmp_path / "saved.zip", pictures=False)
    copy_journal(folder / "journal.sqlite", tmp_path / "online.sqlite")
    shutil.copy(folder / "journal.sqlite", tmp_path / "by_hand.sqlite")
    crash(folder, range(3, GAMES))
    return folder


def test_restore_sets_the_log_aside_and_brings_back_exactly_what_was_saved(data: Path, tmp_path: Path) -> None:
    _, restored = restore(data, tmp_path / "saved.zip")
    with closing(Journal.open(data / "journal.sqlite")) as journal:
        assert [kept.id for kept in journal.games()] == ["g2", "g1", "g0"]
        assert journal.notices == ()
    assert restored.aside is not None
    with closing(Journal.open(restored.aside / "journal.sqlite")) as crashed:
        assert [kept.id for kept in crashed.games()] == [f"g{game}" for game in reversed(range(GAMES))]


def test_a_journal_by_itself_is_restored_with_its_own_log_and_all_else_stays(data: Path, tmp_path: Path) -> None:
    write(data, {"settings.toml": b"port = 8001"})
    _, restored = restore(data, tmp_path / "by_hand.sqlite")
    assert len(rows(data)) == 3 + 3 * EVENTS
    assert (data / "settings.toml").read_bytes() == b"port = 8001"
    assert restored.aside is not None
    restore(data, restored.aside / "journal.sqlite")
    assert len(rows(data)) == GAMES + GAMES * EVENTS
    before = hashes(data)
    sqlite3.connect(tmp_path / "foreign.sqlite").execute("CREATE TABLE photo (name)")
    (tmp_path / "cut.sqlite").write_bytes((tmp_path / "online.sqlite").read_bytes()[:9000])
    for name in ("foreign.sqlite", "cut.sqlite"):
        with pytest.raises(RestoreError, match=rf"{name} was not restored\..* Nothing was changed\.$"):
            restore(data, tmp_path / name)
    assert hashes(data) == before


def opened(data: Path) -> tuple[dict[str, tuple[Event, ...]], str]:
    """Return the games of a journal and what was said as it was opened: notices, or why it was not."""
    try:
        with closing(Journal.open(data / "journal.sqlite")) as journal:
            return {kept.id: journal.events(kept.id) for kept in journal.games()}, " ".join(journal.notices)
    except DiceTableError as refusal:
        return {}, str(refusal)


def by_hand(data: Path, copy: Path) -> None:
    shutil.copy(copy, data / "journal.sqlite")


def without_its_log(data: Path, copy: Path) -> None:
    for ending in ("-wal", "-shm"):
        (data / f"journal.sqlite{ending}").unlink()
    by_hand(data, copy)


@pytest.mark.parametrize("copy", ["online.sqlite", "by_hand.sqlite"])
@pytest.mark.parametrize("put", [by_hand, without_its_log])
def test_a_copy_put_in_place_by_hand_is_opened_whole_or_told_never_another_game(
    data: Path, tmp_path: Path, put: Callable[[Path, Path], None], copy: str
) -> None:
    written = {f"g{game}": tuple(events(f"g{game}", EVENTS)) for game in range(GAMES)}
    put(data, tmp_path / copy)
    found, told = opened(data)
    assert found.items() <= written.items()
    assert found.keys() >= {"g0", "g1", "g2"} or "dice-table restore" in told
    assert told or found == written
    restore(data, tmp_path / "saved.zip")
    assert len(rows(data)) == 3 + 3 * EVENTS

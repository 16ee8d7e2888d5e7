from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.game.commands import Player
from firmware_host.game.events import GameStarted, HoldSet
from firmware_host.journal.mark import SYNC_S, Mark, MarkFile, mark_path, read_mark
from firmware_host.journal.store import Journal

START = GameStarted("g1", "poker-dice", {}, "pips", (Player("Ana", "#112233"),))
MARK, NEXT = Mark(41, bytes(range(16))), Mark(42, bytes(16))


def test_the_mark_is_the_last_one_written(tmp_path: Path, clock: ManualClock) -> None:
    path = tmp_path / "journal.sqlite"
    file = MarkFile(path, MARK, clock)
    assert read_mark(path) == MARK
    file.write(NEXT)
    assert read_mark(path) == NEXT
    file.close()
    MarkFile(path, Mark(3, bytes(16)), clock).close()
    assert read_mark(path) == Mark(3, bytes(16))


@pytest.mark.parametrize("slot", [0, 512])
def test_a_torn_write_leaves_the_mark_before_it(tmp_path: Path, clock: ManualClock, slot: int) -> None:
    path = tmp_path / "journal.sqlite"
    file = MarkFile(path, MARK, clock)
    for number in (42, 43):
        file.write(Mark(number, bytes(16)))
    file.close()
    content = bytearray(mark_path(path).read_bytes())
    content[slot + 20] ^= 1
    mark_path(path).write_bytes(content)
    found = read_mark(path)
    assert found is not None
    assert found.number == (43 if slot == 0 else 42)


def test_what_is_no_mark_says_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    assert read_mark(path) is None
    mark_path(path).write_bytes(b"DTM1 and more of that" * 60)
    assert read_mark(path) is None


def test_the_mark_is_synced_now_and_then_and_at_the_end(tmp_path: Path, clock: ManualClock) -> None:
    file = MarkFile(tmp_path / "journal.sqlite", MARK, clock)
    for number in range(42, 52):
        file.write(Mark(number, bytes(16)))
    assert (file.writes, file.syncs) == (10, 0)
    clock.advance(SYNC_S)
    file.write(Mark(52, bytes(16)))
    file.write(Mark(53, bytes(16)))
    assert file.syncs == 1
    file.close()
    assert file.syncs == 2


def test_the_mark_never_runs_ahead_of_the_journal(
    journal: Journal, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal.append("g1", [START], 0)
    before = read_mark(path)

    def torn(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(MarkFile, "write", torn)
    with pytest.raises(KeyboardInterrupt):
        journal.append("g1", [HoldSet(0, held=True)], 1)
    monkeypatch.undo()
    assert read_mark(path) == before
    journal.close()

    again = Journal.open(path)
    assert again.notices == ()
    assert len(again.events("g1")) == 2
    again.close()


def test_a_mark_that_cannot_be_written_stops_nothing(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("firmware_host.journal.mark.os.write", full)
    assert journal.append("g1", [START], 0) == 1
    assert journal.append("g1", [HoldSet(0, held=True)], 1) == 2
    assert caplog.text.count("No space left on device") == 1

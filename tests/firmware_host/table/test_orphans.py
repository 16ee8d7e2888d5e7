"""What a kill leaves is swept up at the next start; what may tell of a lost evening stays."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.game.commands import Player
from firmware_host.game.events import GameStarted, Rolled
from firmware_host.journal.store import Journal
from firmware_host.table.orphans import DAY_S, sweep_drafts, sweep_pictures

FIRST, LOST, LAST, LATER = (f"2026010{day}T120000x000{day}" for day in (1, 2, 3, 4))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """Two games; in the last there were two rolls."""
    opened = Journal.open(tmp_path / "journal.sqlite")
    for game, rolls in ((FIRST, 1), (LAST, 2)):
        start = GameStarted(game, "yatzy", {}, "pips", (Player("Ana", "#112233"),))
        throws = [Rolled((1,) * 5, (False,) * 5, (), f"{game}-{number}.jpg") for number in range(1, rolls + 1)]
        opened.append(game, [start, *throws], 0)
    yield opened
    opened.close()


def save(pictures: Path, game: str, *files: str) -> None:
    (pictures / game).mkdir(parents=True, exist_ok=True)
    for name in files:
        (pictures / game / name).write_bytes(b"jpeg")


def there(pictures: Path) -> set[str]:
    return {str(path.relative_to(pictures)) for path in pictures.rglob("*") if path.is_file()}


def test_a_roll_that_never_reached_the_journal_and_drafts_are_swept_up(tmp_path: Path, journal: Journal) -> None:
    pictures = tmp_path / "pictures"
    save(pictures, FIRST, "1.jpg", "1-0.jpg")
    save(pictures, LAST, "1.jpg", "2.jpg", "2-0.jpg", "3-0.jpg", "3.zip", "3.jpg", ".3-1.jpg.0a1b2c3d.part", "mine.txt")
    sweep_pictures(pictures, journal)
    assert there(pictures) == {
        *(f"{FIRST}/{name}" for name in ("1.jpg", "1-0.jpg")),
        *(f"{LAST}/{name}" for name in ("1.jpg", "2.jpg", "2-0.jpg", "mine.txt")),
    }


def test_pictures_of_more_rolls_than_the_journal_knows_are_evidence(tmp_path: Path, journal: Journal) -> None:
    pictures = tmp_path / "pictures"
    save(pictures, LAST, "1.jpg", "2.jpg", "3.jpg", "4.jpg")
    before = there(pictures)
    sweep_pictures(pictures, journal)
    assert there(pictures) == before


def test_only_one_roll_of_an_unknown_game_among_known_ones_goes(tmp_path: Path, journal: Journal) -> None:
    pictures = tmp_path / "pictures"
    save(pictures, LOST, "1.jpg", "1-0.jpg")
    save(pictures, LATER, "1.jpg")
    sweep_pictures(pictures, journal)
    assert there(pictures) == {f"{LATER}/1.jpg"}, "a game after all others tells of a journal that was put back"
    save(pictures, LOST, "1.jpg", "2.jpg")
    sweep_pictures(pictures, journal)
    assert len(there(pictures)) == 3


def test_without_a_game_in_the_journal_nothing_is_swept(tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    empty = Journal.open(tmp_path / "journal.sqlite")
    save(pictures, LOST, "1.jpg", ".2.jpg.0a1b2c3d.part")
    sweep_pictures(pictures, empty)
    empty.close()
    assert len(there(pictures)) == 2


def test_nothing_is_swept_on_a_disk_that_can_only_be_read(tmp_path: Path, journal: Journal) -> None:
    pictures = tmp_path / "pictures"
    save(pictures, LAST, "3.jpg")
    unsaved = Journal.open(journal.path, read_only=lambda _: True)
    sweep_pictures(pictures, unsaved)
    unsaved.close()
    assert len(there(pictures)) == 1


def test_drafts_of_other_files_go_when_nobody_can_be_writing_them(tmp_path: Path) -> None:
    for name in (".tray.json.0a1b2c3d.part", ".tray.json.0a1b2c3e.part", ".notes.part"):
        (tmp_path / name).write_bytes(b"half")
    for name in (".tray.json.0a1b2c3d.part", ".notes.part"):
        then = (tmp_path / name).stat().st_mtime - 2 * DAY_S
        os.utime(tmp_path / name, (then, then))
    sweep_drafts((tmp_path, tmp_path / "nowhere"))
    assert there(tmp_path) == {".tray.json.0a1b2c3e.part", ".notes.part"}

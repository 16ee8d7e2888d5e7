"""What gives way when the disk is short of room, in which order, and what never does."""

from pathlib import Path

import pytest

from firmware_host.table.disk_room import LIMITS, MEGABYTE, DiskRoom, free_bytes
from tests.firmware_host.table.scripted import OTHER_SPOTS, TWO, Sitting, lying

GAMES = ("20260101T120000x0001", "20260102T120000x0002", "20260103T120000x0003")


class Disk:
    """A disk of so many bytes, with so many of them taken by others, on which only `folder` lies."""

    def __init__(self, folder: Path, size: int, others: int = 0) -> None:
        self.folder = folder
        self.size = size
        self.others = others

    def free(self, _folder: Path) -> int:
        ours = sum(path.stat().st_size for path in self.folder.rglob("*") if path.is_file())
        return max(0, self.size - self.others - ours)


def save_game(pictures: Path, game: str, rolls: int = 2, size: int = MEGABYTE) -> None:
    (pictures / game).mkdir(parents=True)
    for number in range(1, rolls + 1):
        with (pictures / game / f"{number}.jpg").open("wb") as file:
            file.truncate(size - 1000)
        (pictures / game / f"{number}-0.jpg").write_bytes(b"d" * 1000)


def there(pictures: Path) -> tuple[str, ...]:
    return tuple(sorted(path.name for path in pictures.iterdir()))


def test_the_oldest_whole_games_go_where_pictures_take_more_than_they_may(tmp_path: Path) -> None:
    for game in GAMES:
        save_game(tmp_path, game)
    DiskRoom(tmp_path, most=6 * MEGABYTE).tidy()
    assert there(tmp_path) == GAMES
    DiskRoom(tmp_path, most=5 * MEGABYTE).tidy()
    assert there(tmp_path) == GAMES[1:]
    assert len(list((tmp_path / GAMES[1]).iterdir())) == 4


def test_the_game_being_played_keeps_its_pictures_whatever_the_limit(tmp_path: Path) -> None:
    for game in GAMES:
        save_game(tmp_path, game)
    room = DiskRoom(tmp_path, most=0)
    room.begin(GAMES[0])
    room.tidy()
    assert there(tmp_path) == GAMES[:1]


def test_pictures_give_way_before_logs_and_the_journal_never(tmp_path: Path) -> None:
    pictures, journal, log = tmp_path / "pictures", tmp_path / "journal.sqlite", tmp_path / "log.1"
    for game in GAMES:
        save_game(pictures, game)
    journal.write_bytes(b"j" * 1000)
    log.write_bytes(b"l" * 1000)
    disk = Disk(tmp_path, 10**9, others=10**9 - LIMITS.wanted - 4 * MEGABYTE)
    room = DiskRoom(pictures, 10**9, (log,), disk.free)
    room.tidy()
    assert there(pictures) == GAMES[2:], "two games of two megabytes make room for what is wanted"
    assert log.exists()
    disk.others = 10**9 - LIMITS.last - 10_000
    room.tidy()
    assert there(pictures) == ()
    assert log.exists(), "there is room again without it"
    disk.others = 10**9 - LIMITS.last + 1000
    room.tidy()
    assert not log.exists()
    assert journal.exists()


def test_files_of_others_stay(tmp_path: Path) -> None:
    save_game(tmp_path, GAMES[0])
    (tmp_path / GAMES[0] / "notes.txt").write_text("Grandma's best evening")
    (tmp_path / GAMES[0] / ".1.jpg.0a1b2c3d.part").write_bytes(b"half")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "linked").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "elsewhere" / "1.jpg").write_bytes(b"mine")
    room = DiskRoom(tmp_path, most=0)
    room.begin("elsewhere")
    room.tidy()
    assert [path.name for path in (tmp_path / GAMES[0]).iterdir()] == ["notes.txt"]
    assert (tmp_path / "linked" / "1.jpg").exists()


def test_near_the_end_the_page_says_so_and_pictures_come_back_by_themselves(tmp_path: Path) -> None:
    disk = Disk(tmp_path, 10**9)
    room = DiskRoom(tmp_path / "pictures", 10**9, (), disk.free)
    with Sitting(tmp_path, room=room) as sitting:
        sitting.table.ask(TWO)
        first = sitting.lay(lying("1 2 3 4 5"))
        assert first.tray.notices == ()
        assert len(first.tray.pictures) == 5
        disk.others = 10**9 - LIMITS.last
        second = sitting.lay(lying("2 2 3 4 5", OTHER_SPOTS))
        assert second.game is not None
        assert second.game.rolls_used == 2, "play goes on"
        assert second.tray.pictures == ()
        (notice,) = second.tray.notices
        assert "almost full (7 MB free)" in notice.text
        disk.others -= LIMITS.back - LIMITS.last - MEGABYTE
        assert room.for_pictures() is False, "a little more is no reason to begin again"
        disk.others -= 2 * MEGABYTE
        third = sitting.lay(lying("3 2 3 4 5"))
        assert third.game is not None
        assert third.game.rolls_used == 3
        assert third.tray.notices == ()
        assert len(third.tray.pictures) == 5


def test_the_page_hears_of_room_without_a_throw(tmp_path: Path) -> None:
    disk = Disk(tmp_path, 10**9, others=10**9)
    room = DiskRoom(tmp_path, 10**9, (), disk.free)
    heard: list[int] = []
    room.start(lambda: heard.append(len(room.notices())))
    room.close()
    assert len(room.notices()) == 1
    disk.others = 0
    room.tidy()
    assert heard == [0]


def test_a_disk_that_cannot_be_asked_is_no_reason_to_save_nothing(tmp_path: Path) -> None:
    def free(_folder: Path) -> int:
        raise OSError("gone")

    room = DiskRoom(tmp_path, 10**9, (), free)
    assert room.for_pictures()
    assert room.notices() == ()


@pytest.mark.parametrize("folder", [".", "new/folder"])
def test_room_is_told_of_folders_to_come_too(tmp_path: Path, folder: str) -> None:
    assert free_bytes(tmp_path / folder) > 0


def test_a_disk_that_can_only_be_read_is_told_and_the_evening_is_played_in_memory(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_host.journal.memory.MEMORY", tmp_path_factory.mktemp("memory"))
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(TWO)
        sitting.lay(lying("1 2 3 4 5"))
        before = sitting.table.snapshot()
        assert sitting.table.unsaved_games() is None
    there = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*"))
    room = DiskRoom(tmp_path / "pictures", 10**9, read_only=lambda _: True)
    with Sitting(tmp_path, room=room, read_only=lambda _: True) as sitting:
        shown = sitting.table.snapshot()
        assert shown.game == before.game
        (notice,) = shown.tray.notices
        assert "saved nowhere" in notice.text
        shown = sitting.lay(lying("2 2 3 4 5", OTHER_SPOTS))
        assert shown.game is not None
        assert shown.game.rolls_used == 2
        assert shown.tray.pictures == ()
        assert "not saved" not in shown.tray.message, "it is said once, not with every roll"
        games = sitting.table.unsaved_games()
    assert sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*")) == there
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "journal.sqlite").write_bytes(games or b"")
    with Sitting(tmp_path / "elsewhere") as sitting:
        assert sitting.table.snapshot().game == shown.game
        assert sitting.table.snapshot().tray.notices == ()

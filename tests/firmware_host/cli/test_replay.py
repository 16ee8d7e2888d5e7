"""`dice-table replay` and `dice-table export`."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from firmware_host.cli import main
from firmware_host.game.commands import Player
from firmware_host.game.events import BoxWritten, GameAbandoned, GameStarted, HandStood, Rolled, Undone
from firmware_host.journal.store import Journal
from firmware_host.settings import JOURNAL_FILE

SCHOOL = """\
rules: school-poker
players: Ana, Bo
Ana: 6 6 1 2 4 -> pair
Bo: 1 3 2 4 4 | keep 4 4 | 4 4 4 2 6 | keep 4 4 4 | 4 4 4 4 1 -> strike low-straight
"""
BALUT = "rules: balut\nplayers: Ana\n" + "".join(
    f"Ana: {dice} -> {box}\n"
    for box, dice in (
        ("fours", "4 4 4 4 4"),
        ("fives", "5 5 5 5 5"),
        ("sixes", "6 6 6 6 6"),
        ("straight", "2 3 4 5 6"),
        ("full-house", "6 6 6 5 5"),
        ("chance", "6 6 6 6 6"),
        ("balut", "6 6 6 6 6"),
    )
    for _ in range(4)
)


def dice_table(*arguments: str | Path, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=typed)


@pytest.fixture
def replayed(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(SCHOOL, encoding="utf-8")
    return path


def test_a_game_is_replayed_as_json(replayed: Path) -> None:
    done = dice_table("replay", replayed, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert set(told) == {"rules", "players", "winners", "finished"}
    ana, bo = told["players"]
    assert set(ana) == {"name", "boxes", "bonuses", "total", "points", "rounds_won"}
    assert (ana["name"], ana["boxes"]["pair"], ana["total"]) == ("Ana", 24, 24)
    assert (bo["boxes"]["low-straight"], bo["boxes"]["ones"]) == (0, None)
    assert (told["finished"], told["winners"]) == (False, [])


def test_a_game_is_replayed_as_a_card(replayed: Path) -> None:
    lines = dice_table("replay", replayed).stdout.splitlines()
    cells = {line[:14].strip(): line[14:].split() for line in lines}
    assert cells["Pair"] == ["24", "·"]
    assert cells["Straight 1-5"] == ["·", "x"]
    assert cells["Total"] == ["24", "0"]
    assert lines[-1] == "Not finished."


def test_balut_has_slots_and_points() -> None:
    done = dice_table("replay", "-", "--json", typed=BALUT)
    (ana,) = json.loads(done.stdout)["players"]
    assert (ana["total"], ana["points"], ana["boxes"]["straight"]) == (812, 29, [20, 20, 20, 20])
    assert json.loads(done.stdout)["winners"] == ["Ana"]
    card = dice_table("replay", "-", typed=BALUT).stdout
    assert "28 28 28 28" in card
    assert card.endswith("Won by Ana.\n")


def test_a_match_has_rounds() -> None:
    text = "rules: poker-hands\noption rounds = 1\nplayers: Ana, Bo\nAna: A K Q J 9\nBo: A K Q J 10\n"
    told = json.loads(dice_table("replay", "-", "--json", typed=text).stdout)
    assert [player["rounds_won"] for player in told["players"]] == [0, 1]
    assert (told["winners"], told["finished"], told["players"][0]["boxes"]) == (["Bo"], True, {})
    assert dice_table("replay", "-", typed=text).stdout.splitlines() == [
        "Poker hands",
        "Round 1 of 1",
        "  Ana has Bust: A K Q J 9",
        "  Bo has Straight: A K Q J 10",
        "  Won by Bo.",
        "            Ana  Bo",
        "Rounds won    0   1",
        "Won by Bo.",
    ]


def test_a_roll_off_shows_its_hands_too() -> None:
    text = "rules: poker-hands\nplayers: Ana, Bo\nAna: A K Q J 9\nBo: A K Q J 9\nAna: A A K Q J\nBo: A A K K J\n"
    lines = dice_table("replay", "-", typed=text + "Bo: A A A A A\n").stdout.splitlines()
    assert [line.strip() for line in lines[1:8]] == [
        "Round 1 of 5",
        "Ana has Bust: A K Q J 9",
        "Bo has Bust: A K Q J 9",
        "Ana has One pair: A A K Q J",
        "Bo has Two pairs: A A K K J",
        "Won by Bo.",
        "Round 2 of 5",
    ]
    assert lines[8] == "  Bo has 5 of a kind: A A A A A"
    assert lines[-1] == "Not finished."


@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_a_fault_names_line_position_and_reason(replayed: Path, flags: list[str]) -> None:
    replayed.write_text(SCHOOL.replace("keep 4 4 |", "keep 4 5 |"), encoding="utf-8")
    done = dice_table("replay", replayed, *flags)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"{replayed}, line 4, position 17: 5 cannot be kept" in done.stderr


def test_a_file_that_cannot_be_read_is_a_sentence(tmp_path: Path) -> None:
    for name, content in (("gone", None), ("picture", b"\xff\xd8\xff\xe0")):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        done = dice_table("replay", tmp_path / name)
        assert done.exit_code == 2
        assert str(tmp_path / name) in done.stderr
        assert "Traceback" not in done.stderr


def test_a_byte_order_mark_is_no_fault(replayed: Path) -> None:
    replayed.write_text(SCHOOL, encoding="utf-8-sig")
    assert dice_table("replay", replayed).exit_code == 0


EVENTS = (
    GameStarted("g1", "crag", {}, "pips", (Player("Ana", "#2a6f97"), Player("Bo, the 2nd", "#97472a"))),
    Rolled((6, 6, 1), (False,) * 3, (), "g1-1.jpg"),
    BoxWritten("thirteen", 26, struck=False),
    Undone(),
    BoxWritten("crag", 50, struck=False),
    Rolled((1, 2, 3), (False,) * 3, (), "g1-2.jpg"),
)
TOLD = """\
rules: crag
players: Ana, "Bo, the 2nd"
Ana: 6 6 1 -> crag  # g1-1.jpg
# not finished: "Bo, the 2nd": 1 2 3  # g1-2.jpg
"""


def test_a_played_game_is_written_and_can_be_replayed(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / JOURNAL_FILE)
    journal.append("g1", EVENTS, 0)
    journal.close()
    done = dice_table("export", "g1", "--data", tmp_path)
    assert (done.exit_code, done.stdout) == (0, TOLD)
    again = json.loads(dice_table("replay", "-", "--json", typed=done.stdout).stdout)
    assert [player["total"] for player in again["players"]] == [50, 0]
    listed = dice_table("export", "--data", tmp_path).stdout
    assert listed.startswith("g1  ")
    assert listed.endswith("  Crag: Ana, Bo, the 2nd. Not finished.\n")
    missing = dice_table("export", "g2", "--data", tmp_path)
    assert missing.exit_code == 1
    assert "no game “g2”" in missing.stderr


def test_the_list_of_games_says_who_won(tmp_path: Path) -> None:
    start = GameStarted(
        "g1", "poker-hands", {"rounds": 1}, "poker", (Player("Ana", "#2a6f97"), Player("Bo", "#97472a"))
    )
    hands = (
        Rolled((1, 2, 3, 4, 6), (False,) * 5, (), None),
        HandStood("bust", 1),
        Rolled((6,) * 5, (False,) * 5, (), None),
    )
    journal = Journal.open(tmp_path / JOURNAL_FILE)
    journal.append("g1", (start, *hands, HandStood("five-of-a-kind", 2)), 0)
    journal.append("g2", (replace(start, game="g2"), GameAbandoned()), 0)
    journal.append("g3", (Undone(),), 0)
    journal.close()
    broken, early, won = dice_table("export", "--data", tmp_path).stdout.splitlines()
    assert won.endswith("  Poker hands: Ana, Bo. Won by Bo.")
    assert early.endswith("  Poker hands: Ana, Bo. Ended early.")
    assert broken.startswith("g3  ")
    assert "Traceback" not in broken


def test_asking_for_a_game_makes_no_journal(tmp_path: Path) -> None:
    done = dice_table("export", "g1", "--data", tmp_path)
    assert done.exit_code == 1
    assert "There are no games" in done.stderr
    assert list(tmp_path.iterdir()) == []

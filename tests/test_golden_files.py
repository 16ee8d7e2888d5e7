"""What was stored by earlier programs is read for ever: tests/data/golden/README.md tells what lies there."""

import hashlib
import json
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.browser.program import Program
from tests.data.golden.answers import ANSWERS, GOLDEN, JOURNALS, asked, kept, rows, without_words

ROOT = Path(__file__).resolve().parent.parent
KINDS = {
    "game-started": {"game", "rules", "options", "faces", "players", "house", "coach", "cocked"},
    "rolled": {"values", "kept", "places", "photo"},
    "hold-set": {"die", "held"},
    "die-corrected": {"die", "value", "was"},
    "box-written": {"box", "points", "struck", "extra"},
    "hand-stood": {"hand", "strength"},
    "time-spent": {"seat", "milliseconds"},
    "time-restored": {"seat", "milliseconds"},
    "pause-set": {"paused"},
    "undone": set(),
    "game-abandoned": set(),
}
LINES = {
    "opened", "watching", "shown", "dice", "began", "settled", "lost", "back", "skipped", "counted", "entered"
}  # fmt: skip


@pytest.fixture
def golden(tmp_path: Path) -> Path:
    """A copy of all golden files."""
    folder = tmp_path / "golden"
    shutil.copytree(GOLDEN, folder, ignore=shutil.ignore_patterns("__pycache__", "*.py"))
    return folder


@pytest.mark.parametrize("question", ANSWERS)
def test_the_program_reads_what_earlier_ones_stored(question: str, golden: Path) -> None:
    then = (GOLDEN / "answers" / question).read_text(encoding="utf-8")
    if question == "house_rules":  # it was kept with sentences that may be reworded
        then = kept(without_words(json.loads(then)))

    assert ANSWERS[question](golden) == then


@pytest.mark.parametrize("name", JOURNALS)
def test_events_are_written_as_they_stand_in_old_journals(name: str, golden: Path) -> None:
    ANSWERS["events"](golden)

    assert rows(golden / name / "again.sqlite") == rows(golden / name / "journal.sqlite")


def test_the_lines_of_a_recording_are_written_as_they_stand(golden: Path) -> None:
    parts = sorted((golden / "recording").glob("*.jsonl"))
    then = "".join(part.read_text(encoding="utf-8") for part in parts)

    assert _lines(ANSWERS["recording_lines"](golden)) == _lines(then)


def test_trays_are_written_as_they_stand(golden: Path) -> None:
    ANSWERS["trays"](golden)

    again, then = (json.loads((golden / "table" / name).read_text()) for name in ("again/tray.json", "tray.json"))
    for tray in then["trays"].values():
        tray["picture"] = None
    assert again == then


def test_every_kind_of_event_and_every_field_occurs(golden: Path) -> None:
    found: dict[str, set[str]] = {kind: set() for kind in KINDS}
    seats: set[str] = set()
    for name in (*JOURNALS, "pauses"):
        for _, _, kind, body in rows(golden / name / "journal.sqlite"):
            fields = json.loads(body)
            found[kind] |= set(fields)
            seats |= {field for player in fields.get("players", ()) for field in player}

    assert found == KINDS
    assert seats == {"name", "colour", "opponent", "advised"}


def test_every_kind_of_line_occurs(golden: Path) -> None:
    assert {line["is"] for line in _lines(ANSWERS["recording_lines"](golden))} == LINES


def test_a_journal_whose_last_events_are_in_its_log_alone_loses_none(golden: Path) -> None:
    (log,) = (golden / "pulled").glob("*-wal")
    game = asked("export", "--data", golden / "pulled").split()[0]
    whole = asked("export", game, "--data", golden / "pulled")
    shutil.copy(GOLDEN / "pulled/journal.sqlite", golden / "table/journal.sqlite")

    assert log.name == "journal.sqlite-wal"
    assert "# not finished: " in whole
    assert "# not finished: " not in asked("export", game, "--data", golden / "table")


def test_the_maker_changes_no_file_that_is_there() -> None:
    before = _hashes()

    done = subprocess.run(
        [sys.executable, "-m", "tests.data.golden.make"], capture_output=True, text=True, check=False, cwd=ROOT
    )

    assert done.returncode == 1
    assert "none is changed" in done.stderr
    assert _hashes() == before


def _hashes() -> dict[Path, str]:
    files = (path for path in GOLDEN.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _lines(text: str) -> list[dict[str, Any]]:
    """The lines of a recording; the time of day, which may be written to the millisecond, to the microsecond."""
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    return [
        {**line, "at": datetime.fromisoformat(line["at"]).isoformat()} if line["is"] == "opened" else line
        for line in lines
    ]


class TestPlaying:
    """The program itself, started on the data folder of an earlier one."""

    @pytest.fixture
    def program(self, golden: Path) -> Iterator[Program]:
        started = Program(golden / "table")
        started.start()
        yield started
        started.stop()

    def test_the_game_goes_on_where_it_was_left(self, program: Program, golden: Path) -> None:
        state = json.loads(_got(program, "api/state"))
        then = [json.loads(body) for _, _, kind, body in rows(golden / "table/journal.sqlite") if kind == "rolled"][-1]

        dice, stem = state["places"], then["photo"].removesuffix(".jpg")
        assert [die["value"] for die in dice] == then["values"]
        assert [die["held"] for die in dice] == [True, True, True, False, False]
        assert [die["picture"] for die in dice] == [None, *(f"/pictures/{stem}-{die}.jpg" for die in range(1, 5))]
        for photo in (golden / "table/pictures").rglob("*.jpg"):
            assert _got(program, f"pictures/{photo.parent.name}-{photo.name}") == photo.read_bytes()

    def test_a_browser_is_still_spoken_to_in_the_language_chosen_on_it(self, program: Program) -> None:
        assert b'<html lang="pl"' in _got(program, "", {"Cookie": "language=pl"})


def _got(program: Program, path: str, headers: dict[str, str] | None = None) -> bytes:
    request = urllib.request.Request(program.address + path, headers=headers or {})  # noqa: S310 - our own page
    with urllib.request.urlopen(request, timeout=20) as answer:  # noqa: S310
        content: bytes = answer.read()
    return content

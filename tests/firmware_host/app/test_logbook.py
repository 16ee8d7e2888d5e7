"""The log is kept in the data folder, bounded, and what it says can be had again."""

import logging
import os
import subprocess
import sys
from pathlib import Path

from firmware_host.app.log import FILE_NAME, FOLDER, MOST_BYTES, kept_log, to_file


def test_the_log_takes_no_more_than_two_files_of_bounded_size(tmp_path: Path) -> None:
    handler = to_file(tmp_path)
    record = logging.LogRecord("vision.watcher", logging.WARNING, __file__, 1, "the camera was moved " * 50, (), None)
    for _ in range(4 * MOST_BYTES // 1000):
        handler.handle(record)
    handler.close()

    files = sorted((tmp_path / FOLDER).iterdir())
    assert [file.name for file in files] == [FILE_NAME, f"{FILE_NAME}.1"]
    assert sum(file.stat().st_size for file in files) <= 2 * MOST_BYTES
    assert kept_log(tmp_path).count("\n") == sum(file.read_text().count("\n") for file in files)


def test_what_was_told_first_comes_first(tmp_path: Path) -> None:
    for name, line in ((f"{FILE_NAME}.1", "before\n"), (FILE_NAME, "after\n")):
        (tmp_path / FOLDER).mkdir(exist_ok=True)
        (tmp_path / FOLDER / name).write_text(line)

    assert kept_log(tmp_path) == "before\nafter\n"
    assert kept_log(tmp_path / "nowhere") == ""


def told(data: Path) -> str:
    """What stderr says when a program keeps its log in this folder, and tells something."""
    script = (
        "import logging, sys\n"
        "from pathlib import Path\n"
        "from firmware_host.app.log import log_to, log_to_screen\n"
        "log_to_screen()\n"
        "with log_to(Path(sys.argv[1])):\n"
        "    logging.getLogger('vision.watcher').info('a small thing')\n"
        "    logging.getLogger('vision.watcher').warning('a large thing')\n"
        "    logging.getLogger('other').info('a strange thing')\n"
        "logging.getLogger('vision.watcher').info('a late thing')\n"
    )
    answer = subprocess.run(
        [sys.executable, "-c", script, str(data)], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    return answer.stderr


def test_the_file_holds_more_than_the_screen(tmp_path: Path) -> None:
    assert told(tmp_path / "new") == "WARNING vision.watcher: a large thing\n"
    lines = kept_log(tmp_path / "new").splitlines()
    assert [line.split(" ", 2)[2] for line in lines] == [
        "INFO vision.watcher: a small thing",
        "WARNING vision.watcher: a large thing",
    ]


def test_a_folder_that_cannot_be_written_is_told_and_nothing_more(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("a file where the folder should be")

    assert "No log can be kept in" in told(tmp_path)

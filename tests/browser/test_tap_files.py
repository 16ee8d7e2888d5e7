"""Which files one tap on a box enters; the figure itself is for the command, `python -m tests.system.code_figures`."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.system.code_figures.program import Entered
from tests.system.code_figures.tap import news, tap
from tests.system.code_figures.tree import Tree

HERE = Path(__file__).parents[2]
RUNNER = HERE / "tests/system/code_figures/watched_program.py"
SMALL = {
    "small.py": """
import threading, time
import busy

def main():
    threading.Thread(target=busy.work, name="busy", args=(GO,), daemon=True).start()
    print("ready", flush=True)
    time.sleep(60)
""",
    "busy.py": """
import time

def work(go):
    while True:
        time.sleep(0.01)
        if go.exists():
            import late
            late.once()
            go.unlink()
""",
    "late.py": "import unused\ndef once(): return [number for number in range(3)]",
    "unused.py": "def never(): ...",
}


def test_files_are_noted_in_all_threads_between_begin_and_end(tmp_path: Path) -> None:
    go = tmp_path / "go"
    for name, text in SMALL.items():
        (tmp_path / name).write_text(text.replace("GO", f"__import__('pathlib').Path({str(go)!r})"), encoding="utf-8")
    program = subprocess.Popen(
        [sys.executable, "-P", str(RUNNER), "small:main"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    try:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        assert entered(program, tmp_path) == set()
        assert entered(program, tmp_path, go) == {"late.py"}
        assert entered(program, tmp_path) == set()
    finally:
        program.kill()
        program.communicate()


def entered(program: "subprocess.Popen[str]", folder: Path, go: Path | None = None) -> set[str]:
    """Return the files of the folder entered by the thread `busy`, which is let go in between where `go` is given."""
    assert program.stdin is not None
    assert program.stdout is not None
    program.stdin.write("begin\n")
    if go is not None:
        go.touch()
        while go.exists():
            time.sleep(0.01)
    program.stdin.write("end\n")
    said: dict[str, Any] = json.loads(program.stdout.readline().removeprefix("ENTERED "))
    return {
        Path(file).name
        for thread, files in said.items()
        for file in files
        if thread.startswith("busy") and Path(file).parent == folder
    }


@pytest.mark.parametrize(
    ("during", "counted"),
    [
        ({"camera": {"a.py", "b.py"}}, set()),
        ({"camera": {"a.py", "c.py"}}, {"c.py"}),
        ({"camera": {"a.py"}, "table": {"a.py", "d.py"}}, {"a.py", "d.py"}),
        ({}, set()),
    ],
)
def test_what_a_thread_did_before_is_not_the_tap(during: Entered, counted: set[str]) -> None:
    assert news({"camera": {"a.py", "b.py"}}, during) == counted


@pytest.mark.usefixtures("chromium_path")
def test_a_tap_goes_from_the_page_to_the_journal_and_back() -> None:
    with ThreadPoolExecutor(1) as own:  # the other browser tests' driver may run its loop in this thread
        found = own.submit(tap, Tree(HERE), taps=1).result()

    rooms = {"/".join(Path(file).parts[:2]) for file in found.python if not file.startswith("web_ui")}
    assert {"firmware_host/table", "firmware_host/game", "firmware_host/journal", "firmware_host/rules"} <= rooms
    assert any(file.startswith("web_ui/") for file in found.python)
    assert {file for file in found.python if not (HERE / file).is_file() or file.startswith("tests/")} == set()
    assert "static/game/actions.js" in found.javascript
    assert not any("setup" in file for file in found.javascript)

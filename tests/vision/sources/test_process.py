import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

from vision.errors import CannotThrowError, SourceLostError, SourceSpecError, SourceUnavailableError
from vision.sentence import Sentence, say
from vision.sources import ResumeState, open_in_child, process
from vision.sources.base import Lock, Report
from vision.sources.process import ChildSource
from vision.sources.simulated import SPEED_VARIABLE
from vision.sources.wire import packed_error, packed_state, unpacked_error, unpacked_state

PATIENCE = 60.0  # seconds; a busy machine is slow, a broken source says nothing at all

posix = pytest.mark.skipif(sys.platform == "win32", reason="stops and kills processes by signal")


@pytest.fixture
def child() -> Iterator[ChildSource]:
    with ChildSource("sim:seed=7") as source:
        yield source


def is_there(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked after yet does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"


def test_frames_come_through_as_they_were_taken(child: ChildSource) -> None:
    first, second = child.read(PATIENCE), child.read(PATIENCE)

    assert (first.number, second.number) == (0, 1)
    assert first.time < second.time <= time.monotonic()
    assert first.size == second.size == (1280, 960)
    assert not np.array_equal(first.image, second.image), "each has its own noise"
    assert child.is_live


def test_a_kept_frame_is_not_painted_over(child: ChildSource) -> None:
    kept = child.read(PATIENCE)
    before = kept.image.copy()

    child.read(PATIENCE)

    assert np.array_equal(kept.image, before)


def test_the_kind_of_dice_thrown_reaches_it(child: ChildSource) -> None:
    child.throw([], 5, "poker")
    child.read(PATIENCE)

    assert '"kind": "poker"' in child.report.identity
    with pytest.raises(CannotThrowError, match="show 9 10 J Q K A"):
        child.throw([(400.0, 300.0, "6")], 1)


def test_a_throw_reaches_it_and_what_it_cannot_throw_is_told(child: ChildSource) -> None:
    empty = child.read(PATIENCE).image.astype(np.int16)

    child.throw([(400.0, 300.0, "6")], 1)
    with pytest.raises(CannotThrowError, match="shows K"):
        child.throw([(400.0, 300.0, "K")])
    after = child.read(PATIENCE).image.astype(np.int16)

    assert np.abs(after - empty).max(axis=2)[280:320, 380:420].mean() > 40


def test_what_cannot_be_opened_is_told_in_its_own_words(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailableError, match="There is no folder"):
        open_in_child(f"folder:{tmp_path}/nowhere")
    with pytest.raises(SourceSpecError, match="No source is named"):
        open_in_child("telescope:1")


def test_a_process_that_dies_while_it_opens_its_source_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    dying = "import sys; print('{\"ready\": true}', flush=True); sys.stdin.readline(); sys.exit(1)"
    monkeypatch.setattr(process, "python_module", lambda *_: ([sys.executable, "-c", dying], dict(os.environ)))

    with pytest.raises(SourceUnavailableError, match="has ended"):
        ChildSource("sim")


@pytest.mark.parametrize("silent", ["pass", "print('{\"ready\": true}', flush=True)"])
def test_a_process_that_does_not_answer_is_given_up(silent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging = f"import time; {silent}; time.sleep(60)"
    monkeypatch.setattr(process, "python_module", lambda *_: ([sys.executable, "-c", hanging], dict(os.environ)))
    monkeypatch.setattr(process, "START_SECONDS", 3.0)
    monkeypatch.setattr(process, "OPEN_SECONDS", 0.2)

    with pytest.raises(SourceUnavailableError, match=r"does not start|did not respond"):
        ChildSource("sim")


@posix
def test_a_killed_process_is_a_lost_source(child: ChildSource) -> None:
    child.read(PATIENCE)

    os.kill(child.pid, signal.SIGKILL)

    with pytest.raises(SourceLostError, match="has ended"):
        child.read(PATIENCE)
    with pytest.raises(CannotThrowError, match="does not respond"):
        child.throw([])


@posix
def test_a_stopped_process_is_given_up_and_ended(child: ChildSource) -> None:
    child.read(PATIENCE)

    os.kill(child.pid, signal.SIGSTOP)

    with pytest.raises(SourceLostError, match="no picture for"):
        child.read(0.3)
    child.close()
    assert not is_there(child.pid)


def test_closing_ends_the_process_and_wakes_who_waits(child: ChildSource) -> None:
    lost = threading.Event()

    def read_on() -> None:
        try:
            while True:
                child.read(PATIENCE)
        except SourceLostError:
            lost.set()

    reader = threading.Thread(target=read_on)
    reader.start()
    child.close()
    child.close()
    reader.join(PATIENCE)

    assert lost.is_set()
    assert not is_there(child.pid)
    assert not [thread for thread in threading.enumerate() if thread.name == f"listen-{child.pid}"]


OWNER = """
import time
from vision.sources.process import ChildSource
source = ChildSource("sim:seed=7")
source.read(60.0)
print(source.pid, flush=True)
time.sleep(60)
"""


@posix
def test_it_does_not_outlive_its_owner() -> None:
    owner = subprocess.Popen([sys.executable, "-c", OWNER], stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    pid = int(owner.stdout.readline())
    assert is_there(pid)

    owner.kill()
    owner.wait(PATIENCE)
    owner.stdout.close()
    given_up = time.monotonic() + PATIENCE
    while is_there(pid) and time.monotonic() < given_up:
        time.sleep(0.02)

    assert not is_there(pid)


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="looks at file descriptors as Linux shows them")
def test_it_leaves_no_shared_memory_behind(child: ChildSource) -> None:
    child.read(PATIENCE)
    before = _descriptors()

    child.close()

    assert _descriptors() < before
    assert not [name for name in _descriptors() if "dice-table-picture" in name]


def _descriptors() -> set[str]:
    """What the open file descriptors of this process lead to."""
    names = set()
    for path in Path("/proc/self/fd").iterdir():
        with suppress(FileNotFoundError):  # the one that lists them
            names.add(str(path.readlink()))
    return names


def test_a_tray_opened_again_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SPEED_VARIABLE, "20")
    memory = ResumeState()
    pictures = []
    with open_in_child("sim", memory) as source:
        source.throw([], 5)
        source.read(PATIENCE)
        memory.report = source.report
        time.sleep(0.6)  # until they lie
        pictures.append(source.read(PATIENCE).image.astype(np.int16))

    with open_in_child("sim", memory) as source:
        pictures.append(source.read(PATIENCE).image.astype(np.int16))

    assert np.quantile(np.abs(pictures[0] - pictures[1]), 0.999) < 20, "the same dice on the same cloth"


def test_an_error_goes_over_the_wire_with_what_its_sentence_was_made_of() -> None:
    error = SourceLostError(say("{source} is lost. {why}", source="usb:0", why=say("It fell {cm} cm.", cm=40)))

    again = unpacked_error(packed_error(error, SourceLostError))
    strange = unpacked_error(packed_error(OSError("broken"), SourceLostError))

    assert isinstance(again, SourceLostError)
    assert str(again) == str(error) == "usb:0 is lost. It fell 40 cm."
    assert isinstance(again.sentence, Sentence)
    why = again.sentence.values["why"]
    assert isinstance(why, Sentence)
    assert (why.template, dict(why.values)) == ("It fell {cm} cm.", {"cm": 40})
    assert isinstance(strange, SourceLostError)
    assert str(strange) == "OSError: broken"


def test_a_memory_goes_over_the_wire_whole() -> None:
    report = Report("Camera", "usb-1234", (Lock("exposure", 157, 156), Lock("focus", None, None)))
    memory = ResumeState(12.5, report)

    assert unpacked_state(packed_state(memory)) == memory

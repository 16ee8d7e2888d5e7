"""A capture over cameras that stumble; its patience is cut short, so that nobody waits."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

from vision.errors import CannotThrowError, PictureError, SourceLostError, SourceUnavailableError
from vision.frame import Frame, Picture
from vision.geometry import Kept
from vision.sources import ResumeState, Source, capture, frame_health
from vision.sources.base import ClosableSource, Report
from vision.sources.capture import Capture

PATIENCE = 60.0  # seconds; a busy machine is slow, a broken capture says nothing at all


class Stumbling(ClosableSource):
    """Gives what `give` makes of each picture's number, 100 a second, until it is `stuck`."""

    can_throw = True
    is_live = True
    spec = "usb:0"

    def __init__(self, give: Callable[[int], Picture], report: Report) -> None:
        self.give = give
        self.report = report
        self.closed = threading.Event()
        self.count = 0
        self.timeouts: list[float] = []
        self.thrown: list[tuple[Sequence[Kept], int, str | None]] = []
        self.stuck = threading.Event()

    def throw(self, kept: Sequence[Kept], count: int = 5, kind: str | None = None) -> None:
        if self.report.name == "Clumsy":
            raise CannotThrowError("It has dropped the dice.")
        self.thrown.append((kept, count, kind))

    def read(self, timeout: float) -> Frame:
        time.sleep(0.01)
        if self.stuck.is_set():
            raise SourceLostError("no picture in time")
        self.timeouts.append(timeout)
        self.count += 1
        return Frame(self.give(self.count), time.monotonic(), self.count)

    def close(self) -> None:
        self.closed.set()


def sharp(number: int) -> Picture:
    return np.random.default_rng(number).integers(60, 90, (96, 128, 3)).astype(np.uint8)


def black(number: int) -> Picture:
    return np.random.default_rng(number).integers(0, 5, (96, 128, 3)).astype(np.uint8)


def frozen(number: int) -> Picture:  # noqa: ARG001 - it is always the same one
    return sharp(0)


def smaller(number: int) -> Picture:
    return sharp(number)[:48, :64]


def no_picture(number: int) -> Picture:
    raise PictureError(f"the camera gave {number} bytes")


class Bench:
    """Opens stumbling cameras one after the other and keeps them."""

    def __init__(self) -> None:
        self.cameras: list[Stumbling] = []
        self.memories: list[ResumeState] = []
        self.away = False
        self.name = "Camera"

    def open(self, spec: str, memory: ResumeState) -> Source:
        if self.away:
            raise SourceUnavailableError(f"no camera {spec}")
        self.memories.append(ResumeState(memory.began, memory.report))
        self.cameras.append(Stumbling(sharp, Report(self.name, f"identity {len(self.cameras)}")))
        return self.cameras[-1]


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.setattr(capture, "FIRST_RETRY", 0.01)
    monkeypatch.setattr(capture, "LAST_RETRY", 0.05)
    monkeypatch.setattr(capture, "PATIENCE", 0.2)
    monkeypatch.setattr(frame_health.FrameFault.__init__, "__defaults__", (0.2,))
    return Bench()


@pytest.fixture
def watched(bench: Bench) -> Iterator[Capture]:
    memory = ResumeState()
    watched = Capture("usb:0", bench.open, memory, bench.open("usb:0", memory))
    assert watched.newer_than(0, PATIENCE) is not None
    yield watched
    watched.close()


def until(wanted: Callable[[], bool]) -> None:
    given_up = time.monotonic() + PATIENCE
    while not wanted():
        assert time.monotonic() < given_up, "it never came to it"
        time.sleep(0.005)


@pytest.mark.parametrize(
    ("give", "why"),
    [
        (frozen, "keeps giving the same picture"),
        (smaller, "from 128 x 96 to 64 x 48 pixels"),
        (no_picture, "the camera gave"),
    ],
)
def test_a_camera_that_stumbles_on_is_lost_and_opened_anew(
    bench: Bench, watched: Capture, give: Callable[[int], Picture], why: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        bench.cameras[0].give = give
        until(lambda: len(bench.cameras) == 2 and not watched.lost)

    assert why in caplog.text
    assert bench.cameras[0].closed.is_set()
    assert bench.memories[1].report.identity == "identity 0"


def test_a_covered_lens_is_told_and_uncovered_without_opening_the_camera_anew(bench: Bench, watched: Capture) -> None:
    bench.cameras[0].give = black
    until(lambda: "black" in watched.lost)

    bench.cameras[0].give = sharp
    until(lambda: not watched.lost)

    assert len(bench.cameras) == 1


def test_a_single_false_frame_is_passed_over(bench: Bench, watched: Capture) -> None:
    seen: set[tuple[int, int]] = set()

    def now_and_then(number: int) -> Picture:
        return (smaller, black, no_picture, sharp, sharp)[number % 5](number)

    bench.cameras[0].give = now_and_then
    until(lambda: bench.cameras[0].count > 20)
    newest = watched.newest
    assert newest is not None
    number = newest.number
    while len(seen) < 5 and (taken := watched.newer_than(number, PATIENCE)) is not None:
        number = taken.number
        assert taken.frame.size == (128, 96)
        assert taken.frame.image.mean() > 50
        seen.add((taken.number, taken.frame.number))

    assert len(seen) == 5
    assert not watched.lost
    assert len(bench.cameras) == 1


def test_a_camera_that_comes_back_later_is_waited_for(bench: Bench, watched: Capture) -> None:
    bench.away = True
    bench.cameras[0].give = frozen
    until(lambda: watched.lost == "no camera usb:0")

    bench.away = False
    until(lambda: not watched.lost)

    assert watched.newest is not None
    assert len(bench.cameras) == 2


def test_only_the_first_frame_is_given_time_to_come(bench: Bench, watched: Capture) -> None:
    until(lambda: len(bench.cameras[0].timeouts) > 5)
    bench.cameras[0].give = frozen
    until(lambda: len(bench.cameras) == 2 and len(bench.cameras[1].timeouts) > 5 and not watched.lost)

    for camera in bench.cameras:
        assert camera.timeouts[0] == capture.FIRST_SECONDS
        assert set(camera.timeouts[1:]) == {capture.READ_SECONDS}


def test_while_calm_frames_come_less_often(bench: Bench, watched: Capture) -> None:
    watched.calm = True
    time.sleep(0.05)
    before = bench.cameras[0].count

    for _ in range(3):
        newest = watched.newest
        assert newest is not None
        assert watched.newer_than(newest.number, PATIENCE) is not None

    assert bench.cameras[0].count - before <= 4


KEPT = [(10.0, 20.0, "4")]


def test_a_throw_that_nothing_was_seen_of_is_made_again_when_the_source_is_back(bench: Bench, watched: Capture) -> None:
    bench.cameras[0].stuck.set()
    watched.throw(KEPT, 3, "pips")
    until(lambda: len(bench.cameras) == 2 and not watched.lost)
    until(lambda: bench.cameras[1].count > 1)
    bench.cameras[1].stuck.set()
    until(lambda: len(bench.cameras) == 3 and not watched.lost)

    assert [camera.thrown for camera in bench.cameras] == [[(KEPT, 3, "pips")], [(KEPT, 3, "pips")], []]


def test_a_throw_that_cannot_be_made_again_is_let_go(
    bench: Bench, watched: Capture, caplog: pytest.LogCaptureFixture
) -> None:
    bench.cameras[0].stuck.set()
    watched.throw(KEPT, 3, "pips")
    bench.name = "Clumsy"
    until(lambda: len(bench.cameras) == 2 and not watched.lost)

    assert "cannot throw again" in caplog.text
    with pytest.raises(CannotThrowError):
        watched.throw(KEPT, 3, "pips")
    bench.name = "Camera"
    bench.cameras[1].stuck.set()
    until(lambda: len(bench.cameras) == 3 and not watched.lost)
    assert bench.cameras[2].thrown == []

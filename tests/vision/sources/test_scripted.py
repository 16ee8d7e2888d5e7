import logging
import os
from pathlib import Path

import numpy as np
import pytest

from vision.errors import PictureError, SourceLostError, SourceUnavailableError
from vision.frame import Picture
from vision.sources.base import ResumeState
from vision.sources.pace import FrameClock
from vision.sources.scripted import ScriptedCamera

QUIET = "seed = 7\nrate = 10\n"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.toml"
    path.write_text(QUIET)
    return path


def rewrite(path: Path, text: str) -> None:
    """Write a file anew so that it is seen to have changed, however coarse the system's clock is."""
    before = path.stat().st_mtime_ns
    path.write_text(text)
    os.utime(path, ns=(before + 10**9, before + 10**9))


def with_event(**fields: object) -> str:
    values = ", ".join(f"{name} = {value!r}" for name, value in fields.items())
    return f"{QUIET}event = [{{ {values} }}]\n"


def alike(one: Picture, other: Picture) -> bool:
    """Whether two pictures differ by no more than a sensor's noise."""
    return float(np.quantile(np.abs(one.astype(np.int16) - other), 0.999)) < 20


def test_a_script_goes_on_while_the_source_is_away(script: Path, clock: FrameClock) -> None:
    script.write_text(with_event(at=10, do="throw"))
    memory = ResumeState(clock.now())
    camera = ScriptedCamera(script, clock, memory)
    empty = camera.read(1.0).image
    memory.report = camera.report
    clock.sleep(30)

    thrown = ScriptedCamera(script, clock, memory).read(1.0).image

    assert not alike(thrown, empty)
    assert alike(ScriptedCamera(script, clock, memory).read(1.0).image, thrown)


def test_dice_thrown_besides_lie_there_again_when_it_is_opened_anew(script: Path, clock: FrameClock) -> None:
    memory = ResumeState(clock.now())
    camera = ScriptedCamera(script, clock, memory)
    camera.throw([], 3)
    camera.read(1.0)
    memory.report = camera.report
    clock.sleep(5)

    assert alike(ScriptedCamera(script, clock, memory).read(1.0).image, camera.read(1.0).image)


def test_events_may_be_added_while_it_plays(script: Path, clock: FrameClock) -> None:
    camera = ScriptedCamera(script, clock)
    camera.throw([], 5)
    camera.read(1.0)
    clock.sleep(5)
    lying = camera.read(1.0).image

    rewrite(script, with_event(at=6, do="black", seconds=2))
    still_lying = camera.read(1.0).image
    clock.sleep(1)

    assert alike(still_lying, lying)
    assert not camera.read(1.0).image.any()


def test_a_change_that_cannot_be_played_is_told_in_the_log(
    script: Path, clock: FrameClock, caplog: pytest.LogCaptureFixture
) -> None:
    camera = ScriptedCamera(script, clock)
    before = camera.read(1.0).image

    with caplog.at_level(logging.WARNING):
        rewrite(script, "seed = ")
        after = camera.read(1.0).image
        camera.read(1.0)

    assert alike(after, before)
    assert len(caplog.records) == 1
    assert "played on as it was" in caplog.text


def test_a_script_that_cannot_be_played_is_refused_with_all_its_faults(script: Path) -> None:
    script.write_text("sede = 7\nrate = 0\n")

    with pytest.raises(SourceUnavailableError, match=r"sede: unknown.*; rate: 0 is out of range"):
        ScriptedCamera(script)


def test_unplugged_it_is_lost_and_cannot_be_opened_until_it_is_back(script: Path, clock: FrameClock) -> None:
    script.write_text(with_event(at=1, do="unplug", seconds=4))
    memory = ResumeState(clock.now())
    camera = ScriptedCamera(script, clock, memory)
    camera.read(1.0)
    clock.sleep(2)

    with pytest.raises(SourceLostError, match="unplugged"):
        camera.read(1.0)
    with pytest.raises(SourceUnavailableError, match="unplugged"):
        ScriptedCamera(script, clock, memory)
    clock.sleep(3)
    assert ScriptedCamera(script, clock, memory).read(1.0).number == 0


def test_a_blocked_driver_comes_back_late(script: Path, clock: FrameClock) -> None:
    script.write_text(with_event(at=0, do="block", seconds=4))
    camera = ScriptedCamera(script, clock)
    began = clock.now()

    camera.read(1.0)

    assert clock.now() - began == pytest.approx(4)


def test_where_every_frame_is_dropped_the_reader_is_told_in_time(script: Path, clock: FrameClock) -> None:
    script.write_text(with_event(at=0, do="drop", seconds=60, share=1))
    camera = ScriptedCamera(script, clock)
    began = clock.now()

    with pytest.raises(SourceLostError, match=r"no picture for 1\.5 s"):
        camera.read(1.5)

    assert clock.now() - began == pytest.approx(1.5, abs=0.11)


def test_dropped_frames_leave_gaps(script: Path, clock: FrameClock) -> None:
    script.write_text(with_event(at=0, do="drop", seconds=60, share=0.5))
    camera = ScriptedCamera(script, clock)
    began = clock.now()

    for _ in range(30):
        camera.read(1.0)

    assert 4 < clock.now() - began < 10


def test_frozen_stale_resized_and_garbled_frames(script: Path, clock: FrameClock) -> None:
    script.write_text(
        QUIET
        + """
        event = [
          { at = 1, do = "freeze", seconds = 1 },
          { at = 3, do = "stale", seconds = 1, age = 5 },
          { at = 5, do = "resize", seconds = 1, width = 320, height = 200 },
          { at = 7, do = "garble", seconds = 1 },
        ]
        """
    )
    camera = ScriptedCamera(script, clock)
    first = camera.read(1.0)
    clock.sleep(1.2)
    frozen = camera.read(1.0)
    clock.sleep(2)
    stale = camera.read(1.0)
    assert clock.now() - stale.time == pytest.approx(5)
    clock.sleep(2)
    small = camera.read(1.0)
    clock.sleep(2)
    with pytest.raises(PictureError, match="no picture"):
        camera.read(1.0)

    assert np.array_equal(frozen.image, first.image)
    assert not np.array_equal(stale.image, first.image)
    assert small.size == (320, 200)

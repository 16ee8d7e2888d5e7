from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vision.test_picture_header import png_claiming
from vision.errors import SourceUnavailableError
from vision.sources.base import ResumeState
from vision.sources.pace import FrameClock
from vision.sources.video_file import VideoFile

Film = Callable[[int, float], Path]


def test_it_plays_at_the_speed_of_the_recording(film: Film, clock: FrameClock) -> None:
    source = VideoFile(film(10, 5.0), clock)
    frames = [source.read(1.0) for _ in range(4)]

    assert [frame.image[2, 2, 0] for frame in frames] == pytest.approx([0, 10, 20, 30], abs=3)
    assert frames[3].time - frames[0].time == pytest.approx(0.6)


def test_a_picture_too_large_to_decode_is_no_video(tmp_path: Path) -> None:
    (tmp_path / "huge.png").write_bytes(png_claiming(20_000, 20_000))
    with pytest.raises(SourceUnavailableError, match=r"huge\.png is not a video"):
        VideoFile(tmp_path / "huge.png")


def test_a_slow_reader_misses_pictures_and_not_time(film: Film, clock: FrameClock) -> None:
    source = VideoFile(film(10, 5.0), clock)
    source.read(1.0)
    clock.sleep(1.0)

    assert source.read(1.0).image[2, 2, 0] == pytest.approx(50, abs=3)


def test_opened_again_it_goes_on_where_it_would_be(film: Film, clock: FrameClock) -> None:
    path = film(10, 5.0)
    source = VideoFile(path, clock)
    source.read(1.0)
    memory = ResumeState(report=source.report)
    clock.sleep(1.2)

    again = VideoFile(path, clock, memory).read(1.0)

    assert again.image[2, 2, 0] == pytest.approx(60, abs=3)


def test_it_holds_its_last_picture(film: Film, clock: FrameClock) -> None:
    source = VideoFile(film(10, 5.0), clock)
    source.read(1.0)
    clock.sleep(60)
    frames = [source.read(1.0) for _ in range(3)]

    assert source.ended
    assert [frame.image[2, 2, 0] for frame in frames] == pytest.approx([90, 90, 90], abs=3)


def test_a_missing_recording_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailableError, match="There is no file"):
        VideoFile(tmp_path / "nothing.mp4")


def test_what_is_no_recording_is_told(tmp_path: Path) -> None:
    (tmp_path / "letter.mp4").write_text("Dear reader, this is no film." * 50)

    with pytest.raises(SourceUnavailableError, match="not a video"):
        VideoFile(tmp_path / "letter.mp4")

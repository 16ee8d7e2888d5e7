import logging
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import SourceUnavailableError
from vision.sources.image_folder import ImageFolder
from vision.sources.pace import FrameClock


def corner(source: ImageFolder, clock: FrameClock, after: float = 1.0) -> int:
    """Grey level in the picture's corner, once the sliding is over."""
    source.read(1.0)
    clock.sleep(after)
    return int(source.read(1.0).image[2, 2, 0])


def test_photographs_come_by_name_and_begin_anew(folder: Path, clock: FrameClock) -> None:
    source = ImageFolder(folder, clock)
    seen = [corner(source, clock)]
    for _ in range(3):
        source.throw([])
        seen.append(corner(source, clock))

    assert seen == pytest.approx([40, 120, 200, 40], abs=2)


def test_nothing_changes_without_a_throw(folder: Path, clock: FrameClock) -> None:
    source = ImageFolder(folder, clock)

    first = source.read(1.0).image
    clock.sleep(60)

    assert np.array_equal(source.read(1.0).image, first)


def test_the_next_photograph_slides_in(folder: Path, clock: FrameClock) -> None:
    source = ImageFolder(folder, clock)
    source.read(1.0)
    source.throw([])
    source.read(1.0)
    clock.sleep(0.3)

    between = source.read(1.0).image

    assert between[2, 40, 0] == pytest.approx(40, abs=2)
    assert between[2, 280, 0] == pytest.approx(120, abs=2)


def test_broken_photographs_are_passed_over_with_a_line_in_the_log(
    folder: Path, clock: FrameClock, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "aa.jpg").write_bytes(b"\xff\xd8 cut off")
    (folder / "empty.png").touch()
    source = ImageFolder(folder, clock)
    with caplog.at_level(logging.WARNING):
        source.throw([])
        seen = corner(source, clock)

    assert seen == pytest.approx(120, abs=2)
    assert "aa.jpg" in caplog.text


def test_a_photograph_deleted_meanwhile_is_passed_over(folder: Path, clock: FrameClock) -> None:
    source = ImageFolder(folder, clock)
    (folder / "b.JPG").unlink()
    source.throw([])

    assert corner(source, clock) == pytest.approx(200, abs=2)


def test_large_photographs_are_brought_down(tmp_path: Path, clock: FrameClock) -> None:
    cv2.imwrite(str(tmp_path / "large.png"), np.zeros((1500, 4000, 3), np.uint8))

    assert ImageFolder(tmp_path, clock).read(1.0).size == (1600, 600)


def test_an_empty_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "broken.jpg").write_bytes(b"nothing")

    with pytest.raises(SourceUnavailableError, match=r"has no photos that can be read"):
        ImageFolder(tmp_path)


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailableError, match="There is no folder"):
        ImageFolder(tmp_path / "nowhere")

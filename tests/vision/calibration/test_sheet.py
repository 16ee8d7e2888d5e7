import re
import zlib

import cv2
import numpy as np
import pytest

from vision.calibration.markers import BOARD, BOARD_SQUARE, CARD_IDS, CARD_SIDE, DICTIONARY, MARKER_SIDE
from vision.calibration.pdf import MILLIMETRE, Page, pdf
from vision.calibration.sheet import PAPERS, RULER, sheet
from vision.frame import Picture

FINE = 8
"""Pixels in a millimetre of the drawn paper."""


def drawn(file: bytes) -> list[Picture]:
    """Each page as a picture, from nothing but what the file says: its boxes, its scale, its filled rectangles."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", file)
    pages = []
    for (width, height), packed in zip(boxes, re.findall(rb"stream\n(.*?)\nendstream", file, re.DOTALL), strict=True):
        content = zlib.decompress(packed).decode("cp1252")
        scale = float(content.split()[0]) / 72 * 25.4 * FINE
        size = tuple(round(float(side) / 72 * 25.4 * FINE) for side in (width, height))
        page = np.full((size[1], size[0], 3), 255, np.uint8)
        for x, y, wide, high in filled(content):
            low, left = size[1] - round(y * scale), round(x * scale)
            page[low - round(high * scale) : low, left : left + round(wide * scale)] = 0
        pages.append(page)
    return pages


def filled(content: str) -> list[tuple[float, ...]]:
    """The rectangles (x, y, width, height) of a page that are filled."""
    found, path = [], []
    for *values, operator in re.findall(r"(?:([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) )?\b(re|f|S)\b", content):
        if operator == "re":
            path.append(tuple(map(float, values)))
        else:
            found += path if operator == "f" else []
            path = []
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_the_paper_has_its_size(paper: str) -> None:
    for page in drawn(sheet(paper)):
        height, width = page.shape[:2]
        assert (width / FINE, height / FINE) == pytest.approx(PAPERS[paper], abs=0.2)


@pytest.mark.parametrize("paper", PAPERS)
def test_four_cards_are_printed_to_scale(paper: str) -> None:
    page = drawn(sheet(paper))[0]

    corners, ids, _ = cv2.aruco.ArucoDetector(DICTIONARY).detectMarkers(page)

    assert ids is not None
    assert sorted(ids.reshape(-1).tolist()) == list(CARD_IDS)
    for marker in corners:
        sides = np.linalg.norm(np.diff(marker.reshape(4, 2), axis=0), axis=1) / FINE
        assert sides == pytest.approx(MARKER_SIDE, abs=0.3)
    middles = {int(card): marker.reshape(4, 2).mean(axis=0) / FINE for card, marker in zip(ids, corners, strict=True)}
    across = middles[CARD_IDS[1]] - middles[CARD_IDS[0]]
    down = middles[CARD_IDS[3]] - middles[CARD_IDS[0]]
    assert across[0] > CARD_SIDE + 5 > 5 > abs(across[1])
    assert down[1] > CARD_SIDE + 5 > 5 > abs(down[0])
    assert all(12 < middle[0] < PAPERS[paper][0] - 12 for middle in middles.values())


@pytest.mark.parametrize("paper", PAPERS)
def test_the_board_is_printed_to_scale(paper: str) -> None:
    page = drawn(sheet(paper))[1]

    corners, ids, _, _ = cv2.aruco.CharucoDetector(BOARD).detectBoard(page)

    assert ids is not None
    assert len(ids) == 24
    reach = np.ptp(np.asarray(corners).reshape(-1, 2), axis=0) / FINE
    assert reach == pytest.approx((3 * BOARD_SQUARE, 5 * BOARD_SQUARE), abs=0.3)


def test_the_ruler_is_as_long_as_it_says() -> None:
    packed = re.findall(rb"stream\n(.*?)\nendstream", sheet("a4"), re.DOTALL)[0]
    content = zlib.decompress(packed).decode("cp1252")

    assert any(wide == RULER and high < 1 for _, _, wide, high in filled(content))
    assert "(100 mm) Tj" in content
    assert float(content.split()[0]) == pytest.approx(MILLIMETRE, abs=1e-6)


def test_viewers_are_asked_not_to_scale_and_find_every_object() -> None:
    file = sheet("letter")

    assert b"/PrintScaling /None" in file
    table = int(file.split(b"startxref\n")[1].split(b"\n")[0])
    assert file[table:].startswith(b"xref\n")
    begins = [int(line[:10]) for line in file[table:].split(b"\n")[3:] if line.endswith(b"n ")]
    assert len(begins) == 7
    for number, begin in enumerate(begins, 1):
        assert file[begin:].startswith(b"%d 0 obj\n" % number)


def test_words_with_brackets_are_written_whole() -> None:
    page = Page(100, 50)
    page.text(10, 20, 12, r"a (b) \ c")

    content = zlib.decompress(re.findall(rb"stream\n(.*?)\nendstream", pdf([page]), re.DOTALL)[0])

    assert rb"(a \(b\) \\ c) Tj" in content


def test_every_word_stays_on_the_paper() -> None:
    # Helvetica is on average half as wide as high; the widest of its letters that are in use are not together.
    for paper, (width, _) in PAPERS.items():
        for packed in re.findall(rb"stream\n(.*?)\nendstream", sheet(paper), re.DOTALL):
            content = zlib.decompress(packed).decode("cp1252")
            for size, x, words in re.findall(r"/F1 ([\d.]+) Tf ([\d.]+) [\d.]+ Td \((.*)\) Tj", content):
                assert float(x) + len(words) * float(size) * 0.5 < width - 5, words

import cv2
import numpy as np
import pytest

from tests.vision.calibration.printed import paper, pasted
from vision.calibration.lens import Lens
from vision.calibration.markers import BOARD_MODULES, BOARD_SQUARE, BOARD_SQUARES, board_modules
from vision.calibration.straightening import find_lens
from vision.errors import CalibrationError
from vision.frame import Picture

SIZE = (960, 720)
LENS = Lens(SIZE, (800.0, 800.0), (486.0, 352.0), (-0.22, 0.06), 0.0)
TILTS = ((0.0, 0.0, 0.3), (0.5, 0.2, -1.2), (-0.4, 0.5, 1.4), (0.3, -0.6, 0.1), (-0.6, -0.2, 1.7))


def photo(turn: tuple[float, float, float]) -> Picture:
    """The board before a grey wall, turned by so many radians about the three axes, as the bent lens shows it."""
    module = BOARD_SQUARE / BOARD_MODULES
    width, height = ((squares * BOARD_SQUARE) + 2 * module for squares in BOARD_SQUARES)
    edge = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    matrix = np.array([[LENS.focal[0], 0, LENS.centre[0]], [0, LENS.focal[1], LENS.centre[1]], [0, 0, 1]])
    rotation, _ = cv2.Rodrigues(np.array((0.0, 0.0, turn[2])))
    tilt, _ = cv2.Rodrigues(np.array((turn[0], turn[1], 0.0)))
    around, _ = cv2.Rodrigues(tilt @ rotation)
    corners, _ = cv2.projectPoints(
        np.column_stack([edge, np.zeros(4)]), around, np.array([0.0, 0.0, 340.0]), matrix, np.zeros(4)
    )
    wall = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    straight = pasted(wall, paper(board_modules()), np.asarray(corners, np.float64).reshape(4, 2))
    columns, rows = np.meshgrid(np.arange(SIZE[0]) + 0.5, np.arange(SIZE[1]) + 0.5)
    where = LENS.straightened(np.column_stack([columns.ravel(), rows.ravel()]) / SIZE) * SIZE - 0.5
    x, y = (where[:, axis].reshape(SIZE[::-1]).astype(np.float32) for axis in (0, 1))
    return np.asarray(cv2.remap(straight, x, y, cv2.INTER_LINEAR), np.uint8)


@pytest.fixture(scope="module")
def photos() -> list[Picture]:
    return [photo(turn) for turn in TILTS]


def test_the_lens_is_found_from_photographs_of_the_board(photos: list[Picture]) -> None:
    lens = find_lens(photos)

    assert lens.size == SIZE
    assert lens.error < 0.5
    inside = np.array([[x, y] for x in (0.15, 0.5, 0.85) for y in (0.15, 0.5, 0.85)])
    # Focus and tilt can stand in for each other a little; what counts is that straight lines become straight.
    straight, wanted = lens.straightened(inside) * SIZE, LENS.straightened(inside) * SIZE
    fitted, _ = cv2.findHomography(straight, wanted)
    assert cv2.perspectiveTransform(straight[:, None], fitted)[:, 0] == pytest.approx(wanted, abs=1.0)
    unbent, _ = cv2.findHomography(inside * SIZE, wanted)
    assert np.abs(cv2.perspectiveTransform((inside * SIZE)[:, None], unbent)[:, 0] - wanted).max() > 3


def test_photographs_that_tell_no_lens_are_refused(photos: list[Picture]) -> None:
    blank: Picture = np.full_like(photos[0], 90)
    with pytest.raises(CalibrationError, match="clear in 2 of 4 photos; 4 are needed"):
        find_lens([*photos[:2], blank, blank])
    with pytest.raises(CalibrationError, match="clear in 0 of 0"):
        find_lens([])
    with pytest.raises(CalibrationError, match="differ in size"):
        find_lens([*photos, photos[0][:-2]])


def test_a_board_that_is_not_flat_is_told(photos: list[Picture]) -> None:
    columns, rows = np.meshgrid(np.arange(SIZE[0], dtype=np.float32), np.arange(SIZE[1], dtype=np.float32))
    waves = [
        np.asarray(cv2.remap(one, columns + 9 * np.sin(rows / 40 + n), rows, cv2.INTER_LINEAR), np.uint8)
        for n, one in enumerate(photos)
    ]

    with pytest.raises(CalibrationError, match=r"do not fit together: its corners are [0-9.]+ pixels off"):
        find_lens(waves)

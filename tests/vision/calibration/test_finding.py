from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.calibration.printed import in_corners, laid
from vision.calibration.finding import find_tray
from vision.calibration.lens import Lens
from vision.errors import CalibrationError
from vision.frame import Picture
from vision.simulate.dice import VirtualCamera
from vision.simulate.layout import HALF_DEPTH, HALF_WIDTH
from vision.simulate.tray import CAMERA, SIZE, SimulatedTray

CORNERS = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) * (HALF_WIDTH, HALF_DEPTH)
TILTED = VirtualCamera((60.0, -330.0, 480.0), (0.0, 0.0, 0.0), 2000.0, SIZE, 0.2)
SMALL = VirtualCamera((-20.0, -200.0, 420.0), (0.0, 0.0, 0.0), 700.0, (640, 480))
RADIUS = 110.0


@pytest.fixture(scope="module")
def tray() -> Picture:
    return SimulatedTray(7).picture(0.0)


def cloth(camera: VirtualCamera) -> Picture:
    grain = np.random.default_rng(5).normal(0, 3, (camera.size[1], camera.size[0], 1))
    return np.asarray(np.clip(np.array([60, 105, 45]) + grain, 0, 255), np.uint8)


def seen(camera: VirtualCamera, ground: np.ndarray) -> np.ndarray:
    """Places (N, 2) of the ground in mm as fractions of the picture."""
    return np.asarray(camera.project(np.column_stack([ground, np.zeros(len(ground))])) / np.array(camera.size))


def test_the_corners_of_the_simulated_tray_are_found_to_a_pixel(tray: Picture) -> None:
    found = find_tray(laid(tray, CAMERA, in_corners(HALF_WIDTH, HALF_DEPTH)))

    assert np.array(found.tray.outline) * SIZE == pytest.approx(seen(CAMERA, CORNERS) * SIZE, abs=1)
    assert found.size == pytest.approx((2 * HALF_WIDTH, 2 * HALF_DEPTH), abs=1)
    assert found.tray.millimetres
    assert found.error < 0.5


@pytest.mark.parametrize("camera", [TILTED, SMALL])
def test_a_tilted_camera_finds_corners_and_millimetres(camera: VirtualCamera) -> None:
    cards = [(x, y, turn) for (x, y, _), turn in zip(in_corners(100, 80), (2, -1.5, 0.5, -2), strict=True)]
    picture = laid(cloth(camera), camera, cards)

    found = find_tray(picture)

    dice = np.array([[-40.0, 30.0], [50.0, -20.0], [0.0, 0.0]])
    there = found.tray.to_tray(seen(camera, dice))
    assert found.size == pytest.approx((200, 160), abs=3)
    for one, other in ((0, 1), (1, 2), (2, 0)):
        apart = np.linalg.norm(there[one] - there[other])
        assert apart == pytest.approx(np.linalg.norm(dice[one] - dice[other]), rel=0.01)
    assert there[2] == pytest.approx((100, 80), abs=2)


def test_a_round_tray_goes_through_the_cards() -> None:
    reach = RADIUS - 24 * np.sqrt(2)
    turns = np.radians([128, 52, -35, -140])
    # Each card is turned so that its marked corner points away from the middle.
    cards = [
        (float(reach * np.cos(turn)), float(reach * np.sin(turn)), float(np.degrees(turn)) - marked)
        for turn, marked in zip(turns, (135, 45, -45, -135), strict=True)
    ]

    found = find_tray(laid(cloth(TILTED), TILTED, cards), is_round=True)

    assert found.size == pytest.approx((2 * RADIUS, 2 * RADIUS), abs=1.5)
    assert len(found.tray.outline) == 48
    around = RADIUS * np.column_stack([np.cos(np.linspace(0, 6, 20)), np.sin(np.linspace(0, 6, 20))])
    outline = np.asarray(np.array(found.tray.outline) * SIZE, np.float32).reshape(-1, 1, 2)
    for x, y in (seen(TILTED, around) * SIZE).tolist():
        assert abs(cv2.pointPolygonTest(outline, (x, y), True)) < 1.5
    assert found.tray.to_tray(seen(TILTED, np.zeros((1, 2))))[0] == pytest.approx((RADIUS, RADIUS), abs=1)


def test_a_known_lens_is_taken_out(tray: Picture) -> None:
    lens = Lens(SIZE, (1200.0, 1200.0), (640.0, 480.0), (-0.25, 0.05), 0.1)
    straight = laid(tray, CAMERA, in_corners(HALF_WIDTH, HALF_DEPTH))
    columns, rows = np.meshgrid(np.arange(SIZE[0]) + 0.5, np.arange(SIZE[1]) + 0.5)
    where = lens.straightened(np.column_stack([columns.ravel(), rows.ravel()]) / SIZE) * SIZE - 0.5
    x, y = (where[:, axis].reshape(SIZE[::-1]).astype(np.float32) for axis in (0, 1))
    bent: Picture = np.asarray(cv2.remap(straight, x, y, cv2.INTER_LINEAR), np.uint8)

    found = find_tray(bent, lens=lens)

    assert found.size == pytest.approx((2 * HALF_WIDTH, 2 * HALF_DEPTH), abs=1)
    outline = np.array(found.tray.outline)
    assert outline[::8] * SIZE == pytest.approx(lens.bent(seen(CAMERA, CORNERS)) * SIZE, abs=1)
    assert found.tray.to_tray(outline[:1]) == pytest.approx(np.zeros((1, 2)), abs=1)
    with pytest.raises(CalibrationError, match="the lens is distorted"):
        find_tray(bent)


def covered(picture: Picture) -> Picture:
    hidden = picture.copy()
    x, y = np.round(seen(CAMERA, CORNERS)[1] * SIZE).astype(int)
    cv2.circle(hidden, (int(x) - 90, int(y) + 90), 60, (110, 140, 190), -1)
    return hidden


CARDS = in_corners(HALF_WIDTH, HALF_DEPTH)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda tray: tray, "None of the four cards was found"),
        (lambda tray: laid(tray, CAMERA, CARDS[:1] + CARDS[2:3], (0, 2)), "not found: 2, 4"),
        (lambda tray: covered(laid(tray, CAMERA, CARDS)), "not found: 2"),
        (lambda tray: laid(tray, CAMERA, [*CARDS, (0.0, 0.0, 30.0)], (0, 1, 2, 3, 2)), "more than once: 3"),
        (lambda tray: laid(tray, CAMERA, [CARDS[1], CARDS[0], *CARDS[2:]]), "clockwise as 1, 2, 3, 4"),
        (lambda tray: laid(tray, CAMERA, [CARDS[0], CARDS[3], CARDS[2], CARDS[1]]), "clockwise as 1, 2, 3, 4"),
        (lambda tray: cv2.convertScaleAbs(laid(tray, CAMERA, CARDS), alpha=0.02), "None of the four"),
        (lambda tray: cv2.GaussianBlur(laid(tray, CAMERA, CARDS), (0, 0), 20), "None of the four"),
    ],
    ids=["no card", "two missing", "one covered", "one twice", "two swapped", "turned around", "dark", "blurred"],
)
def test_what_is_wrong_with_the_cards_is_told(tray: Picture, change: Callable[[Picture], Any], why: str) -> None:
    with pytest.raises(CalibrationError, match=why):
        find_tray(np.asarray(change(tray), np.uint8))


def test_a_card_that_stands_up_is_told(tray: Picture) -> None:
    picture = laid(tray, CAMERA, CARDS[:3], (0, 1, 2))
    x, y, _ = CARDS[3]
    leaning = VirtualCamera(CAMERA.eye, CAMERA.target, CAMERA.focal * 1.12, CAMERA.size)

    with pytest.raises(CalibrationError, match="do not lie in one plane"):
        find_tray(laid(picture, leaning, [(x * 0.9, y * 0.9, 0.0)], (3,)))


def test_cards_off_the_circle_are_told(tray: Picture) -> None:
    cards = [*CARDS[:3], (0.0, -60.0, 0.0)]

    with pytest.raises(CalibrationError, match=r"do not lie on one circle: they miss it by [0-9]+ mm"):
        find_tray(laid(tray, CAMERA, cards), is_round=True)


def test_a_tray_beyond_the_picture_is_told(tray: Picture) -> None:
    with pytest.raises(CalibrationError, match="outside the picture"):
        find_tray(laid(tray, CAMERA, CARDS), is_round=True)

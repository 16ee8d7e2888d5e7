import numpy as np
import pytest

from vision.calibration.markers import card_corners
from vision.calibration.plane import fit_plane
from vision.geometry import mapped
from vision.simulate.dice import VirtualCamera

CAMERAS = (
    VirtualCamera((0.0, -20.0, 560.0), (0.0, -1.0, 0.0), 2360.0, (1280, 960)),
    VirtualCamera((50.0, -400.0, 450.0), (0.0, 0.0, 0.0), 1900.0, (1280, 960)),
    VirtualCamera((0.0, -300.0, 300.0), (0.0, 0.0, 0.0), 500.0, (640, 480), 2.0),
)
MIDDLES = np.array([[-100.0, 70.0], [104.0, 66.0], [98.0, -72.0], [-101.0, -70.0]])
TURNS = (0.1, -0.4, 2.0, 3.1)


def cards(camera: VirtualCamera) -> np.ndarray:
    seen = []
    for middle, turn in zip(MIDDLES, TURNS, strict=True):
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        ground = card_corners() * (1, -1) @ turned.T + middle
        seen.append(camera.project(np.column_stack([ground, np.zeros(4)])))
    return np.array(seen, np.float64)


def distances(points: np.ndarray) -> np.ndarray:
    return np.asarray(np.linalg.norm(points[:, None] - points, axis=2))


@pytest.mark.parametrize("camera", CAMERAS)
def test_what_is_seen_without_error_is_measured_without_error(camera: VirtualCamera) -> None:
    plane = fit_plane(cards(camera), card_corners())

    assert distances(plane.poses[:, :2]) == pytest.approx(distances(MIDDLES), abs=0.01)
    assert plane.error < 0.001


@pytest.mark.parametrize(("camera", "millimetres"), list(zip(CAMERAS, (0.5, 1.0, 2.5), strict=True)))
def test_a_fraction_of_a_pixel_costs_a_millimetre_or_two(camera: VirtualCamera, millimetres: float) -> None:
    noise = np.random.default_rng(4).normal(0, 0.15, (4, 4, 2))

    plane = fit_plane(cards(camera) + noise, card_corners())

    assert distances(plane.poses[:, :2]) == pytest.approx(distances(MIDDLES), abs=millimetres)
    assert 0.05 < plane.error < 0.3


def test_places_of_a_square_are_seen_where_it_lies() -> None:
    seen = cards(CAMERAS[1])
    plane = fit_plane(seen, card_corners())

    for card in range(4):
        assert mapped(plane.placed(card, card_corners()), plane.homography) == pytest.approx(seen[card], abs=0.01)

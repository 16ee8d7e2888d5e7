import json
from dataclasses import asdict, replace

import numpy as np
import pytest

from vision.calibration import Calibration
from vision.calibration.lens import Lens
from vision.camera_pose import USUAL_FOCAL, CameraPose
from vision.geometry import WHOLE
from vision.simulate.dice import VirtualCamera

SIZE = (640, 480)
ABOVE = VirtualCamera((0.0, 0.0, 500.0), (0.0, 0.0, 0.0), 544.0, SIZE)
ASLANT = VirtualCamera((150.0, -120.0, 350.0), (10.0, 0.0, 0.0), 544.0, SIZE, 0.7)
CAMERAS = (ABOVE, ASLANT, VirtualCamera((-60.0, 200.0, 300.0), (0.0, 20.0, 0.0), 544.0, SIZE, -2.1))
PLACES = np.array([[30.0, 20.0, 0.0], [-40.0, 10.0, 0.0], [0.0, -60.0, 0.0]])
"""Millimetres on the tray."""


def seen_aslant(camera: VirtualCamera, place: np.ndarray) -> np.ndarray:
    """Where the head of something upright is seen from its foot, as long as the angle that it is seen under."""
    foot, head = camera.project(place + np.array([[0, 0, 0], [0, 0, 0.05]])).astype(np.float64)
    away = np.subtract(camera.eye, place)
    degrees = np.degrees(np.arctan2(np.hypot(*away[:2]), away[2]))
    return np.asarray((head - foot) / max(float(np.hypot(*(head - foot))), 1e-9) * degrees)


def marked(camera: VirtualCamera, half: tuple[float, float] = (100.0, 70.0)) -> Calibration:
    """A tray whose corners were marked in the pictures of a camera."""
    across, along = half
    corners = np.array([[-across, along, 0], [across, along, 0], [across, -along, 0], [-across, -along, 0]])
    seen = camera.project(corners) / np.array(SIZE)
    turn = int(np.argmin(seen.sum(1)))
    return Calibration.of_corners(np.roll(seen, -turn, axis=0).tolist())


@pytest.mark.parametrize("camera", CAMERAS)
def test_a_camera_tells_how_aslant_it_sees_each_place(camera: VirtualCamera) -> None:
    viewing_angles = camera.camera_pose().viewing_angles(camera.project(PLACES), SIZE)

    assert viewing_angles == pytest.approx(np.array([seen_aslant(camera, place) for place in PLACES]), abs=0.05)


@pytest.mark.parametrize("camera", CAMERAS)
def test_four_corners_tell_it_too_whatever_the_trays_measures(camera: VirtualCamera) -> None:
    camera_pose = marked(camera).camera_pose(SIZE)

    assert camera_pose is not None
    assert camera_pose.focal == USUAL_FOCAL == 544 / 640
    assert camera_pose.viewing_angles(camera.project(PLACES), SIZE) == pytest.approx(
        camera.camera_pose().viewing_angles(camera.project(PLACES), SIZE), abs=0.3
    )


def test_straight_below_the_camera_nothing_is_aslant() -> None:
    assert np.abs(ABOVE.camera_pose().viewing_angles(np.array([[320.0, 240.0]]), SIZE)).max() < 0.01


def test_where_nobody_marked_a_plane_no_pose_is_known() -> None:
    five = ((0.2, 0.2), (0.8, 0.2), (0.9, 0.5), (0.8, 0.8), (0.2, 0.8))

    assert Calibration.of_corners(WHOLE).camera_pose(SIZE) is None
    assert Calibration(five).camera_pose(SIZE) is None


def test_a_pose_is_written_and_read_again() -> None:
    camera_pose = ASLANT.camera_pose()

    assert CameraPose.from_json(json.loads(json.dumps(asdict(camera_pose)))) == camera_pose
    assert CameraPose.from_json(None) is None


def test_a_mirrored_view_is_looked_at_from_above_all_the_same() -> None:
    view = np.asarray(marked(ASLANT).view)
    mirrored = CameraPose.of_plane(np.diag([1.0, -1.0, 1.0]) @ view, 0.75)

    assert mirrored.normal == pytest.approx(CameraPose.of_plane(view, 0.75).normal)
    assert mirrored.normal[2] < 0


def test_a_lens_that_was_measured_gives_its_focal_length() -> None:
    wide = VirtualCamera(ASLANT.eye, ASLANT.target, 400.0, SIZE, ASLANT.roll)
    measured = replace(marked(wide), lens=Lens(SIZE, (400.0, 400.0), (320.0, 240.0), (0.0, 0.0), 0.2))
    camera_pose = measured.camera_pose(SIZE)

    assert camera_pose is not None
    assert camera_pose.viewing_angles(wide.project(PLACES), SIZE) == pytest.approx(
        wide.camera_pose().viewing_angles(wide.project(PLACES), SIZE), abs=0.3
    )

import cv2
import numpy as np
import pytest

from tests.vision.calibration.printed import in_corners, laid
from vision.calibration.registration import Registration
from vision.frame import Picture
from vision.geometry import Outline, mapped
from vision.simulate.effects import camera_shift, seen_through
from vision.simulate.layout import HALF_DEPTH, HALF_WIDTH
from vision.simulate.script import Blur, Bump, Event, Light, ReachIn
from vision.simulate.tray import CAMERA, SIZE, SimulatedTray

CORNERS = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * (HALF_WIDTH, HALF_DEPTH, 1)
OUTLINE: Outline = tuple((float(x) / SIZE[0], float(y) / SIZE[1]) for x, y in CAMERA.project(CORNERS))


@pytest.fixture(scope="module")
def tray() -> SimulatedTray:
    return SimulatedTray(11, speed=1000)


@pytest.fixture(scope="module")
def empty(tray: SimulatedTray) -> Picture:
    return tray.picture(0.0)


@pytest.fixture(scope="module")
def thrown(tray: SimulatedTray, empty: Picture) -> Picture:
    """The same tray with five dice in it, as it lies before the camera."""
    assert empty.any()
    tray.throw((), 1.0)
    return tray.scene(60.0)


def moved_by(events: tuple[Event, ...]) -> np.ndarray:
    """Where the tray's corners are seen then, in pixels."""
    x, y, turn = camera_shift(events, 10.0)
    matrix = cv2.getRotationMatrix2D((SIZE[0] / 2, SIZE[1] / 2), turn, 1.0)
    return np.asarray(np.array(OUTLINE) * SIZE @ matrix[:, :2].T + matrix[:, 2] + (x, y))


@pytest.mark.parametrize(
    "events",
    [
        (),
        (Bump(0, 3.0, 0.0),),
        (Bump(0, -10.0, 7.0, 1.0),),
        (Bump(0, 30.0, -20.0),),
        (Bump(0, 0.0, 0.0, 3.0),),
        (Light(0, 0.5), Bump(0, 3.0, 3.0)),
        (Light(0, 1.6), Bump(0, -4.0, 0.0)),
        (ReachIn(0, 0.0, 0.0, 60.0), Bump(0, 5.0, 0.0)),
        (Blur(0, 2.0, 60.0), Bump(0, 0.0, -6.0)),
    ],
    ids=["still", "3 px", "12 px, turned", "36 px", "turned", "darker", "brighter", "hand", "blurred"],
)
def test_the_tray_is_seen_where_it_lies_now(
    empty: Picture, thrown: Picture, tray: SimulatedTray, events: tuple[Event, ...]
) -> None:
    registration = Registration(empty, OUTLINE)

    motion = registration.motion(tray.noisy(seen_through(thrown, events, 10.0, CAMERA)))

    assert registration.possible
    assert motion is not None
    assert mapped(OUTLINE, motion) * SIZE == pytest.approx(moved_by(events), abs=1.2)


def test_a_tray_far_away_is_not_guessed(empty: Picture, thrown: Picture, tray: SimulatedTray) -> None:
    registration = Registration(empty, OUTLINE)

    for far in (Bump(0, 200.0, 20.0), Bump(0, 0.0, 0.0, 30.0)):
        assert registration.motion(seen_through(thrown, (far,), 10.0, CAMERA)) is None
    assert registration.motion(SimulatedTray(5).picture(0.0)) is None
    assert registration.motion(np.zeros_like(empty)) is None
    assert registration.motion(tray.noisy(thrown)[:-100]) is None


def test_it_is_looked_for_where_it_is_expected(empty: Picture, thrown: Picture) -> None:
    registration = Registration(empty, OUTLINE)
    there = np.array([[1, 0, 100 / SIZE[0]], [0, 1, 40 / SIZE[1]], [0, 0, 1.0]])
    far = (Bump(0, 110.0, 40.0),)

    motion = registration.motion(seen_through(thrown, far, 10.0, CAMERA), there)

    assert motion is not None
    assert mapped(OUTLINE, motion) * SIZE == pytest.approx(moved_by(far), abs=1)
    assert registration.motion(seen_through(thrown, far, 10.0, CAMERA)) is None


def test_cards_may_be_taken_out_again(empty: Picture, thrown: Picture, tray: SimulatedTray) -> None:
    registration = Registration(laid(empty, CAMERA, in_corners(HALF_WIDTH, HALF_DEPTH)), OUTLINE)
    events = (Bump(0, 3.0, 4.0),)

    motion = registration.motion(tray.noisy(seen_through(thrown, events, 10.0, CAMERA)))

    assert motion is not None
    assert mapped(OUTLINE, motion) * SIZE == pytest.approx(moved_by(events), abs=1)


def test_where_nothing_is_to_be_seen_nothing_is_told() -> None:
    plain: Picture = np.full((480, 640, 3), 90, np.uint8)
    noise = np.random.default_rng(2).normal(0, 3, plain.shape)
    noisy: Picture = np.asarray(np.clip(plain + noise, 0, 255), np.uint8)

    for picture in (plain, noisy):
        registration = Registration(picture, OUTLINE)
        assert not registration.possible
        assert registration.motion(picture) is None

"""The renderer, checked by counting pips in its pictures with OpenCV's blob detector, which shares no code with it."""

import cv2
import numpy as np
import pytest

from vision.frame import Picture
from vision.simulate.dice import Camera, DiePose, Light, lying, render, spin
from vision.simulate.material import AXIS_VALUES
from vision.simulate.surface import Shape

ABOVE = Camera((0.0, 0.0, 400.0), (0.0, 0.0, 0.0), 2000.0, (240, 240))
GROUND: Picture = np.full((240, 240, 3), (70, 110, 60), np.uint8)
CENTRE = (0.0, 0.0, 8.0)


def pips_in(picture: Picture) -> int:
    settings = cv2.SimpleBlobDetector.Params()
    settings.filterByArea, settings.minArea, settings.maxArea = True, 25, 900
    settings.filterByCircularity, settings.minCircularity = True, 0.6
    settings.filterByConvexity = settings.filterByInertia = False
    settings.filterByColor, settings.blobColor = True, 0
    return len(cv2.SimpleBlobDetector.create(settings).detect(picture[84:156, 84:156]))


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("heading", [0.0, 33.0, 200.0])
def test_a_lying_die_shows_as_many_pips_as_its_value(value: int, heading: float) -> None:
    die = DiePose(CENTRE, lying(value, heading), shape=Shape(rounding=0.1))

    assert die.top == value
    assert die.tilt == pytest.approx(0, abs=0.1)
    assert pips_in(render([die], ABOVE, Light(), GROUND)) == value


def test_opposite_faces_add_to_seven() -> None:
    assert [AXIS_VALUES[axis] + AXIS_VALUES[axis + 1] for axis in (0, 2, 4)] == [7, 7, 7]


def test_a_cocked_die_knows_its_tilt() -> None:
    leaning = np.asarray(spin((1, 0, 0), 30) @ lying(3, 10), np.float32)

    assert DiePose(CENTRE, leaning).tilt == pytest.approx(30, abs=0.1)


def test_the_ground_is_left_alone_and_the_shadow_falls_away_from_the_lamp() -> None:
    before = GROUND.copy()
    lamp_on_the_left = Light(position=(-400, 0, 300), width=5)

    picture = render([DiePose(CENTRE, lying(1, 0))], ABOVE, lamp_on_the_left, GROUND)

    assert np.array_equal(GROUND, before)
    assert picture[120, 175].sum() < GROUND[120, 175].sum() * 0.7
    assert np.array_equal(picture[120, 50], GROUND[120, 50])


def test_a_die_off_the_picture_changes_nothing() -> None:
    picture = render([DiePose((900.0, 0.0, 8.0), lying(1, 0))], ABOVE, Light(), GROUND)

    assert np.array_equal(picture, GROUND)

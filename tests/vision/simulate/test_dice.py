"""The renderer, checked by counting pips in its pictures with OpenCV's blob detector, which shares no code with it."""

import cv2
import numpy as np
import pytest

from vision.frame import Picture
from vision.simulate.artwork.canvas import Canvas
from vision.simulate.artwork.lettering import Lettering
from vision.simulate.dice import NOBODY, DiePose, LightSource, VirtualCamera, draw, lying, render, spin
from vision.simulate.material import AXIS_VALUES, Material, Prints
from vision.simulate.surface import Shape

ABOVE = VirtualCamera((0.0, 0.0, 400.0), (0.0, 0.0, 0.0), 2000.0, (240, 240))
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
    assert pips_in(render([die], ABOVE, LightSource(), GROUND)) == value


def test_opposite_faces_add_to_seven() -> None:
    assert [AXIS_VALUES[axis] + AXIS_VALUES[axis + 1] for axis in (0, 2, 4)] == [7, 7, 7]


def test_a_cocked_die_knows_its_tilt() -> None:
    leaning = np.asarray(spin((1, 0, 0), 30) @ lying(3, 10), np.float32)

    assert DiePose(CENTRE, leaning).tilt == pytest.approx(30, abs=0.1)


def test_the_ground_is_left_alone_and_the_shadow_falls_away_from_the_lamp() -> None:
    before = GROUND.copy()
    lamp_on_the_left = LightSource(position=(-400, 0, 300), width=5)

    picture = render([DiePose(CENTRE, lying(1, 0))], ABOVE, lamp_on_the_left, GROUND)

    assert np.array_equal(GROUND, before)
    assert picture[120, 175].sum() < GROUND[120, 175].sum() * 0.7
    assert np.array_equal(picture[120, 50], GROUND[120, 50])


def test_a_die_off_the_picture_changes_nothing() -> None:
    picture = render([DiePose((900.0, 0.0, 8.0), lying(1, 0))], ABOVE, LightSource(), GROUND)

    assert np.array_equal(picture, GROUND)


def written(letter: str) -> Picture:
    canvas = Canvas()
    Lettering("sans", 800).write(canvas, letter, 1.1, (0.0, 0.0, 0.0))
    return canvas.picture()


@pytest.mark.parametrize("value", range(1, 7))
def test_what_is_printed_on_a_face_is_not_mirrored(value: int) -> None:
    prints = Prints(np.stack([written("F")] * 6))
    die = DiePose(CENTRE, lying(value, 0.0), shape=Shape(rounding=0.1), material=Material(prints=prints, pip_depth=0.0))
    face = 255 - render([die], ABOVE, LightSource(shadow=0.0), GROUND)[85:155, 85:155, 1].astype(np.float32)
    true = cv2.resize(written("F")[..., 3], (70, 70), interpolation=cv2.INTER_AREA).astype(np.float32)

    def likeness(picture: np.ndarray) -> float:
        return max(float(np.corrcoef(face.ravel(), np.rot90(picture, turn).ravel())[0, 1]) for turn in range(4))

    assert likeness(true) > 0.7
    assert likeness(true) > likeness(true[:, ::-1]) + 0.2


def test_prints_have_the_inks_they_were_drawn_in() -> None:
    canvas = Canvas()
    canvas.disc(0, 0, 0.6, (0.7, 0.0, 0.0))
    material = Material((0.8, 0.8, 0.8), prints=Prints(np.stack([canvas.picture()] * 6)), gloss=0.0, pip_depth=0.0)
    picture = render([DiePose(CENTRE, lying(4, 20), material=material)], ABOVE, LightSource(), GROUND)
    blue, green, red = (int(part) for part in picture[120, 120])

    assert red > 4 * max(blue, green)
    assert np.ptp(picture[120, 92]) < 25, "the body beside it is grey"


def test_a_clear_die_shows_the_ground_and_a_solid_one_does_not() -> None:
    def middle(ground_colour: tuple[int, int, int], glow: float) -> np.ndarray:
        ground: Picture = np.full((240, 240, 3), ground_colour, np.uint8)
        blank = Shape(pip=0.001, one=0.001)
        die = DiePose(CENTRE, lying(1, 0), shape=blank, material=Material((0.3, 0.3, 0.3), glow=glow, gloss=0.0))
        picture = render([die], ABOVE, LightSource(shadow=0.0), ground)
        return np.asarray(picture[110:130, 110:130].mean((0, 1)))

    dark, light = (30, 30, 30), (220, 220, 220)
    assert np.abs(middle(dark, 0.0) - middle(light, 0.0)).max() < 4
    assert (middle(light, 1.0) - middle(dark, 1.0)).min() > 20


def test_dice_shade_their_neighbours_on_the_lamps_far_side() -> None:
    lamp = LightSource(position=(-900.0, 0.0, 700.0), width=5, fill=0.2)
    alone, tall = DiePose((20.0, 0.0, 8.0), lying(1, 0)), DiePose((-2.0, 0.0, 24.0), lying(1, 0), 16.0)
    camera = VirtualCamera((0.0, 0.0, 600.0), (0.0, 0.0, 0.0), 2000.0, (240, 240))
    lit, shaded = (render(dice, camera, lamp, GROUND)[115:125, 165:185].mean() for dice in ([alone], [alone, tall]))

    assert shaded < lit * 0.8


def test_drawing_tells_which_die_and_whether_its_top_is_seen() -> None:
    left, right = DiePose((-12.0, 0.0, 8.0), lying(2, 0)), DiePose((12.0, 0.0, 8.0), lying(5, 0))
    drawn = draw([left, right], ABOVE, LightSource(), GROUND)

    assert drawn.owners[120, 60] == 0
    assert drawn.owners[120, 180] == 1
    assert drawn.owners[5, 5] == NOBODY
    assert drawn.tops[120, 60]
    assert not drawn.tops[drawn.owners == NOBODY].any()
    assert drawn.areas[:, 0] == pytest.approx([(drawn.owners == 0).sum(), (drawn.owners == 1).sum()])
    assert (drawn.areas[:, 1] > 0).all()
    assert (drawn.areas[:, 1] <= drawn.areas[:, 0]).all()

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.calibration.checks import Grade, Verdict, check_view, examine
from vision.detection import Detection
from vision.frame import Picture
from vision.geometry import Outline
from vision.simulate.dice import VirtualCamera
from vision.simulate.effects import seen_through
from vision.simulate.layout import HALF_DEPTH, HALF_WIDTH
from vision.simulate.script import Glare
from vision.simulate.tray import CAMERA, SIZE, SimulatedTray

WIDTH = 76.0
"""Pixels: how wide a die is seen."""

CORNERS = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * (HALF_WIDTH, HALF_DEPTH, 1)


@pytest.fixture(scope="module")
def outline() -> Outline:
    return tuple((float(x) / SIZE[0], float(y) / SIZE[1]) for x, y in CAMERA.project(CORNERS))


@pytest.fixture(scope="module")
def tray() -> SimulatedTray:
    """Five dice that lie still."""
    thrown = SimulatedTray(3, speed=1000)
    thrown.throw((), 0.0)
    return thrown


@pytest.fixture(scope="module")
def pictures(tray: SimulatedTray) -> list[Picture]:
    return [tray.picture(60.0 + number) for number in range(5)]


@pytest.fixture(scope="module")
def dice(tray: SimulatedTray) -> list[Detection]:
    half = WIDTH / 2
    return [
        Detection(face, 1.0, True, (face,), (x - half, y - half, x + half, y + half)) for x, y, face in tray.truth()
    ]


def verdict(name: str, pictures: Sequence[Picture], dice: Sequence[Detection], outline: Outline) -> Verdict:
    (found,) = (one for one in examine(pictures, dice, outline) if one.id == name)
    return found


def number(found: Verdict) -> float:
    assert found.number is not None
    return found.number


@pytest.mark.parametrize(("degrees", "grade"), [(0, Grade.OK), (20, Grade.OK), (32, Grade.WARN), (50, Grade.BAD)])
def test_a_camera_at_the_side_is_told_by_its_angle(degrees: float, grade: Grade) -> None:
    turn = np.radians(degrees)
    camera = VirtualCamera((0.0, -500 * np.sin(turn), 500 * np.cos(turn)), (0.0, 0.0, 0.0), 1000.0, (1280, 960))
    around_the_middle = ((0.4, 0.4), (0.6, 0.4), (0.6, 0.6), (0.4, 0.6))

    found = check_view(camera.camera_pose(), around_the_middle, camera.size)

    assert number(found) == pytest.approx(degrees, abs=0.1)
    assert found.grade is grade


def dimmed(picture: Picture, level: float) -> Picture:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=level), np.uint8)


def test_a_good_tray_is_told_good_in_six_ways(pictures: list[Picture], dice: list[Detection], outline: Outline) -> None:
    found = examine(pictures, dice, outline)

    assert [one.id for one in found] == ["light", "glare", "flicker", "focus", "die-size", "contrast"]
    assert {one.grade for one in found} == {Grade.OK}
    assert found[4].number == WIDTH
    assert all(one.unit and one.sentence.endswith(".") for one in found)


def test_what_cannot_be_measured_is_left_out(pictures: list[Picture], outline: Outline) -> None:
    assert [one.id for one in examine(pictures[:1], (), outline)] == ["light", "glare", "focus"]
    with pytest.raises(ValueError, match="no picture"):
        examine([])


@pytest.mark.parametrize(
    ("level", "grade", "what"),
    [
        (0.2, Grade.BAD, "too dark"),
        (0.5, Grade.WARN, "too dark"),
        (4.7, Grade.WARN, "too bright"),
        (9.0, Grade.BAD, "too bright"),
    ],
)
def test_too_little_and_too_much_light(
    pictures: list[Picture], dice: list[Detection], outline: Outline, level: float, grade: Grade, what: str
) -> None:
    found = verdict("light", [dimmed(pictures[0], level)], dice, outline)

    assert (found.grade, found.unit) == (grade, "grey levels")
    assert what in found.sentence


@pytest.mark.parametrize(
    ("radius", "strength", "grade"), [(12, 0.9, Grade.WARN), (45, 0.9, Grade.BAD), (45, 0.2, Grade.OK)]
)
def test_a_shine_on_the_cloth(
    pictures: list[Picture], dice: list[Detection], outline: Outline, radius: float, strength: float, grade: Grade
) -> None:
    shine = (Glare(0.0, -20.0, 30.0, 10.0, radius, strength),)

    found = verdict("glare", [seen_through(pictures[0], shine, 1.0, CAMERA)], dice, outline)

    assert found.grade is grade, found
    assert (number(found) > 0.5) == (grade is not Grade.OK)


def test_white_dice_are_no_shine(pictures: list[Picture], dice: list[Detection], outline: Outline) -> None:
    assert verdict("glare", pictures, dice, outline).number == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize(
    ("strength", "grade"), [(0.0, Grade.OK), (0.01, Grade.OK), (0.05, Grade.WARN), (0.12, Grade.BAD)]
)
@pytest.mark.parametrize("rows", [1e9, 60.0], ids=["whole picture", "bands"])
def test_a_lamp_on_the_mains(
    pictures: list[Picture], dice: list[Detection], outline: Outline, strength: float, grade: Grade, rows: float
) -> None:
    waves = [1 + strength * np.sin(np.arange(SIZE[1]) / rows + 1.9 * number) for number in range(5)]
    lit = [
        np.asarray(np.clip(picture * wave[:, None, None], 0, 255), np.uint8)
        for picture, wave in zip(pictures, waves, strict=True)
    ]

    found = verdict("flicker", lit, dice, outline)

    assert found.grade is grade, found
    assert found.number == pytest.approx(100 * strength / np.sqrt(2), abs=0.8)


def test_a_hand_is_no_flicker(pictures: list[Picture], dice: list[Detection], outline: Outline) -> None:
    moving = [picture.copy() for picture in pictures]
    for number, picture in enumerate(moving):
        cv2.rectangle(picture, (300 + 60 * number, 200), (480 + 60 * number, 700), (110, 140, 190), -1)

    assert verdict("flicker", moving, dice, outline).grade is Grade.OK


@pytest.mark.parametrize(("blur", "grade"), [(0.6, Grade.OK), (2.8, Grade.WARN), (5.0, Grade.BAD)])
def test_a_lens_out_of_focus(
    pictures: list[Picture], dice: list[Detection], outline: Outline, blur: float, grade: Grade
) -> None:
    found = verdict("focus", [np.asarray(cv2.GaussianBlur(pictures[0], (0, 0), blur), np.uint8)], dice, outline)

    assert found.grade is grade, found
    assert found.number == pytest.approx(blur, abs=0.6)


@pytest.mark.parametrize(("width", "grade"), [(40, Grade.OK), (39, Grade.WARN), (24, Grade.WARN), (23, Grade.BAD)])
def test_small_dice(pictures: list[Picture], outline: Outline, width: float, grade: Grade) -> None:
    die = Detection("3", 1.0, True, ("3",), (600.0, 400.0, 600.0 + width, 400.0 + width))

    found = verdict("die-size", pictures[:1], [die], outline)

    assert (found.grade, found.number) == (grade, width)
    assert f" {width} pixels wide" in found.sentence or grade is Grade.OK


@pytest.mark.parametrize(
    ("colour", "grade"),
    [((200, 200, 200), Grade.OK), ((105, 142, 85), Grade.WARN), ((66, 112, 51), Grade.BAD)],
)
def test_dice_of_the_cloths_colour(colour: tuple[int, int, int], grade: Grade) -> None:
    cloth = np.full((480, 640, 3), (60, 105, 45), np.uint8)
    places = [(200, 200), (400, 260)]
    for (x, y), paint in zip(places, ((220, 230, 230), colour), strict=True):
        cv2.rectangle(cloth, (x, y), (x + 49, y + 49), paint, -1)
        cv2.circle(cloth, (x + 25, y + 25), 6, (20, 20, 20), -1)
    dice = [Detection("1", 1.0, True, ("1",), (float(x), float(y), x + 50.0, y + 50.0)) for x, y in places]

    found = verdict("contrast", [cloth], dice, ((0, 0), (1, 0), (1, 1), (0, 1)))

    assert found.grade is grade, found


def test_a_die_cut_off_by_the_picture_can_be_judged(pictures: list[Picture], outline: Outline) -> None:
    die = Detection("3", 1.0, True, ("3",), (-30.0, -30.0, 20.0, 20.0))

    assert number(verdict("contrast", pictures[:1], [die], outline)) >= 0


def test_what_covers_the_ground_is_no_shine(pictures: list[Picture], outline: Outline) -> None:
    papered, covered = pictures[0].copy(), np.zeros(pictures[0].shape[:2], np.uint8)
    for drawn in (papered, covered):
        cv2.rectangle(drawn, (300, 300), (600, 500), (255, 255, 255), -1)

    shares = [number(examine([papered], (), outline, hidden)[1]) for hidden in (None, covered)]

    assert shares[0] > 5 > 0.5 + shares[1]


def test_bare_cloth_has_nothing_to_be_sharp() -> None:
    grain = np.random.default_rng(6).normal(0, 2.2, (480, 640, 3))
    cloth: Picture = np.asarray(np.clip(np.array([60, 105, 45]) + grain, 0, 255), np.uint8)

    assert [one.id for one in examine([cloth])] == ["light", "glare"]


def test_dice_that_fill_the_picture_are_judged_all_the_same(pictures: list[Picture], outline: Outline) -> None:
    die = Detection("3", 1.0, True, ("3",), (0.0, 0.0, float(SIZE[0]), float(SIZE[1])))

    found = examine(pictures, [die], outline)

    assert len(found) == 6
    assert all(np.isfinite(number(one)) for one in found)


def test_a_strip_of_a_tray_can_be_judged(pictures: list[Picture]) -> None:
    strip = ((0.5, 0.0), (0.521, 0.0), (0.521, 1.0), (0.5, 1.0))

    assert [one.id for one in examine(pictures, (), strip)][:3] == ["light", "glare", "flicker"]

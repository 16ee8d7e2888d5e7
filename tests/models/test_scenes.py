from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from models.training import scenes
from models.training.appearance import PIPS, held_out_look, pip_look, poker_look, siblings
from models.training.crops import close_up
from models.training.grounds import GROUNDS, light_bars, lit, stuff
from models.training.hands import draw_hand
from models.training.labels import (
    AT_WALL,
    COCKED,
    COLUMNS,
    FACES,
    LYING,
    NOT_READABLE,
    POKER,
    STACKED,
    TOUCHING,
    UNDER,
    Label,
)
from models.training.placing import Habits, Placed, beside, scattered, standing, tilted
from models.training.polyhedra import SIDES, resting, solid
from models.training.scenes import SIDE, Setting, any_camera, compose, label_of, scene
from models.training.things import FLAT, SOLID, ThingCanvas
from models.training.trays import any_tray, draw_tray, near_walls
from vision.simulate.artwork.families import HELD_OUT
from vision.simulate.dice import DiePose, LightSource, VirtualCamera, draw, lying
from vision.simulate.layout import DiePlace, overlap
from vision.simulate.material import Material
from vision.simulate.surface import Shape

WHITE = Material((0.9, 0.9, 0.9), (0.5, 0.5, 0.5), pip_depth=0.0)
SHARP = Shape(rounding=0.03, ball=1.8)
EVEN = LightSource(fill=1.0, shadow=0.0)
DARK = np.zeros((240, 240, 3), np.uint8)
ABOVE = VirtualCamera((0.0, 0.0, 400.0), (0.0, 0.0, 0.0), 2000.0, (240, 240))
ASLANT = VirtualCamera((150.0, -120.0, 350.0), (0.0, 0.0, 0.0), 2000.0, (240, 240), 0.7)


def lain(x: float, y: float, value: int = 3, heading: float = 25.0) -> DiePose:
    return DiePose((x, y, 8.0), lying(value, heading), 16.0, SHARP, WHITE)


def white_sheet(_rng: np.random.Generator, stage: ThingCanvas, _x: float, _y: float) -> None:
    stage.picture[:] = 255
    stage.cover[:] = 255


@cache
def labels_of(seed: int, held_out: bool = False) -> tuple[Label, ...]:
    """The labels of a scene, drawn once for all tests."""
    return tuple(scene(seed, held_out=held_out)[1])


class TestScenes:
    def test_a_seed_gives_the_same_scene_again_and_another_seed_another(self) -> None:
        picture, labels = scene(11)
        again, same_labels = scene(11)

        assert picture.shape == (SIDE, SIDE, 3)
        assert np.array_equal(picture, again)
        assert labels == same_labels
        assert not np.array_equal(picture, scene(12)[0])

    def test_every_face_and_every_way_to_lie_occurs_and_some_scenes_are_empty(self) -> None:
        labels = [labels_of(seed) for seed in range(60)]
        every = [label for row in labels for label in row]

        assert {label.value for label in every} == set(range(len(FACES) + 1))
        assert {label.lies for label in every} >= {LYING, TOUCHING, AT_WALL, COCKED, STACKED, UNDER}
        assert () in labels

    def test_held_out_families_are_in_no_training_scene_and_in_every_other(self) -> None:
        training = {label.family for seed in range(40) for label in labels_of(seed)}
        examined = {label.family for seed in range(12) for label in labels_of(seed, held_out=True)}

        assert not training & set(HELD_OUT)
        assert len(training) > 10
        assert examined - {PIPS}
        assert examined <= {PIPS, *HELD_OUT}

    def test_a_label_is_a_row_with_all_its_columns(self) -> None:
        label = next(label for seed in range(9) for label in labels_of(seed))
        row = dict(zip(COLUMNS, label.row(7), strict=True))

        assert row["picture"] == 7
        assert (row["x0"], row["y0"], row["x1"], row["y1"]) == label.box
        assert (row["value"], row["tilt"], row["family"]) == (label.value, label.tilt, label.family)


class TestLabels:
    """Measured in the pictures themselves: white dice on black ground without shadows."""

    @pytest.mark.parametrize("camera", [ABOVE, ASLANT])
    @pytest.mark.parametrize(("x", "y"), [(0.0, 0.0), (9.0, -6.0)])
    def test_box_and_middle_are_where_the_die_is(self, camera: VirtualCamera, x: float, y: float) -> None:
        drawn = draw([lain(x, y)], camera, EVEN, DARK)
        label = label_of(0, Placed(lain(x, y), LYING, PIPS), drawn, camera)
        mask = np.asarray(drawn.picture.max(2) > 60, np.uint8)

        assert label is not None
        left, top, wide, high = cv2.boundingRect(mask)
        assert label.box == pytest.approx((left, top, left + wide, top + high), abs=2)
        shape = cv2.moments(mask, binaryImage=True)
        assert (label.x, label.y) == pytest.approx((shape["m10"] / shape["m00"], shape["m01"] / shape["m00"]), abs=2.5)

    def test_size_angle_and_face_of_a_die_seen_from_above(self) -> None:
        drawn = draw([lain(0, 0)], ABOVE, EVEN, DARK)
        label = label_of(0, Placed(lain(0, 0), LYING, PIPS), drawn, ABOVE)
        (_, (wide, high), turn) = cv2.minAreaRect(cv2.findNonZero(np.asarray(drawn.picture.max(2) > 60, np.uint8)))

        assert label is not None
        assert label.size == pytest.approx((wide + high) / 2, rel=0.05)
        assert abs((label.heading - turn + 45) % 90 - 45) < 2
        assert (label.value, label.tilt, label.cover, label.seen) == pytest.approx((3, 0, 0, 1), abs=0.02)

    def test_poker_dice_have_faces_of_their_own(self) -> None:
        drawn = draw([lain(0, 0, value=6)], ABOVE, EVEN, DARK)
        label = label_of(0, Placed(lain(0, 0, value=6), LYING, 4), drawn, ABOVE)

        assert label is not None
        assert FACES[label.value - 1] == "A"

    def test_half_a_die_beyond_the_picture_is_half_seen_and_not_readable(self) -> None:
        middle = 120 / 2000 * 392  # where a top face, 392 mm away, is cut in half by the picture's edge
        die = lain(middle, 0, heading=0.0)
        label = label_of(0, Placed(die, LYING, PIPS), draw([die], ABOVE, EVEN, DARK), ABOVE)

        assert label is not None
        assert label.cover == pytest.approx(0.5, abs=0.06)
        assert label.seen == pytest.approx(0.5, abs=0.06)
        assert label.value == NOT_READABLE

    def test_a_die_under_another_is_covered_and_the_upper_one_is_not(self) -> None:
        lower, upper = lain(0, 0, heading=0.0), replace(lain(8, 0, heading=0.0), centre=(8.0, 0.0, 24.0))
        drawn = draw([lower, upper], ABOVE, EVEN, DARK)
        under, on_top = (
            label_of(index, Placed(die, LYING, PIPS), drawn, ABOVE) for index, die in enumerate([lower, upper])
        )

        assert under is not None
        assert on_top is not None
        assert under.cover == pytest.approx(0.5, abs=0.08)
        assert under.value == NOT_READABLE
        assert (on_top.cover, on_top.seen) == pytest.approx((0, 1), abs=0.02)
        assert on_top.value == 3

    def test_a_leaning_die_tells_its_tilt_and_stands_on_the_ground(self) -> None:
        die = tilted(np.random.default_rng(1), lain(0, 0), 25.0)
        label = label_of(0, Placed(die, COCKED, PIPS), draw([die], ABOVE, EVEN, DARK), ABOVE)

        assert label is not None
        assert label.tilt == pytest.approx(25, abs=0.1)
        assert label.value == NOT_READABLE
        assert die.corners()[:, 2].min() == pytest.approx(0, abs=0.01)

    def test_a_die_that_nobody_sees_has_no_label(self) -> None:
        drawn = draw([lain(900, 0)], ABOVE, EVEN, DARK)

        assert label_of(0, Placed(lain(900, 0), LYING, PIPS), drawn, ABOVE) is None


class TestPlacing:
    def test_dice_never_stand_in_each_other_nor_in_the_trays_wall(self) -> None:
        for seed in range(20):
            rng = np.random.default_rng(seed)
            tray = any_tray(rng, 90.0, 16.0)
            looks = siblings(rng, pip_look(rng), 12)
            placed = scattered(rng, looks, 16.0, 90.0, tray, Habits(touching=0.7, cocked=0.0, stacked=0.0))
            places = [
                DiePlace(die.pose.centre[0], die.pose.centre[1], heading_of(die.pose), die.pose.edge) for die in placed
            ]
            assert all(tray.holds(place, -0.5) for place in places)
            assert not any(
                overlap(replace(one, edge=one.edge * 0.97), replace(other, edge=other.edge * 0.97))
                for index, one in enumerate(places)
                for other in places[:index]
            )

    def test_beside_is_near_and_mostly_touching(self) -> None:
        rng = np.random.default_rng(3)
        middle = DiePlace(0.0, 0.0, 10.0, 16.0)
        places = [beside(rng, middle, 16.0) for _ in range(100)]
        clear = [place for place in places if not overlap(place, middle)]

        assert len(clear) > 90
        assert max(place.away(middle) for place in clear) < 16.0 * 2
        assert sum(overlap(replace(place, edge=17.0), replace(middle, edge=17.0)) for place in clear) > len(clear) / 2


def heading_of(pose: DiePose) -> float:
    """The angle in degrees of a lying die's side."""
    side = pose.rotation[:2, np.abs(pose.rotation[2]).argmin()]
    return float(np.degrees(np.arctan2(side[1], side[0])))


class TestCloseUps:
    def test_the_die_is_in_the_middle_with_the_value_asked_for(self) -> None:
        for seed in range(12):
            rng = np.random.default_rng(seed)
            look = poker_look(rng) if seed % 2 else pip_look(rng)
            seen = close_up(rng, look, seed % 6 + 1, 16.0)
            x0, y0, x1, y1 = seen.box
            assert seen.label is not None
            assert (x0 + x1, y0 + y1) == pytest.approx(seen.picture.shape[:2], abs=0.25 * seen.picture.shape[0])
            assert seen.label.value in {NOT_READABLE, seed % 6 + 1 + (POKER if seed % 2 else 0)}

    def test_troubles_are_troubles(self) -> None:
        found = {
            trouble: [
                close_up(np.random.default_rng(seed), pip_look(np.random.default_rng(seed)), 4, 16.0, trouble).label
                for seed in range(12)
            ]
            for trouble in ("none", "cocked", "covered", "nothing")
        }

        assert sum(label is not None and label.value == 4 for label in found["none"]) >= 10
        cocked = [label for label in found["cocked"] if label is not None]  # now and then a card lies over one
        assert len(cocked) >= 10
        assert all(label.value == NOT_READABLE and label.lies == COCKED for label in cocked)
        assert sum(label is None or label.value == NOT_READABLE for label in found["covered"]) >= 6
        assert found["nothing"] == [None] * 12

    def test_what_covers_a_die_is_seen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(scenes, "FLAT", (white_sheet,))
        for seed in range(80):
            rng = np.random.default_rng(seed)
            focus = standing(rng, pip_look(rng), DiePlace(0, 0, 20, 16.0), LYING, 0.0)
            camera = any_camera(rng, 16.0, 30.0, 64)
            picture, labels = compose(rng, camera, 16.0, 30.0, [focus], Setting(None, 0, hand=0, bars=0))

            assert (labels == (None,)) == bool((picture == 255).all())
            if labels == (None,):
                return
        pytest.fail("Nothing ever covers a die.")

    def test_held_out_looks_are_held_out(self) -> None:
        rng = np.random.default_rng(2)

        assert {held_out_look(rng).family for _ in range(60)} == set(HELD_OUT)
        assert all(poker_look(rng).family not in HELD_OUT for _ in range(40))


@pytest.mark.parametrize("sides", SIDES)
def test_odd_dice_have_as_many_sides_as_they_say_and_rest_on_one(sides: int) -> None:
    corners, faces = solid(sides)
    rested, _ = resting(sides, 1, 0.4)
    edges = {frozenset(pair) for face in faces for pair in zip(face, (*face[1:], face[0]), strict=True)}

    assert len(faces) == sides
    assert len(corners) - len(edges) + len(faces) == 2, "Euler's formula"
    assert rested[:, 2].min() == pytest.approx(0)
    assert np.sort(rested[:, 2])[: len(faces[1])] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(
    "drawing", dict.fromkeys((*FLAT, *SOLID)), ids=lambda drawing: str(drawing.__name__).strip("_")
)
def test_everything_that_lies_about_is_drawn_where_it_lies(drawing: object) -> None:
    assert callable(drawing)
    changed = []
    for seed in range(6):
        picture = np.full((240, 240, 3), 128, np.uint8)
        camera = VirtualCamera((30.0, -60.0, 600.0), (0.0, 0.0, 0.0), 1200.0, (240, 240))
        stage = ThingCanvas(picture, np.zeros((240, 240), np.uint8), camera, LightSource(), 16.0)
        drawing(np.random.default_rng(seed), stage, 0.0, 0.0)
        changed.append((picture != 128).any(2))
    assert sum(mask[60:180, 60:180].mean() > 0.005 for mask in changed) >= 5


def test_a_hand_covers_what_it_is_said_to_cover_and_comes_from_the_edge() -> None:
    picture = np.full((300, 300, 3), 0.5, np.float32)
    cover = draw_hand(np.random.default_rng(4), picture, 40.0, np.array([150.0, 150.0]))
    border = np.concatenate([cover[0], cover[-1], cover[:, 0], cover[:, -1]])

    assert 0.03 < (cover > 0.5).mean() < 0.9
    assert border.max() > 0.9
    assert (np.abs(picture - 0.5).max(2)[cover > 0.9] > 0.01).mean() > 0.9


def test_a_trays_walls_enclose_its_floor_and_the_near_ones_cover_it() -> None:
    rng = np.random.default_rng(8)
    tray = any_tray(rng, 60.0, 16.0)
    camera = VirtualCamera((0.0, -900.0, 500.0), (0.0, 0.0, 0.0), 1600.0, (240, 240))
    table, floor = np.full((240, 240, 3), 0.2, np.float32), np.full((240, 240, 3), 0.8, np.float32)
    picture = draw_tray(table, floor, tray, camera, replace(LightSource(), shadow=0.0))
    _, cover = near_walls(tray, camera, picture.shape)
    (x, y), corner = tray.floor.mean(0).tolist(), tray.floor[0].tolist()
    inside = camera.project(np.array([[x, y, 0.0]]))[0].astype(int)

    assert picture[inside[1], inside[0]] == pytest.approx(0.8)
    assert cover.max() == 1
    assert np.argwhere(cover > 0.5)[:, 0].mean() > inside[1], "the near walls are lower in the picture"
    assert tray.holds(DiePlace(x, y, 0.0, 16.0))
    assert not tray.holds(DiePlace(corner[0], corner[1], 0.0, 16.0))


def test_every_ground_is_a_picture() -> None:
    for seed in range(4 * len(GROUNDS)):
        rng = np.random.default_rng(seed)
        picture = lit(rng, stuff(rng, 96, 24), 24)
        assert picture.shape == (96, 96, 3)
        assert 0 <= picture.min() <= picture.max() <= 1
        assert light_bars(rng, 96, 24).min() >= 0


def test_a_camera_shows_a_die_as_wide_as_asked() -> None:
    for seed in range(8):
        camera = any_camera(np.random.default_rng(seed), 16.0, 50.0, 240)
        ends = camera.project(np.array([(0.0, 0.0, 0.0), (0.0, 0.0, 0.01)]))
        distance = float(np.linalg.norm(camera.eye))
        assert ends[0] == pytest.approx((120, 120), abs=0.01)
        assert camera.focal * 16.0 / distance == pytest.approx(50, rel=0.01)

"""Dice that lean, seen from a known place: a thing that no crop tells by itself."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.read.conftest import ABOVE, tray
from vision.detection import Detection
from vision.frame import Picture
from vision.locate.locator import Located
from vision.read import DiceReader
from vision.read.cocked import CockedClassifier, cocked_batch, upward
from vision.simulate.dice import DiePose, LightSource, VirtualCamera, render
from vision.simulate.layout import DiePlace
from vision.simulate.tumble import height, stance

ASLANT = VirtualCamera((0.0, -240.0, 380.0), (0.0, 0.0, 0.0), 1300.0, (640, 480))
"""Looks at the tray from the player's side, 32 degrees off the upright."""
SEEDS = range(6)


def leaning(leans: Sequence[float], camera: VirtualCamera, seed: int) -> Picture:
    """Give a picture (480 x 640) of ivory dice that lean so many degrees, from left to right, on green cloth."""
    rng = np.random.default_rng(seed)
    cloth: Picture = np.clip(np.array([60, 105, 45]) + rng.normal(0, 4, (480, 640, 1)), 0, 255).astype(np.uint8)
    dice = []
    for x, lean in zip(np.linspace(-66, 66, len(leans)), leans, strict=True):
        place = DiePlace(float(x), float(rng.uniform(-30, 30)), float(rng.uniform(0, 360)), 16.0, lean)
        rotation = stance(place, int(rng.integers(1, 7)))
        dice.append(DiePose((place.x, place.y, height(rotation) * 16 / 17), rotation, 16.0))
    picture = render(dice, camera, LightSource(), cloth)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.7), np.uint8)


def judged(reader: DiceReader, leans: Sequence[float], camera: VirtualCamera) -> list[Detection]:
    """Read such dice in several pictures, the camera's place being known."""
    return [die for seed in SEEDS for die in reader.read(leaning(leans, camera, seed), None, camera.camera_pose())]


@pytest.mark.parametrize("camera", [ABOVE, ASLANT], ids=["above", "aslant"])
def test_dice_that_lie_flat_are_not_in_trouble(reader: DiceReader, camera: VirtualCamera) -> None:
    seen = judged(reader, (0, 0, 0, 0), camera)

    assert len(seen) == 4 * len(SEEDS)
    assert sum(bool(die.trouble) for die in seen) <= 1


@pytest.mark.parametrize("camera", [ABOVE, ASLANT], ids=["above", "aslant"])
def test_dice_that_lean_are_cocked(reader: DiceReader, camera: VirtualCamera) -> None:
    seen = judged(reader, (22, 28, 35, 42), camera)

    assert len(seen) == 4 * len(SEEDS)
    assert sum(die.trouble == "cocked" for die in seen) >= 23
    assert not any(die.sure for die in seen if die.trouble)


def test_the_same_picture_leans_or_does_not_by_where_it_is_seen_from(reader: DiceReader) -> None:
    """Dice seen from 32 degrees aslant would have to lean, were they seen from straight above."""
    picture = leaning((0, 0, 0, 0), ASLANT, 1)

    assert not any(die.trouble for die in reader.read(picture, None, ASLANT.camera_pose()))
    assert all(die.trouble for die in reader.read(picture, None, ABOVE.camera_pose()))


def test_where_nobody_knows_the_cameras_place_a_die_is_judged_by_its_looks_alone(reader: DiceReader) -> None:
    assert [die.face for die in reader.read(tray((3, 1, 6, 5), 1))] == ["3", "1", "6", "5"]
    assert not any(die.trouble for die in reader.read(tray((3, 1, 6, 5), 1)))


def test_no_dice_no_judgement() -> None:
    assert CockedClassifier.load().probabilities(np.zeros((48, 64, 3), np.uint8), [], ABOVE.camera_pose()).shape == (0,)


def test_the_network_sees_each_die_as_it_is_and_in_a_mirror() -> None:
    crops = np.random.default_rng(5).integers(0, 255, (2, 8, 8, 3)).astype(np.uint8)

    batch = cocked_batch(crops, np.array([0.0, 45.0]))

    assert batch.shape == (4, 4, 8, 8)
    assert batch[0, :3].transpose(1, 2, 0) == pytest.approx(crops[0] / 255)
    assert np.array_equal(batch[2:, :3], batch[:2, :3, :, ::-1])
    assert batch[:, 3, 0, 0].tolist() == [0, 1, 0, 1]


@pytest.mark.parametrize(("slant", "turn"), [((0, -9), 0), ((9, 0), -90), ((-9, 0), 90)])
def test_a_crop_is_turned_so_that_uprights_point_up(slant: tuple[float, float], turn: float) -> None:
    assert upward(*slant) == pytest.approx(turn)


def test_a_die_at_the_pictures_edge_is_judged(reader: DiceReader) -> None:
    chances = reader.cocked_classifier.probabilities(
        tray((3,), 1), [Located((-20.0, 200.0, 30.0, 250.0), 0.5)], ABOVE.camera_pose()
    )

    assert 0 <= float(chances[0]) <= 1

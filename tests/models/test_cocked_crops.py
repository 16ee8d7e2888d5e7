from pathlib import Path

import numpy as np
import pytest

from models.training.calibrate_cocked import best_temperature
from models.training.cocked_crops import PARTS, cocked_crop, load_cocked_crops, render_shard, upright_views
from models.training.labels import COCKED, FLAT_DEGREES, STACKED
from models.training.stored import SIDE


@pytest.mark.parametrize("seed", range(6))
def test_the_slant_is_the_angle_under_which_the_die_is_seen(seed: int) -> None:
    seen = cocked_crop(seed)
    foot = np.array([seen.camera.target, np.add(seen.camera.target, (0, 0, 0.05))])
    upward = np.subtract(*seen.camera.project(foot)[::-1])
    away = np.subtract(seen.camera.eye, seen.camera.target)

    assert np.hypot(*seen.slant) == pytest.approx(np.degrees(np.arctan2(np.hypot(*away[:2]), away[2])), abs=0.1)
    assert np.dot(seen.slant, upward) == pytest.approx(np.hypot(*seen.slant) * np.hypot(*upward), rel=1e-2)


def test_dice_of_every_trouble_are_shown_and_told_apart() -> None:
    labels = [label for seed in range(60) if (label := cocked_crop(seed).label) is not None]

    assert {label.lies for label in labels} >= {COCKED, STACKED}
    assert all(label.tilt > FLAT_DEGREES for label in labels if label.lies == COCKED)
    assert sum(label.tilt < FLAT_DEGREES and label.lies != STACKED for label in labels) > 20


def test_a_shard_is_kept_and_read_by_its_part(tmp_path: Path) -> None:
    for first in (0, PARTS["held out"]):
        render_shard(tmp_path, first, 12)

    training, held_out = load_cocked_crops(tmp_path, "training"), load_cocked_crops(tmp_path, "held out")

    assert 0 < len(training.flat) <= 12
    assert len(training.pictures) == len(training.slants) == len(training.lean) == len(training.widths)
    assert not np.array_equal(training.pictures[0], held_out.pictures[0])
    assert (training.lean[training.flat] < FLAT_DEGREES).all()
    with pytest.raises(FileNotFoundError, match="cocked_crops"):
        load_cocked_crops(tmp_path, "validation")


def test_what_the_judge_is_shown_is_upright(tmp_path: Path) -> None:
    render_shard(tmp_path, 0, 6)
    crops = load_cocked_crops(tmp_path, "training")

    views, slants = upright_views(crops, 0.0)
    _, told = upright_views(crops, 2.0)

    assert views.shape == (len(crops.flat), SIDE, SIDE, 3)
    assert slants == pytest.approx(np.hypot(*crops.slants.T))
    assert 0 < np.abs(told - slants).mean() < 6


def test_logits_that_claim_too_much_are_cooled() -> None:
    rng = np.random.default_rng(7)
    honest = rng.normal(0, 2, 4000).astype(np.float32)
    flat = rng.random(4000) > 1 / (1 + np.exp(-honest))

    assert best_temperature(honest, flat) == pytest.approx(1.0, abs=0.15)
    assert best_temperature(honest * 3, flat) == pytest.approx(3.0, abs=0.4)

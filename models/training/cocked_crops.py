"""Dice that lie flat and dice that lean, seen from known places: `python -m models.training.cocked_crops`.

What the classifier of cocked dice is trained on. Resumable, shard by shard.
"""

from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from models.training.appearance import held_out_look, pip_look, poker_look
from models.training.crops import CloseUp, close_up
from models.training.labels import COVERED, FLAT_DEGREES, STACKED
from models.training.progress import run_all
from models.training.stored import SIDE, centre_box, counts, holds, store
from vision.atomic_file import atomic_write
from vision.locate.crop import crop
from vision.read.cocked import MARGIN, upward

Rng = np.random.Generator

SHARD = 1000
"""Crops in a shard file."""
PARTS = {"training": 0, "validation": 500_000, "held out": 1_000_000}
"""The first seed of each part; the poker dice of the held-out one are of families that nobody trains on."""
TOLD_WRONG = 2.0
"""Degrees (deviation, to the right and down) by which a table is wrong about the slant under which it sees a die."""
SHOWN = {"none": 0.48, "cocked": 0.36, "covered": 0.06, "stacked": 0.10}
"""How often a die has which trouble."""


@dataclass(frozen=True, slots=True)
class CockedCrops:
    """Stored crops (N, S, S, 3); whether each die lies flat and free (N,); its lean in degrees (N,).

    `slants` (N, 2) as in `vision.camera_pose`, in degrees; `widths` (N,) of the dice in pixels.
    """

    pictures: NDArray[np.uint8]
    flat: NDArray[np.bool_]
    lean: NDArray[np.float32]
    slants: NDArray[np.float32]
    widths: NDArray[np.float32]


def cocked_crop(seed: int) -> CloseUp:
    """The close-up of a seed; its label may be None where a hand hides the die."""
    rng = np.random.default_rng([20261121, seed])
    poker = held_out_look if seed >= PARTS["held out"] else poker_look
    look = poker(rng) if rng.random() < 0.5 else pip_look(rng)
    trouble = str(rng.choice(list(SHOWN), p=list(SHOWN.values())))
    return close_up(rng, look, int(rng.integers(1, 7)), float(rng.uniform(10, 25)), trouble)


def render_shard(folder: Path, first: int, count: int) -> None:
    """Render the crops of `count` seeds from `first` on into `cocked-NNNNNNN.npz`; a full shard is kept."""
    target = folder / f"cocked-{first:07d}.npz"
    if holds(target, count):
        return
    pictures, rows = [], []
    for seed in range(first, first + count):
        seen = cocked_crop(seed)
        label = seen.label
        if label is None:
            continue
        x0, y0, x1, y1 = seen.box
        flat = label.tilt < FLAT_DEGREES and label.cover < COVERED and label.lies != STACKED
        pictures.append(store(seen.picture, seen.box))
        rows.append((flat, label.tilt, *seen.slant, (x1 - x0 + y1 - y0) / 2))
    with atomic_write(target) as file:
        np.savez(file, pictures=np.stack(pictures), rows=np.array(rows, np.float32), seeds=count)


def load_cocked_crops(folder: Path, part: str) -> CockedCrops:
    """The crops of a part (a key of PARTS) in a folder; FileNotFoundError where there are none."""
    first = PARTS[part]
    after = min((seed for seed in PARTS.values() if seed > first), default=10**7)
    shards = [path for path in sorted(folder.glob("cocked-???????.npz")) if first <= int(path.stem[-7:]) < after]
    if not shards:
        raise FileNotFoundError(f"There are no such crops in {folder}; render them with models.training.cocked_crops.")
    kept = [np.load(path, allow_pickle=False) for path in shards]
    rows = np.concatenate([shard["rows"] for shard in kept])
    pictures = np.concatenate([shard["pictures"] for shard in kept])
    return CockedCrops(pictures, rows[:, 0] > 0, rows[:, 1], rows[:, 2:4], rows[:, 4])


def upright_views(crops: CockedCrops, wrong: float) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """What the judge is shown of stored crops, (N, SIDE, SIDE, 3), and under what slants, (N,) in degrees.

    The slants are told `wrong` by so many degrees (deviation, to the right and down).
    """
    slants = crops.slants + np.random.default_rng(1).normal(0, wrong, crops.slants.shape)
    views = [
        crop(picture, centre_box(), SIDE, MARGIN, upward(*slant))
        for picture, slant in zip(crops.pictures, slants.tolist(), strict=True)
    ]
    return np.stack(views), np.hypot(*slants.T)


@click.command()
@click.option("--crops", default=24_000, show_default=True, help="How many crops to have to train on.")
@click.option("--validation", default=2_000, show_default=True, help="How many to have to calibrate on.")
@click.option("--held-out", default=3_000, show_default=True, help="How many to have of held-out families.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("work/cocked"), show_default=True)
@click.option("--processes", default=2, show_default=True)
def main(crops: int, validation: int, held_out: int, out: Path, processes: int) -> None:
    """Render dice that lie flat and dice that lean; shards already there are kept."""
    out.mkdir(parents=True, exist_ok=True)
    shards = [
        (out, PARTS[part] + number * SHARD, count)
        for part, wanted in (("held out", held_out), ("validation", validation), ("training", crops))
        for number, count in enumerate(counts(wanted, SHARD))
    ]
    run_all(render_shard, shards, processes, "Shards rendered")


if __name__ == "__main__":
    main()

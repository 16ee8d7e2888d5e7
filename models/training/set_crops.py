"""Sets of dice, every face seen several times: `python -m models.training.set_crops`; what sets are told apart by.

A set is one look of dice under its seed; its crops differ in light, ground, tilt, size and neighbours, as the looks
do that an owner teaches and the table then has to read. Resumable, shard by shard.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from models.training.appearance import held_out_look, pip_look, poker_look
from models.training.crops import close_up
from models.training.labels import FACES, NOT_READABLE
from models.training.progress import run_all
from models.training.stored import LABELS, UNREADABLE, counts, holds, store
from vision.atomic_file import atomic_write

Picture = NDArray[np.uint8]

APPEARANCES = 4
"""How often each face of a set is seen."""
LOOKS_HELD_OUT = 8
"""The same for held-out sets: five to teach, the rest to examine."""
UNREADABLE_LOOKS = ("cocked", "cocked", "covered", "nothing")
"""What else is seen of a set: dice that lean, one under a hand, and ground beside its dice."""
POKER_SETS = 0.75
"""Part of the sets that are poker dice; the others have pips, plain and odd."""
SHARD = 20
"""Sets in a shard file."""
VALIDATION_SEED = 500_000
"""Seeds of sets for calibration begin here: of families that are trained on, but other sets."""
HELD_OUT_SEED = 1_000_000
"""Seeds of sets of held-out families begin here."""
PARTS = {"training": 0, "validation": VALIDATION_SEED, "held out": HELD_OUT_SEED}
"""The first seed of each part."""


@dataclass(frozen=True, slots=True)
class SetCrops:
    """Stored crops (N, S, S, 3) with their class, set, family and the die's width in pixels, each (N,)."""

    pictures: NDArray[np.uint8]
    classes: NDArray[np.int64]
    sets: NDArray[np.int64]
    families: NDArray[np.int64]
    widths: NDArray[np.float32]


def set_crops(seed: int) -> Iterator[tuple[Picture, int, float, int]]:
    """The crops of the set of a seed: picture, class, the die's width in pixels, family."""
    rng = np.random.default_rng([20261123, seed])
    held_out = seed >= HELD_OUT_SEED
    look = held_out_look(rng) if held_out else poker_look(rng) if rng.random() < POKER_SETS else pip_look(rng)
    edge = float(rng.uniform(10, 25))
    wanted = [(value, "none") for value in range(1, 7) for _ in range(LOOKS_HELD_OUT if held_out else APPEARANCES)]
    wanted += [(int(rng.integers(1, 7)), trouble) for trouble in UNREADABLE_LOOKS]
    for shown, trouble in wanted:
        seen = close_up(rng, look, shown, edge, trouble)
        value = NOT_READABLE if seen.label is None else seen.label.value
        face = UNREADABLE if value == NOT_READABLE else LABELS.index(FACES[value - 1])
        x0, y0, x1, y1 = seen.box
        yield store(seen.picture, seen.box), face, (x1 - x0 + y1 - y0) / 2, look.family


def render_shard(folder: Path, first: int, count: int = SHARD) -> None:
    """Render `count` sets from the seed `first` on into `sets-NNNNNNN.npz`; a shard that holds so many is kept."""
    target = folder / f"sets-{first:07d}.npz"
    if holds(target, count):
        return
    rows = [(*row, seed) for seed in range(first, first + count) for row in set_crops(seed)]
    with atomic_write(target) as file:
        np.savez(
            file,
            pictures=np.stack([row[0] for row in rows]),
            classes=np.array([row[1] for row in rows], np.int64),
            widths=np.array([row[2] for row in rows], np.float32),
            families=np.array([row[3] for row in rows], np.int64),
            sets=np.array([row[4] for row in rows], np.int64),
            seeds=count,
        )


def load_set_crops(folder: Path, part: str) -> SetCrops | None:
    """The crops of every set of a part (a key of PARTS) in a folder; None where there are none."""
    first = PARTS[part]
    after = min((seed for seed in PARTS.values() if seed > first), default=10 * HELD_OUT_SEED)
    shards = []
    for path in sorted(folder.glob("sets-???????.npz")):
        if first <= int(path.stem[-7:]) < after:
            with np.load(path, allow_pickle=False) as kept:
                shards.append({name: kept[name] for name in ("pictures", "classes", "sets", "families", "widths")})
    if not shards:
        return None
    return SetCrops(**{name: np.concatenate([shard[name] for shard in shards]) for name in shards[0]})


@click.command()
@click.option("--sets", default=900, show_default=True, help="How many sets to have to train on.")
@click.option("--validation", default=40, show_default=True, help="How many sets to have to calibrate on.")
@click.option("--held-out", default=40, show_default=True, help="How many sets of held-out families to have.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("work/sets"), show_default=True)
@click.option("--processes", default=2, show_default=True)
def main(sets: int, validation: int, held_out: int, out: Path, processes: int) -> None:
    """Render sets of dice; shards already there are kept."""
    out.mkdir(parents=True, exist_ok=True)
    shards = [
        (out, PARTS[part] + number * SHARD, count)
        for part, wanted in (("held out", held_out), ("validation", validation), ("training", sets))
        for number, count in enumerate(counts(wanted, SHARD))
    ]
    run_all(render_shard, shards, processes, "Shards rendered")


if __name__ == "__main__":
    main()

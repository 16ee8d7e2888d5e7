"""Render training scenes in bulk: `python -m models.training.render --scenes 12000`; resumable, shard by shard."""

from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.labels import COLUMNS
from models.training.progress import run_all
from models.training.scenes import scene
from models.training.stored import counts, holds
from vision.atomic_file import atomic_write

SHARD = 250
"""Scenes in a shard file."""
QUALITY = 93
"""Of the JPEGs that scenes are kept as."""
HELD_OUT = "held-out"
"""Name of the shards with poker dice that nobody trains on; those to train on are called `scenes`."""


def render_shard(folder: Path, shard: int, held_out: bool = False, count: int = SHARD) -> None:
    """Render one shard to `scenes-NNNN.npz`: JPEG bytes end to end, their ends, and labels (N, len(COLUMNS)).

    A shard that holds `count` scenes is kept; one gets its name only when it does.
    """
    target = folder / f"{HELD_OUT if held_out else 'scenes'}-{shard:04d}.npz"
    if holds(target, count):
        return
    jpegs: list[NDArray[np.uint8]] = []
    rows: list[tuple[float, ...]] = []
    for index in range(count):
        picture, labels = scene(shard * SHARD + index, held_out)
        jpegs.append(
            np.asarray(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1], np.uint8).ravel()
        )
        rows += [label.row(index) for label in labels]
    ends = np.cumsum([len(jpeg) for jpeg in jpegs])
    table = np.asarray(rows, np.float32).reshape(-1, len(COLUMNS))
    with atomic_write(target) as file:
        np.savez(file, jpeg=np.concatenate(jpegs), ends=ends, labels=table, seeds=count)


def load_shard(path: Path) -> tuple[list[NDArray[np.uint8]], NDArray[np.float32]]:
    """The pictures (encoded JPEG bytes, one array each) and labels (N, len(COLUMNS)) of a shard."""
    with np.load(path, allow_pickle=False) as shard:
        pictures = np.split(shard["jpeg"], shard["ends"][:-1])
        return pictures, shard["labels"]


@click.command()
@click.option("--scenes", default=6500, show_default=True, help="How many scenes to have to train on.")
@click.option("--held-out", default=500, show_default=True, help="How many scenes of held-out poker dice to have.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("work/scenes"), show_default=True)
@click.option("--processes", default=2, show_default=True)
def main(scenes: int, held_out: int, out: Path, processes: int) -> None:
    """Render labelled scenes of dice; shards already there are kept."""
    out.mkdir(parents=True, exist_ok=True)
    shards = [
        (out, shard, apart, count)
        for apart, wanted in ((True, held_out), (False, scenes))
        for shard, count in enumerate(counts(wanted, SHARD))
    ]
    run_all(render_shard, shards, processes, "Shards rendered")


if __name__ == "__main__":
    main()

"""Render training scenes in bulk: `python -m models.training.render --scenes 12000`; resumable, shard by shard."""

from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.scenes import scene, sheet

SHARD = 250
"""Scenes in a shard file."""
LABEL_COLUMNS = ("scene", "x0", "y0", "x1", "y1", "value", "heading")


def render_shard(folder: Path, shard: int) -> None:
    """Render one shard to `scenes-NNNN.npz`: JPEG bytes end to end, their ends, and labels (N, 7)."""
    target = folder / f"scenes-{shard:04d}.npz"
    if target.exists():
        return
    jpegs: list[NDArray[np.uint8]] = []
    rows: list[tuple[float, ...]] = []
    for index in range(SHARD):
        picture, labels = scene(shard * SHARD + index)
        jpegs.append(np.asarray(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 93])[1], np.uint8).ravel())
        rows += [(index, *label.box, label.value, label.heading) for label in labels]
    ends = np.cumsum([len(jpeg) for jpeg in jpegs])
    unfinished = target.with_suffix(".part.npz")
    np.savez(unfinished, jpeg=np.concatenate(jpegs), ends=ends, labels=np.asarray(rows, np.float32).reshape(-1, 7))
    unfinished.rename(target)


def load_shard(path: Path) -> tuple[list[NDArray[np.uint8]], NDArray[np.float32]]:
    """The pictures (encoded JPEG bytes, one array each) and labels (N, 7) of a shard; see LABEL_COLUMNS."""
    with np.load(path) as shard:
        pictures = np.split(shard["jpeg"], shard["ends"][:-1])
        return pictures, shard["labels"]


@click.command()
@click.option("--scenes", default=6500, show_default=True, help="How many scenes to have in all.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("work/scenes"), show_default=True)
@click.option("--processes", default=2, show_default=True)
@click.option("--sheet", "sheet_file", type=click.Path(path_type=Path), help="Write a contact sheet here, then stop.")
def main(scenes: int, out: Path, processes: int, sheet_file: Path | None) -> None:
    """Render labelled scenes of dice; shards already there are kept."""
    if sheet_file is not None:
        cv2.imwrite(str(sheet_file), sheet(range(24)))
        return
    out.mkdir(parents=True, exist_ok=True)
    shards = range((scenes + SHARD - 1) // SHARD)
    with ProcessPoolExecutor(processes) as pool:
        jobs = [pool.submit(render_shard, out, shard) for shard in shards]
        with click.progressbar(as_completed(jobs), length=len(jobs), label="Rendering") as done:
            for job in done:
                job.result()


if __name__ == "__main__":
    main()

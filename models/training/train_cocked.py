"""Train the classifier of cocked dice: `python -m models.training.train_cocked`; resumable, exported by `export`."""

import logging
from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from models.training.cocked_crops import TOLD_WRONG, CockedCrops, load_cocked_crops, upright_views
from models.training.face_data import seen_through_a_camera
from models.training.loop import steps_done, train
from models.training.network import CockedNetwork
from models.training.stored import SIDE
from vision.read.cocked import MARGIN, STEEPEST, cocked_batch, upward

Rng = np.random.Generator
Batch = tuple[Tensor, Tensor]

BATCH = 96
FOCAL_WRONG = 0.12
"""Logarithm (deviation) by which its focal length is: nobody measures that of a webcam."""
FLAGGED = 0.02
"""Part of the flat dice that may be flagged in the checks."""


class CockedBatches(IterableDataset[Batch]):
    """Endless random batches: crops with their slant (B, 4, SIDE, SIDE) uint8, and 1 where a die is not flat (B,)."""

    def __init__(self, folder: Path, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.crops = load_cocked_crops(folder, "training")

    def __iter__(self) -> Iterator[Batch]:
        """Batches of this worker, from a seed of its own."""
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        crops = self.crops
        while True:
            chosen = rng.integers(len(crops.flat), size=BATCH)
            views = np.stack(
                [_view(rng, crops.pictures[one], float(crops.widths[one]), crops.slants[one]) for one in chosen]
            )
            yield torch.from_numpy(views), torch.from_numpy((~crops.flat[chosen]).astype(np.float32))


def _view(rng: Rng, stored: NDArray[np.uint8], width: float, slant: NDArray[np.float32]) -> NDArray[np.uint8]:
    """A stored crop turned upright by a slant that is known as badly as at a table, (4, SIDE, SIDE)."""
    assumed = slant * np.exp(rng.normal(0, FOCAL_WRONG)) + rng.normal(0, TOLD_WRONG, 2)
    turn = np.radians(upward(*assumed))
    rotate = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flip = np.diag([rng.choice([-1.0, 1.0]), 1.0])
    stretch = np.diag(np.exp(rng.normal(0, 0.02, 2)))
    picture = seen_through_a_camera(rng, stored, width, flip @ rotate @ stretch, SIDE, MARGIN)
    steepness = min(255.0, float(np.hypot(*assumed)) / STEEPEST * 255)
    plane = np.full((1, SIDE, SIDE), round(steepness), np.uint8)
    return np.concatenate([picture.transpose(2, 0, 1), plane])


def loss(outputs: Tensor, targets: Tensor) -> Tensor:
    """Cross-entropy."""
    return binary_cross_entropy_with_logits(outputs[:, 0].float(), targets)


def judged(network: nn.Module, crops: CockedCrops, wrong: float = 0.0) -> NDArray[np.float32]:
    """Logits (N,) of stored crops, seen as they are and in a mirror; the slants are `wrong` by so many degrees."""
    views, slants = upright_views(crops, wrong)
    found = []
    for begin in range(0, len(views), 256):
        part = slice(begin, begin + 256)
        batch = torch.from_numpy(cocked_batch(views[part], slants[part]))
        with torch.no_grad():
            found.append(network(batch)[:, 0].numpy().reshape(2, -1).mean(0))
    return np.concatenate(found)


class CockedChecks:
    """What is told of the network in training: dice of held-out sets, seen from places known well and less well."""

    def __init__(self, folder: Path) -> None:
        self.crops = load_cocked_crops(folder, "held out")

    def __call__(self, network: nn.Module) -> str:
        """Parts of the dice flagged that lean more and less, where FLAGGED of the flat ones are flagged, too."""
        figures = []
        for wrong in (0.0, TOLD_WRONG):
            logits, flat, lean = judged(network, self.crops, wrong), self.crops.flat, self.crops.lean
            flagged = logits > np.quantile(logits[flat], 1 - FLAGGED)
            little, much = (lean > 10) & (lean < 20), lean >= 20
            other = ~flat & (lean < 10)
            figures.append(
                f"told {wrong:g} degrees wrong: {flagged[little].mean():.3f} below 20 degrees, "
                f"{flagged[much].mean():.3f} above, {flagged[other].mean():.3f} covered or stacked, "
                f"likelier than not {(logits[flat] > 0).mean():.3f} of the flat and {(logits[~flat] > 0).mean():.3f}"
            )
        return "; ".join(figures)


@click.command()
@click.option("--crops", type=click.Path(path_type=Path), default=Path("work/cocked"), show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=Path("work/cocked.pt"), show_default=True)
@click.option(
    "--start", type=click.Path(path_type=Path), help="Weights to begin with, such as training/weights/cocked.pt."
)
@click.option("--steps", default=8000, show_default=True)
@click.option("--rate", default=3e-3, show_default=True, help="The highest learning rate; a third of it to go on.")
@click.option("--seed", default=1, show_default=True)
@click.option("--threads", default=1, show_default=True)
def main(crops: Path, out: Path, start: Path | None, steps: int, rate: float, seed: int, threads: int) -> None:
    """Train the classifier of cocked dice on rendered crops."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    loader = DataLoader(CockedBatches(crops, seed + steps_done(out)), None, num_workers=1, prefetch_factor=4)
    network = train(
        CockedNetwork(), iter(loader), loss, CockedChecks(crops), out, steps, rate, halved=True, start=start
    )
    torch.save(network.state_dict(), out.with_suffix(".final.pt"))


if __name__ == "__main__":
    main()

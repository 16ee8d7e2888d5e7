"""Train the locator: `python -m models.training.train_locator`; resumable, exported by `models.training.export`."""

import logging
from pathlib import Path

import click
import torch
from torch import Tensor, nn
from torch.nn.functional import binary_cross_entropy_with_logits, l1_loss
from torch.utils.data import DataLoader

from models.training.locator_data import BARE, BARE_SHARE, LocatorSamples
from models.training.loop import steps_done, train
from models.training.network import LocatorNetwork

BATCH = 24


def locator_loss(maps: Tensor, target: Tensor) -> Tensor:
    """Focal loss of the heat (as for CenterNet, arXiv 1904.07850) plus L1 of size and offset at the centres."""
    logit, heat, weight = maps[:, 0], target[:, 0], target[:, 1]
    chance = torch.sigmoid(logit)
    centres = heat.eq(1).float()
    found = binary_cross_entropy_with_logits(logit, torch.ones_like(logit), reduction="none") * (1 - chance).square()
    empty = binary_cross_entropy_with_logits(logit, torch.zeros_like(logit), reduction="none") * chance.square()
    focal = (found * centres + empty * (1 - centres) * (1 - heat).pow(4) * weight).sum() / centres.sum().clamp(min=1)
    here = target[:, 6:7]
    geometry = l1_loss(maps[:, 1:5] * here, target[:, 2:6] * here, reduction="sum") / here.sum().clamp(min=1)
    return focal + 0.5 * geometry


@click.command()
@click.option("--scenes", type=click.Path(path_type=Path), default=Path("work/scenes"), show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=Path("work/locator.pt"), show_default=True)
@click.option(
    "--start", type=click.Path(path_type=Path), help="Weights to begin with, such as training/weights/locator.pt."
)
@click.option("--steps", default=8000, show_default=True)
@click.option("--rate", default=3e-3, show_default=True, help="The highest learning rate; a third of it to go on.")
@click.option("--seed", default=1, show_default=True)
@click.option("--bare", default=BARE, show_default=True, help="How many scenes without dice to show.")
@click.option("--bare-share", default=BARE_SHARE, show_default=True, help="Part of the samples that show one.")
@click.option("--threads", default=1, show_default=True)
def main(
    scenes: Path,
    out: Path,
    start: Path | None,
    steps: int,
    rate: float,
    seed: int,
    bare: int,
    bare_share: float,
    threads: int,
) -> None:
    """Train the locator on rendered scenes and the photographs for training."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    samples = LocatorSamples(scenes, seed + steps_done(out), bare, bare_share)
    loader = DataLoader(samples, BATCH, num_workers=1, prefetch_factor=4)
    held_back = LocatorSamples(scenes, seed + 1_000_000_000, bare, bare_share)
    checks = [batch for batch, _ in zip(DataLoader(held_back, BATCH), range(8), strict=False)]

    def check(network: nn.Module) -> str:
        """Loss on the same eight random batches each time."""
        with torch.no_grad():
            losses = [locator_loss(network(pictures.float() / 255), target) for pictures, target in checks]
        return f"loss {float(torch.stack(losses).mean()):.4f}"

    network = train(LocatorNetwork(), iter(loader), locator_loss, check, out, steps, rate, start=start)
    torch.save(network.state_dict(), out.with_suffix(".final.pt"))


if __name__ == "__main__":
    main()

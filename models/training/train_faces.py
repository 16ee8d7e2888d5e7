"""Train the face reader: `python -m models.training.train_faces`; resumable, exported by `models.training.export`."""

import logging
from pathlib import Path

import click
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.utils.data import DataLoader

from models.training.face_data import LABELS, SIDE, STORED_SIDE, FaceSamples, photo_crops
from models.training.loop import train
from models.training.network import FaceReader
from models.training.photos import labelled
from vision.locate.crop import MARGIN

BATCH = 64


def face_loss(logits: Tensor, classes: Tensor) -> Tensor:
    """Cross-entropy with a little smoothing, so that no label is believed blindly."""
    return cross_entropy(logits, classes, label_smoothing=0.05)


@click.command()
@click.option("--scenes", type=click.Path(path_type=Path), default=Path("work/scenes"), show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=Path("work/faces.pt"), show_default=True)
@click.option("--steps", default=12000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--threads", default=1, show_default=True)
def main(scenes: Path, out: Path, steps: int, seed: int, threads: int) -> None:
    """Train the face reader on rendered scenes and the photographs for training."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    samples = FaceSamples(scenes, seed)
    loader = DataLoader(samples, BATCH, num_workers=1, prefetch_factor=4)
    kept = STORED_SIDE * MARGIN / (MARGIN * 1.7)
    edge = round((STORED_SIDE - kept) / 2)
    checks = {}
    for source in ("rune55/tray", "nell-byler", "matteop65"):
        crops = photo_crops(labelled(source, held_back=True))
        views = torch.from_numpy(crops.pictures[:, edge:-edge, edge:-edge].transpose(0, 3, 1, 2).copy()).float() / 255
        checks[source] = (
            nn.functional.interpolate(views, (SIDE, SIDE), mode="bilinear"),
            torch.from_numpy(crops.classes),
        )

    def check(network: nn.Module) -> str:
        """Part of the held-back photographs' dice read right, by their labelled boxes."""
        told = []
        for source, (views, classes) in checks.items():
            with torch.no_grad():
                read = torch.cat([network(part).argmax(1) for part in views.split(256)])
            told.append(f"{source} {float((read == classes).float().mean()):.4f}")
        return ", ".join(told)

    network = train(FaceReader(len(LABELS)), iter(loader), face_loss, check, out, steps, 3e-3)
    torch.save(network.state_dict(), out.with_suffix(".final.pt"))


if __name__ == "__main__":
    main()

"""Train the face reader: `python -m models.training.train_faces`; resumable, exported by `models.training.export`."""

import logging
from pathlib import Path

import click
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, interpolate, normalize
from torch.utils.data import DataLoader

from models.training.face_batches import NO_SET, FaceBatches
from models.training.face_data import photo_crops
from models.training.few_examples import taught_right
from models.training.loop import steps_done, train
from models.training.network import FaceNetwork
from models.training.photos import labelled
from models.training.set_crops import load_set_crops
from models.training.stored import LABELS, SIDE, STORED_SIDE, UNREADABLE
from vision.read.faces import unit

CLOSENESS = 0.1
"""Temperature of the contrastive loss: how much nearer than the others a look at the same face has to be."""
METRIC_WEIGHT = 0.4


def face_loss(outputs: tuple[Tensor, Tensor], targets: Tensor) -> Tensor:
    """Cross-entropy, a little smoothed so that no label is believed blindly, plus the contrast within sets."""
    logits, embeddings = outputs[0].float(), outputs[1].float()
    classes, sets = targets.unbind(1)
    return cross_entropy(logits, classes, label_smoothing=0.05) + METRIC_WEIGHT * contrast(embeddings, classes, sets)


def contrast(embeddings: Tensor, classes: Tensor, sets: Tensor) -> Tensor:
    """Supervised contrastive loss (as in arXiv 2004.11362) of dice against the other looks at their own set only.

    Dice of different sets are never compared: that two sets' kings look alike is neither asked for nor forbidden.
    """
    chosen = (sets != NO_SET) & (classes != UNREADABLE)
    vectors, faces, owners = normalize(embeddings[chosen]), classes[chosen], sets[chosen]
    same_set = (owners[:, None] == owners[None]) & ~torch.eye(len(owners), dtype=torch.bool)
    same_face = same_set & (faces[:, None] == faces[None])
    near = vectors @ vectors.T / CLOSENESS
    chances = near - near.masked_fill(~same_set, -1e4).logsumexp(1, keepdim=True)
    return -(chances * same_face).sum(1).div(same_face.sum(1).clamp(min=1)).mean()


def views_of(stored: np.ndarray) -> Tensor:
    """The middle of stored crops (N, S, S, 3) as the network is shown them, (N, 3, SIDE, SIDE) 0-1."""
    edge = round((STORED_SIDE - STORED_SIDE / 1.7) / 2)
    inner = torch.from_numpy(stored[:, edge:-edge, edge:-edge].transpose(0, 3, 1, 2).copy()).float() / 255
    return interpolate(inner, (SIDE, SIDE), mode="bilinear")


class FaceChecks:
    """What is told of the network in training: dice of held-back photographs, and sets of held-out families."""

    def __init__(self, sets: Path, most: int | None = None) -> None:
        self.photos = {}
        for source in ("rune55/tray", "nell-byler", "matteop65"):
            crops = photo_crops(labelled(source, True, most))
            self.photos[source] = (views_of(crops.pictures), crops.classes)
        held_out = load_set_crops(sets, "held out")
        if held_out is None:
            raise click.ClickException(f"There are no held-out sets in {sets}; render them with set_crops.")
        faces = held_out.classes != UNREADABLE
        self.looks, self.cocked = views_of(held_out.pictures[faces]), views_of(held_out.pictures[~faces])
        self.classes, self.owners = held_out.classes[faces], held_out.sets[faces]

    def __call__(self, network: nn.Module) -> str:
        """Parts read right: of photographs by their labelled boxes, of sets untaught and after five looks a face."""
        figures = []
        for source, (views, classes) in self.photos.items():
            figures.append(f"{source} {float((_outputs(network, views)[0].argmax(1) == classes).mean()):.4f}")
        turned = [_outputs(network, torch.rot90(self.looks, turn, (2, 3))) for turn in range(2)]
        untaught = (turned[0][0] + turned[1][0]).argmax(1) == self.classes
        vectors = np.stack([unit(one[1]) for one in turned])
        taught = taught_right(vectors, self.classes, self.owners, 5)
        leaning = _outputs(network, self.cocked)[0].argmax(1) == UNREADABLE
        flat = turned[0][0].argmax(1) == UNREADABLE
        return (
            f"{', '.join(figures)}, held-out sets {untaught.mean():.4f}, taught {taught:.4f}, "
            f"cocked known {leaning.mean():.4f}, flat refused {flat.mean():.4f}"
        )


def _outputs(network: nn.Module, views: Tensor) -> tuple[np.ndarray, np.ndarray]:
    with torch.no_grad():
        parts = [network(part) for part in views.split(256)]
    return np.concatenate([part[0].numpy() for part in parts]), np.concatenate([part[1].numpy() for part in parts])


@click.command()
@click.option("--scenes", type=click.Path(path_type=Path), default=Path("work/scenes"), show_default=True)
@click.option("--sets", type=click.Path(path_type=Path), default=Path("work/sets"), show_default=True)
@click.option("--out", type=click.Path(path_type=Path), default=Path("work/faces.pt"), show_default=True)
@click.option(
    "--start", type=click.Path(path_type=Path), help="Weights to begin with, such as training/weights/faces.pt."
)
@click.option("--steps", default=12000, show_default=True)
@click.option("--rate", default=3e-3, show_default=True, help="The highest learning rate; a third of it to go on.")
@click.option("--seed", default=1, show_default=True)
@click.option(
    "--networks",
    type=click.Path(path_type=Path),
    help="Folder of the networks that look for false dice in the photographs.  [default: the project's own]",
)
@click.option("--photos", type=int, help="Only so many photographs of each source.")
@click.option("--threads", default=1, show_default=True)
def main(
    scenes: Path,
    sets: Path,
    out: Path,
    start: Path | None,
    steps: int,
    rate: float,
    seed: int,
    networks: Path | None,
    photos: int | None,
    threads: int,
) -> None:
    """Train the face reader on sets of dice, rendered scenes and the photographs for training."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    batches = FaceBatches(scenes, sets, seed + steps_done(out), networks, photos)
    loader = DataLoader(batches, None, num_workers=1, prefetch_factor=4)
    checks = FaceChecks(sets, photos)
    network = train(FaceNetwork(len(LABELS)), iter(loader), face_loss, checks, out, steps, rate, True, start)
    torch.save(network.state_dict(), out.with_suffix(".final.pt"))


if __name__ == "__main__":
    main()

"""Set the reader's temperature and thresholds on held-back photographs: `python -m models.training.calibrate`."""

import click
import numpy as np
from numpy.typing import NDArray

from models.training.card import write_card
from models.training.evaluate import HELD_BACK
from models.training.photos import labelled, read, whole_dice
from vision.locate.locator import Located, Locator
from vision.network import load_network
from vision.read.reader import UNREADABLE, FaceReader, softmax

TOLERATED = 0.001
"""Part of the validation dice that may be sure and wrong."""


def located_dice(locator: Locator, faces: FaceReader) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Logits (N, labels) and true label indexes (N,) of the held-back photographs' dice, as the locator finds them."""
    logits, truth = [], []
    for source in HELD_BACK:
        for photo in labelled(source, held_back=True):
            picture = read(photo.path)
            middles = whole_dice(photo).reshape(-1, 2, 2).mean(1)
            reaches = np.ptp(whole_dice(photo).reshape(-1, 2, 2), axis=1).mean(1) / 2
            matched: list[Located] = []
            for die in locator.locate(picture):
                x0, y0, x1, y1 = die.box
                away = np.hypot(*(middles - ((x0 + x1) / 2, (y0 + y1) / 2)).T)
                nearest = int(away.argmin())
                if away[nearest] < reaches[nearest]:
                    matched.append(die)
                    truth.append(faces.labels.index(str(photo.values[nearest])))
            logits.append(faces.logits(picture, matched))
    return np.concatenate(logits), np.array(truth)


def best_temperature(logits: NDArray[np.float32], truth: NDArray[np.int64]) -> float:
    """The temperature with the least cross-entropy."""
    tried = np.geomspace(0.2, 4, 80)
    losses = [-np.log(softmax(logits / np.float32(t))[np.arange(len(truth)), truth] + 1e-9).mean() for t in tried]
    return float(tried[int(np.argmin(losses))])


def sure_threshold(confidence: NDArray[np.float32], wrong: NDArray[np.bool_]) -> float:
    """The least confidence above which fewer than TOLERATED of all dice are wrong."""
    order = np.argsort(-confidence)
    allowed = int(np.ceil(TOLERATED * len(order))) - 1
    too_many = np.flatnonzero(np.cumsum(wrong[order]) > max(0, allowed))
    if not too_many.size:
        return 0.5
    return min(0.9999, float(confidence[order[too_many[0]]]) + 1e-4)


@click.command()
def main() -> None:
    """Write temperature and thresholds into the face reader's card."""
    write_card("faces", {"temperature": 1.0, "sure": 0.9, "no_die": 0.5})
    faces = FaceReader(load_network("faces"))
    logits, truth = located_dice(Locator.load(), faces)
    temperature = best_temperature(logits, truth)
    chances = softmax(logits / np.float32(temperature))
    chances[:, faces.labels.index(UNREADABLE)] = 0
    wrong = np.asarray(chances.argmax(1) != truth)
    sure = max(0.5, sure_threshold(chances.max(1), wrong))
    write_card("faces", {"temperature": round(temperature, 4), "sure": round(sure, 4)})
    above = chances.max(1) >= sure
    click.echo(
        f"{len(truth)} dice, {int(wrong.sum())} read wrong; temperature {temperature:.3f}; sure from {sure:.4f}: "
        f"{above.mean():.1%} of dice, {int((wrong & above).sum())} of them wrong"
    )


if __name__ == "__main__":
    main()

"""Set the reader's temperature and thresholds on held-back photographs: `python -m models.training.calibrate`."""

from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from models.training.card import MODELS, write_card
from models.training.evaluate import HELD_BACK
from models.training.examination import PLAIN
from models.training.labels import COCKED
from models.training.photos import labelled, read, whole_dice
from models.training.scenes import bare_scene, scene
from models.training.set_crops import load_set_crops
from models.training.stored import LABELS, views
from vision.locate.crop import Box
from vision.locate.locator import Locator
from vision.network import load_network
from vision.read.faces import UNREADABLE, FaceReader, softmax
from vision.read.kinds import KINDS

NO_DIE = -1
LIKELIER_THAN_NOT = 0.5
UNLABELLED_NEIGHBOURS = ("rune55/tray",)
"""Sets whose photographs show more dice than are labelled."""

TOLERATED = 0.001
"""Part of the validation dice that may be sure and differ from their label."""

LOST = 3
"""What a lost die costs, in false ones."""
ON_BARE_GROUND = 2
"""What a false die costs where no other lies: an empty tray would look like a throw."""
BARE, SCENES = 300, 400
"""Scenes without dice, and others, that are looked at besides."""
FIRST_SEED = 2_000_000
"""Their seeds begin here: others than those that are trained on or examined."""
LEAST_BELIEF = 0.2
"""The locator's findings below this are ground on every photograph."""


@dataclass(frozen=True, slots=True)
class Findings:
    """What the locator found on the held-back photographs.

    `logits` (N, labels) of the face reader, `truth` (N,) the true label's index or NO_DIE, `belief` (N,) the
    locator's, `worth` (N,) what it costs to take a die for none or, for NO_DIE, none for a die: 0 where not every
    die of the photograph is labelled.
    """

    logits: NDArray[np.float32]
    truth: NDArray[np.int64]
    belief: NDArray[np.float64]
    worth: NDArray[np.int64]

    @classmethod
    def of(cls, logits: list[NDArray[np.float32]], rows: list[tuple[int, float, int]]) -> "Findings":
        """Findings of several pictures: their logits, and for each finding truth, belief and worth."""
        table = np.array(rows, np.float64).reshape(-1, 3)
        truth, worth = table[:, 0].astype(np.int64), table[:, 2].astype(np.int64)
        return cls(np.concatenate(logits), truth, table[:, 1], worth)

    def and_(self, other: "Findings") -> "Findings":
        """Both findings."""
        return Findings(
            np.concatenate([self.logits, other.logits]),
            np.concatenate([self.truth, other.truth]),
            np.concatenate([self.belief, other.belief]),
            np.concatenate([self.worth, other.worth]),
        )


def findings(locator: Locator, faces: FaceReader) -> Findings:
    """Locate and read every held-back photograph; a finding is the labelled die within half a die's width of it."""
    logits, rows = [], []
    for source in HELD_BACK:
        for photo in labelled(source, held_back=True):
            picture = read(photo.path)
            boxes = whole_dice(photo).reshape(-1, 2, 2)
            reaches = np.ptp(boxes, axis=1).mean(1) / 2
            dice = []
            for die in locator.locate(picture):
                middle = np.reshape(die.box, (2, 2)).mean(0)
                away = np.hypot(*(boxes.mean(1) - middle).T)
                nearest = int(away.argmin())
                near = away[nearest] < reaches[nearest]
                unlabelled = (np.hypot(*(photo.unlabelled - middle).T) < die.width / 2).any()
                if unlabelled or (near and not photo.trusted[nearest]) or die.is_cut_off(picture):
                    continue
                dice.append(die)
                if near:
                    rows.append((faces.labels.index(str(photo.values[nearest])), die.score, LOST))
                else:
                    rows.append((NO_DIE, die.score, int(source not in UNLABELLED_NEIGHBOURS)))
            logits.append(faces.predict(picture, dice).logits)
    return Findings.of(logits, rows)


def rendered_findings(locator: Locator, faces: FaceReader, bare: int = BARE, scenes: int = SCENES) -> Findings:
    """What is found in `bare` scenes without dice, and the dice found that lean in `scenes` others.

    People are to be asked of these.
    """
    logits, rows = [], []
    for number in range(bare):
        picture = bare_scene(FIRST_SEED + number)
        false = locator.locate(picture)
        rows += [(NO_DIE, die.score, ON_BARE_GROUND) for die in false]
        logits.append(faces.predict(picture, false).logits)
    for number in range(scenes):
        picture, labels = scene(FIRST_SEED + number)
        leaning = [label for label in labels if label.lies == COCKED and label.seen >= PLAIN]
        dice = [die for die in locator.locate(picture) if any(_same(die.box, label.box) for label in leaning)]
        rows += [(faces.labels.index(UNREADABLE), die.score, 1) for die in dice]
        logits.append(faces.predict(picture, dice).logits)
    return Findings.of(logits, rows)


def _same(one: Box, other: Box) -> bool:
    """Whether the middle of one box is within half a die's width of the other's."""
    middles = np.reshape([one, other], (2, 2, 2)).mean(1)
    return bool(np.hypot(*(middles[0] - middles[1])) < (other[2] - other[0] + other[3] - other[1]) / 4)


def of_sets(faces: FaceReader, sets: Path) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Logits (N, labels) and true labels (N,) of rendered sets that nobody trained on, unreadable dice among them.

    None of it where the network knows no poker faces.
    """
    crops = load_set_crops(sets, "validation") if faces.labels == LABELS else None
    if crops is None:
        return np.zeros((0, len(faces.labels)), np.float32), np.zeros(0, np.int64)
    return faces.predict_crops(views(crops.pictures, faces.side)).logits, crops.classes


def cheapest(found: Findings, doubt: NDArray[np.floating]) -> tuple[float, float]:
    """The belief below which and the doubt (N,) above which a finding is best taken for no die."""
    die = found.truth != NO_DIE
    beliefs, doubts = np.linspace(LEAST_BELIEF, 0.7, 51), np.linspace(0.02, 0.5, 97)
    taken = (found.belief >= beliefs[:, None, None]) & (doubt <= doubts[:, None])
    costs = ((taken != die) * found.worth).sum(2)
    at, above = np.unravel_index(int(costs.argmin()), costs.shape)
    return float(beliefs[at]), float(doubts[above])


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


def answers_of(
    kind: str, labels: tuple[str, ...], logits: NDArray[np.float32], truth: NDArray[np.int64]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Confidences (M,) of a reader of one kind for the readable dice of that kind, and whether each is wrong (M,).

    `logits` (N, labels) are of all dice, `truth` (N,) indexes of their labels.
    """
    known = np.array([index for index, label in enumerate(labels) if label in KINDS[kind]])
    chances = softmax(logits[:, [*known, labels.index(UNREADABLE)]])[np.isin(truth, known), :-1]
    read = known[chances.argmax(1)]
    return np.asarray(chances.max(1), np.float32), np.asarray(read != truth[np.isin(truth, known)])


def cocked_threshold(blank: NDArray[np.floating], readable: NDArray[np.bool_]) -> float:
    """The chance of nothing readable from which on a die is called cocked.

    Fewer than TOLERATED of the readable ones reach it, or it is likelier than not that nothing can be read.
    """
    reached = float(np.quantile(blank[readable], 1 - TOLERATED)) if readable.any() else LIKELIER_THAN_NOT
    return min(LIKELIER_THAN_NOT, reached + 1e-3)


@click.command()
@click.option("--models", type=click.Path(path_type=Path), default=MODELS, help="Folder.  [default: the project's own]")
@click.option("--sets", type=click.Path(path_type=Path), default=Path("work/sets"), show_default=True)
@click.option("--bare", default=BARE, show_default=True, help="How many rendered scenes without dice to look at.")
@click.option("--scenes", default=SCENES, show_default=True, help="How many rendered scenes of dice to look at.")
def main(models: Path, sets: Path, bare: int, scenes: int) -> None:
    """Write temperature and thresholds into the cards of both models."""
    write_card("faces", {"temperature": 1.0}, models)
    faces = FaceReader(load_network("faces", models))
    write_card("locator", {"score": LEAST_BELIEF}, models)
    locator = Locator.load(models)
    found, rendered = findings(locator, faces), rendered_findings(locator, faces, bare, scenes)
    dice = found.truth != NO_DIE
    set_logits, set_truth = of_sets(faces, sets)
    logits = np.concatenate([found.logits[dice], set_logits]).astype(np.float32)
    truth = np.concatenate([found.truth[dice], set_truth])
    temperature = best_temperature(logits, truth)
    every = found.and_(rendered)
    blank = softmax(every.logits / np.float32(temperature))[:, faces.labels.index(UNREADABLE)]
    score, no_die = cheapest(every, blank * (1 - every.belief))
    write_card("locator", {"score": round(score, 4)}, models)
    kept = (found.belief >= score)[dice]
    logits, truth = (
        np.concatenate([found.logits[dice][kept], set_logits]),
        np.concatenate([found.truth[dice][kept], set_truth]),
    )
    blank_index = faces.labels.index(UNREADABLE)
    doubt = softmax(logits / np.float32(temperature))[:, blank_index]
    cocked = cocked_threshold(doubt, truth != blank_index)
    kinds = [kind for kind in KINDS if set(KINDS[kind]) & set(faces.labels)]
    answers = {kind: answers_of(kind, faces.labels, logits / np.float32(temperature), truth) for kind in kinds}
    sure = {kind: round(max(0.5, sure_threshold(*answers[kind])), 4) for kind in kinds}
    thresholds = {"sure": sure, "no_die": round(no_die, 4), "cocked": round(cocked, 4)}
    write_card("faces", {"temperature": round(temperature, 4), **thresholds}, models)
    click.echo(
        f"{len(truth)} dice, {len(set_truth)} of them rendered; dice from belief {score:.2f}; temperature "
        f"{temperature:.3f}; no die from doubt {no_die:.2f}; cocked from {cocked:.3f}"
    )
    for kind, (confidence, wrong) in answers.items():
        above = confidence >= sure[kind]
        click.echo(
            f"{kind}: {len(wrong)} dice, {int(wrong.sum())} read wrong; sure from {sure[kind]:.4f}: {above.mean():.1%} "
            f"of dice, {int((wrong & above).sum())} of them wrong"
        )


if __name__ == "__main__":
    main()

"""The rendered examination: poker dice of families that nobody trains on, and dice that must not be believed."""

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.appearance import PIPS
from models.training.intervals import grouped, wilson
from models.training.labels import COCKED, COLUMNS, FACES, NOT_READABLE, STACKED, UNDER
from models.training.photos import labelled, read
from models.training.render import HELD_OUT, SHARD, load_shard
from models.training.scenes import bare_scene, camera_of
from models.training.set_crops import SetCrops
from models.training.stored import LABELS, UNREADABLE, centre_box, views
from models.training.tally import GroundTruth, Tally, by_boxes, matched
from vision.camera_pose import USUAL_FOCAL, CameraPose
from vision.detection import Detection
from vision.frame import Picture
from vision.pipeline import PictureReader
from vision.read import KINDS, DiceReader, DiceSet, TaughtSet, example, fit_set
from vision.read.faces import FaceOutputs

NARROWEST = 20.0
"""Pixels: dice that are narrower in the picture are not asked about, since nobody promises to read them."""
FROM_ABOVE = "nell-byler"
"""Photographs that were taken from straight above."""
BARE = 400
"""Scenes without dice that are looked at."""
PLAIN = 0.5
"""Part of a die that must be seen for it to be one that should be doubted rather than one that is not there."""

COLUMN = {name: index for index, name in enumerate(COLUMNS)}
Rows = NDArray[np.float32]


def scenes(folder: Path) -> Iterator[tuple[Path, Picture, Rows, CameraPose]]:
    """Every scene of the held-out shards in a folder: a name, the picture, its label rows, where it is seen from."""
    for shard in sorted(folder.glob(f"{HELD_OUT}-????.npz")):
        jpegs, labels = load_shard(shard)
        for index, jpeg in enumerate(jpegs):
            picture = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
            camera_pose = camera_of(int(shard.stem[-4:]) * SHARD + index, held_out=True).camera_pose()
            yield shard.with_suffix(f".{index}"), picture, labels[labels[:, 0] == index], camera_pose


def examine(reader: DiceReader, folder: Path) -> tuple[dict[str, Tally], str]:
    """Read the held-out scenes, poker dice as poker dice and dice with pips as such, as a game reads its own.

    The place of the camera is known, as a table knows that of its own. Gives a tally for each kind, and sentences on
    how dice not to believe fared.
    """
    kinds = ("poker", "pips")
    readers = {kind: reader.for_kind(kind) for kind in kinds}
    tallies = {kind: Tally() for kind in kinds}
    doubted: dict[str, list[tuple[bool, bool]]] = {"cocked": [], "stacked": [], "covered": [], "flat": []}
    for path, picture, rows, camera_pose in scenes(folder):
        values = rows[:, COLUMN["value"]].astype(int)
        boxes = rows[:, COLUMN["x0"] : COLUMN["y1"] + 1]
        poker = rows[:, COLUMN["family"]] != PIPS
        stacked = np.isin(rows[:, COLUMN["lies"]], (STACKED, UNDER))
        readable = (values != NOT_READABLE) & ~stacked & ((boxes[:, 2:] - boxes[:, :2]).mean(1) >= NARROWEST)
        faces = [FACES[value - 1] if value != NOT_READABLE else "" for value in values]
        for kind in kinds:
            began = time.perf_counter()
            seen = readers[kind].read(picture, None, camera_pose)
            spent = (time.perf_counter() - began) * 1000
            asked = poker == (kind == "poker")
            truth = GroundTruth(path, boxes, faces, readable & asked, np.zeros((0, 2), np.float32))
            by_boxes(tallies[kind], truth, seen, spent)
            for why, *flagged in _doubts(rows, boxes, readable, asked, seen):
                doubted[why].append((flagged[0], flagged[1]))
    parts = {f"{why} ({len(each)})": (np.mean(each, axis=0).tolist(), len(each)) for why, each in doubted.items()}
    return {f"rendered {kind.removesuffix('s')} dice": tally for kind, tally in tallies.items()}, "\n".join(
        f"{named}: " + ", ".join(_share(part[column], size) + f" {why}" for why, (part, size) in parts.items() if size)
        for column, named in enumerate(("not sure, or not taken for a die", "said to lean or to be covered"))
    )


def _share(share: float, size: int) -> str:
    """A share (0-1) of so many with its 95 % interval."""
    low, high = wilson(share, size)
    return f"{share:.2%} ({low:.1%} to {high:.1%})"


def false_dice_on_bare_ground(reader: PictureReader, scenes: int = BARE) -> str:
    """Say how many dice are read where none lies: on cloth, wood, leather and in trays, with bars of light."""
    found = sum(len(reader.read(bare_scene(seed))) for seed in range(scenes))
    return f"{found} false dice in {scenes} scenes without any"


def said_to_lean_from_above(reader: DiceReader) -> str:
    """Say how many dice of held-back photographs are said to lean; they lie flat and are seen from straight above."""
    above = CameraPose((0.0, 0.0, -1.0), USUAL_FOCAL)
    dice = [
        die
        for photo in labelled(FROM_ABOVE, held_back=True)
        for die in reader.for_kind("pips").read(read(photo.path), None, above)
    ]
    leaning = sum(bool(die.trouble) for die in dice)
    return f"{leaning} of {len(dice)} dice photographed from above ({FROM_ABOVE}) said to lean or to be covered"


def _doubts(
    rows: Rows, boxes: Rows, readable: NDArray[np.bool_], asked: NDArray[np.bool_], seen: tuple[Detection, ...]
) -> Iterator[tuple[str, bool, bool]]:
    """Why each die that is plainly there should be doubted, or "flat"; whether it was, and was said not to lie flat.

    Only the dice `asked` about (N,) are told.
    """
    pairs, _ = matched(seen, boxes)
    for row, clear, near in zip(rows[asked], readable[asked], itertools.compress(pairs, asked), strict=True):
        if clear:
            if near is not None:
                yield "flat", not near.sure, bool(near.trouble)
        elif row[COLUMN["seen"]] >= PLAIN:
            why = {COCKED: "cocked", STACKED: "stacked", UNDER: "stacked"}.get(int(row[COLUMN["lies"]]), "covered")
            if why == "stacked" or row[COLUMN["value"]] == NOT_READABLE:
                yield why, near is None or not near.sure, bool(near and near.trouble)


@dataclass(frozen=True, slots=True)
class FewLooks:
    """Parts (0-1) of the other looks at sets that were taught a few: see `few_looks`."""

    untaught: float
    right: float
    promised: float
    sure: float
    silently_wrong: float
    interval: tuple[float, float]
    """Of `silently_wrong`, 95 %."""

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.right:.2%} right, promised {self.promised:.2%}, untaught {self.untaught:.2%}; "
            f"sure {self.sure:.2%}, silently wrong {self.silently_wrong:.2%} ({low:.2%} to {high:.2%})"
        )


def few_looks(reader: DiceReader, crops: SetCrops, looks: int) -> FewLooks:
    """Read sets untaught and taught by the first so many looks a face, through the very code that teaches at home.

    Untaught they are read among the poker faces, none rightly where the network knows none of these; `promised` is
    what the sets' own estimates say.
    """
    poker = reader.for_kind("poker") if set(KINDS["poker"]) <= set(reader.faces.labels) else None
    promised, shares = [], []
    for one in np.unique(crops.sets):
        inside = np.flatnonzero((crops.sets == one) & (crops.classes != UNREADABLE))
        groups = [inside[crops.classes[inside] == face] for face in np.unique(crops.classes[inside])]
        learnt = _taught(reader, crops, np.concatenate([group[:looks] for group in groups]))
        promised.append(learnt.estimate)
        asked = np.concatenate([group[looks:] for group in groups])
        seen = reader.faces.predict_crops(views(crops.pictures[asked], reader.faces.side))
        true = np.array([LABELS[index] for index in crops.classes[asked]])
        own = reader.for_set(learnt)
        right, confidence = _read(own, seen, true)
        untaught = _read(poker, seen, true)[0] if poker else np.zeros(len(true), bool)
        sure = confidence >= own.sure
        shares.append(np.stack([untaught, right, sure, sure & ~right], 1))
    untaught_part, right_part, sure_part, silent = np.concatenate(shares).mean(0).tolist()
    wrong = grouped([int(part[:, 3].sum()) for part in shares], [len(part) for part in shares])
    return FewLooks(untaught_part, right_part, float(np.mean(promised)), sure_part, silent, wrong)


def _read(
    reader: DiceReader, seen: FaceOutputs, true: NDArray[np.str_]
) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Whether each look is read as its true face, and with what confidence."""
    chances = reader.probabilities(seen)[1]
    return np.array(reader.labels)[chances.argmax(1)] == true, np.asarray(chances.max(1), np.float32)


def _taught(reader: DiceReader, crops: SetCrops, shown: NDArray[np.intp]) -> TaughtSet:
    faces = tuple(LABELS[index] for index in crops.classes[shown])
    examples = tuple(example(crops.pictures[index], centre_box()) for index in shown)
    return fit_set(DiceSet("held out", faces, examples), reader.faces)

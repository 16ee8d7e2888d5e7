"""The labelled photographs: who may be trained on, who is held back. See the README beside them for licences."""

import csv
import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.tally import GroundTruth

REPOSITORY = Path(__file__).resolve().parents[2]
DOUBTFUL = Path(__file__).with_name("doubtful_labels.csv")
"""Labels that a look at the crop contradicts, each with its reason: neither trained on nor counted."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A photograph with its dice: boxes (N, 4) x0 y0 x1 y1 in pixels and values (N,) of the top faces.

    `trusted` (N,) is False where a look at the die contradicts its value; `unlabelled` (M, 2) are middles of dice
    that are there without a label.
    """

    path: Path
    source: str
    boxes: NDArray[np.float32]
    values: NDArray[np.int64]
    trusted: NDArray[np.bool_]
    unlabelled: NDArray[np.float32]


def photo_folder() -> Path:
    """Where the photographs are: environment DICE_PHOTOS, else ../shared/photos beside the repository."""
    return (REPOSITORY / os.environ.get("DICE_PHOTOS", "../shared/photos")).resolve()


def labelled(source: str, held_back: bool, most: int | None = None) -> list[Labelled]:
    """Photographs of a source: `rune55/tray`, `rune55/ring`, `nell-byler` or `matteop65`, one half of its split.

    Held back are nell-byler's `test`, matteop65's `valid` and every fifth tray photo; nothing of the ring. The first
    `most` of them by name, if given.
    """
    folder, _, part = source.partition("/")
    rows: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    doubtful = doubtful_labels()
    with (photo_folder() / folder / "labels.csv").open(newline="") as table:
        for row in csv.DictReader(table):
            rows[row["photo"]].append(tuple(float(row[key]) for key in ("x0", "y0", "x1", "y1", "value")))
    found = []
    for index, name in enumerate(sorted(name for name in rows if name.startswith(part))):
        if _is_held_back(source, name, index) == held_back:
            table_rows = np.array(rows[name], np.float32)
            trusted, unlabelled = _judged(table_rows[:, :4], doubtful[f"{folder}/{name}"])
            path, values = photo_folder() / folder / name, table_rows[:, 4].astype(int)
            found.append(Labelled(path, source, table_rows[:, :4], values, trusted, unlabelled))
    return found[:most]


def doubtful_labels() -> dict[str, list[tuple[float, float, str]]]:
    """What was looked at and found wrong, by photograph: x, y in pixels and the reason."""
    listed: dict[str, list[tuple[float, float, str]]] = defaultdict(list)
    with DOUBTFUL.open(newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            listed[row["photo"]].append((float(row["x"]), float(row["y"]), row["reason"]))
    return listed


def _judged(
    boxes: NDArray[np.float32], doubtful: list[tuple[float, float, str]]
) -> tuple[NDArray[np.bool_], NDArray[np.float32]]:
    """Whether each box (N, 4) is trusted, and the listed points (M, 2) that are in none: dice without a label."""
    points = np.array([place[:2] for place in doubtful], np.float32).reshape(-1, 1, 2)
    missing = np.array([place[2].startswith("not labelled") for place in doubtful], bool)
    away = np.hypot(*((boxes[:, :2] + boxes[:, 2:]) / 2 - points).transpose(2, 0, 1))
    trusted = np.ones(len(boxes), bool)
    trusted[away[~missing].argmin(1)] = False
    return trusted, points[missing, 0]


def _is_held_back(source: str, name: str, index: int) -> bool:
    if source == "rune55/tray":
        return index % 5 == 0
    return name.startswith(("test/", "valid/"))


def faces_by_folder() -> list[tuple[Path, int]]:
    """The crops of chaseelliottpatterson with the value their folder names."""
    folder = photo_folder() / "chaseelliottpatterson"
    return [(path, int(path.parent.name)) for path in sorted(folder.glob("[1-6]/*")) if path.suffix == ".jpg"]


def whole_dice(photo: Labelled) -> NDArray[np.float32]:
    """Boxes (N, 4) around the whole dice.

    matteop65's boxes hold only the top face for 4-6 and only the pips for 1-3: a die's width is taken from the
    faces of the same photo that show it, else from the pips' usual spread; the centre stays the top face's.
    """
    if photo.source != "matteop65":
        return photo.boxes
    sides = (photo.boxes[:, 2:] - photo.boxes[:, :2]).max(1)
    faces = photo.values >= 4
    width = float(np.median(sides[faces])) * 1.3 if faces.any() else float(np.median(sides)) * 1.9
    middle = (photo.boxes[:, :2] + photo.boxes[:, 2:]) / 2
    return np.concatenate([middle - width / 2, middle + width / 2], 1)


def truth(photo: Labelled) -> GroundTruth:
    """What a reading of the photograph is held against."""
    faces = [str(value) for value in photo.values]
    return GroundTruth(photo.path, whole_dice(photo), faces, photo.trusted, photo.unlabelled)


def read(path: Path) -> NDArray[np.uint8]:
    """A photograph as BGR uint8 (H, W, 3); ValueError when it is no picture."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{path} is not a picture that OpenCV can read")
    return np.asarray(picture, np.uint8)

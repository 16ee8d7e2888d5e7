"""Counting how well photographs were read: what was found, right, sure and silently wrong, with how far chance goes."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.training.intervals import grouped
from vision.detection import Detection
from vision.locate.crop import Box

Figures = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something in a photograph that was read wrongly, missed, or read where there is nothing.

    `box` is None where only the values of the photograph are known. `silent` is what the reader was sure of.
    """

    photo: Path
    truth: str
    read: str
    box: Box | None
    silent: bool

    def __str__(self) -> str:
        return f"{self.photo.name}: {self.truth or 'nothing'} read as {self.read or 'nothing'}{' (sure)' * self.silent}"


@dataclass(frozen=True, slots=True)
class PhotoTally:
    """The counts of one photograph; `milliseconds` is how long reading it took."""

    exact: int
    dice: int
    found: int
    right: int
    extra: int
    sure: int
    silently_wrong: int
    milliseconds: float


@dataclass(frozen=True, slots=True)
class GroundTruth:
    """What a picture shows: boxes (N, 4) and faces (N) of its dice.

    Those not `counted` (N,) are left out of the figures, as are readings at the points `ignored` (M, 2).
    """

    path: Path
    boxes: NDArray[np.float32]
    faces: Sequence[str]
    counted: NDArray[np.bool_]
    ignored: NDArray[np.float32]


@dataclass(slots=True)
class Tally:
    """The counts of every photograph of one set, its mistakes, and how far its confidence can be trusted."""

    counted: list[PhotoTally] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)
    answers: list[tuple[float, bool]] = field(default_factory=list)
    """Of every die that is known to be one: the reader's confidence, and whether it was right."""

    def total(self, name: str) -> int:
        """The sum of one count over the photographs."""
        return sum(getattr(one, name) for one in self.counted)

    def figures(self) -> Figures:
        """The figures of a model card; parts of one are rounded to four places.

        Under "intervals" each part has the ends of its 95 % interval by Wilson's method; see `intervals.grouped`.
        """
        dice, found = max(1, self.total("dice")), max(1, self.total("found"))
        return {
            "photos": len(self.counted),
            "exact": self.total("exact"),
            "dice": self.total("dice"),
            "found": round(self.total("found") / dice, 4),
            "right_of_found": round(self.total("right") / found, 4),
            "false_dice": self.total("extra"),
            "sure": round(self.total("sure") / found, 4),
            "silently_wrong": self.total("silently_wrong"),
            "milliseconds": round(float(np.median([one.milliseconds for one in self.counted] or [0.0])), 1),
            "intervals": {
                name: self._interval(part, whole)
                for name, (part, whole) in {
                    "exact": ("exact", None),
                    "found": ("found", "dice"),
                    "right_of_found": ("right", "found"),
                    "sure": ("sure", "found"),
                    "silently_wrong": ("silently_wrong", "found"),
                }.items()
            },
        }

    def _interval(self, part: str, whole: str | None) -> list[float]:
        """The interval of the part's share in `whole`, or without it in the photographs."""
        wholes = [getattr(one, whole) if whole else 1 for one in self.counted]
        low, high = grouped([getattr(one, part) for one in self.counted], wholes)
        return [round(low, 4), round(high, 4)]


def by_values(tally: Tally, photo: Path, seen: Sequence[Detection], values: Sequence[str], milliseconds: float) -> None:
    """Count a photograph of which only the values are known, as bags: what is in both is found and right."""
    read, true = Counter(die.face for die in seen), Counter(values)
    silent = Counter(die.face for die in seen if die.sure) - true
    found = min(len(seen), len(values))
    tally.counted.append(
        PhotoTally(
            int(read == true),
            len(values),
            found,
            (read & true).total(),
            max(0, len(seen) - len(values)),
            min(found, sum(die.sure for die in seen)),
            silent.total(),
            milliseconds,
        )
    )
    if read != true:
        tally.mistakes.append(
            Mistake(photo, " ".join(sorted(values)), " ".join(sorted(read.elements())), None, bool(silent))
        )


def by_boxes(tally: Tally, truth: GroundTruth, seen: Sequence[Detection], milliseconds: float) -> None:
    """Count a picture with known boxes: a die is found where a reading lies nearest to it, see `matched`."""
    pairs, left = matched(seen, truth.boxes)
    left = [die for die in left if not _is_at(die, truth.ignored)]
    found = right = sure = silently_wrong = 0
    for box, face, counted, near in zip(truth.boxes.tolist(), truth.faces, truth.counted, pairs, strict=True):
        if not counted:
            continue
        if near is None:
            tally.mistakes.append(Mistake(truth.path, face, "", (box[0], box[1], box[2], box[3]), silent=False))
            continue
        found += 1
        tally.answers.append((near.confidence, near.face == face))
        right += near.face == face
        sure += near.sure
        silently_wrong += near.sure and near.face != face
        if near.face != face:
            tally.mistakes.append(Mistake(truth.path, face, near.face, near.box, near.sure))
    tally.mistakes += [Mistake(truth.path, "", die.face, die.box, die.sure) for die in left]
    dice = int(truth.counted.sum())
    exact = right == dice and not left
    tally.counted.append(PhotoTally(int(exact), dice, found, right, len(left), sure, silently_wrong, milliseconds))


def _is_at(die: Detection, points: NDArray[np.float32]) -> bool:
    """Whether the die lies at one of the points (N, 2)."""
    return bool((np.hypot(*(points - np.array(die.centre)).T) < die.width / 2).any())


def matched(seen: Sequence[Detection], boxes: NDArray[np.floating]) -> tuple[list[Detection | None], list[Detection]]:
    """The detection of each box (N, 4), None where there is none, and the detections left over.

    A detection is of a box when its centre is the nearest to the box's, and within half of the box's width.
    """
    left = list(seen)
    pairs: list[Detection | None] = []
    for x0, y0, x1, y1 in np.asarray(boxes).tolist():
        middle = ((x0 + x1) / 2, (y0 + y1) / 2)
        reach = (x1 - x0 + y1 - y0) / 4
        near = min(left, key=lambda die: float(np.hypot(*np.subtract(die.centre, middle))), default=None)
        if near is not None and np.hypot(*np.subtract(near.centre, middle)) <= reach:
            left.remove(near)
            pairs.append(near)
        else:
            pairs.append(None)
    return pairs, left


def table(figures: Mapping[str, Figures]) -> str:
    """The figures of all sets as a Markdown table; in brackets the 95 % interval."""
    heads = [head for head in next(iter(figures.values())) if head != "intervals"]
    rows = [
        f"| {name} | " + " | ".join(_format_row(head, row) for head in heads) + " |" for name, row in figures.items()
    ]
    head = "| set | " + " | ".join(head.replace("_", " ") for head in heads) + " |"
    return "\n".join([head, "|---" * (len(heads) + 1) + "|", *rows])


def _format_row(head: str, row: Figures) -> str:
    value, interval = row[head], row["intervals"].get(head)
    text = f"{value:.2%}" if isinstance(value, float) and head != "milliseconds" else str(value)
    if interval is None:
        return text
    low, high = interval
    return f"{text} ({low:.1%} to {high:.1%})"

"""Voting: several readings of the same still dice become one; where they differ, the table asks."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from vision.detection import Detection
from vision.sentence import say

SAME_DIE = 0.5
"""Widths of a die: two detections nearer to each other than this are of the same die; touching dice are 1 apart."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """Dice from left to right, whether all readings say the same, and in sentences what not all of them saw."""

    dice: tuple[Detection, ...]
    unanimous: bool
    problems: tuple[str, ...] = ()


@dataclass(slots=True)
class _Die:
    """Detections of one die; at most one from each reading."""

    seen: list[Detection] = field(default_factory=list)

    def is_near(self, other: Detection) -> bool:
        return math.dist(self.seen[0].centre, other.centre) < SAME_DIE * self.seen[0].width


def agree(readings: Sequence[tuple[Detection, ...]]) -> Agreed:
    """Let readings of the same still tray vote.

    A die counts when more than half of the readings saw it; what fewer saw is a problem. Its face is the one most
    often read; it is sure only where every detection says the same face and most are sure of it. It is in trouble where
    half of those who saw it say so, and clear where all say the same face, each of them sure or clear.
    """
    dice: list[_Die] = []
    for reading in readings:
        unmatched = list(dice)
        for detection in reading:
            near = [die for die in unmatched if die.is_near(detection)]
            die = min(near, key=lambda die: math.dist(die.seen[0].centre, detection.centre), default=None)
            if die is None:
                die = _Die()
                dice.append(die)
            else:
                unmatched.remove(die)
            die.seen.append(detection)
    half = len(readings) / 2
    counted = [_voted(die.seen) for die in dice if len(die.seen) > half]
    doubtful = sum(len(die.seen) <= half for die in dice)
    unanimous = all(
        len(die.seen) == len(readings) and len({(seen.face, seen.trouble) for seen in die.seen}) == 1 for die in dice
    )
    return Agreed(tuple(sorted(counted, key=lambda die: die.centre)), unanimous, _problems(doubtful))


def _voted(seen: Sequence[Detection]) -> Detection:
    votes = Counter(detection.face for detection in seen)
    beliefs = dict.fromkeys(votes, 0.0)
    for detection in seen:
        beliefs[detection.face] += detection.confidence
    ranked = sorted(votes, key=lambda face: (votes[face], beliefs[face]), reverse=True)
    face = ranked[0]
    likely = dict.fromkeys((*ranked, *(label for detection in seen for label in detection.likely)))
    troubles = Counter(detection.trouble for detection in seen if detection.trouble)
    trouble = troubles.most_common(1)[0][0] if troubles.total() >= len(seen) / 2 else ""
    sure = not trouble and len(votes) == 1 and sum(detection.sure for detection in seen) > len(seen) / 2
    clear = bool(trouble) and len(votes) == 1 and all(detection.sure or detection.clear for detection in seen)
    x0, y0, x1, y1 = (float(side) for side in np.median([detection.box for detection in seen], axis=0))
    return Detection(face, beliefs[face] / len(seen), sure, tuple(likely), (x0, y0, x1, y1), trouble, clear)


def _problems(doubtful: int) -> tuple[str, ...]:
    if not doubtful:
        return ()
    if doubtful == 1:
        return (say("Something in the tray looked like a die in some pictures and not in others."),)
    return (say("Some things in the tray looked like dice in some pictures and not in others."),)

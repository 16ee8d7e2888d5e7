"""What may be said of a tray at any moment."""

import math
from collections.abc import Sequence
from enum import Enum

from vision.detection import Detection

SAME_PLACE = 0.35
"""Widths of a die between centres: a die that nobody touched is found again within this, though the box drawn round it
jitters by less than a tenth."""


class TrayState(Enum):
    """What the tray does, or what lies in it."""

    EMPTY = "empty"
    THROWING = "throwing"
    HAND = "hand in tray"
    SETTLED = "settled"
    TAKEN_OUT = "taken out"


def state_of(dice: Sequence[Detection], before: Sequence[Detection]) -> TrayState:
    """The state of a tray in which these dice lie still, where those of `before` did the last time.

    Dice were taken out where fewer lie there and each of them as it lay.
    """
    if not dice:
        return TrayState.EMPTY
    left = list(before)
    for die in dice:
        same = [old for old in left if old.face == die.face and math.dist(old.centre, die.centre) < _reach(old)]
        if not same:
            return TrayState.SETTLED
        left.remove(min(same, key=lambda old: math.dist(old.centre, die.centre)))
    return TrayState.TAKEN_OUT if left else TrayState.SETTLED


def _reach(die: Detection) -> float:
    return SAME_PLACE * die.width

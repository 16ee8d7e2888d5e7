"""Comparing the results in a recording with those of today's program, and both with what players said."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.detection import Detection
from vision.recording.lines import Began, Settled, TrueDie
from vision.recording.recording import Span
from vision.settle.vote import SAME_DIE


@dataclass(frozen=True, slots=True)
class DiePair:
    """One die as it was read, as it is read, and as the players said; None if it was not seen or nothing was said."""

    was: Detection | None
    now: Detection | None
    truth: str | None = None

    @property
    def same(self) -> bool:
        """Whether it is read as it was: the face, whether that is sure, any trouble, and whether it is on the rail."""
        return self.was is not None and self.now is not None and _reading(self.was) == _reading(self.now)

    @property
    def fault(self) -> bool:
        """Whether it is now surely misread, or not seen; where players said nothing, a sure reading counts as true."""
        if self.truth is None:
            known = self.was.face if self.was is not None and self.was.sure else None
            return self.now is None or (known is None and self.was is None) or _is_wrong(self.now, known)
        return self.now is None or _is_wrong(self.now, self.truth)


@dataclass(frozen=True, slots=True)
class RollPair:
    """A roll as recorded and as read now, None where there was or is none; its dice from left to right.

    `has_truth` tells whether players said what it showed.
    """

    was: Settled | None
    now: Settled | None
    dice: tuple[DiePair, ...] = ()
    has_truth: bool = False

    @property
    def same(self) -> bool:
        """Whether nothing that matters changed: its dice, whether it was thrown, and whether there are problems."""
        if self.was is None or self.now is None:
            return False
        alike = self.was.thrown == self.now.thrown and bool(self.was.problems) == bool(self.now.problems)
        return alike and all(die.same for die in self.dice)

    @property
    def fault(self) -> bool:
        """Whether the roll is now invented, missed, or read wrong without a doubt."""
        if self.was is None or self.now is None:
            return True
        if self.has_truth:
            asked = bool(self.now.problems)
            return any(die.fault and not (asked and die.now is None) for die in self.dice if die.truth is not None)
        return any(die.fault for die in self.dice)


def compare_rolls(
    span: Span, now: Sequence[Began | Settled], truth: dict[float, tuple[TrueDie, ...]]
) -> list[RollPair]:
    """The rolls of a span, as recorded and as in `now`, in order of time.

    Two are the same roll where their times of lying still overlap.
    """
    then = _stillness([line for line in span.lines if isinstance(line, Began | Settled)], span.end)
    again = _stillness(now, span.end)
    pairs: list[RollPair] = []
    while then or again:
        if then and again and _overlap(then[0], again[0]):
            was, fresh = then.pop(0)[0], again.pop(0)[0]
            spoken = truth.get(was.time, ())
            pairs.append(RollPair(was, fresh, _dice(was.dice, fresh.dice, spoken), bool(spoken)))
        elif not again or (then and then[0][0].since <= again[0][0].since):
            pairs.append(RollPair(then.pop(0)[0], None))
        else:
            pairs.append(RollPair(None, again.pop(0)[0]))
    return pairs


def _stillness(transitions: Sequence[Began | Settled], end: float) -> list[tuple[Settled, float]]:
    """Each roll, and until when it lay."""
    ends = [line.time if isinstance(line, Began) else line.since for line in transitions[1:]]
    return [(line, until) for line, until in zip(transitions, [*ends, end], strict=False) if isinstance(line, Settled)]


def _overlap(one: tuple[Settled, float], other: tuple[Settled, float]) -> bool:
    return max(one[0].since, other[0].since) <= min(one[1], other[1])


def _dice(was: Sequence[Detection], now: Sequence[Detection], truth: Sequence[TrueDie]) -> tuple[DiePair, ...]:
    """The dice of a roll, those that lie at the same place together."""
    left_now, left_truth = list(now), list(truth)
    pairs = [
        DiePair(die, _take_nearest(left_now, die), _named(_take_true(left_truth, die.centre, die.width))) for die in was
    ]
    pairs += [DiePair(None, die, _named(_take_true(left_truth, die.centre, die.width))) for die in left_now]
    pairs += [DiePair(None, None, face) for _, _, face in left_truth]
    return tuple(sorted(pairs, key=lambda pair: (pair.was or pair.now) is None))


def _take_nearest(dice: list[Detection], to: Detection) -> Detection | None:
    near = [die for die in dice if math.dist(die.centre, to.centre) < SAME_DIE * to.width]
    found = min(near, key=lambda die: math.dist(die.centre, to.centre), default=None)
    if found is not None:
        dice.remove(found)
    return found


def _take_true(dice: list[TrueDie], place: tuple[float, float], width: float) -> TrueDie | None:
    near = [die for die in dice if math.dist(die[:2], place) < SAME_DIE * width]
    found = min(near, key=lambda die: math.dist(die[:2], place), default=None)
    if found is not None:
        dice.remove(found)
    return found


def _named(die: TrueDie | None) -> str | None:
    return None if die is None else die[2]


def _reading(die: Detection) -> tuple[str, bool, str, bool]:
    return die.face, die.sure, die.trouble, die.on_rail


def _is_wrong(die: Detection, face: str | None) -> bool:
    return face is not None and die.sure and die.face != face

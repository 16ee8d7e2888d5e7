"""Games that points decide and not the total (balut): rules whose total stands for the points, and what they bring.

A card that remembers all that every award asks of it would have hundreds of millions of states. What is solved instead
is the same game with another total: the real one, with each award as a bonus, at as many points of the total as the
bands for the total give for one. An award for a sum is then such a bonus too where every roll scores in its box, for it
is won at the margin. Where rolls may score nothing the box itself is worth more instead, in proportion to what it
takes. How good that is, played games tell.
"""

from dataclasses import dataclass, replace

import numpy as np

from firmware_host.coach.closing import Values
from firmware_host.coach.errors import CoachError
from firmware_host.coach.lattice import lattice
from firmware_host.coach.model import Model
from firmware_host.coach.play import Ends, Played
from firmware_host.coach.reading import Table
from firmware_host.coach.throwing import Ints
from firmware_host.rules.dice import Roll
from firmware_host.rules.parts.awards import ForWritten, TotalBands
from firmware_host.rules.parts.bonuses import SumFrom, WrittenPart
from firmware_host.rules.ruleset import Bonus, Box, Ruleset, Written
from firmware_host.rules.scorecard import Scorecard
from firmware_host.rules.scoring import Score
from firmware_host.words import say

WITHOUT_BANDS = 1000
"""Points of the total for one of the points where only these count."""


@dataclass(frozen=True, slots=True)
class _Times:
    """An award as a bonus."""

    part: WrittenPart
    rate: int

    def __call__(self, written: Written) -> int:
        return self.rate * self.part(written)


@dataclass(frozen=True, slots=True)
class _Worthier:
    """A score that is worth more, to the nearest whole point."""

    score: Score
    factor: float

    def __call__(self, roll: Roll) -> int:
        return round(self.factor * self.score(roll))


def for_points(rules: Ruleset) -> Ruleset:
    """Return rules with the same boxes whose total is to be played for; CoachError for awards of an unknown kind."""
    rate = rate_of(rules)
    boxes, bonuses = {box.id: box for box in rules.boxes}, list(rules.bonuses)
    for award in rules.awards:
        if isinstance(award.points, TotalBands):
            continue
        if not isinstance(award.points, ForWritten):
            raise CoachError(say("Nothing is known of how {award} is won.", award=say(award.title)))
        part = award.points.part
        own = [boxes[box] for box in part.boxes] if isinstance(part, SumFrom) else []
        if isinstance(part, SumFrom) and len(own) == 1 and _may_miss(own[0], rules.dice):
            factor = 1 + rate * part.points / part.at
            boxes[own[0].id] = replace(own[0], score=_Worthier(own[0].score, factor))
        else:
            bonuses.append(Bonus(f"for-{award.id}", award.title, _Times(part, rate), remembers=part.remembers))
    return replace(rules, boxes=tuple(boxes.values()), bonuses=tuple(bonuses), awards=())


def aimed(card: Scorecard, aim: Ruleset) -> Scorecard:
    """Return a card of the real rules as one of the rules to be played for, with what its boxes are worth there."""
    return Scorecard(
        aim,
        tuple(
            tuple(replace(entry, points=_aimed(box, entry.points)) for entry in row)
            for box, row in zip(aim.boxes, card.rows, strict=True)
        ),
    )


def points_of(rules: Ruleset, model: Model, played: Played) -> tuple[Values, Values]:
    """Return totals and points (G,) of games played with boxes of these rules, whatever they were played for.

    `model` is that of the rules. CoachError where what boxes are worth depends on the card.
    """
    taken = np.stack([taken_by(rules, model, turn) for turn in played.turns], axis=1).tolist()
    closed = np.stack([turn.boxes for turn in played.turns], axis=1).tolist()
    totals, points = np.zeros(len(closed)), np.zeros(len(closed))
    for game in range(len(closed)):
        card: dict[str, tuple[int, ...]] = {box.id: () for box in rules.boxes}
        for row, scored in zip(closed[game], taken[game], strict=True):
            card[rules.boxes[row].id] += (scored,)
        total = sum(taken[game]) + sum(bonus.points(card) for bonus in rules.bonuses)
        totals[game] = total
        points[game] = sum(award.points(card, total) for award in rules.awards)
    return totals, points


def taken_by(rules: Ruleset, model: Model, turn: Ends) -> Ints:
    """Return what the boxes that turns closed take by the rules (T,), whatever they were closed for.

    `model` is that of the rules. CoachError where what boxes are worth depends on the card.
    """
    taken = np.zeros(len(turn.boxes), dtype=np.int64)
    for row, tree in enumerate(model.trees):
        if not isinstance(tree, Table):
            raise CoachError(say("What boxes are worth depends on the card in {game}.", game=say(rules.title)))
        points = np.array([points for points, _ in tree.outcomes])
        here = (turn.boxes == row) & ~turn.struck
        taken[here] = points[tree.which[turn.used[here] - 1, turn.rolls[here]]]
    return taken


def _aimed(box: Box, points: int) -> int:
    return round(box.score.factor * points) if isinstance(box.score, _Worthier) else points


def rate_of(rules: Ruleset) -> int:
    """Return how many points of the total the bands give one point for; the first of them is for all that is less."""
    bands = next((award.points.bands for award in rules.awards if isinstance(award.points, TotalBands)), ())
    if len(bands) < 3:
        return WITHOUT_BANDS
    (least, low), (most, high) = bands[1], bands[-1]
    return round((most - least) / (high - low))


def _may_miss(box: Box, dice: int) -> bool:
    """Tell whether some rolls score nothing in a box."""
    rows = lattice(dice)
    return any(box.score(Roll(row)) == 0 for row in rows.rows[rows.keeps :])

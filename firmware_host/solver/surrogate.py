"""Surrogate rules for games that points decide, not the total (balut): their total stands in for the points.

A card that remembers everything its awards depend on would have hundreds of millions of states. So the solver solves
the same game with another total: the real one plus a bonus for each award, at the rate at which the bands for the total
turn it into points. An award for a sum becomes such a bonus too if every roll scores in its box, for then it is won at
the margin. If rolls may score nothing, the box itself scores more instead, in proportion to its points. Simulated games
show how good that is.
"""

from dataclasses import dataclass, replace

import numpy as np

from firmware_host.rules.dice import Roll
from firmware_host.rules.parts.awards import ForWritten, TotalBands
from firmware_host.rules.parts.bonuses import SumFrom, WrittenPart
from firmware_host.rules.ruleset import Bonus, Box, Ruleset, Written
from firmware_host.rules.scorecard import Scorecard
from firmware_host.rules.scoring import Score
from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.errors import SolverError
from firmware_host.solver.game_simulator import PlayedGames, PlayedTurns
from firmware_host.solver.model import Model
from firmware_host.solver.multisets import multiset_index
from firmware_host.solver.score_tables import ScoreTable

WITHOUT_BANDS = 1000
"""Points of the total for one of the points where no bands set a rate."""


@dataclass(frozen=True, slots=True)
class _AwardBonus:
    """An award as a bonus."""

    part: WrittenPart
    rate: int

    def __call__(self, written: Written) -> int:
        return self.rate * self.part(written)


@dataclass(frozen=True, slots=True)
class _ScaledScore:
    """A score times a factor, to the nearest whole point."""

    score: Score
    factor: float

    def __call__(self, roll: Roll) -> int:
        return round(self.factor * self.score(roll))


def surrogate_rules(rules: Ruleset) -> Ruleset:
    """Return rules with the same boxes, to be played for their total; SolverError for awards of an unknown kind."""
    rate = total_per_point(rules)
    boxes, bonuses = {box.id: box for box in rules.boxes}, list(rules.bonuses)
    for award in rules.awards:
        if isinstance(award.points, TotalBands):
            continue
        if not isinstance(award.points, ForWritten):
            raise SolverError(f"The solver does not know how {award.title} is won.")
        part = award.points.part
        own = [boxes[box] for box in part.boxes] if isinstance(part, SumFrom) else []
        if isinstance(part, SumFrom) and len(own) == 1 and _may_miss(own[0], rules.dice):
            factor = 1 + rate * part.points / part.at
            boxes[own[0].id] = replace(own[0], score=_ScaledScore(own[0].score, factor))
        else:
            bonuses.append(Bonus(f"for-{award.id}", award.title, _AwardBonus(part, rate), remembers=part.remembers))
    return replace(rules, boxes=tuple(boxes.values()), bonuses=tuple(bonuses), awards=())


def surrogate_card(card: Scorecard, surrogate: Ruleset) -> Scorecard:
    """Return a card of the real rules as one of the surrogate rules, with the points its boxes score there."""
    return Scorecard(
        surrogate,
        tuple(
            tuple(replace(entry, points=_surrogate_points(box, entry.points)) for entry in row)
            for box, row in zip(surrogate.boxes, card.rows, strict=True)
        ),
    )


def totals_and_points(rules: Ruleset, model: Model, played: PlayedGames) -> tuple[Values, Values]:
    """Return totals and points (G,) of games by these rules, whatever they were played for.

    `model` is that of the rules. SolverError where scores depend on the card.
    """
    taken = np.stack([points_taken(rules, model, turn) for turn in played.turns], axis=1).tolist()
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


def points_taken(rules: Ruleset, model: Model, turn: PlayedTurns) -> Ints:
    """Return the points by these rules of the boxes that turns closed (T,), whatever they were played for.

    `model` is that of the rules. SolverError where scores depend on the card.
    """
    taken = np.zeros(len(turn.boxes), dtype=np.int64)
    for row, tree in enumerate(model.trees):
        if not isinstance(tree, ScoreTable):
            raise SolverError(f"In {rules.title}, what a box is worth depends on the rest of the card.")
        points = np.array([points for points, _ in tree.outcomes])
        here = (turn.boxes == row) & ~turn.struck
        taken[here] = points[tree.outcome_of[turn.used[here] - 1, turn.rolls[here]]]
    return taken


def _surrogate_points(box: Box, points: int) -> int:
    return round(box.score.factor * points) if isinstance(box.score, _ScaledScore) else points


def total_per_point(rules: Ruleset) -> int:
    """Return how many points of the total make one point by the bands; the first band is for all that is less."""
    bands = next((award.points.bands for award in rules.awards if isinstance(award.points, TotalBands)), ())
    if len(bands) < 3:
        return WITHOUT_BANDS
    (least, low), (most, high) = bands[1], bands[-1]
    return round((most - least) / (high - low))


def _may_miss(box: Box, dice: int) -> bool:
    """Whether some rolls score nothing in a box."""
    rows = multiset_index(dice)
    return any(box.score(Roll(row)) == 0 for row in rows.rows[rows.keeps :])

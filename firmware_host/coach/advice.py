"""What to do with a roll: every action with its value, what it costs against the best, and what it aims at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from firmware_host.coach.errors import CoachError
from firmware_host.rules.dice import Roll
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.policy import Policy, PolicyExtractor
from firmware_host.solver.solution import Close, Keep, Solution, TurnEvaluation


@dataclass(frozen=True, slots=True)
class StandHand:
    """A way to end a turn in a game of hands: let the hand stand, with the chance `expected`."""

    expected: float


Unit = Literal["points", "awards", "certain", "match", "round", "win"]
"""What values count: the total, the points that decide instead, the total that would be as good for certain (see
`caution`), or the chance to win match, round or game.
"""

TurnAction = Close | Keep | StandHand


@dataclass(frozen=True, slots=True)
class RatedAction:
    """An action with its `cost` against the best, 0 for the best itself.

    `aim` is the id of the box that dice are kept for: the one that gains most on average under best play, compared with
    throwing all the dice. Actions that end the turn have none, nor have dice that are of no use in any open box.
    """

    action: TurnAction
    cost: float
    aim: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """All actions on a roll, the best first; `expected` is the value of the best.

    Values count in `unit`. `error` is their standard error, 0 where they are exact.
    """

    roll: Roll
    rolls_used: int
    expected: float
    actions: tuple[RatedAction, ...]
    unit: Unit = "points"
    error: float = 0.0

    @property
    def best(self) -> RatedAction:
        """The best action; at equal values it stops rather than goes on."""
        return self.actions[0]

    @property
    def keeps(self) -> tuple[RatedAction, ...]:
        """The ways to go on, the best first."""
        return tuple(rated for rated in self.actions if isinstance(rated.action, Keep))

    @property
    def stops(self) -> tuple[RatedAction, ...]:
        """The ways to end the turn, the best first."""
        return tuple(rated for rated in self.actions if not isinstance(rated.action, Keep))


def rank_actions(roll: Roll, rolls_used: int, actions: Iterable[tuple[TurnAction, str]]) -> Advice:
    """Return actions as advice, each with its aim; of equal ones the first ranks higher."""
    best_first = sorted(actions, key=lambda action: -action[0].expected)
    best = best_first[0][0].expected
    return Advice(
        roll, rolls_used, best, tuple(RatedAction(action, best - action.expected, aim) for action, aim in best_first)
    )


class Adviser:
    """Gives advice on the cards of one solved game."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self._policies = PolicyExtractor(solution.model, solution.values)

    def advise(self, card: Scorecard, roll: Roll, rolls_used: int) -> Advice:
        """Return all actions on a roll.

        CardError for dice the game does not have, CoachError for a complete card, UnknownCardError for an impossible
        one.
        """
        require_open(card)
        (policy,) = self._policies.extract(np.array([self.solution.state_of(card)]))
        return advise_on(self.solution.evaluate_turn(card), policy, card, roll, rolls_used)


def require_open(card: Scorecard) -> None:
    """Raise CoachError for a complete card."""
    if card.complete:
        raise CoachError("This card is complete, so there is nothing to decide.")


def advise_on(turn: TurnEvaluation, policy: Policy, card: Scorecard, roll: Roll, rolls_used: int) -> Advice:
    """Return all actions on a roll by the values and the policy of its turn; CardError as for `Adviser.advise`."""
    actions: list[tuple[TurnAction, str]] = [(close, "") for close in turn.closes(roll, rolls_used)]
    keeps = turn.keeps(roll, rolls_used)
    actions += zip(keeps, _aims(policy, card, keeps, rolls_used) if keeps else (), strict=True)
    return rank_actions(roll, rolls_used, actions)


def _aims(policy: Policy, card: Scorecard, keeps: Sequence[Keep], rolls_used: int) -> list[str]:
    rules = card.ruleset
    rows = [policy.multisets.row_of[dice] for dice in (*(keep.dice for keep in keeps), ())]
    gains = np.zeros((len(rules.boxes), len(rows)))
    for chances, closes in zip(
        policy.stop_chances_from_keeps(rows, rolls_used), policy.closes[rolls_used:], strict=True
    ):
        gained = np.where(chances > 0, chances * np.where(np.isfinite(closes.rewards), closes.rewards, 0), 0)
        np.add.at(gains, closes.boxes[:, 0], gained)
    gains, thrown = gains[:, :-1], gains[:, -1:]
    better = gains - thrown
    useful = (gains > 0) | (better > 0)
    for number, (box, row) in enumerate(zip(rules.boxes, card.rows, strict=True)):
        useful[number] &= len(row) < box.slots
        # A six may still come, but nobody keeps fives for it.
        useful[number] &= [box.value is None or not keep.dice or box.value in keep.dice for keep in keeps]
    merits = np.where(useful, np.where([bool(keep.dice) for keep in keeps], better, gains), -np.inf)
    return [
        rules.boxes[int(best)].id if np.isfinite(merits[best, column]) else ""
        for column, best in enumerate(merits.argmax(axis=0))
    ]

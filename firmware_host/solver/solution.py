"""A solved game: the value of each card, and of each action in a turn."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.arrays import Values
from firmware_host.solver.backward_induction import StateSolver
from firmware_host.solver.card_index import CardIndex
from firmware_host.solver.model import Model
from firmware_host.solver.multisets import Multiset
from firmware_host.solver.turn_values import TurnValues


@dataclass(frozen=True, slots=True)
class Close:
    """A way to end a turn: close `box` for `points` (0 where `struck`), with so much then `expected` at the end."""

    box: str
    struck: bool
    points: int
    expected: float


@dataclass(frozen=True, slots=True)
class Keep:
    """A way to go on: keep `dice` (sorted values) and throw the others, with so much then `expected` at the end."""

    dice: Multiset
    expected: float


class Solution:
    """The values of all cards of a game: `values` (flat, by state of the `model`) are points still to come."""

    def __init__(self, rules: Ruleset, model: Model, values: Values) -> None:
        self.rules = rules
        self.model = model
        self.values = values
        self._index = CardIndex(rules, model)
        self._solver = StateSolver(model, values)

    @property
    def expectation(self) -> float:
        """The average total of a whole game under best play."""
        return float(self.values[0])

    def state_of(self, card: Scorecard) -> int:
        """Return the number of a card's state; UnknownCardError for an impossible card."""
        return self._index.state_of(card)

    def value_of(self, card: Scorecard) -> float:
        """Return how many points best play still adds to a card on average, bonuses included."""
        return float(self.values[self.state_of(card)])

    def expected_total(self, card: Scorecard) -> float:
        """Return the average total if the rest of the game is best play."""
        return card.total + self.value_of(card)

    def evaluate_turn(self, card: Scorecard) -> "TurnEvaluation":
        """Return the values of the next turn on a card that is not complete; UnknownCardError as `state_of`."""
        state = np.array([self.state_of(card)])
        turn = self._solver.turn_values(list(self._solver.groups.split(state)))
        return TurnEvaluation(self.model, card, turn, self.expected_total, card.total)


class TurnEvaluation:
    """The values of one turn on one card: for each action, what is expected at the end of the game."""

    def __init__(
        self, model: Model, card: Scorecard, turn: TurnValues, value_of: Callable[[Scorecard], float], base: float
    ) -> None:
        """Take the values of a `turn`, to which `base` is added, and `value_of` the card that it leads to."""
        self._multisets = model.multisets
        self._rolls = model.rolls
        self._card = card
        self._turn = turn
        self._value_of = value_of
        self._base = base

    @property
    def expected(self) -> float:
        """What is expected before the first roll."""
        return self._base + float(self._turn.start[0])

    def after_roll(self, roll: Roll, rolls_used: int) -> float:
        """Return what is expected on this roll if the best action follows."""
        return self._base + float(self._turn.roll[rolls_used - 1][self._multisets.roll_of(roll.values), 0])

    def after_close(self, closed: Scorecard) -> float:
        """Return what is expected once the turn has led to this card."""
        return self._value_of(closed)

    def closes(self, roll: Roll, rolls_used: int) -> tuple[Close, ...]:
        """Return every way to end the turn on this roll, the best first."""
        found = []
        for choice in self._card.choices(roll, rolls_used):
            if choice.points is not None:
                filled = self._card.fill(choice.box, roll, rolls_used)
                found.append(Close(choice.box, False, choice.points, self._value_of(filled)))
            if choice.strikable and choice.points:
                struck = self._card.strike(choice.box, roll, rolls_used)
                found.append(Close(choice.box, True, 0, self._value_of(struck)))
        return tuple(sorted(found, key=lambda close: -close.expected))

    def after_keep(self, dice: Sequence[int], rolls_used: int) -> float:
        """Return what is expected if these dice are kept and the others thrown; rolls must be left."""
        row = self._multisets.row_of[tuple(sorted(dice))]
        return self._base + float(self._turn.keep[rolls_used - 1][row, 0])

    def keeps(self, roll: Roll, rolls_used: int) -> tuple[Keep, ...]:
        """Return every way to go on from this roll, the best first; none when all rolls are used."""
        if rolls_used >= self._rolls:
            return ()
        return tuple(
            sorted(
                (
                    Keep(dice, self.after_keep(dice, rolls_used))
                    for size in range(len(roll.values))
                    for dice in sorted(set(combinations(sorted(roll.values), size)))
                ),
                key=lambda keep: -keep.expected,
            )
        )

    def best(self, roll: Roll, rolls_used: int) -> Close | Keep:
        """Return the best action on this roll; at equal values it stops rather than goes on."""
        actions: tuple[Close | Keep, ...] = (*self.closes(roll, rolls_used)[:1], *self.keeps(roll, rolls_used)[:1])
        return max(actions, key=lambda action: action.expected)

"""A solved game, asked about cards: what is expected of them, and what each choice in a turn is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from firmware_host.coach.closing import Values
from firmware_host.coach.errors import UnknownCardError
from firmware_host.coach.lattice import Dice
from firmware_host.coach.model import Model
from firmware_host.coach.solve import Worker
from firmware_host.coach.ties import ties_of
from firmware_host.coach.turn import Plan
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.words import say


@dataclass(frozen=True, slots=True)
class Close:
    """A way to end a turn: close `box` for `points` (0 where `struck`), with the total then `expected` at the end."""

    box: str
    struck: bool
    points: int
    expected: float


@dataclass(frozen=True, slots=True)
class Keep:
    """A way to go on: keep `dice` (sorted values) and throw the others, with the total then `expected` at the end."""

    dice: Dice
    expected: float


class Solution:
    """The values of all cards of a game: `values` (flat, by state of the `model`) are points still to come."""

    def __init__(self, rules: Ruleset, model: Model, values: Values) -> None:
        self.rules = rules
        self.model = model
        self.values = values
        self._ties = ties_of(rules)
        self._worker = Worker(model, values)

    @property
    def expectation(self) -> float:
        """The total that the best play of a whole game comes to on average."""
        return float(self.values[0])

    def nodes_of(self, card: Scorecard) -> tuple[int, ...]:
        """Return a card's node on each strand of the model; UnknownCardError for a card that cannot come about."""
        written = card.written
        try:
            return tuple(
                strand.node_of[tie.key(tuple(written[box.id] for box in tie.boxes))]
                for tie, strand in zip(self._ties, self.model.strands, strict=True)
            )
        except KeyError:
            raise UnknownCardError(
                say("This card of {game} cannot come about by its rules.", game=say(self.rules.title))
            ) from None

    def state_of(self, card: Scorecard) -> int:
        """Return the number of a card's state; UnknownCardError for a card that cannot come about."""
        return int(np.ravel_multi_index(self.nodes_of(card), self.model.shape))

    def to_come(self, card: Scorecard) -> float:
        """Return how many points the best play still adds to a card on average, bonuses included."""
        return float(self.values[self.state_of(card)])

    def expected(self, card: Scorecard) -> float:
        """Return the total that the best play of the rest of the game comes to on average."""
        return card.total + self.to_come(card)

    def outlook(self, card: Scorecard) -> "Outlook":
        """Return what the next turn on a card that is not complete can come to; UnknownCardError as `state_of`."""
        state = np.array([self.state_of(card)])
        return Outlook(self, card, self._worker.plan(list(self._worker.groups.split(state))))


class Outlook:
    """One turn on one card: what every choice in it is worth, as the total to be expected at the end of the game."""

    def __init__(self, solution: Solution, card: Scorecard, plan: Plan) -> None:
        self._solution = solution
        self._lattice = solution.model.lattice
        self._card = card
        self._plan = plan

    @property
    def expected(self) -> float:
        """The total to be expected before the first roll."""
        return self._card.total + float(self._plan.worth[0])

    def after_roll(self, roll: Roll, rolls_used: int) -> float:
        """Return the total to be expected once this roll lies and the best choice follows."""
        return self._card.total + float(self._plan.best[rolls_used - 1][self._lattice.roll_of(roll.values), 0])

    def closings(self, roll: Roll, rolls_used: int) -> tuple[Close, ...]:
        """Return every way to end the turn on this roll, the best first."""
        found = []
        for choice in self._card.choices(roll, rolls_used):
            if choice.points is not None:
                filled = self._card.fill(choice.box, roll, rolls_used)
                found.append(Close(choice.box, False, choice.points, self._solution.expected(filled)))
            if choice.strikable and choice.points:
                struck = self._card.strike(choice.box, roll, rolls_used)
                found.append(Close(choice.box, True, 0, self._solution.expected(struck)))
        return tuple(sorted(found, key=lambda close: -close.expected))

    def keeping(self, dice: Sequence[int], rolls_used: int) -> float:
        """Return the total to be expected once these dice are kept and the others thrown; rolls must be left."""
        row = self._lattice.row_of[tuple(sorted(dice))]
        return self._card.total + float(self._plan.keeps[rolls_used - 1][row, 0])

    def keeps(self, roll: Roll, rolls_used: int) -> tuple[Keep, ...]:
        """Return every way to go on from this roll, the best first; none when all rolls are used."""
        if rolls_used >= self._solution.model.rolls:
            return ()
        return tuple(
            sorted(
                (
                    Keep(dice, self.keeping(dice, rolls_used))
                    for size in range(len(roll.values))
                    for dice in sorted(set(combinations(sorted(roll.values), size)))
                ),
                key=lambda keep: -keep.expected,
            )
        )

    def best(self, roll: Roll, rolls_used: int) -> Close | Keep:
        """Return the best choice on this roll; to stop rather than go on where both are worth the same."""
        choices: tuple[Close | Keep, ...] = (*self.closings(roll, rolls_used)[:1], *self.keeps(roll, rolls_used)[:1])
        return max(choices, key=lambda choice: choice.expected)

"""What to do with a roll: every choice with what it is worth, what it costs against the best, and what it aims at."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from firmware_host.coach.errors import CoachError
from firmware_host.coach.policy import Policies
from firmware_host.coach.solution import Close, Keep, Solution
from firmware_host.rules.dice import Roll
from firmware_host.rules.scorecard import Scorecard
from firmware_host.words import say


@dataclass(frozen=True, slots=True)
class Stand:
    """A way to end a turn in a game of hands: let the hand stand, which leaves the chance `expected`."""

    expected: float


Choice = Close | Keep | Stand


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be done with a roll; it has a `cost` against the best, 0 for the best itself.

    `aim` is the id of the box that dice to be kept are kept for: the one that their turn gains most from on average,
    when it is played on as well as can be. A way to end the turn has none.
    """

    choice: Choice
    cost: float
    aim: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """All that may be done with a roll, the best first; `expected` is what the best leads to on average.

    That is the total at the end, or in a game of hands the chance to win.
    """

    roll: Roll
    rolls_used: int
    expected: float
    options: tuple[Option, ...]

    @property
    def best(self) -> Option:
        """The best thing to do; to stop rather than go on where both are worth the same."""
        return self.options[0]

    @property
    def keeps(self) -> tuple[Option, ...]:
        """The ways to go on, the best first."""
        return tuple(option for option in self.options if isinstance(option.choice, Keep))

    @property
    def closings(self) -> tuple[Option, ...]:
        """The ways to end the turn, the best first."""
        return tuple(option for option in self.options if not isinstance(option.choice, Keep))


def weighed(roll: Roll, rolls_used: int, choices: Iterable[tuple[Choice, str]]) -> Advice:
    """Return advice on choices, each with what it aims at; of equal ones the first is the better."""
    best_first = sorted(choices, key=lambda choice: -choice[0].expected)
    best = best_first[0][0].expected
    return Advice(
        roll, rolls_used, best, tuple(Option(choice, best - choice.expected, aim) for choice, aim in best_first)
    )


class Adviser:
    """Gives advice on the cards of one solved game."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self._policies = Policies(solution.model, solution.values)

    def advise(self, card: Scorecard, roll: Roll, rolls_used: int) -> Advice:
        """Return what may be done with a roll.

        CardError for dice that the game has not, CoachError for a card that is complete or cannot come about.
        """
        if card.complete:
            raise CoachError(say("Every box of this card is closed, so there is nothing to decide."))
        outlook = self.solution.outlook(card)
        choices: list[tuple[Choice, str]] = [(close, "") for close in outlook.closings(roll, rolls_used)]
        keeps = outlook.keeps(roll, rolls_used)
        choices += zip(keeps, self._aims(card, keeps, rolls_used) if keeps else (), strict=True)
        return weighed(roll, rolls_used, choices)

    def _aims(self, card: Scorecard, keeps: Sequence[Keep], rolls_used: int) -> list[str]:
        rules = self.solution.rules
        (policy,) = self._policies.of(np.array([self.solution.state_of(card)]))
        rows = [policy.lattice.row_of[keep.dice] for keep in keeps]
        gains = np.zeros((len(rules.boxes), len(keeps)))
        for chances, ends in zip(policy.from_keeps(rows, rolls_used), policy.ends[rolls_used:], strict=True):
            gained = np.where(chances > 0, chances * np.where(np.isfinite(ends.gains), ends.gains, 0), 0)
            np.add.at(gains, ends.boxes[:, 0], gained)
        # Boxes closed before gain nothing, and must not win where the open ones only lose.
        closed = [len(row) == box.slots for box, row in zip(rules.boxes, card.rows, strict=True)]
        gains[closed] = -np.inf
        return [rules.boxes[int(row)].id for row in gains.argmax(axis=0)]

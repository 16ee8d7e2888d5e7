"""The one number that decides a game: the total, or points and total where points decide.

For games that points decide `counting_rules` describes the same game with another total, which holds all that the
points depend on: `TOTALS` for each point of an award for the boxes, and the total below that. Unlike those of
`surrogate`, these rules leave nothing out, so they have far too many states to be solved as a whole.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from firmware_host.rules.parts.awards import ForWritten, TotalBands
from firmware_host.rules.ruleset import Bonus, Ruleset, Written
from firmware_host.solver.errors import SolverError

TOTALS = 10_000
"""More than any total: between equal points the total decides."""


@dataclass(frozen=True, slots=True)
class _Counted:
    """The points of an award, as part of the total of the counting rules."""

    award: Callable[[Written, int], int]

    def __call__(self, written: Written) -> int:
        return TOTALS * self.award(written, 0)


def counting_rules(rules: Ruleset) -> Ruleset:
    """Return rules whose total counts awards for the boxes too; SolverError for awards of an unknown kind."""
    bonuses = list(rules.bonuses)
    for award in rules.awards:
        if isinstance(award.points, ForWritten):
            remembers = award.points.part.remembers
            bonuses.append(Bonus(f"for-{award.id}", award.title, _Counted(award.points), remembers=remembers))
        elif not isinstance(award.points, TotalBands):
            raise SolverError(f"The solver does not know how {award.title} is won.")
    return replace(rules, bonuses=tuple(bonuses), awards=())


def result_of(rules: Ruleset, counted: int) -> int:
    """Return what decides the game for a finished card with this total by the `counting_rules`.

    `points * TOTALS + total`, or the total where points do not decide.
    """
    if not rules.awards:
        return counted
    total = (counted + TOTALS // 2) % TOTALS - TOTALS // 2
    bands = sum(award.points({}, total) for award in rules.awards if isinstance(award.points, TotalBands))
    return counted + TOTALS * bands

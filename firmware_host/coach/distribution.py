"""Distributions of final totals, and who wins by them: chances that add up to 1, with their standard errors."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from firmware_host.solver.arrays import Ints, Values


@dataclass(frozen=True)
class Distribution:
    """The chance of each total: `chances[k]` of `low + k`. `games` were simulated for it; 0 where it is exact.

    `reweighted` says that their weights were adjusted to the known mean.
    """

    low: int
    chances: Values
    games: int = 0
    reweighted: bool = False

    @property
    def mean(self) -> float:
        """The expected total."""
        return self.low + float(self.chances @ np.arange(len(self.chances)))

    def shifted(self, points: int) -> "Distribution":
        """Return the same with so many points more."""
        return replace(self, low=self.low + points)


NO_MORE = Distribution(0, np.ones(1))
"""Nothing more to come."""


def distribution_of(totals: Ints, chances: Values) -> Distribution:
    """Return the distribution of totals (any number, with repetitions) that have these chances."""
    low = int(totals.min())
    return Distribution(low, np.bincount(totals - low, chances).astype(np.float64))


def estimate(totals: Ints, mean: float) -> Distribution:
    """Return the distribution of simulated totals, reweighted to the `mean` that is known exactly.

    The weights are those of linear regression: whatever grows about evenly with the total is estimated as if from many
    times more games.
    """
    played = distribution_of(totals, np.full(len(totals), 1 / len(totals)))
    off = np.arange(len(played.chances)) - (played.mean - played.low)
    variance = float(played.chances @ off**2)
    weights = 1 + (mean - played.mean) * off / variance if variance else np.ones(len(off))
    return Distribution(played.low, played.chances * weights, len(totals), reweighted=True)


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance to win, a shared win counting as a share, and its standard error (0 if exact)."""

    win: float
    error: float = 0.0


def win_chances(distributions: Sequence[Distribution]) -> tuple[Chance, ...]:
    """Return the chance of each player to have the highest total, where each plays for their own total."""
    rows = _on_one_scale(distributions)
    wins = [float(row @ win_shares(rows[:i] + rows[i + 1 :], len(row))) for i, row in enumerate(rows)]
    return tuple(Chance(min(max(win, 0.0), 1.0), _error(rows, distributions, i)) for i, win in enumerate(wins))


def _on_one_scale(distributions: Sequence[Distribution]) -> list[Values]:
    low = min(distribution.low for distribution in distributions)
    high = max(distribution.low + len(distribution.chances) for distribution in distributions)
    rows: list[Values] = []
    for distribution in distributions:
        row = np.zeros(high - low)
        row[distribution.low - low : distribution.low - low + len(distribution.chances)] = distribution.chances
        rows.append(row)
    return rows


def win_shares(others: Sequence[Values], totals: int, tied: int = 0) -> Values:
    """Return what each total wins against the others on average: nothing if below one of them, a share if equal.

    `tied` says how many more are known to have it too.
    """
    ties: list[Values] = [
        np.ones(totals)
    ]  # the chances that 0, 1, 2, … of the others have each total and the rest less
    for row in others:
        below = np.cumsum(row) - row
        fewer, level = [chance * below for chance in ties], [chance * row for chance in ties]
        ties = [fewer[0], *(one + other for one, other in zip(fewer[1:], level[:-1], strict=True)), level[-1]]
    share: Values = np.add.reduce([chance / (1 + tied + number) for number, chance in enumerate(ties)])
    return share


def _error(rows: Sequence[Values], distributions: Sequence[Distribution], winner: int) -> float:
    """Return the standard error of a player's chance: what each estimated distribution adds to it."""
    variance = 0.0
    for j, distribution in enumerate(distributions):
        if distribution.games:
            others = [row for k, row in enumerate(rows) if k not in (winner, j)]
            given = win_shares([row for k, row in enumerate(rows) if k != j], len(rows[j]))
            if j != winner:
                given = _win_against(rows[winner], others)
            spent = 2 if distribution.reweighted else 1  # on the mean, and on the regression
            variance += _unexplained(rows[j], given, distribution.reweighted) / max(distribution.games - spent, 1)
    return float(np.sqrt(variance))


def _win_against(row: Values, others: Sequence[Values]) -> Values:
    """Return the chance that a player with this distribution wins where one more player has each total."""
    ahead, level = row * win_shares(others, len(row)), row * win_shares(others, len(row), tied=1)
    above: Values = np.cumsum(ahead[::-1])[::-1] - ahead + level
    return above


def _unexplained(row: Values, given: Values, reweighted: bool) -> float:
    """Return the variance of what is given by a total, where `reweighted` beyond what grows evenly with the total."""
    row = np.maximum(row, 0)
    totals = np.arange(len(row)) - row @ np.arange(len(row)) / row.sum()
    rest = given - row @ given / row.sum()
    variance = row @ totals**2
    if variance and reweighted:
        rest = rest - totals * (row @ (totals * rest) / variance)
    return float(row @ rest**2 / row.sum())

"""How likely each final total is, and from that who wins: chances that add up to 1, with the error they may have."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from firmware_host.coach.closing import Values
from firmware_host.coach.groups import Ints


@dataclass(frozen=True)
class Spread:
    """The chance of each total: `chances[k]` of `low + k`. `games` were played for it; 0 where it is exact.

    `weighed` says that they were weighed to have the mean that is known.
    """

    low: int
    chances: Values
    games: int = 0
    weighed: bool = False

    @property
    def mean(self) -> float:
        """The total to be expected."""
        return self.low + float(self.chances @ np.arange(len(self.chances)))

    def shifted(self, points: int) -> "Spread":
        """Return the same with so many points more."""
        return replace(self, low=self.low + points)


CERTAIN = Spread(0, np.ones(1))
"""Nothing more to come."""


def exact(totals: Ints, chances: Values) -> Spread:
    """Return the spread of totals (any number, with repetitions) that have these chances."""
    low = int(totals.min())
    return Spread(low, np.bincount(totals - low, chances).astype(np.float64))


def estimated(totals: Ints, mean: float) -> Spread:
    """Return the spread of what games came to, weighed so that it has the `mean` that is known exactly.

    The weights are those of linear regression: whatever grows about evenly with the total is estimated as if from many
    times more games.
    """
    played = exact(totals, np.full(len(totals), 1 / len(totals)))
    off = np.arange(len(played.chances)) - (played.mean - played.low)
    variance = float(played.chances @ off**2)
    weights = 1 + (mean - played.mean) * off / variance if variance else np.ones(len(off))
    return Spread(played.low, played.chances * weights, len(totals), weighed=True)


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance to win, a shared win counting as a share of one, and its standard error (0 where it is exact)."""

    win: float
    error: float = 0.0


def win_chances(spreads: Sequence[Spread]) -> tuple[Chance, ...]:
    """Return the chance of each player to have the highest total, where each plays for his own total."""
    rows = _on_one_scale(spreads)
    wins = [float(row @ _share(rows[:i] + rows[i + 1 :], len(row))) for i, row in enumerate(rows)]
    return tuple(Chance(min(max(win, 0.0), 1.0), _error(rows, spreads, i)) for i, win in enumerate(wins))


def _on_one_scale(spreads: Sequence[Spread]) -> list[Values]:
    low = min(spread.low for spread in spreads)
    high = max(spread.low + len(spread.chances) for spread in spreads)
    rows: list[Values] = []
    for spread in spreads:
        row = np.zeros(high - low)
        row[spread.low - low : spread.low - low + len(spread.chances)] = spread.chances
        rows.append(row)
    return rows


def _share(others: Sequence[Values], totals: int, tied: int = 0) -> Values:
    """Return for each total what it wins against others on average: nothing if below one of them, a share if equal.

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


def _error(rows: Sequence[Values], spreads: Sequence[Spread], winner: int) -> float:
    """Return the standard error of a player's chance: what each estimated spread adds to it."""
    variance = 0.0
    for j, spread in enumerate(spreads):
        if spread.games:
            others = [row for k, row in enumerate(rows) if k not in (winner, j)]
            given = _share([row for k, row in enumerate(rows) if k != j], len(rows[j]))
            if j != winner:
                given = _win_against(rows[winner], others)
            spent = 2 if spread.weighed else 1  # on the mean, and on the regression
            variance += _unexplained(rows[j], given, spread.weighed) / max(spread.games - spent, 1)
    return float(np.sqrt(variance))


def _win_against(row: Values, others: Sequence[Values]) -> Values:
    """Return the chance that a player of this spread wins where one more player has each total."""
    ahead, level = row * _share(others, len(row)), row * _share(others, len(row), tied=1)
    above: Values = np.cumsum(ahead[::-1])[::-1] - ahead + level
    return above


def _unexplained(row: Values, given: Values, weighed: bool) -> float:
    """Return the variance of what is given by a total, where `weighed` beyond what grows evenly with the total."""
    row = np.maximum(row, 0)
    totals = np.arange(len(row)) - row @ np.arange(len(row)) / row.sum()
    rest = given - row @ given / row.sum()
    variance = row @ totals**2
    if variance and weighed:
        rest = rest - totals * (row @ (totals * rest) / variance)
    return float(row @ rest**2 / row.sum())

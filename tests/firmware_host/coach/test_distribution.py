"""Chances to win from distributions of totals, against trying every combination and against games that are played."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.coach.distribution import Distribution, distribution_of, estimate, win_chances

distributions = st.builds(
    lambda low, weights: Distribution(low, np.array(weights) / sum(weights)),
    st.integers(-5, 5),
    st.lists(st.integers(1, 9), min_size=1, max_size=6),
)


def by_brute_force(players: list[Distribution]) -> list[float]:
    wins = [0.0] * len(players)
    for totals in product(*(range(len(distribution.chances)) for distribution in players)):
        chance = float(
            np.prod([distribution.chances[total] for distribution, total in zip(players, totals, strict=True)])
        )
        reached = [distribution.low + total for distribution, total in zip(players, totals, strict=True)]
        best = [seat for seat, total in enumerate(reached) if total == max(reached)]
        for seat in best:
            wins[seat] += chance / len(best)
    return wins


@given(st.lists(distributions, min_size=1, max_size=4))
def test_the_highest_total_wins_and_equal_ones_share(players: list[Distribution]) -> None:
    chances = win_chances(players)
    assert [chance.win for chance in chances] == pytest.approx(by_brute_force(players))
    assert sum(chance.win for chance in chances) == pytest.approx(1)
    assert {chance.error for chance in chances} == {0.0}


def test_a_spread_holds_every_total_once() -> None:
    distribution = distribution_of(np.array([3, 5, 3]), np.array([0.25, 0.5, 0.25]))
    assert (distribution.low, list(distribution.chances)) == (3, [0.5, 0, 0.5])
    assert distribution.mean == 4
    assert distribution.shifted(-4).mean == 0


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=40), st.floats(-1, 1))
def test_games_are_weighed_to_the_mean_that_is_known(totals: list[int], off: float) -> None:
    mean = float(np.mean(totals)) + (off if len(set(totals)) > 1 else 0)
    distribution = estimate(np.array(totals), mean)
    assert distribution.mean == pytest.approx(mean)
    assert distribution.chances.sum() == pytest.approx(1)
    assert distribution.games == len(totals)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_error_stated_is_the_error_made(seats: int) -> None:
    """Chances found from few games lie about the exact ones as their standard errors say."""
    dice = np.random.default_rng(4)
    true = [Distribution(seat, np.bincount(dice.binomial(40, 0.3, 5000), minlength=41) / 5000) for seat in range(seats)]
    exactly = np.array([chance.win for chance in win_chances(true)])
    scores = []
    for _ in range(300):
        played = [
            estimate(distribution.low + dice.choice(41, size=300, p=distribution.chances), distribution.mean)
            for distribution in true[1:]
        ]
        chances = win_chances([true[0], *played])
        scores.append([(chance.win - exactly[seat]) / chance.error for seat, chance in enumerate(chances)])
    assert np.abs(np.mean(scores, axis=0)).max() < 0.3
    assert np.sqrt(np.mean(np.square(scores), axis=0)) == pytest.approx(1, abs=0.15)

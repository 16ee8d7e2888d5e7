"""The figures of playing for the win, on games of two dice."""

import pytest

from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.surrogate import surrogate_rules
from tests.firmware_host.solver import small_games
from tests.firmware_host.solver.solved_games import solution_of
from tests.firmware_host.solver.test_surrogate import RULES as AWARDS
from tests.system.winning import Figures


@pytest.mark.parametrize(
    "rules", [small_games.PLAIN, small_games.JOKER, pytest.param(AWARDS, id="awards")], ids=lambda rules: rules.id
)
def test_what_is_exact_is_and_the_win_is_worth_playing_for(rules: Ruleset) -> None:
    figures = Figures(rules, solution_of(surrogate_rules(rules) if rules.awards else rules), 1)
    done, worst, worst_points, _ = figures.states(8)
    assert done >= 8
    assert worst < 1e-9
    assert worst_points < 1e-9
    assert all(share >= 0.5 - 1e-6 for share in figures.share(6))


def test_what_the_surrogate_gives_away_is_never_less_than_nothing() -> None:
    given = Figures(AWARDS, solution_of(surrogate_rules(AWARDS)), 1).given_away(6, 2)
    assert given.shape == (6, 2)
    assert (given > -1e-6).all()
    assert given.sum() > 0

"""Games that points decide: the total to be played for stands for them."""

from dataclasses import replace

import numpy as np
import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.parts.awards import ForWritten, TotalBands
from firmware_host.rules.parts.bonuses import AllScored, SumFrom
from firmware_host.rules.ruleset import Award
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.errors import SolverError
from firmware_host.solver.game_simulator import GameSimulator
from firmware_host.solver.model import model_of
from firmware_host.solver.surrogate import surrogate_rules, totals_and_points
from tests.firmware_host.solver import small_games
from tests.firmware_host.solver.brute_force import by_brute_force, solved
from tests.firmware_host.solver.test_game_simulator import card_of

RULES = replace(
    small_games.SLOTS,
    awards=(
        Award("chance", "Chance from 16", ForWritten(SumFrom(("chance",), 16, 2))),
        Award("pair", "The pair", ForWritten(AllScored(("pair",), (1,), 3))),
        Award("total", "Total", TotalBands(((0, -1), (10, 0), (20, 1), (30, 2)))),
    ),
)


def test_awards_that_are_kept_exactly_are_worth_the_total_that_the_bands_ask_for_a_point() -> None:
    derived = surrogate_rules(RULES)
    assert not derived.awards
    card = Scorecard.empty(derived).fill("chance", Roll((6, 6))).fill("pair", Roll((2, 2))).fill("chance", Roll((1, 3)))
    assert card.total == 12 + 9 + 4 + 10 * (2 + 3)
    assert solved(derived)[1][0] == pytest.approx(by_brute_force(derived), abs=1e-9)


def test_a_box_that_may_miss_is_worth_more_instead() -> None:
    rules = replace(RULES, awards=(Award("pair", "The pair", ForWritten(SumFrom(("pair",), 9, 2))), RULES.awards[-1]))
    derived = surrogate_rules(rules)
    assert not derived.bonuses
    assert derived.box("pair").score(Roll((4, 4))) == 9 + 10 * 2
    assert derived.box("pair").score(Roll((4, 5))) == 0


def test_points_are_those_of_real_cards() -> None:
    model, values = solved(RULES)
    played = GameSimulator(model, values, np.random.default_rng(2)).play_games(100)
    cards = [card_of(RULES, model, played, game) for game in range(100)]
    totals, points = totals_and_points(RULES, model, played)
    assert totals.tolist() == [card.total for card in cards]
    assert points.tolist() == [card.points for card in cards]


def test_playing_for_points_brings_more_of_them_and_less_total() -> None:
    model, values = solved(RULES)
    for_total = totals_and_points(RULES, model, GameSimulator(model, values, np.random.default_rng(2)).play_games(4000))
    derived = solved(surrogate_rules(RULES))
    for_them = totals_and_points(RULES, model, GameSimulator(*derived, np.random.default_rng(2)).play_games(4000))
    assert for_them[1].mean() > for_total[1].mean() + 0.05
    assert for_them[0].mean() < for_total[0].mean()


def test_balut_remembers_what_it_can_of_its_awards() -> None:
    model = model_of(surrogate_rules(ruleset("balut")))
    assert model.states < 3_000_000
    assert sorted(automaton.nodes for automaton in model.automata)[:3] == [5, 5, 5]


def test_awards_of_a_kind_of_their_own_are_refused() -> None:
    odd = Award("odd", "Odd", lambda written, total: len(written) + total % 2)
    with pytest.raises(SolverError, match="does not know how Odd is won"):
        surrogate_rules(replace(RULES, awards=(odd,)))

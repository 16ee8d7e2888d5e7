"""Games that points decide: the total to be played for stands for them."""

from dataclasses import replace

import numpy as np
import pytest

from firmware_host.coach.awards import for_points, points_of
from firmware_host.coach.errors import CoachError
from firmware_host.coach.model import model_of
from firmware_host.coach.play import Players
from firmware_host.rules.dice import Roll
from firmware_host.rules.parts.awards import ForWritten, TotalBands
from firmware_host.rules.parts.bonuses import AllScored, SumFrom
from firmware_host.rules.ruleset import Award
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Scorecard
from tests.firmware_host.coach import small_games
from tests.firmware_host.coach.test_play import card_of
from tests.firmware_host.coach.tried import by_trying_everything, solved

RULES = replace(
    small_games.SLOTS,
    awards=(
        Award("chance", "Chance from 16", ForWritten(SumFrom(("chance",), 16, 2))),
        Award("pair", "The pair", ForWritten(AllScored(("pair",), (1,), 3))),
        Award("total", "Total", TotalBands(((0, -1), (10, 0), (20, 1), (30, 2)))),
    ),
)


def test_awards_that_are_kept_exactly_are_worth_the_total_that_the_bands_ask_for_a_point() -> None:
    derived = for_points(RULES)
    assert not derived.awards
    card = Scorecard.empty(derived).fill("chance", Roll((6, 6))).fill("pair", Roll((2, 2))).fill("chance", Roll((1, 3)))
    assert card.total == 12 + 9 + 4 + 10 * (2 + 3)
    assert solved(derived)[1][0] == pytest.approx(by_trying_everything(derived), abs=1e-9)


def test_a_box_that_may_miss_is_worth_more_instead() -> None:
    rules = replace(RULES, awards=(Award("pair", "The pair", ForWritten(SumFrom(("pair",), 9, 2))), RULES.awards[-1]))
    derived = for_points(rules)
    assert not derived.bonuses
    assert derived.box("pair").score(Roll((4, 4))) == 9 + 10 * 2
    assert derived.box("pair").score(Roll((4, 5))) == 0


def test_points_are_those_of_real_cards() -> None:
    model, values = solved(RULES)
    played = Players(model, values, np.random.default_rng(2)).games(100)
    cards = [card_of(RULES, model, played, game) for game in range(100)]
    totals, points = points_of(RULES, model, played)
    assert totals.tolist() == [card.total for card in cards]
    assert points.tolist() == [card.points for card in cards]


def test_playing_for_points_brings_more_of_them_and_less_total() -> None:
    model, values = solved(RULES)
    for_total = points_of(RULES, model, Players(model, values, np.random.default_rng(2)).games(4000))
    derived = solved(for_points(RULES))
    for_them = points_of(RULES, model, Players(*derived, np.random.default_rng(2)).games(4000))
    assert for_them[1].mean() > for_total[1].mean() + 0.05
    assert for_them[0].mean() < for_total[0].mean()


def test_balut_remembers_what_it_can_of_its_awards() -> None:
    model = model_of(for_points(ruleset("balut")))
    assert model.states < 3_000_000
    assert sorted(strand.nodes for strand in model.strands)[:3] == [5, 5, 5]


def test_awards_of_a_kind_of_their_own_are_refused() -> None:
    odd = Award("odd", "Odd", lambda written, total: len(written) + total % 2)
    with pytest.raises(CoachError, match="Nothing is known of how Odd is won"):
        for_points(replace(RULES, awards=(odd,)))

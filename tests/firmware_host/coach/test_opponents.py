"""Opponents: the exact one never slips, and the warmer a style is the dearer its slips are."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.coach.advice import RatedAction
from firmware_host.coach.opponents import STYLES, pick
from firmware_host.game.commands import OPPONENTS
from firmware_host.solver.solution import Keep

options = st.lists(st.floats(0, 30), min_size=1, max_size=40).map(
    lambda costs: [RatedAction(Keep((), -cost), cost) for cost in [0.0, *sorted(costs)]]
)


def test_there_is_a_style_for_each_opponent_the_strongest_first() -> None:
    assert tuple(STYLES) == OPPONENTS
    temperatures = [style.temperature for style in STYLES.values()]
    assert temperatures == sorted(temperatures)
    assert temperatures[0] == 0


@given(options, st.floats(0, 1, exclude_max=True))
def test_the_exact_one_does_what_is_best(choices: list[RatedAction], chance: float) -> None:
    assert pick(choices, 0.0, chance) is choices[0]


@given(options, st.floats(0, 1, exclude_max=True), st.floats(0.01, 50))
def test_something_is_always_done(choices: list[RatedAction], chance: float, temperature: float) -> None:
    assert pick(choices, temperature, chance) in choices


def test_a_choice_is_made_as_often_as_its_cost_allows() -> None:
    """At a temperature of 2 points, what costs 2 points is done once for every e times that the best is."""
    choices = [RatedAction(Keep((), -cost), cost) for cost in (0.0, 2.0, 4.0)]
    chance = Random(1)  # noqa: S311 - a test's dice
    picked = [choices.index(pick(choices, 2.0, chance.random())) for _ in range(20_000)]
    often = [picked.count(number) / len(picked) for number in range(3)]
    assert often == pytest.approx([0.6652, 0.2447, 0.0900], abs=0.01)


def test_warmer_styles_give_more_away() -> None:
    choices = [RatedAction(Keep((), -cost), float(cost)) for cost in range(12)]
    chance = Random(2)  # noqa: S311 - a test's dice
    given_away = [
        sum(pick(choices, 16 * style.temperature, chance.random()).cost for _ in range(4000))
        for style in STYLES.values()
    ]
    assert given_away == sorted(given_away)
    assert given_away[0] == 0
    assert given_away[1] > 0

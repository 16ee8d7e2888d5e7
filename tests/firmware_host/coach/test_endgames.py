"""The last turns for what decides a game: every action is worth what a search on real cards finds."""

from functools import cache
from random import Random

import pytest

from firmware_host.coach.advice import Advice, advise_on
from firmware_host.coach.endgames import Endgames
from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import parse_card
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.model import model_of
from firmware_host.solver.results import counting_rules
from firmware_host.solver.solution import Keep
from tests.firmware_host.solver.late_search import Array, LateSearch, Turn, all_actions
from tests.firmware_host.solver.test_surrogate import RULES as AWARDS

BALUT = (
    "straight=15,15,15 fours=20,20,8 fives=25,25,10 sixes=24,24,24,24 full-house=13,18,12,28 chance=25,25,25,25 "
    "balut=x,x,x,x"
)


@cache
def balut() -> Endgames:
    return endgames_of(ruleset("balut"))


def endgames_of(rules: Ruleset) -> Endgames:
    return Endgames(rules, model_of(counting_rules(rules)))


def late_card(rules: Ruleset, chance: Random, slots: int) -> Scorecard:
    """Return a card with so many slots open, filled at random."""
    card = Scorecard.empty(rules)
    while rules.turns - card.slots_closed > slots:
        roll, used = Roll(tuple(chance.randint(1, 6) for _ in range(rules.dice))), chance.randint(1, rules.rolls)
        choice = chance.choice([choice for choice in card.choices(roll, used) if choice.writable])
        card = card.strike(choice.box, roll, used) if choice.points is None else card.fill(choice.box, roll, used)
    return card


def agrees(advice: Advice, turn: Turn, worth: Array) -> None:
    """Fail unless all actions are worth what the search says."""
    ends, keeps = all_actions(turn, worth, advice.roll.values, advice.rolls_used)
    told = {rated.action.dice: rated.action.expected for rated in advice.keeps if isinstance(rated.action, Keep)}
    assert told == pytest.approx(keeps, abs=1e-9)
    assert {round(rated.action.expected, 9) for rated in advice.stops} == {round(end, 9) for end in ends}
    assert advice.expected == pytest.approx(max([*ends, *keeps.values()]), abs=1e-9)


def points_of(card: Scorecard) -> float:
    return float(card.points or 0)


def test_the_last_slots_of_balut_are_worth_their_points() -> None:
    """A search with another program that shares nothing with this one found 16.68."""
    card = parse_card(BALUT, ruleset("balut"))
    turn = balut().for_points(card)
    assert turn is not None
    assert f"{turn.evaluation.after_roll(Roll((1, 2, 3, 4, 5)), 3):.2f}" == "16.68"
    card = card.fill("fours", Roll((1, 2, 3, 4, 5))).fill("straight", Roll((1, 2, 3, 4, 5)))
    turn = balut().for_points(card)
    assert turn is not None
    search = LateSearch(ruleset("balut"))
    agrees(
        advise_on(turn.evaluation, turn.policy, card, Roll((1, 5, 5, 5, 2)), 1),
        search.turn(card),
        search.alone(card, points_of),
    )


@pytest.mark.parametrize("slots", [1, 2, 3])
def test_points_decide_whatever_is_open(slots: int) -> None:
    search = LateSearch(AWARDS)
    for seed in range(3):
        chance = Random(seed)  # noqa: S311 - dice for a test
        card = late_card(AWARDS, chance, slots)
        turn = endgames_of(AWARDS).for_points(card)
        assert turn is not None
        for used in (1, 2):
            roll = Roll((chance.randint(1, 6), chance.randint(1, 6)))
            agrees(
                advise_on(turn.evaluation, turn.policy, card, roll, used),
                search.turn(card),
                search.alone(card, points_of),
            )


def test_too_many_turns_are_not_valued() -> None:
    few = Endgames(AWARDS, model_of(counting_rules(AWARDS)), most=3)
    assert few.for_points(Scorecard.empty(AWARDS)) is None
    assert endgames_of(AWARDS).for_points(Scorecard.empty(AWARDS)) is not None


def test_the_same_turn_is_valued_once() -> None:
    card = parse_card(BALUT, ruleset("balut"))
    assert balut().for_points(card) is balut().for_points(card)

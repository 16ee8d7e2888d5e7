import pytest

from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS, ruleset
from firmware_host.rules.scorecard import MINUS
from web_ui.extras import Extra, awards, bonuses, turns_of_play

SIX = "Ones, Twos, Threes, Fours, Fives and Sixes"


def test_bonuses_say_how_many_points_they_add_and_when() -> None:
    assert bonuses(ruleset("yatzy")) == (Extra("Bonus at 63", "+50", f"once the sum reaches 63: {SIX}"),)
    (penalty,) = bonuses(ruleset("school-poker"))
    assert (penalty.adds, penalty.when) == (f"{MINUS}50", f"when all are closed and the sum is below 0: {SIX}")
    assert [extra.adds for extra in bonuses(ruleset("speed-yatzy"))] == ["+20", "+30", "+40"]


def test_awards_say_what_the_total_earns() -> None:
    told = {extra.title: extra for extra in awards(ruleset("balut"))}
    assert told["For the total"].when.startswith(f"from 0: {MINUS}2, from 300: {MINUS}1, from 350: 0, from 400: +1")
    assert told["2 for each balut"].adds == "+2"


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_nothing_is_left_unexplained(rules: Ruleset) -> None:
    assert all(extra.when for extra in (*bonuses(rules), *awards(rules)))


def test_what_else_counts_is_told() -> None:
    assert turns_of_play(ruleset("poker-dice")) == ()
    (unused,) = turns_of_play(ruleset("speed-yatzy").with_options({"speed-bonus-on": "figures"}))
    assert unused.startswith("Each unused roll of the turn adds 5 if the box scores: Two pairs, 3 of a")
    joker, forced = turns_of_play(ruleset("yahtzee"))
    assert joker.endswith("A joker scores: Full house 25, Small straight 30, Large straight 40.")
    assert forced.startswith("Once 5 of a kind is closed, score equal dice in the upper box of their value")
    five, ten, waits = turns_of_play(ruleset("generala"))
    assert "these boxes score 5 more: Straight, Full house and 4 of a kind." in five
    assert "10 more: Generala." in ten
    assert waits == "Double Generala scores only once Generala holds points."
    *_, wins = turns_of_play(ruleset("generala").with_options({"first-roll-wins": True}))
    assert wins == "Scored on the first roll, each of these boxes wins the game at once: Generala and Double Generala."
    (saved,) = turns_of_play(ruleset("maxi-yatzy").with_options({"saved-rolls": True}))
    assert saved == "Rolls that a turn does not use are saved: they are added to the same player's next turn."
    assert any("count 2 times: Pair, Two pairs" in sentence for sentence in turns_of_play(ruleset("school-poker")))

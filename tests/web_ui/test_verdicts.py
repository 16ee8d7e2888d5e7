"""Luck and skill in sentences, in every unit and at the limits."""

from dataclasses import replace

import pytest

from firmware_host.coach.advice import Unit
from tests.web_ui.advice import analysis
from web_ui.chart import chart
from web_ui.verdicts import verdicts


def told(unit: Unit, luck: float, cost: float, lead: float = 0.0) -> list[str]:
    """What is said of two equal players, the first of whom has this luck and cost, and ends so far ahead."""
    found = analysis()
    first, second = (
        replace(player, luck=0.0, cost=0.0, now=0.0, luckiest=None, costliest=None) for player in found.players
    )
    first = replace(first, luck=luck, cost=cost, now=lead)
    return [str(sentence) for sentence in verdicts(replace(found, unit=unit, players=(first, second)), str)]


@pytest.mark.parametrize(
    ("unit", "luck", "cost", "sentence"),
    [
        ("points", 1.2, 0.0, "Ann was lucky: 1 point more than the dice owed. Ann made no mistake."),
        ("points", 0.4, 0.4, "Ann's dice were as good as average dice. Ann made hardly a mistake."),
        (
            "points",
            -14.3,
            1.4,
            "Ann was unlucky: 14 points less than the dice owed. Better play would have earned Ann 1 point more.",
        ),
        (
            "awards",
            0.5,
            1.5,
            "Ann was lucky: 0.5 points more than the dice owed. Better play would have earned Ann 1.5 points more.",
        ),
        (
            "match",
            -0.25,
            0.1,
            "Ann was unlucky: the dice took 25 % of a win. Better play would have been worth 10 % of a win to Ann.",
        ),
        ("round", 0.3, 0.0, "Ann was lucky: the dice were worth 30 % of a win. Ann made no mistake."),
    ],
)
def test_a_player_is_told_in_the_games_own_unit(unit: Unit, luck: float, cost: float, sentence: str) -> None:
    assert told(unit, luck, cost)[0] == sentence


def test_what_decided_the_game_is_told_unless_it_was_neither() -> None:
    assert told("points", 20.0, 0.0, lead=20)[0] == "Ann won because of better dice."
    assert told("points", 20.0, 10.0, lead=10)[0] == "Ann won because of better dice."
    assert told("points", 0.5, 0.0, lead=-10)[0] != "Ann won because of better play."
    assert told("points", 0.0, 10.0, lead=-10)[0] == "Ben won because of better play."
    assert len(told("points", 20.0, 20.0)) == 2


def test_a_long_game_has_no_more_marks_than_there_is_room_for() -> None:
    rounds = [turn for turn in range(1, 29) for _ in range(3)] + [29]
    shown = chart([[1 / 3] * len(rounds)] * 3, rounds)
    assert [tick.value for tick in shown.turns] == [1, 5, 9, 13, 17, 21, 25]
    assert len(shown.rows) == 29
    assert shown.rows[-1][0] is None

"""The figures that the coach's README gives, against the solver as it is."""

import pytest

from firmware_host.assembly.figures import UNKNOWN
from firmware_host.coach.hands import Hands
from firmware_host.coach.match_play import MatchPlay
from firmware_host.rules.rulesets import ruleset
from tests.firmware_host.coach.known_games import README, ROWS, known
from tests.firmware_host.coach.tried import solved

SMALL = [name for name, row in ROWS.items() if int(row["states"].replace(",", "")) < 10_000]


def test_every_game_and_option_has_its_figures_and_they_are_of_these_rules() -> None:
    found = {name: (f"{model.states:,}", model.fingerprint[:8]) for name, (_, model) in known().items()}
    assert {name: (row["states"], row["hash"]) for name, row in ROWS.items()} == found


@pytest.mark.parametrize("name", SMALL)
def test_small_games_are_solved_for_these_values(name: str) -> None:
    _, values = solved(known()[name][0])
    assert f"{values[0]:.4f}" == ROWS[name]["best play"]


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row["best play"] != UNKNOWN])
def test_played_games_came_to_these_values(name: str) -> None:
    row = ROWS[name]
    mean, _, error = row["played"].split(" ")
    off = (float(mean) - float(row["best play"])) / float(error)
    assert float(row["standard errors off"]) == pytest.approx(off, abs=0.011)
    assert abs(off) < 3


def test_published_optima_stand_in_the_table() -> None:
    published = {"yahtzee": "254.5877", "yahtzee joker=free": "254.5896", "yatzy": "248.4400"}
    assert {name: ROWS[name]["best play"] for name in published} == published


def test_the_chances_of_hands_are_these() -> None:
    hands = Hands(ruleset("poker-hands"))
    assert f"begins a round of two wins it with {100 * hands.round_of(2)[0]:.2f} %" in README.replace("\n", " ")
    assert f"match of five rounds with {100 * MatchPlay(hands).chance(5, 0):.2f} %" in README.replace("\n", " ")

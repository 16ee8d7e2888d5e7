"""The figures that the solver's README gives, against the solver as it is."""

import pytest

from firmware_host.solver.match_solver import MatchSolver
from tests.firmware_host.solver.brute_force import poker_hands, solved
from tests.firmware_host.solver.known_games import README, ROWS, known

SMALL = [name for name, row in ROWS.items() if int(row["states"].replace(",", "")) < 10_000]


def test_every_game_and_option_has_its_figures_and_they_are_of_these_rules() -> None:
    found = {name: (f"{model.states:,}", model.fingerprint[:8]) for name, (_, model) in known().items()}
    assert {name: (row["states"], row["hash"]) for name, row in ROWS.items()} == found


@pytest.mark.parametrize("name", SMALL)
def test_small_games_are_solved_for_these_values(name: str) -> None:
    _, values = solved(known()[name][0])
    assert f"{values[0]:.4f}" == ROWS[name]["best play"]


def test_the_chances_of_hands_are_these() -> None:
    hands = poker_hands()
    assert (
        f"first of two players wins a round with a chance of {100 * hands.round_chances(2)[0]:.2f} %"
        in README.replace("\n", " ")
    )
    assert f"match of five rounds with {100 * MatchSolver(hands).chance(5, 0):.2f} %" in README.replace("\n", " ")

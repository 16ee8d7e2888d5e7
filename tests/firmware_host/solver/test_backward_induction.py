"""What the solver finds, against trying everything, and against what others have published."""

import numpy as np
import pytest

from firmware_host.rules.options import Setting
from firmware_host.rules.rulesets import ruleset
from firmware_host.solver.backward_induction import solve
from firmware_host.solver.model import model_of
from firmware_host.solver.processes import solve_in_processes
from tests.firmware_host.solver import small_games
from tests.firmware_host.solver.brute_force import by_brute_force, solved


@pytest.mark.parametrize("game", small_games.ALL)
def test_a_small_game_is_worth_what_trying_everything_finds(game: str) -> None:
    rules = small_games.ALL[game]
    assert solved(rules)[1][0] == pytest.approx(by_brute_force(rules), abs=1e-9)


@pytest.mark.parametrize(
    ("game", "options", "published"),
    [
        ("yahtzee", {"joker": "free"}, 254.5896),
        pytest.param("yatzy", {}, 248.4400, marks=pytest.mark.long),
    ],
)
def test_published_optima_are_found(game: str, options: dict[str, Setting], published: float) -> None:
    _, values = solved(ruleset(game).with_options(options))
    assert round(float(values[0]), 4) == published
    assert round(float(values.astype(np.float32)[0]), 4) == published


def test_all_states_are_told_as_they_are_done() -> None:
    told: list[int] = []
    model = model_of(small_games.BONUS)
    solve(model, np.zeros(model.states), told.append)
    assert sum(told) == model.states


def test_processes_find_the_same_and_tell_what_they_took() -> None:
    model, values = solved(ruleset("generala"))
    told: list[int] = []
    found, effort = solve_in_processes(model, 2, told.append)
    assert found == pytest.approx(values, abs=1e-9)
    assert sum(told) == model.states
    assert effort.cpu_s > 0

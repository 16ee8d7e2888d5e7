"""What the solver finds, against trying everything, and against what others have published."""

from itertools import product

import numpy as np
import pytest

from firmware_host.coach.processes import solve_in_processes
from firmware_host.rules.options import Setting
from firmware_host.rules.rulesets import ruleset
from tests.firmware_host.coach import small_games
from tests.firmware_host.coach.tried import by_trying_everything, solved


@pytest.mark.parametrize("game", small_games.ALL)
def test_a_small_game_is_worth_what_trying_everything_finds(game: str) -> None:
    rules = small_games.ALL[game]
    assert solved(rules)[1][0] == pytest.approx(by_trying_everything(rules), abs=1e-9)


def test_crag_is_worth_what_a_program_of_its_own_finds() -> None:
    """Nothing here is the solver's nor the rules': crag as its text tells it, straight through all sets of boxes."""
    rolls = list(product(range(1, 7), repeat=3))
    scores = np.array([[roll.count(value) * value for value in range(1, 7)] for roll in rolls])
    figures = np.array(
        [
            [
                20 * (set(roll) == {1, 2, 3}),
                20 * (set(roll) == {4, 5, 6}),
                20 * (set(roll) == {2, 4, 6}),
                20 * (set(roll) == {1, 3, 5}),
                25 * (len(set(roll)) == 1),
                26 * (sum(roll) == 13),
                50 * (sum(roll) == 13 and len(set(roll)) == 2),
            ]
            for roll in rolls
        ]
    )
    worth = np.hstack([scores, figures]).astype(float)
    values = np.zeros(1 << 13)
    for open_boxes in range(1, 1 << 13):
        closable = [box for box in range(13) if open_boxes >> box & 1]
        after = [values[open_boxes & ~(1 << box)] for box in closable]
        stop = (worth[:, closable] + after).max(axis=1).reshape(6, 6, 6)
        best = stop.copy()
        for thrown in product((False, True), repeat=3):
            axes = tuple(axis for axis in range(3) if thrown[axis])
            if axes:
                best = np.maximum(best, stop.mean(axis=axes, keepdims=True))
        values[open_boxes] = best.mean()
    assert solved(ruleset("crag"))[1][0] == pytest.approx(values[-1], abs=1e-9)


@pytest.mark.parametrize(
    ("game", "options", "published"),
    [
        ("yahtzee", {"joker": "free"}, 254.5896),
        ("yatzy", {}, 248.4400),
    ],
)
def test_published_optima_are_found(game: str, options: dict[str, Setting], published: float) -> None:
    _, values = solved(ruleset(game).with_options(options))
    assert round(float(values[0]), 4) == published
    assert round(float(values.astype(np.float32)[0]), 4) == published


def test_all_states_are_told_as_they_are_done() -> None:
    told: list[int] = []
    model, _ = solved(small_games.BONUS, told.append)
    assert sum(told) == model.states


def test_processes_find_the_same_and_tell_what_they_took() -> None:
    model, values = solved(ruleset("generala"))
    told: list[int] = []
    found, effort = solve_in_processes(model, 2, told.append)
    assert found == pytest.approx(values, abs=1e-9)
    assert sum(told) == model.states
    assert effort.cpu_s > 0

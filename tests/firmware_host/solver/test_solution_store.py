from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware_host.rules.boxes import fixed_box
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scoring import of_a_kind
from firmware_host.solver.arrays import Values
from firmware_host.solver.errors import TooLargeError
from firmware_host.solver.model import model_of
from firmware_host.solver.solution_store import SolutionStore
from tests.firmware_host.solver import small_games

RULES = small_games.BONUS
MODEL = model_of(RULES)


def test_what_is_solved_is_kept_and_found(tmp_path: Path) -> None:
    store = SolutionStore(tmp_path / "data")
    assert store.find(RULES, MODEL) is None
    solution, _ = store.solve(RULES, MODEL)
    found = store.find(RULES, MODEL)
    assert found is not None
    assert isinstance(found.values, np.memmap)
    assert found.values.dtype == np.float32
    assert found.values == pytest.approx(solution.values, rel=1e-6)
    assert [path.name for path in (tmp_path / "data" / "coach").iterdir()] == [store.path(MODEL).name]


@pytest.mark.parametrize("spoil", [b"", b"\x93NUMPY", b"not an array at all"])
def test_a_broken_file_is_solved_again(tmp_path: Path, spoil: bytes) -> None:
    store = SolutionStore(tmp_path)
    store.solve(RULES, MODEL)
    store.path(MODEL).write_bytes(spoil)
    assert store.find(RULES, MODEL) is None


@pytest.mark.parametrize("wrong", [np.zeros(3, np.float32), np.zeros(MODEL.states)], ids=["shape", "precision"])
def test_a_file_of_something_else_is_not_used(tmp_path: Path, wrong: Values) -> None:
    store = SolutionStore(tmp_path)
    store.path(MODEL).parent.mkdir()
    np.save(store.path(MODEL), wrong)
    assert store.find(RULES, MODEL) is None


def test_a_game_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError, match="Bonus is too large for the coach"):
        SolutionStore(tmp_path).solve(RULES, MODEL, max_states=20)
    assert not (tmp_path / "coach").exists()


def test_the_file_is_named_by_all_that_the_values_depend_on() -> None:
    other_points = replace(RULES, boxes=(*RULES.boxes[:-1], fixed_box("pair", "Pair", 10, of_a_kind(2))))
    others = [other_points, replace(RULES, bonuses=()), replace(RULES, rolls=3), *small_games.ALL.values()]
    prints = [model_of(rules).fingerprint for rules in others]
    assert len(set(prints)) == len(prints)
    assert prints.count(MODEL.fingerprint) == 1  # the game itself is among all small games


def test_options_that_change_no_score_share_a_file() -> None:
    rules = ruleset("speed-yatzy")
    plain, timed, other = (
        model_of(rules.with_options(options)).fingerprint
        for options in ({}, {"clock-minutes": 5}, {"two-pairs-points": 25})
    )
    assert timed == plain != other


def test_titles_do_not_count() -> None:
    assert model_of(RULES.titled("poker")).fingerprint == MODEL.fingerprint

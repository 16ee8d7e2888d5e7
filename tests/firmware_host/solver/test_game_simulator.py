"""Games played with thrown dice: they come to what the values promise, and real cards agree with every turn."""

import numpy as np
import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.game_simulator import GameSimulator, PlayedGames
from firmware_host.solver.model import Model
from firmware_host.solver.processes import simulate_in_processes
from tests.firmware_host.solver import small_games
from tests.firmware_host.solver.brute_force import solved

GAMES = [*small_games.ALL.values(), ruleset("generala")]


def card_of(rules: Ruleset, model: Model, played: PlayedGames, game: int) -> Scorecard:
    """Play a game again on a real card."""
    card, multisets = Scorecard.empty(rules), model.multisets
    for turn in played.turns:
        roll, used = Roll(multisets.rows[multisets.keeps + turn.rolls[game]]), int(turn.used[game])
        close = Scorecard.strike if turn.struck[game] else Scorecard.fill
        card = close(card, rules.boxes[turn.boxes[game]].id, roll, used)
    return card


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_games_come_to_what_the_values_promise(rules: Ruleset) -> None:
    model, values = solved(rules)
    totals = GameSimulator(model, values, np.random.default_rng(5)).play_games(5000).totals
    error = totals.std(ddof=1) / len(totals) ** 0.5
    assert abs(totals.mean() - values[0]) < 3 * error


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_real_cards_come_to_the_same_totals(rules: Ruleset) -> None:
    model, values = solved(rules)
    played = GameSimulator(model, values, np.random.default_rng(6)).play_games(200)
    cards = [card_of(rules, model, played, game) for game in range(200)]
    assert all(card.complete for card in cards)
    assert [card.total for card in cards] == played.totals.tolist()


def test_a_box_is_struck_where_that_is_worth_more() -> None:
    model, values = solved(small_games.STRIKING)
    played = GameSimulator(model, values, np.random.default_rng(7)).play_games(50)
    assert any(turn.struck.any() for turn in played.turns)


def test_the_same_seed_throws_the_same_dice_in_any_number_of_processes() -> None:
    model, values = solved(small_games.PLAIN)
    one, two = (simulate_in_processes(model, values, 10, processes, seed=3) for processes in (1, 2))
    assert one.totals.tolist() == two.totals.tolist()
    assert len(one.totals) == 10
    assert one.totals.tolist() != simulate_in_processes(model, values, 10, 1, seed=4).totals.tolist()

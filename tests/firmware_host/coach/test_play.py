"""Games played with thrown dice: they come to what the values promise, and real cards agree with every turn."""

import numpy as np
import pytest

from firmware_host.coach.model import Model
from firmware_host.coach.play import Played, Players
from firmware_host.coach.processes import play_in_processes
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Scorecard
from tests.firmware_host.coach import small_games
from tests.firmware_host.coach.tried import solved

GAMES = [*small_games.ALL.values(), ruleset("generala")]


def card_of(rules: Ruleset, model: Model, played: Played, game: int) -> Scorecard:
    """Play a game again on a real card."""
    card, lattice = Scorecard.empty(rules), model.lattice
    for turn in played.turns:
        roll, used = Roll(lattice.rows[lattice.keeps + turn.rolls[game]]), int(turn.used[game])
        close = Scorecard.strike if turn.struck[game] else Scorecard.fill
        card = close(card, rules.boxes[turn.boxes[game]].id, roll, used)
    return card


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_games_come_to_what_the_values_promise(rules: Ruleset) -> None:
    model, values = solved(rules)
    totals = Players(model, values, np.random.default_rng(5)).games(5000).totals
    error = totals.std(ddof=1) / len(totals) ** 0.5
    assert abs(totals.mean() - values[0]) < 3 * error


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_real_cards_come_to_the_same_totals(rules: Ruleset) -> None:
    model, values = solved(rules)
    played = Players(model, values, np.random.default_rng(6)).games(200)
    cards = [card_of(rules, model, played, game) for game in range(200)]
    assert all(card.complete for card in cards)
    assert [card.total for card in cards] == played.totals.tolist()


def test_a_box_is_struck_where_that_is_worth_more() -> None:
    model, values = solved(small_games.STRIKING)
    played = Players(model, values, np.random.default_rng(7)).games(50)
    assert any(turn.struck.any() for turn in played.turns)


def test_the_same_seed_throws_the_same_dice_in_any_number_of_processes() -> None:
    model, values = solved(small_games.PLAIN)
    one, two = (play_in_processes(model, values, 10, processes, seed=3) for processes in (1, 2))
    assert one.totals.tolist() == two.totals.tolist()
    assert len(one.totals) == 10
    assert one.totals.tolist() != play_in_processes(model, values, 10, 1, seed=4).totals.tolist()

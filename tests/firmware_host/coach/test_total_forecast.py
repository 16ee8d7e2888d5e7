"""What totals a card may still come to: exactly, and from games that are played."""

from functools import cache

import numpy as np
import pytest

from firmware_host.coach import total_forecast
from firmware_host.coach.distribution import Distribution
from firmware_host.coach.total_forecast import TotalForecaster
from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import parse_card
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.game_simulator import GameSimulator
from firmware_host.solver.solution import Keep, Solution
from tests.firmware_host.solver import small_games
from tests.firmware_host.solver.solved_games import solution_of

GAMES = 1000


def of_small(game: str) -> tuple[Solution, TotalForecaster]:
    solution = solution_of(small_games.ALL[game])
    return solution, TotalForecaster(solution, np.random.default_rng(1))


def by_brute_force(solution: Solution, card: Scorecard) -> dict[int, float]:
    """Return the chance of each total when every turn is played as the outlook says."""
    if card.complete:
        return {card.total: 1.0}
    multisets, evaluation = solution.model.multisets, solution.evaluate_turn(card)
    closed: dict[Scorecard, float] = {}

    @cache
    def best(values: tuple[int, ...], used: int) -> Keep | Scorecard:
        choice = evaluation.best(Roll(values), used)
        if isinstance(choice, Keep):
            return choice
        return (card.strike if choice.struck else card.fill)(choice.box, Roll(values), used)

    def thrown(kept: tuple[int, ...], used: int, chance: float) -> None:
        for number, share in enumerate(multisets.transition_chances[multisets.row_of[kept]]):
            if share:
                after = best(multisets.rows[multisets.keeps + number], used + 1)
                if isinstance(after, Keep):
                    thrown(after.dice, used + 1, chance * share)
                else:
                    closed[after] = closed.get(after, 0.0) + chance * share

    thrown((), 0, 1.0)
    found: dict[int, float] = {}
    for after, chance in closed.items():
        for total, share in by_brute_force(solution, after).items():
            found[total] = found.get(total, 0.0) + chance * share
    return found


@pytest.mark.parametrize(
    ("game", "text"), [("plain", "ones=1 chance=5"), ("bonus", "ones=2 twos=4"), ("striking", "ones=1")]
)
def test_a_card_comes_to_each_total_as_often_as_trying_everything_finds(game: str, text: str) -> None:
    solution, found = of_small(game)
    card = parse_card(text, solution.rules)
    distribution = found.from_card(card, GAMES)
    expected = by_brute_force(solution, card)
    assert distribution.games == 0
    assert {
        distribution.low + k: chance for k, chance in enumerate(distribution.chances) if chance > 1e-12
    } == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("game", small_games.ALL)
def test_its_mean_is_what_the_solution_says(game: str) -> None:
    solution, found = of_small(game)
    card = Scorecard.empty(solution.rules)
    assert found.from_card(card, GAMES).mean == pytest.approx(solution.expected_total(card))
    evaluation = solution.evaluate_turn(card)
    for values in ((1, 1), (1, 2), (6, 5)):
        for used in range(1, solution.rules.rolls + 1):
            distribution = found.from_roll(card, Roll(values), used, GAMES)
            assert distribution.mean == pytest.approx(evaluation.after_roll(Roll(values), used))
            assert distribution.chances.sum() == pytest.approx(1)


def test_a_small_game_is_exact_from_its_start_once_it_is_warm() -> None:
    solution = solution_of(ruleset("generala"))
    found = TotalForecaster(solution, np.random.default_rng(1))
    card = Scorecard.empty(solution.rules)
    assert found.from_card(card, 10).games == 10
    while found.precompute():
        pass
    distribution = found.from_card(card, GAMES)
    assert distribution.games == 0
    assert distribution.mean == pytest.approx(solution.expected_total(card))
    played = GameSimulator(solution.model, solution.values, np.random.default_rng(2)).play_games(3000).totals
    assert distance(distribution, played) < 2 / np.sqrt(len(played))


def test_a_large_game_is_estimated_early_and_exact_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(total_forecast, "SMALL", 0)
    monkeypatch.setattr(total_forecast, "LATE", 4)
    solution = solution_of(ruleset("generala"))
    found = TotalForecaster(solution, np.random.default_rng(1))
    assert not found.precompute()
    card = Scorecard.empty(solution.rules)
    early = found.from_card(card, GAMES)
    assert early.games == GAMES
    assert early.mean == pytest.approx(solution.expected_total(card))
    monkeypatch.setattr(total_forecast, "SMALL", 10_000)
    exactly = TotalForecaster(solution, np.random.default_rng(1))
    while exactly.precompute():
        pass
    true = exactly.from_card(card, GAMES)
    cdf = np.cumsum(early.chances) - np.cumsum(true.chances)[early.low - true.low :][: len(early.chances)]
    assert np.abs(cdf).max() < 2 / np.sqrt(GAMES)
    late = parse_card("ones=1 twos=2 threes=6 fours=8 fives=10 sixes=12 straight=20", solution.rules)
    assert found.from_card(late, GAMES).games == 0


def test_more_games_are_played_when_more_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(total_forecast, "SMALL", 0)
    solution = solution_of(ruleset("generala"))
    found = TotalForecaster(solution, np.random.default_rng(1))
    card = Scorecard.empty(solution.rules)
    few = found.from_roll(card, Roll((1, 1, 2, 5, 6)), 1, 10)
    assert few.games == 10
    assert found.from_roll(card, Roll((1, 1, 2, 5, 6)), 1, 5).chances == pytest.approx(few.chances)
    assert found.from_roll(card, Roll((1, 1, 2, 5, 6)), 1, 40).games == 40


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(total_forecast, "KEPT", 20)
    solution, found = of_small("bonus")
    for text in ("-", "ones=1", "twos=4", "threes=3", "pair=9", "ones=2 twos=4", "-"):
        card = parse_card(text, solution.rules)
        assert found.from_card(card, GAMES).mean == pytest.approx(solution.expected_total(card))


def distance(distribution: Distribution, totals: "np.ndarray") -> float:
    """Return the greatest difference between the chances to stay below a total and how often that came about."""
    at = np.arange(len(distribution.chances)) + distribution.low
    return float(np.abs(np.cumsum(distribution.chances) - (totals[:, None] <= at).mean(axis=0)).max())

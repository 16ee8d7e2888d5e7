"""One coach for each kind of game: cards that the total decides, cards that points decide, and hands."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal, Protocol, TypeVar

import numpy as np
from numpy.random import Generator

from firmware_host.coach.advice import (
    Advice,
    Adviser,
    StandHand,
    TurnAction,
    Unit,
    advise_on,
    rank_actions,
    require_open,
)
from firmware_host.coach.distribution import Chance, win_chances
from firmware_host.coach.endgames import Endgames, Results, ValuedTurn, advise_for_win
from firmware_host.coach.errors import CoachError
from firmware_host.coach.hand_luck import evaluate_hand, hand_accounts
from firmware_host.coach.luck import Account, accounts
from firmware_host.coach.match_chances import match_chances, round_winners
from firmware_host.coach.result_forecast import ResultForecaster, rank_distributions
from firmware_host.coach.total_forecast import TotalForecaster
from firmware_host.game.state import Game
from firmware_host.game.transcript import Transcript
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.hand_solver import HandSolver
from firmware_host.solver.match_solver import SEATS, MatchSolver
from firmware_host.solver.model import model_of
from firmware_host.solver.results import TOTALS, counting_rules
from firmware_host.solver.solution import Close, Solution
from firmware_host.solver.solution_store import SolutionStore, check_size
from firmware_host.solver.surrogate import surrogate_card, surrogate_rules, total_per_point
from firmware_host.words import say

_Forecast_co = TypeVar("_Forecast_co", covariant=True)

TRIALS = 1000
"""Games simulated to find how many points the surrogate total is worth."""
TRIAL = 1
"""The seed of their dice: fixed, so that values stay the same whenever the program starts."""


ERROR = 0.6
"""The standard error of the surrogate's values in points of balut, as the solver's README tells of late cards."""


FORECASTS = 256
"""Games simulated for the results of somebody else, where they are not known exactly."""

Aim = Literal["win", "points"]
"""What advice is for, where both can be aimed at."""


class Coach(Protocol):
    """What is known of one game under best play. Not thread-safe."""

    @property
    def unit(self) -> Unit:
        """What its values count."""

    @property
    def turn_value(self) -> float:
        """The average value of a turn, in its unit: a measure of what matters."""

    def advise(self, game: Game, aim: Aim = "win") -> Advice:
        """Return all actions on the dice on the table; CoachError if there is nothing to decide.

        They are valued for the win where it can be aimed at, which the unit tells.
        """

    def chances(self, game: Game, games: int, checkpoint: Callable[[], object] = int) -> tuple[Chance, ...]:
        """Return each seat's chance to win; if it is not exact, from `games` simulated games.

        `checkpoint` is called before each seat: an exception it raises stops the work; what was done is kept.
        """

    def precompute(self) -> bool:
        """Compute a little of what the chances need, in idle time; False once nothing is left."""

    def accounts(self, transcript: Transcript) -> tuple[Account, ...]:
        """Return the luck and skill of each seat."""


def find_coach(rules: Ruleset, store: SolutionStore) -> Coach | None:
    """Return the coach of a game, None if it must be solved first; SolverError if it can have none."""
    if rules.contest:
        return HandCoach(HandSolver(rules))
    solved_rules = surrogate_rules(rules) if rules.awards else rules
    solution = store.find(solved_rules, model_of(solved_rules))
    return None if solution is None else coach_from_solution(rules, solution)


def coach_from_solution(rules: Ruleset, solution: Solution, dice: Generator | None = None) -> Coach:
    """Return the coach of a game with cards; `solution` is for the surrogate rules if points decide."""
    return AwardCoach(rules, solution, dice) if rules.awards else CardCoach(solution, dice)


def make_coach(rules: Ruleset, store: SolutionStore, on_progress: Callable[[float], object]) -> Coach:
    """Solve a game and return its coach; `on_progress` gets the share done. SolverError if it can have none."""
    solved_rules = surrogate_rules(rules) if rules.awards else rules
    model = model_of(solved_rules)
    check_size(solved_rules, model)
    done = 0

    def count(states: int) -> None:
        nonlocal done
        done += states
        on_progress(done / model.states)

    solution, _ = store.solve(solved_rules, model, on_progress=count)
    return coach_from_solution(rules, solution)


class CardCoach:
    """The coach of a game with cards that the total decides."""

    unit: Unit = "points"

    def __init__(self, solution: Solution, dice: Generator | None = None) -> None:
        self.solution = solution
        self._adviser = Adviser(solution)
        self._forecaster = TotalForecaster(solution, dice or np.random.default_rng())
        self._endgames = Endgames(solution.rules, solution.model)

    @property
    def turn_value(self) -> float:
        """Points of an average turn."""
        return self.solution.expectation / self.solution.rules.turns

    def advise(self, game: Game, aim: Aim = "win") -> Advice:
        """Return all actions on the dice on the table."""
        _require_dice(game)
        for_points = self._adviser.advise(game.card, game.turn.roll, game.turn.rolls_used)
        win = self._win_turn(game.now.cards, game.now.seat) if aim == "win" else None
        return for_points if win is None else advise_for_win(win, game, for_points)

    def chances(self, game: Game, games: int, checkpoint: Callable[[], object] = int) -> tuple[Chance, ...]:
        """Return the chance of each seat to have the highest total."""
        if game.over:
            return _final_chances(game)
        checkpoint()
        win = self._win_turn(game.now.cards, game.now.seat)  # also for the advice that will be asked for
        if win is not None and win.exact and len(game.players) == SEATS:
            return _chances_of_two(win, game)
        return win_chances(_of_each_seat(self._forecaster, game, games, checkpoint))

    def precompute(self) -> bool:
        """Compute a little of the distributions of a small game."""
        return self._forecaster.precompute()

    def accounts(self, transcript: Transcript) -> tuple[Account, ...]:
        """Return the luck and skill of each seat."""
        return accounts(transcript, self.solution, for_win=self._win_turn)

    def _win_turn(self, cards: Sequence[Scorecard], seat: int) -> ValuedTurn | None:
        """Return the values of a seat's turn for the win; None where there is nobody to beat, or it is too early."""

        def forecast(other: int) -> Results:
            found = self._forecaster.from_card(cards[other], FORECASTS)
            return found.low + np.arange(len(found.chances)), found.chances

        return self._endgames.for_win(cards, seat, forecast) if len(cards) > 1 else None


class AwardCoach:
    """The coach of a game that points decide: it plays for the surrogate total, and counts in points.

    Its values are the surrogate total at `surrogate.total_per_point`, shifted so that simulated games give as many
    points on average, with a standard error of `ERROR`. The last turns are exact (`Endgames`).
    """

    unit: Unit = "awards"

    def __init__(self, rules: Ruleset, solution: Solution, dice: Generator | None = None) -> None:
        self._rules = rules
        self._solution = solution
        self._adviser = Adviser(solution)
        self._forecaster = ResultForecaster(rules, solution, dice or np.random.default_rng())
        self._endgames = Endgames(rules, model_of(counting_rules(rules)))
        self._rate = total_per_point(rules)
        trial = ResultForecaster(rules, solution, np.random.default_rng(TRIAL)).from_card(
            Scorecard.empty(rules), TRIALS
        )
        self._shift = float((trial // TOTALS).mean()) - solution.expectation / self._rate

    @property
    def turn_value(self) -> float:
        """The average value of a turn, the surrogate total converted into points."""
        return self._solution.expectation / self._rate / self._rules.turns

    def advise(self, game: Game, aim: Aim = "win") -> Advice:
        """Return all actions on the dice on the table."""
        _require_dice(game)
        require_open(game.card)
        for_points = self._for_points(game)
        win = self._win_turn(game.now.cards, game.now.seat) if aim == "win" else None
        return for_points if win is None else advise_for_win(win, game, for_points)

    def _for_points(self, game: Game) -> Advice:
        roll, used = game.turn.roll, game.turn.rolls_used
        exact = self._endgames.for_points(game.card)
        if exact is not None:
            return replace(advise_on(exact.evaluation, exact.policy, game.card, roll, used), unit="awards")
        advice = self._adviser.advise(surrogate_card(game.card, self._solution.rules), roll, used)
        actions = [(self._in_points(game.card, rated.action, roll, used), rated.aim) for rated in advice.actions]
        return replace(rank_actions(roll, used, actions), unit="awards", error=ERROR)

    def chances(self, game: Game, games: int, checkpoint: Callable[[], object] = int) -> tuple[Chance, ...]:
        """Return each seat's chance to have the most points; the highest total breaks ties."""
        if game.over:
            return _final_chances(game)
        checkpoint()
        win = self._win_turn(game.now.cards, game.now.seat)  # also for the advice that will be asked for
        if win is not None and win.exact and len(game.players) == SEATS:
            return _chances_of_two(win, game)
        return win_chances(rank_distributions(_of_each_seat(self._forecaster, game, games, checkpoint)))

    def precompute(self) -> bool:
        """Nothing to precompute."""
        return False

    def accounts(self, transcript: Transcript) -> tuple[Account, ...]:
        """Return the luck and skill of each seat, in points; what the awards made of them comes last."""
        return accounts(
            transcript, self._solution, self._rules, self._points, self._endgames.for_points, self._win_turn
        )

    def _win_turn(self, cards: Sequence[Scorecard], seat: int) -> ValuedTurn | None:
        """Return the values of a seat's turn for the win; None where there is nobody to beat, or it is too early."""

        def forecast(other: int) -> Results:
            found, times = np.unique(self._forecaster.from_card(cards[other], FORECASTS), return_counts=True)
            return found, times / times.sum()

        return self._endgames.for_win(cards, seat, forecast) if len(cards) > 1 else None

    def _points(self, total: float) -> float:
        return total / self._rate + self._shift

    def _in_points(self, card: Scorecard, action: TurnAction, roll: Roll, rolls_used: int) -> TurnAction:
        expected = self._points(action.expected)
        if isinstance(action, Close) and not action.struck:
            return replace(action, expected=expected, points=card.choice(action.box, roll, rolls_used).points or 0)
        return replace(action, expected=expected)


class _Forecaster(Protocol[_Forecast_co]):
    """Forecasts the results of cards, from simulated games if they are not known exactly."""

    def from_card(self, card: Scorecard, games: int) -> _Forecast_co:
        """Forecast a card whose next turn has not begun."""

    def from_roll(self, card: Scorecard, roll: Roll, rolls_used: int, games: int) -> _Forecast_co:
        """Forecast a card given a roll of its turn."""


def _of_each_seat(
    forecaster: _Forecaster[_Forecast_co], game: Game, games: int, checkpoint: Callable[[], object]
) -> list[_Forecast_co]:
    """Return the forecast of each seat's card; `checkpoint` is called before each."""
    found = []
    for seat, card in enumerate(game.now.cards):
        checkpoint()
        if seat == game.now.seat and game.turn.dice:
            found.append(forecaster.from_roll(card, game.turn.roll, game.turn.rolls_used, games))
        else:
            found.append(forecaster.from_card(card, games))
    return found


class HandCoach:
    """The coach of a game of hands: with two players it plays for the match, with more for the round."""

    def __init__(self, hands: HandSolver, dice: Generator | None = None) -> None:
        self._hands = hands
        self._matches = MatchSolver(hands)
        self._dice = dice or np.random.default_rng()
        self._seats = SEATS

    @property
    def unit(self) -> Unit:
        """What its values count for the players it saw last."""
        return "match" if self._seats == SEATS else "round"

    @property
    def turn_value(self) -> float:
        """The chance at stake in one hand."""
        return 1 / self._seats if self._seats > SEATS else 1 / (SEATS * self._hands.rules.turns)

    def advise(self, game: Game, aim: Aim = "win") -> Advice:  # noqa: ARG002 - a hand is made for nothing else
        """Return all actions on the dice on the table."""
        _require_dice(game)
        self._seats = len(game.players)
        roll, used = game.turn.roll, game.turn.rolls_used
        if game.now.match is None:
            raise CoachError(f"{game.ruleset.title} has no rounds to win.")
        turn = evaluate_hand(self._hands, self._matches, game.now.match)
        actions: list[tuple[TurnAction, str]] = [(StandHand(turn.after_stand(roll)), "")]
        actions += ((keep, "") for keep in turn.keeps(roll, used))
        return replace(rank_actions(roll, used, actions), unit=self.unit)

    def chances(self, game: Game, games: int, checkpoint: Callable[[], object] = int) -> tuple[Chance, ...]:  # noqa: ARG002 - it takes no time
        """Return the chance of each seat to win the match."""
        self._seats = len(game.players)
        match = game.now.match
        if game.over or match is None:
            return _final_chances(game)
        roll = game.turn.roll if game.turn.dice else None
        if match.seats == SEATS:
            turn = self._matches.evaluate(match)
            mine = turn.chance if roll is None else turn.after_roll(roll, game.turn.rolls_used)
            mine = min(max(mine, 0.0), 1.0)
            return tuple(Chance(mine if seat == game.now.seat else 1 - mine) for seat in range(SEATS))
        winners = round_winners(self._hands, match, roll, game.turn.rolls_used)
        return match_chances(self._hands, match, winners, self._dice)

    def precompute(self) -> bool:
        """Nothing to precompute."""
        return False

    def accounts(self, transcript: Transcript) -> tuple[Account, ...]:
        """Return the luck and skill of each seat."""
        self._seats = len(transcript.players)
        return hand_accounts(transcript, self._hands)


def _require_dice(game: Game) -> None:
    if not game.turn.dice:
        raise CoachError(say("There are no dice on the table yet. Throw the dice first."))


def _chances_of_two(win: ValuedTurn, game: Game) -> tuple[Chance, ...]:
    """Return the chances of both where those of the one whose turn it is are known."""
    turn = game.turn
    mine = win.evaluation.after_roll(turn.roll, turn.rolls_used) if turn.dice else win.evaluation.expected
    mine = min(max(mine, 0.0), 1.0)
    return tuple(Chance(mine if seat == game.now.seat else 1 - mine) for seat in range(SEATS))


def _final_chances(game: Game) -> tuple[Chance, ...]:
    """Return the chances after a game: 1 for the winner, or equal shares of it."""
    return tuple(Chance(1 / len(game.winners) if seat in game.winners else 0.0) for seat in range(len(game.players)))

"""Points against spread: play for a certainty equivalent, from safe to bold, with plain averages in the middle.

A line of play is worth the total that would be as good for certain: that of an exponential utility, about the average
less half the aversion to risk times the variance. What a card holds already makes no difference to it, so that whole
games are solved for it as they are for the average, and as exactly: once for each setting.
"""

from collections.abc import Callable
from dataclasses import replace

from firmware_host.coach.advice import Advice, Adviser
from firmware_host.coach.coaches import CardCoach, Coach
from firmware_host.coach.errors import CoachError
from firmware_host.game.state import Game
from firmware_host.solver.solution import Solution
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.words import say

CAUTIONS = (-2, -1, 0, 1, 2)
"""The settings, from bold over plain averages to safe: few, because a game is solved anew for each."""
STEP = 0.2
"""What a setting adds to the aversion, counted in average turns rather than in points."""
KEPT = 2
"""Settings kept at hand, those used last: the others are found again in the store."""


def may_lean(coach: Coach) -> bool:
    """Whether there is spread to set against points: where the total decides."""
    return isinstance(coach, CardCoach)


class CautiousAdvisers:
    """Advises with caution on the games of one store, where they are kept once solved. Not thread-safe."""

    def __init__(self, store: SolutionStore) -> None:
        self._store = store
        self._known: list[tuple[Solution, int, Adviser]] = []

    def advise(self, coach: Coach, game: Game, caution: int, on_progress: Callable[[float], object] = float) -> Advice:
        """Return all actions on the dice on the table by what they are worth for certain.

        `caution` is one of the `CAUTIONS` but 0. The first time the game is solved for it, which takes as long as
        solving it did; `on_progress` gets the share done. CoachError where the card is complete or the total is not
        what decides, OSError when the disk refuses.
        """
        if not isinstance(coach, CardCoach):
            raise CoachError(
                say("In {game} the total does not decide, so there is no caution to set.", game=say(game.ruleset.title))
            )
        adviser = self._adviser(coach.solution, caution, on_progress)
        return replace(adviser.advise(game.card, game.turn.roll, game.turn.rolls_used), unit="certain")

    def _adviser(self, solution: Solution, caution: int, on_progress: Callable[[float], object]) -> Adviser:
        for known, setting, adviser in self._known:
            if known is solution and setting == caution:
                return adviser
        found = Adviser(self._solution(solution, caution, on_progress))
        self._known = [*self._known[1 - KEPT :], (solution, caution, found)]
        return found

    def _solution(self, solution: Solution, caution: int, on_progress: Callable[[float], object]) -> Solution:
        model, done = replace(solution.model, aversion=aversion_of(solution, caution)), 0

        def count(states: int) -> None:
            nonlocal done
            done += states
            on_progress(done / model.states)

        found = self._store.find(solution.rules, model)
        return found or self._store.solve(solution.rules, model, on_progress=count)[0]


def aversion_of(solution: Solution, caution: int) -> float:
    """Return the aversion per point that a setting means in a game, solved by its averages."""
    per_turn = abs(solution.expectation) / solution.rules.turns
    return float(f"{STEP * caution / per_turn:.4g}")  # the last digits must not ask for another file

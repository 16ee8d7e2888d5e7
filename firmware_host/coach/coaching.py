"""The coach of one game, whatever it is played for: advice, chances to win, luck and skill."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, Protocol, TypeVar

import numpy as np
from numpy.random import Generator

from firmware_host.coach.advice import Advice, Adviser, Choice, Stand, weighed
from firmware_host.coach.awards import aimed, for_points, rate_of
from firmware_host.coach.errors import CoachError
from firmware_host.coach.finals import TOTALS, Finals, spreads_of
from firmware_host.coach.hand_luck import hand_accounts, outlook_of
from firmware_host.coach.hands import Hands
from firmware_host.coach.luck import Account, accounts
from firmware_host.coach.match_play import SEATS, MatchPlay
from firmware_host.coach.model import model_of
from firmware_host.coach.prospects import Prospects
from firmware_host.coach.rounds import match_chances, round_winners
from firmware_host.coach.solution import Close, Solution
from firmware_host.coach.spread import Chance, win_chances
from firmware_host.coach.store import Store, check_size
from firmware_host.game.state import Game
from firmware_host.game.transcript import Transcript
from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.words import say

Unit = Literal["points", "awards", "match", "round"]
"""What values count: the total at the end, the second points that decide, or the chance to win the match or round."""

_Future_co = TypeVar("_Future_co", covariant=True)

TRIALS = 1000
"""Games played to learn what points come of a total that is played for."""
TRIAL = 1
"""The seed of their dice: always the same, so that values do not change from one start of the program to another."""


class Coach(Protocol):
    """What is known of one game under the best play. Not for several threads at once."""

    @property
    def unit(self) -> Unit:
        """What its values count."""

    @property
    def turn_worth(self) -> float:
        """What a turn is worth on average, in its unit: a measure for what matters."""

    def advise(self, game: Game) -> Advice:
        """Return what may be done with the dice that lie; CoachError where nothing is to be decided."""

    def chances(self, game: Game, games: int, asked: Callable[[], object] = int) -> tuple[Chance, ...]:
        """Return the chance of each seat to win; where it is not exact, from so many games that are played for it.

        `asked` is called before each seat: what it raises ends the work, which is then not lost.
        """

    def warm(self) -> bool:
        """Work out a little of what chances rest on, in time that nobody else needs; False once nothing is left."""

    def accounts(self, transcript: Transcript) -> tuple[Account, ...]:
        """Return the luck and skill of each seat."""


def find_coach(rules: Ruleset, store: Store) -> Coach | None:
    """Return the coach of a game, if it needs not be solved first; CoachError where it can have none."""
    if rules.contest:
        return HandCoach(Hands(rules))
    aim = for_points(rules) if rules.awards else rules
    solution = store.find(aim, model_of(aim))
    return None if solution is None else coach_by(rules, solution)


def coach_by(rules: Ruleset, solution: Solution, dice: Generator | None = None) -> Coach:
    """Return the coach of a game with cards by the solution of what is played for."""
    return AwardCoach(rules, solution, dice) if rules.awards else CardCoach(solution, dice)


def make_coach(rules: Ruleset, store: Store, told: Callable[[float], object]) -> Coach:
    """Solve a game and return its coach; `told` hears the share that is done. CoachError where it can have none."""
    aim = for_points(rules) if rules.awards else rules
    model = model_of(aim)
    check_size(aim, model)
    done = 0

    def count(states: int) -> None:
        nonlocal done
        done += states
        told(done / model.states)

    solution, _ = store.solve(aim, model, told=count)
    return coach_by(rules, solution)


class CardCoach:
    """The coach of a game with cards."""

    unit: Unit = "points"

    def __init__(self, solution: Solution, dice: Generator | None = None) -> None:
        self.solution = solution
        self._adviser = Adviser(solution)
        self._prospects = Prospects(solution, dice or np.random.default_rng())

    @property
    def turn_worth(self) -> float:
        """Points of an average turn."""
        return self.solution.expectation / self.solution.rules.turns

    def advise(self, game: Game) -> Advice:
        """Return what may be done with the dice that lie."""
        _require_choice(game)
        return self._adviser.advise(game.card, game.turn.roll, game.turn.rolls_used)

    def chances(self, game: Game, games: int, asked: Callable[[], object] = int) -> tuple[Chance, ...]:
        """Return the chance of each seat to have the highest total."""
        if game.over:
            return _settled(game)
        return win_chances(_of_each_seat(self._prospects, game, games, asked))

    def warm(self) -> bool:
        """Work out a little of all spreads of a small game."""
        return self._prospects.warm()

    def accounts(self, transcript: Transcript) -> tuple[Account, ...]:
        """Return the luck and skill of each seat."""
        return accounts(transcript, self.solution)


class AwardCoach:
    """The coach of a game that points decide: it plays for a total that stands for them, and counts in points.

    What its values count is nearly the points: one of them for so many of that total as `awards.rate_of` says, so that
    games played come to as many on average. What steps and bands make of it in the end no account can foresee.
    """

    unit: Unit = "awards"

    def __init__(self, rules: Ruleset, solution: Solution, dice: Generator | None = None) -> None:
        self._rules = rules
        self._solution = solution
        self._adviser = Adviser(solution)
        self._finals = Finals(rules, solution, dice or np.random.default_rng())
        self._rate = rate_of(rules)
        trial = Finals(rules, solution, np.random.default_rng(TRIAL)).of_card(Scorecard.empty(rules), TRIALS)
        self._shift = float((trial // TOTALS).mean()) - solution.expectation / self._rate

    @property
    def turn_worth(self) -> float:
        """What an average turn brings to the total that is played for, in points."""
        return self._solution.expectation / self._rate / self._rules.turns

    def advise(self, game: Game) -> Advice:
        """Return what may be done with the dice that lie."""
        _require_choice(game)
        roll, used = game.turn.roll, game.turn.rolls_used
        advice = self._adviser.advise(aimed(game.card, self._solution.rules), roll, used)
        choices = [(self._counted(game.card, option.choice, roll, used), option.aim) for option in advice.options]
        return weighed(roll, used, choices)

    def chances(self, game: Game, games: int, asked: Callable[[], object] = int) -> tuple[Chance, ...]:
        """Return the chance of each seat to have most points, and the highest total of those who have."""
        if game.over:
            return _settled(game)
        return win_chances(spreads_of(_of_each_seat(self._finals, game, games, asked)))

    def warm(self) -> bool:
        """Say that nothing needs to be worked out beforehand."""
        return False

    def accounts(self, transcript: Transcript) -> tuple[Account, ...]:
        """Return the luck and skill of each seat, in points; what steps and bands made of them comes last."""
        return accounts(transcript, self._solution, self._rules, self._points)

    def _points(self, total: float) -> float:
        return total / self._rate + self._shift

    def _counted(self, card: Scorecard, choice: Choice, roll: Roll, rolls_used: int) -> Choice:
        expected = self._points(choice.expected)
        if isinstance(choice, Close) and not choice.struck:
            return replace(choice, expected=expected, points=card.choice(choice.box, roll, rolls_used).points or 0)
        return replace(choice, expected=expected)


class _Futures(Protocol[_Future_co]):
    """What cards may come to, from so many games where it is not known exactly."""

    def of_card(self, card: Scorecard, games: int) -> _Future_co:
        """Of a card whose next turn has not begun."""

    def of_roll(self, card: Scorecard, roll: Roll, rolls_used: int, games: int) -> _Future_co:
        """Of a card once a roll of its turn lies."""


def _of_each_seat(
    futures: _Futures[_Future_co], game: Game, games: int, asked: Callable[[], object]
) -> list[_Future_co]:
    """Return what the card of each seat may come to; `asked` is called before each."""
    found = []
    for seat, card in enumerate(game.now.cards):
        asked()
        if seat == game.now.seat and game.turn.dice:
            found.append(futures.of_roll(card, game.turn.roll, game.turn.rolls_used, games))
        else:
            found.append(futures.of_card(card, games))
    return found


class HandCoach:
    """The coach of a game of hands: for two it looks to the end of the match, for more to that of the round."""

    def __init__(self, hands: Hands, dice: Generator | None = None) -> None:
        self._hands = hands
        self._play = MatchPlay(hands)
        self._dice = dice or np.random.default_rng()
        self._seats = SEATS

    @property
    def unit(self) -> Unit:
        """What its values count for the players it saw last."""
        return "match" if self._seats == SEATS else "round"

    @property
    def turn_worth(self) -> float:
        """The chance that one hand is about."""
        return 1 / self._seats if self._seats > SEATS else 1 / (SEATS * self._hands.rules.turns)

    def advise(self, game: Game) -> Advice:
        """Return what may be done with the dice that lie."""
        _require_choice(game)
        self._seats = len(game.players)
        roll, used = game.turn.roll, game.turn.rolls_used
        if game.now.match is None:
            raise CoachError(say("{game} has no rounds to win.", game=say(game.ruleset.title)))
        outlook = outlook_of(self._hands, self._play, game.now.match)
        choices: list[tuple[Choice, str]] = [(Stand(outlook.standing(roll)), "")]
        choices += ((keep, "") for keep in outlook.keeps(roll, used))
        return weighed(roll, used, choices)

    def chances(self, game: Game, games: int, asked: Callable[[], object] = int) -> tuple[Chance, ...]:  # noqa: ARG002 - it takes no time
        """Return the chance of each seat to win the match."""
        match = game.now.match
        if game.over or match is None:
            return _settled(game)
        roll = game.turn.roll if game.turn.dice else None
        if match.seats == SEATS:
            outlook = self._play.outlook(match)
            mine = outlook.chance if roll is None else outlook.after_roll(roll, game.turn.rolls_used)
            mine = min(max(mine, 0.0), 1.0)
            return tuple(Chance(mine if seat == game.now.seat else 1 - mine) for seat in range(SEATS))
        winners = round_winners(self._hands, match, roll, game.turn.rolls_used)
        return match_chances(self._hands, match, winners, self._dice)

    def warm(self) -> bool:
        """Say that nothing needs to be worked out beforehand."""
        return False

    def accounts(self, transcript: Transcript) -> tuple[Account, ...]:
        """Return the luck and skill of each seat."""
        return hand_accounts(transcript, self._hands)


def _require_choice(game: Game) -> None:
    if not game.turn.dice:
        raise CoachError(say("No dice lie on the table yet. Throw the dice first."))


def _settled(game: Game) -> tuple[Chance, ...]:
    """Return who has won: all or nothing, or shares of it."""
    return tuple(Chance(1 / len(game.winners) if seat in game.winners else 0.0) for seat in range(len(game.players)))

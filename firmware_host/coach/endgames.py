"""The last turns of a game, valued for what decides it: the points of the awards, or the chance to win.

The chance to win is exact where all others are done, and between two players who both play for it, as long as few
enough turns can follow. Otherwise everybody else is taken to play for points, whatever the player does.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from firmware_host.coach.advice import Advice, TurnAction, advise_on, rank_actions
from firmware_host.coach.distribution import win_shares
from firmware_host.game.state import Game
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.card_index import CardIndex
from firmware_host.solver.endgame import EndgameExplorer
from firmware_host.solver.endgame_solver import EndgameSolver, EndgameTurn
from firmware_host.solver.model import Model
from firmware_host.solver.policy import Policy
from firmware_host.solver.results import TOTALS, counting_rules, result_of
from firmware_host.solver.solution import Close, Keep, TurnEvaluation

MOST = 25_000
"""Turns to be valued for one: 0.4 s on an x86 core, some 1.2 s on a Raspberry Pi 5 and 2.5 s on a Pi 4 (estimated)."""
TURNS = 6
"""Turns left on a card above which nothing is tried: they are hardly ever few enough, and finding out takes time."""
KEPT = 64
"""Turns kept, about 0.1 MB each: those of a game's end are asked for again and again."""


WIN_ERROR = 0.03
"""The standard error of a chance to win that comes from the others' results, at its largest where both are known."""
DIGITS = 9
"""To so many digits chances to win are told apart."""

Results = tuple[Ints, Values]
"""What may decide the game for a player, each number once, in order, with the chance of each."""
Forecast = Callable[[int], Results]
"""Returns the results of a seat (0-based) that plays for points."""


@dataclass(frozen=True)
class ValuedTurn:
    """A turn by the values of what is aimed at, with the policy that reaches them.

    Those of a chance to win that is not `exact` come from the others' results.
    """

    evaluation: TurnEvaluation
    policy: Policy
    exact: bool = True


class Endgames:
    """Values the last `turns` of one game; None where more than `most` turns would have to be valued for one.

    `rules` are the game's; `model` is that of their `counting_rules`.
    """

    def __init__(self, rules: Ruleset, model: Model, most: int = MOST, turns: int = TURNS) -> None:
        self._rules = rules
        self._most = most
        self._turns = turns
        self._counting = counting_rules(rules)
        self._model = model
        self._index = CardIndex(self._counting, model)
        self._explorer = EndgameExplorer(model)
        self._solver = EndgameSolver(model)
        self._known: OrderedDict[object, ValuedTurn | None] = OrderedDict()

    def for_points(self, card: Scorecard) -> ValuedTurn | None:
        """Value the next turn on a card for the points that decide the game."""
        return self._kept(card.rows, lambda: self._for_result(card, lambda results: (results // TOTALS).astype(float)))

    def for_win(self, cards: Sequence[Scorecard], seat: int, forecast: Forecast) -> ValuedTurn | None:
        """Value the next turn of a seat (0-based) for the chance to win, where a shared win counts as a share."""
        return self._kept((tuple(card.rows for card in cards), seat), lambda: self._for_win(cards, seat, forecast))

    def _for_win(self, cards: Sequence[Scorecard], seat: int, forecast: Forecast) -> ValuedTurn | None:
        if self._left(cards[seat]) > self._turns:
            return None
        others = [other for other in range(len(cards)) if other != seat]
        done = all(cards[other].complete for other in others)
        if len(others) == 1 and not done:
            duel = self._duel(cards[seat], cards[others[0]])
            if duel is not None:
                return duel
        known: list[Results] = []

        def worth(results: Ints) -> Values:
            known.extend(
                (self._results(np.array([self._counted(cards[other]).total])), np.ones(1))
                if cards[other].complete
                else forecast(other)
                for other in others
            )
            return _win_shares(results, known)

        turn = self._for_result(cards[seat], worth)
        return turn if turn is None or done else replace(turn, exact=False)

    def _duel(self, mine: Scorecard, theirs: Scorecard) -> ValuedTurn | None:
        """Value a turn for the chance to win against one other who plays for that too."""
        counted, other = self._counted(mine), self._counted(theirs)
        with_gain = bool(self._rules.awards)
        endgames = []
        for card in (counted, other):
            endgame = self._explorer.explore(self._index.state_of(card), self._most, with_gain=with_gain)
            if endgame is None:
                return None
            endgames.append(endgame)
        results = [np.zeros(len(endgame.layers[-1].states), dtype=np.int64) for endgame in endgames]
        lead = counted.total - other.total
        if with_gain:
            lead = 0
            results = [
                self._results(card.total + endgame.layers[-1].gained)
                for card, endgame in zip((counted, other), endgames, strict=True)
            ]
        turn = self._solver.for_win(endgames[0], endgames[1], lead, (results[0], results[1]), self._most)
        return None if turn is None else self._valued(counted, turn)

    def _kept(self, key: object, value: Callable[[], ValuedTurn | None]) -> ValuedTurn | None:
        if key not in self._known:
            self._known[key] = value()
            while len(self._known) > KEPT:
                self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]

    def _for_result(self, card: Scorecard, worth: Callable[[Ints], Values]) -> ValuedTurn | None:
        if self._left(card) > self._turns:
            return None
        counted = self._counted(card)
        endgame = self._explorer.explore(self._index.state_of(counted), self._most, with_gain=True)
        if endgame is None:
            return None
        turn = self._solver.for_result(endgame, lambda gained: worth(self._results(counted.total + gained)))
        return self._valued(counted, turn)

    def _valued(self, counted: Scorecard, turn: EndgameTurn) -> ValuedTurn:
        before = counted.total

        def value_of(closed: Scorecard) -> float:
            card = self._counted(closed)
            return turn.after(self._index.state_of(card), card.total - before)

        return ValuedTurn(TurnEvaluation(self._model, counted, turn.values, value_of, 0.0), turn.policy)

    def _left(self, card: Scorecard) -> int:
        return self._rules.turns - card.slots_closed

    def _counted(self, card: Scorecard) -> Scorecard:
        return Scorecard(self._counting, card.rows)

    def _results(self, counted: Ints) -> Ints:
        """Return what decides the game for finished cards with these totals by the counting rules."""
        return np.array([result_of(self._rules, total) for total in counted.tolist()], dtype=np.int64)


def advise_for_win(win: ValuedTurn, game: Game, for_points: Advice) -> Advice:
    """Return all actions on the dice on the table by the chance to win; of equal ones the first is best for points.

    Where nothing that is done makes a difference to that, it is the advice for points.
    """
    advice = advise_on(win.evaluation, win.policy, game.card, game.turn.roll, game.turn.rolls_used)
    valued = {_name(rated.action): rated for rated in advice.actions}
    actions = []
    for other in for_points.actions:
        rated = valued[_name(other.action)]
        # Sums in another order differ in the last digits, and must not decide.
        chance = min(max(round(rated.action.expected, DIGITS), 0.0), 1.0)
        actions.append((replace(rated.action, expected=chance), rated.aim))
    if len({action.expected for action, _ in actions}) == 1:
        return for_points
    ranked = rank_actions(advice.roll, advice.rolls_used, actions)
    return replace(ranked, unit="win", error=0.0 if win.exact else WIN_ERROR)


def _name(action: TurnAction) -> object:
    """Return what tells an action from others, whatever it is worth."""
    match action:
        case Keep(dice):
            return dice
        case Close(box, struck):
            return box, struck
        case _:
            return None


def _win_shares(results: Ints, others: Sequence[Results]) -> Values:
    """Return what each result wins on average against the others."""
    known = np.unique(np.concatenate([results, *(numbers for numbers, _ in others)]))
    rows: list[Values] = [
        np.bincount(np.searchsorted(known, numbers), chances, len(known)).astype(float) for numbers, chances in others
    ]
    shares: Values = win_shares(rows, len(known))[np.searchsorted(known, results)]
    return shares

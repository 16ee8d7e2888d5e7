"""The last turns of a game searched on its real scorecards: every roll, every keep, every box, and no solver.

Nothing is shared with the solver: dice are counted here, and points come from the cards. What two players do is
searched for every pair of their cards.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from firmware_host.rules.dice import Roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Entry, Scorecard

Array = NDArray[np.float64]
Sorted = tuple[int, ...]
Rows = tuple[tuple[Entry, ...], ...]


class Dice:
    """All rolls of some dice, all that can be kept of them, and the chance of each roll after each keep."""

    def __init__(self, dice: int) -> None:
        thrown = {
            number: Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=number))
            for number in range(dice + 1)
        }
        self.rolls: list[Sorted] = sorted(thrown[dice])
        kept = [{part for size in range(dice) for part in combinations(roll, size)} for roll in self.rolls]
        self.keeps: list[Sorted] = sorted(set().union(*kept))
        self.number = {keep: number for number, keep in enumerate(self.keeps)}
        most = max(map(len, kept))
        self.of_roll = np.array(
            [[self.number[part] for part in (*parts, *[()] * (most - len(parts)))] for parts in kept]
        )
        self.chances = np.zeros((len(self.keeps), len(self.rolls)))
        place = {roll: number for number, roll in enumerate(self.rolls)}
        for row, keep in enumerate(self.keeps):
            left = dice - len(keep)
            for faces, ways in thrown[left].items():
                self.chances[row, place[tuple(sorted((*keep, *faces)))]] += ways / 6**left


dice_of = cache(Dice)


class Turn:
    """The ways to end a turn on one card: `cards` that follow, and which of them each roll can reach, by rolls used."""

    def __init__(self, card: Scorecard) -> None:
        self.dice = dice_of(card.ruleset.dice)
        found: dict[Rows, int] = {}
        self.cards: list[Scorecard] = []
        self.reach: list[NDArray[np.int64]] = []
        still_open = [box.id for box, row in zip(card.ruleset.boxes, card.rows, strict=True) if len(row) < box.slots]
        for used in range(1, card.ruleset.rolls + 1):
            ends: list[list[int]] = []
            for values in self.dice.rolls:
                roll = Roll(values)
                here: list[Scorecard] = []
                for choice in (card.choice(box, roll, used) for box in still_open):
                    if choice.points is not None:
                        here.append(card.put(choice.box, Entry(choice.points, extra=choice.extra)))
                    if choice.strikable:
                        here.append(card.put(choice.box, Entry(0, struck=True, extra=choice.extra)))
                for after in here:
                    if after.rows not in found:
                        found[after.rows] = len(found)
                        self.cards.append(after)
                ends.append([found[after.rows] for after in here])
            most = max(map(len, ends))
            self.reach.append(np.array([(end or [-1]) + (end or [-1])[:1] * (most - len(end or [-1])) for end in ends]))

    def stops(self, worth: Array) -> list[Array]:
        """Return the best end of the turn on each roll, by rolls used, for what the cards are worth (cards, any)."""
        known = np.vstack([worth, np.full((1, worth.shape[1]), -np.inf)])  # -1 finds the last: no box may be closed
        return [known[reach].max(axis=1) for reach in self.reach]

    def stages(self, worth: Array) -> tuple[list[Array], list[Array]]:
        """Return the values of all rolls and of all keeps, by rolls used."""
        *early, value = self.stops(worth)
        rolls, keeps = [value], list[Array]()
        for stop in reversed(early):
            keeps.insert(0, self.dice.chances @ value)
            value = np.maximum(stop, keeps[0][self.dice.of_roll].max(axis=1))
            rolls.insert(0, value)
        return rolls, keeps

    def start(self, worth: Array) -> Array:
        """Return what the turn is worth before its first roll (any,)."""
        start: Array = self.dice.chances[self.dice.number[()]] @ self.stages(worth)[0][0]
        return start


class LateSearch:
    """Searches the last turns on cards of one game; turns that were looked at are kept."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._turns: dict[Rows, Turn] = {}

    def turn(self, card: Scorecard) -> Turn:
        """Return the ways to end a turn on a card."""
        if card.rows not in self._turns:
            self._turns[card.rows] = Turn(card)
        return self._turns[card.rows]

    def alone(self, card: Scorecard, worth: Callable[[Scorecard], float]) -> Array:
        """Return what each card after this turn is worth (cards, 1) if best play follows for what the last is worth."""

        known: dict[Rows, float] = {}

        def value(after: Scorecard) -> float:
            if after.complete:
                return worth(after)
            if after.rows not in known:
                turn = self.turn(after)
                known[after.rows] = float(turn.start(np.array([[value(later)] for later in turn.cards]))[0])
            return known[after.rows]

        return np.array([[value(after)] for after in self.turn(card).cards])

    def duel(self, mine: Scorecard, theirs: Scorecard) -> Array:
        """Return the chance to win after each end of this turn (cards, 1), where both play for it; ties count half."""
        sides = [self._layers(mine), self._layers(theirs)]

        @cache
        def chances(mover: int, made: tuple[int, int]) -> Array:
            """Return the chance of the mover to win, for each of their cards (rows) and of the other's (columns)."""
            cards, others = sides[mover][made[mover]], sides[1 - mover][made[1 - mover]]
            if all(card.complete for card in (*cards, *others)):
                return np.array([[_won(card, other) for other in others] for card in cards])
            later = (made[0] + (mover == 0), made[1] + (mover == 1))
            left = 1 - chances(1 - mover, later).T
            place = {card.rows: row for row, card in enumerate(sides[mover][later[mover]])}
            rows = []
            for card in cards:
                turn = self.turn(card)
                rows.append(turn.start(left[[place[_settled(after).rows] for after in turn.cards]]))
            return np.array(rows)

        place = {card.rows: row for row, card in enumerate(sides[0][1])}
        left = 1 - chances(1, (1, 0)).T
        return left[[place[_settled(after).rows] for after in self.turn(mine).cards]]

    def _layers(self, card: Scorecard) -> list[list[Scorecard]]:
        layers = [[card]]
        while not layers[-1][0].complete:
            layers.append(
                list(
                    {after.rows: after for one in layers[-1] for after in map(_settled, self.turn(one).cards)}.values()
                )
            )
        return layers


_SETTLED: dict[tuple[str, int, int], Scorecard] = {}


def _settled(card: Scorecard) -> Scorecard:
    """Return a card that stands for all complete ones with the same result; any other card itself."""
    if not card.complete:
        return card
    return _SETTLED.setdefault((card.ruleset.id, card.points or 0, card.total), card)


def _won(card: Scorecard, other: Scorecard) -> float:
    mine, theirs = ((one.points or 0, one.total) for one in (card, other))
    return (mine > theirs) + (mine == theirs) / 2


def all_actions(turn: Turn, worth: Array, roll: Sequence[int], used: int) -> tuple[list[float], dict[Sorted, float]]:
    """Return what ending the turn on a roll is worth, best first, and what each keep is worth."""
    number = turn.dice.rolls.index(tuple(sorted(roll)))
    ends = sorted({float(worth[card, 0]) for card in turn.reach[used - 1][number] if card >= 0}, reverse=True)
    _, keeps = turn.stages(worth)
    kept = {turn.dice.keeps[keep] for keep in turn.dice.of_roll[number]} if used <= len(keeps) else set()
    return ends, {keep: float(keeps[used - 1][turn.dice.number[keep], 0]) for keep in kept}

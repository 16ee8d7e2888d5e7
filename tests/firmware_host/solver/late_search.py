"""The last turns of a game searched on its real scorecards: every roll, every keep, every box, and no solver.

Nothing is shared with the solver: dice are counted here, and points come from the cards. Between two players every pair
of cards is searched, those on which everything gains the same once.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
    """The ways to end a turn on one card: `cards` that follow, and which of them each roll can reach, by rolls used.

    Unless the rules ask for them (`asks_rolls`), the rolls used make no difference.
    """

    def __init__(self, card: Scorecard, *, asks_rolls: bool = True) -> None:
        self.dice = dice_of(card.ruleset.dice)
        found: dict[tuple[str, Entry], int] = {}
        self.cards: list[Scorecard] = []
        self.reach: list[NDArray[np.int64]] = []
        still_open = [box.id for box, row in zip(card.ruleset.boxes, card.rows, strict=True) if len(row) < box.slots]
        for used in range(1, card.ruleset.rolls + 1):
            if used > 1 and not asks_rolls:
                self.reach.append(self.reach[0])
                continue
            ends: list[list[int]] = []
            for values in self.dice.rolls:
                here: list[int] = []
                for choice in (card.choice(box, Roll(values), used) for box in still_open):
                    ways = [] if choice.points is None else [Entry(choice.points, extra=choice.extra)]
                    if choice.strikable:
                        ways.append(Entry(0, struck=True, extra=choice.extra))
                    for entry in ways:
                        way = choice.box, entry
                        if way not in found:
                            found[way] = len(found)
                            self.cards.append(card.put(choice.box, entry))
                        here.append(found[way])
                ends.append(here)
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
        self._asks_rolls: dict[tuple[bool, ...], bool] = {}
        self._futures: list[_Future] = []
        self._future_of: dict[Rows, int] = {}
        self._numbers: dict[object, int] = {}
        self._chances: dict[tuple[int, int, int], float] = {}

    def turn(self, card: Scorecard) -> Turn:
        """Return the ways to end a turn on a card."""
        if card.rows not in self._turns:
            still_open = tuple(len(row) < box.slots for box, row in zip(self.rules.boxes, card.rows, strict=True))
            turn = self._turns[card.rows] = Turn(card, asks_rolls=self._asks_rolls.get(still_open, True))
            # Whatever else a card holds, the same boxes ask for the same.
            asks = any(not np.array_equal(reach, turn.reach[0]) for reach in turn.reach)
            self._asks_rolls.setdefault(still_open, asks)
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
        first, second = self._future(mine), self._future(theirs)
        lead = 0 if self.rules.awards else mine.total - theirs.total
        return 1 - np.array([[self._chance(second, after, -lead - gain)] for after, gain in self._futures[first].after])

    def _chance(self, mover: int, other: int, lead: int) -> float:
        """Return the chance to win of the one whose turn it is, by what both cards may still become and the lead."""
        mine, theirs = self._futures[mover], self._futures[other]
        if mine.turn is None:
            ahead = (mine.result, lead) > (theirs.result, 0)
            return ahead + ((mine.result, lead) == (theirs.result, 0)) / 2
        key = mover, other, lead
        if key not in self._chances:
            left = [[1 - self._chance(other, after, -lead - gain)] for after, gain in mine.after]
            self._chances[key] = float(mine.turn.start(np.array(left))[0])
        return self._chances[key]

    def _future(self, card: Scorecard) -> int:
        """Number what a card may still become: the same for two cards on which everything gains the same."""
        if card.rows in self._future_of:
            return self._future_of[card.rows]
        awards = bool(self.rules.awards)
        if card.complete:
            future = _Future(None, (), (card.points or 0, card.total) if awards else (0, 0))
        else:
            turn = self.turn(card)
            after = ((self._future(end), 0 if awards else end.total - card.total) for end in turn.cards)
            future = _Future(turn, tuple(after), (0, 0))
        key = (*(reach.tobytes() for reach in future.turn.reach), future.after) if future.turn else future.result
        number = self._future_of[card.rows] = self._numbers.setdefault(key, len(self._futures))
        if number == len(self._futures):
            self._futures.append(future)
        return number


@dataclass(frozen=True)
class _Future:
    """The next turn, and what follows each of its ends: a future and the gain. A complete card has a result instead."""

    turn: Turn | None
    after: tuple[tuple[int, int], ...]
    result: tuple[int, int]


def all_actions(turn: Turn, worth: Array, roll: Sequence[int], used: int) -> tuple[list[float], dict[Sorted, float]]:
    """Return what ending the turn on a roll is worth, best first, and what each keep is worth."""
    number = turn.dice.rolls.index(tuple(sorted(roll)))
    ends = sorted({float(worth[card, 0]) for card in turn.reach[used - 1][number] if card >= 0}, reverse=True)
    _, keeps = turn.stages(worth)
    kept = {turn.dice.keeps[keep] for keep in turn.dice.of_roll[number]} if used <= len(keeps) else set()
    return ends, {keep: float(keeps[used - 1][turn.dice.number[keep], 0]) for keep in kept}

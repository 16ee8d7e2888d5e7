"""The hands of card dice: how rolls of five dice rank, with straights or without, and with wild dice."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod
from types import MappingProxyType

from firmware_host.rules.dice import SIDES, Roll
from firmware_host.rules.match import Contest, Hand
from firmware_host.rules.scoring import run

DICE = 5
TITLES: Mapping[str, str] = MappingProxyType(
    {
        "five-of-a-kind": "5 of a kind",
        "four-of-a-kind": "4 of a kind",
        "full-house": "Full house",
        "straight": "Straight",
        "three-of-a-kind": "3 of a kind",
        "two-pairs": "Two pairs",
        "one-pair": "One pair",
        "bust": "Bust",
    }
)
"""The hands by id, the best first."""
EXAMPLES: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "five-of-a-kind": (3, 3, 3, 3, 3),
        "four-of-a-kind": (2, 2, 2, 2, 6),
        "full-house": (5, 5, 5, 1, 1),
        "straight": (6, 5, 4, 3, 2),
        "three-of-a-kind": (1, 1, 1, 5, 3),
        "two-pairs": (4, 4, 1, 1, 6),
        "one-pair": (2, 2, 5, 4, 1),
        "bust": (6, 5, 4, 3, 1),
    }
)
"""The examples that the source prints: J J J J J, 10 10 10 10 A and so on."""
_RANKS = tuple(TITLES)[::-1]
_GROUPS = {
    (5,): "five-of-a-kind",
    (4, 1): "four-of-a-kind",
    (3, 2): "full-house",
    (3, 1, 1): "three-of-a-kind",
    (2, 2, 1): "two-pairs",
    (2, 1, 1, 1): "one-pair",
}


@dataclass(frozen=True, slots=True)
class Ranking:
    """How hands rank (`Contest.rank`): equal ranks by the larger groups first, then by the higher values.

    Without `straights` a straight is a bust. Dice of the `wild` values count as whatever makes the best hand.
    """

    straights: bool = True
    wild: frozenset[int] = frozenset()

    def __call__(self, roll: Roll) -> Hand:
        """Return the hand of five dice."""
        return _table(self)[tuple(sorted(roll.values))]

    def contest(self, rounds: int, *, shared: bool) -> Contest:
        """Return the rules of a match of such hands, with how many rolls make each and an example of it."""
        odds = Counter[str]()
        found: dict[str, tuple[int, ...]] = {}
        for values, hand in _table(self).items():
            odds[hand.name] += factorial(DICE) // prod(map(factorial, Roll(values).counts))
            found[hand.name] = values[::-1]
        found |= {name: values for name, values in EXAMPLES.items() if self(Roll(values)).name == name}
        examples = {name: found[name] for name in TITLES if name in found}
        return Contest(rounds, self, TITLES, {name: odds[name] for name in TITLES}, shared, examples)


@lru_cache(maxsize=32)
def _table(ranking: Ranking) -> Mapping[tuple[int, ...], Hand]:
    """Return the hand of every roll by its sorted values."""
    return {
        values: max((_hand(meant, ranking.straights) for meant in _meanings(values, ranking.wild)), key=_strength)
        for values in combinations_with_replacement(range(1, SIDES + 1), DICE)
    }


def _meanings(values: tuple[int, ...], wild: frozenset[int]) -> Iterable[tuple[int, ...]]:
    """Return all that dice may count as."""
    fixed = tuple(value for value in values if value not in wild)
    free = combinations_with_replacement(range(1, SIDES + 1), len(values) - len(fixed))
    return ((*fixed, *chosen) for chosen in free)


def _strength(hand: Hand) -> int:
    return hand.strength


def _hand(values: tuple[int, ...], straights: bool) -> Hand:
    roll = Roll(values)
    groups = sorted(((count, value) for value, count in enumerate(roll.counts, start=1) if count), reverse=True)
    name = _GROUPS.get(tuple(count for count, _ in groups), "bust")
    if straights and run(DICE)(roll):
        name = "straight"
    # Written in base 7, the rank is the first digit and the values of the groups follow it.
    digits = [_RANKS.index(name), *(value for _, value in groups)]
    strength = 0
    for digit in (digits + [0] * DICE)[: DICE + 1]:
        strength = strength * (SIDES + 1) + digit
    return Hand(name, strength)

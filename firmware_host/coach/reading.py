"""Reads a game's rules by asking them what each roll is worth in each box, and what of the card it depends on.

Rules are functions of the dice and of the whole card. They are called here with a card that is filled in as they look
at it: each look at a box that is not decided yet splits the question in as many as that box has states. Most rules
look at nothing and are asked once for each roll. Which boxes are closed every rule may see; points in closed boxes
only those that it declares to remember, so that a rule cannot depend on more than the solver knows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from firmware_host.coach.errors import TooLargeError, UndeclaredError
from firmware_host.coach.lattice import lattice
from firmware_host.rules.dice import Roll
from firmware_host.rules.memory import Memory
from firmware_host.rules.ruleset import Box, Ruleset, Situation
from firmware_host.words import say

State = int | tuple[tuple[int, ...], tuple[int, ...]]
"""What was seen: how many slots of a box are closed, or the closed slots of a sight's boxes and its memories."""
Outcome = tuple[int, int]
"""Points of the box, and what the turn earns beside it."""

MOST_TABLES = 20_000


class Sealed(tuple[int, ...]):
    """Points of closed slots that nobody declared to remember: rules may count them, and no more."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise UndeclaredError(
            say("A rule looks at points on the card that it does not declare to remember. Add them to its `remembers`.")
        )

    __iter__ = __getitem__ = __contains__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __mul__ = index = count = _refuse
    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Sight:
    """Boxes whose points rules may look at while a turn is judged, as far as these memories tell them.

    `shown` holds a card that stands for each state: the boxes' points by box id.
    """

    boxes: tuple[str, ...]
    memories: tuple[Memory, ...]
    shown: dict[State, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Table:
    """What a box takes from each roll: the number of its outcome, by rolls used (rows) and roll (columns).

    One number more than there are outcomes means that the box may not be closed.
    """

    outcomes: tuple[Outcome, ...]
    which: NDArray[np.int16]


@dataclass(frozen=True)
class Look:
    """A question to the card: `at` is the row of a box, or beyond the boxes the number of a sight."""

    at: int
    branches: dict[State, "Tree"]


Tree = Table | Look


class _Undecided(Exception):  # noqa: N818 - no error: it says which question comes next
    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class _Card(Mapping[str, tuple[int, ...]]):
    """A card of which only some boxes are decided."""

    def __init__(self, places: Mapping[str, int], decided: Mapping[str, tuple[int, ...]]) -> None:
        self._places = places
        self._decided = decided

    def __getitem__(self, box: str) -> tuple[int, ...]:
        if box not in self._decided:
            raise _Undecided(self._places[box])
        return self._decided[box]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class _Asked(Situation):
    """A situation that knows whether anybody asked how many rolls were used."""

    __slots__ = ("_used", "looked")
    _used: int
    looked: bool

    def __init__(self, roll: Roll, used: int, card: _Card) -> None:
        for name, value in (("roll", roll), ("written", card), ("_used", used), ("looked", False)):
            object.__setattr__(self, name, value)

    @property
    def rolls_used(self) -> int:
        object.__setattr__(self, "looked", True)
        return self._used


class Reader:
    """Asks the rules of one game; `sights` are those of the memories that judging a turn may look at."""

    def __init__(self, rules: Ruleset, sights: tuple[Sight, ...]) -> None:
        self._rules = rules
        self._sights = sights
        self._rolls = [Roll(row) for row in lattice(rules.dice).rows if len(row) == rules.dice]
        self._places = {box.id: row for row, box in enumerate(rules.boxes)}
        for number, sight in enumerate(sights):
            self._places |= dict.fromkeys(sight.boxes, len(rules.boxes) + number)
        self._tables = 0

    def read(self, box: Box) -> Tree:
        """Return what a box takes, as a tree of looks at the card that ends in tables."""
        self._tables = 0
        found = np.zeros((self._rules.rolls, len(self._rolls)), dtype=np.int16)
        return self._ask(box, {}, found, [(1, roll) for roll in range(len(self._rolls))], {})

    def _ask(
        self,
        box: Box,
        decided: Mapping[str, tuple[int, ...]],
        found: NDArray[np.int16],
        to_ask: Sequence[tuple[int, int]],
        outcomes: dict[Outcome | None, int],
    ) -> Tree:
        found, outcomes, left, next_look = found.copy(), dict(outcomes), [], -1
        card, asked = _Card(self._places, decided), list(to_ask)
        for used, roll in asked:
            situation = _Asked(self._rolls[roll], used, card)
            try:
                outcome = _judge(self._rules, box, situation)
            except _Undecided as undecided:
                left.append((used, roll))
                next_look = undecided.at
                continue
            # What nobody asked about makes no difference: later rolls of the turn need not be asked about.
            found[used - 1 :, roll] = outcomes.setdefault(outcome, len(outcomes))
            if situation.looked and used < self._rules.rolls:
                asked.append((used + 1, roll))
        if not left:
            return self._table(found, outcomes)
        return Look(
            next_look,
            {
                state: self._ask(box, {**decided, **shown}, found, left, outcomes)
                for state, shown in self._states(next_look)
                if box.id not in shown or len(shown[box.id]) < box.slots
            },
        )

    def _states(self, at: int) -> Iterator[tuple[State, Mapping[str, tuple[int, ...]]]]:
        boxes = self._rules.boxes
        if at >= len(boxes):
            yield from self._sights[at - len(boxes)].shown.items()
        else:
            for closed in range(boxes[at].slots + 1):
                yield closed, {boxes[at].id: Sealed((0,) * closed) if closed else ()}

    def _table(self, found: NDArray[np.int16], outcomes: dict[Outcome | None, int]) -> Table:
        self._tables += 1
        if self._tables > MOST_TABLES:
            raise TooLargeError(
                say(
                    "The rules of {game} look at so many boxes at once that their scores cannot be tabulated.",
                    game=say(self._rules.title),
                )
            )
        names = list(outcomes)
        kept = [number for number in np.unique(found) if names[number] is not None]
        renumbered = np.full(len(names), len(kept), dtype=np.int16)
        renumbered[kept] = np.arange(len(kept))
        return Table(tuple(outcome for number in kept if (outcome := names[number]) is not None), renumbered[found])


def _judge(rules: Ruleset, box: Box, situation: Situation) -> Outcome | None:
    if rules.forbids(box, situation):
        return None
    extra = sum(bonus.earned(box, situation) for bonus in rules.bonuses if bonus.earned)
    return rules.worth(box, situation), extra


def tables_of(tree: Tree) -> Iterator[Table]:
    """Yield the tables at the ends of a tree."""
    if isinstance(tree, Table):
        yield tree
    else:
        for branch in tree.branches.values():
            yield from tables_of(branch)


def looks_of(tree: Tree) -> Iterator[int]:
    """Yield what a tree looks at, as `Look.at`."""
    if isinstance(tree, Look):
        yield tree.at
        for branch in tree.branches.values():
            yield from looks_of(branch)


def table_in(tree: Tree, states: Mapping[int, State]) -> Table:
    """Return the table that holds on a card with these states, by `Look.at`."""
    while isinstance(tree, Look):
        tree = tree.branches[states[tree.at]]
    return tree

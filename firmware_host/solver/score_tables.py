"""Tabulates a game's rules: what each roll scores in each box, and which boxes of the card that depends on.

Rules are functions of the dice and of the whole card. They are called here with a card that is filled in as they look
at it: looking at a box that is not decided yet splits the case into one for each thing to observe there. Most rules
look at nothing and are called once for each roll. Every rule may see which boxes are closed, but points only where it
declares to remember them. So no rule can depend on more than the solver knows.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from firmware_host.rules.dice import Roll
from firmware_host.rules.memory import Memory
from firmware_host.rules.ruleset import Box, Ruleset, Situation
from firmware_host.solver.errors import TooLargeError, UndeclaredError
from firmware_host.solver.multisets import multiset_index

Observation = int | tuple[tuple[int, ...], tuple[int, ...]]
"""What a rule sees: how many slots of a box are closed, or those of a dependency's boxes with its memories."""
Outcome = tuple[int, int]
"""Points of the box, and what the turn earns beside it."""

MAX_TABLES = 20_000


class OpaquePoints(tuple[int, ...]):
    """Points of closed slots that nobody declared to remember: rules may count them, and no more."""

    __slots__ = ()

    def _refuse(self, *_: object) -> NoReturn:
        raise UndeclaredError(
            "A rule looks at points on the card that it does not declare to remember. Add them to its `remembers`."
        )

    __iter__ = __getitem__ = __contains__ = __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __add__ = __mul__ = index = count = _refuse
    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True)
class Dependency:
    """Boxes whose points rules may look at while a turn is judged, as far as these memories hold them.

    `cards` holds a card for each observation that is possible: the boxes' points by box id.
    """

    boxes: tuple[str, ...]
    memories: tuple[Memory, ...]
    cards: dict[Observation, Mapping[str, tuple[int, ...]]] = field(default_factory=dict)


@dataclass(frozen=True)
class ScoreTable:
    """What a box takes from each roll: the number of its outcome, by rolls used (rows) and roll (columns).

    One number more than there are outcomes means that the box may not be closed.
    """

    outcomes: tuple[Outcome, ...]
    outcome_of: NDArray[np.int16]


@dataclass(frozen=True)
class Split:
    """A node of a decision tree: `variable` is the row of a box, or beyond the boxes the number of a dependency."""

    variable: int
    branches: dict[Observation, "ScoreTree"]


ScoreTree = ScoreTable | Split


class _UndecidedVariable(Exception):  # noqa: N818 - no error: it says what to split on next
    def __init__(self, variable: int) -> None:
        super().__init__(variable)
        self.variable = variable


class _PartialCard(Mapping[str, tuple[int, ...]]):
    """A card of which only some boxes are decided."""

    def __init__(self, variables: Mapping[str, int], decided: Mapping[str, tuple[int, ...]]) -> None:
        self._variables = variables
        self._decided = decided

    def __getitem__(self, box: str) -> tuple[int, ...]:
        if box not in self._decided:
            raise _UndecidedVariable(self._variables[box])
        return self._decided[box]

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)


class _ObservedSituation(Situation):
    """A situation that notes whether a rule asked how many rolls were used."""

    __slots__ = ("_used", "asked_rolls")
    _used: int
    asked_rolls: bool

    def __init__(self, roll: Roll, used: int, card: _PartialCard) -> None:
        for name, value in (("roll", roll), ("written", card), ("_used", used), ("asked_rolls", False)):
            object.__setattr__(self, name, value)

    @property
    def rolls_used(self) -> int:
        object.__setattr__(self, "asked_rolls", True)
        return self._used


class ScoreTabulator:
    """Tabulates the rules of one game; `dependencies` are those that judging a turn may look at."""

    def __init__(self, rules: Ruleset, dependencies: tuple[Dependency, ...]) -> None:
        self._rules = rules
        self._dependencies = dependencies
        self._rolls = [Roll(row) for row in multiset_index(rules.dice).rows if len(row) == rules.dice]
        self._variables = {box.id: row for row, box in enumerate(rules.boxes)}
        for number, dependency in enumerate(dependencies):
            self._variables |= dict.fromkeys(dependency.boxes, len(rules.boxes) + number)
        self._tables = 0

    def tabulate(self, box: Box) -> ScoreTree:
        """Return what a box takes: a decision tree over the card with tables as its leaves."""
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
    ) -> ScoreTree:
        found, outcomes, left, next_variable = found.copy(), dict(outcomes), [], -1
        card, asked = _PartialCard(self._variables, decided), list(to_ask)
        for used, roll in asked:
            situation = _ObservedSituation(self._rolls[roll], used, card)
            try:
                outcome = _judge(self._rules, box, situation)
            except _UndecidedVariable as undecided:
                left.append((used, roll))
                next_variable = undecided.variable
                continue
            # What no rule asked about makes no difference: later rolls of the turn need not be asked about.
            found[used - 1 :, roll] = outcomes.setdefault(outcome, len(outcomes))
            if situation.asked_rolls and used < self._rules.rolls:
                asked.append((used + 1, roll))
        if not left:
            return self._table(found, outcomes)
        return Split(
            next_variable,
            {
                observation: self._ask(box, {**decided, **seen}, found, left, outcomes)
                for observation, seen in self._observations(next_variable)
                if box.id not in seen or len(seen[box.id]) < box.slots
            },
        )

    def _observations(self, variable: int) -> Iterator[tuple[Observation, Mapping[str, tuple[int, ...]]]]:
        boxes = self._rules.boxes
        if variable >= len(boxes):
            yield from self._dependencies[variable - len(boxes)].cards.items()
        else:
            for closed in range(boxes[variable].slots + 1):
                yield closed, {boxes[variable].id: OpaquePoints((0,) * closed) if closed else ()}

    def _table(self, found: NDArray[np.int16], outcomes: dict[Outcome | None, int]) -> ScoreTable:
        self._tables += 1
        if self._tables > MAX_TABLES:
            raise TooLargeError(
                f"The rules of {self._rules.title} look at so many boxes at once that the coach cannot work them out."
            )
        names = list(outcomes)
        kept = [number for number in np.unique(found) if names[number] is not None]
        renumbered = np.full(len(names), len(kept), dtype=np.int16)
        renumbered[kept] = np.arange(len(kept))
        return ScoreTable(
            tuple(outcome for number in kept if (outcome := names[number]) is not None), renumbered[found]
        )


def _judge(rules: Ruleset, box: Box, situation: Situation) -> Outcome | None:
    if rules.forbids(box, situation):
        return None
    extra = sum(bonus.earned(box, situation) for bonus in rules.bonuses if bonus.earned)
    return rules.worth(box, situation), extra


def tables_of(tree: ScoreTree) -> Iterator[ScoreTable]:
    """Yield the tables at the leaves of a tree."""
    if isinstance(tree, ScoreTable):
        yield tree
    else:
        for branch in tree.branches.values():
            yield from tables_of(branch)


def variables_of(tree: ScoreTree) -> Iterator[int]:
    """Yield what a tree splits on, as `Split.variable`."""
    if isinstance(tree, Split):
        yield tree.variable
        for branch in tree.branches.values():
            yield from variables_of(branch)


def table_for(tree: ScoreTree, observations: Mapping[int, Observation]) -> ScoreTable:
    """Return the table for a card with these observations, by `Split.variable`."""
    while isinstance(tree, Split):
        tree = tree.branches[observations[tree.variable]]
    return tree

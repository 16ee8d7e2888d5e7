"""Which boxes of a card form a group, because a rule remembers them together, and the states a group can reach."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from firmware_host.rules.memory import Memory
from firmware_host.rules.parts.forbids import forbids_of
from firmware_host.rules.ruleset import Bonus, Box, Ruleset
from firmware_host.solver.errors import TooLargeError, UndeclaredError
from firmware_host.solver.score_tables import Dependency, OpaquePoints

StateKey = tuple[tuple[int, ...], tuple[int, ...]]
"""Slots closed of each box, and the number of each memory."""
PointRows = tuple[tuple[int, ...], ...]
"""Points of the closed slots of each box."""

MAX_KEYS = 200_000


@dataclass(frozen=True)
class BoxGroup:
    """Boxes that rules remember together, the memories they share, and the bonuses that use these memories.

    In rules with a fixed order all boxes are one group: `in_order` has their places in it as they are closed.
    """

    boxes: tuple[Box, ...]
    memories: tuple[Memory, ...]
    bonuses: tuple[Bonus, ...] = ()
    in_order: tuple[int, ...] = ()

    def open(self, counts: Sequence[int]) -> Sequence[int]:
        """Return the places of the boxes that may be closed where so many slots of each are closed."""
        left = [at for at in self.in_order or range(len(self.boxes)) if counts[at] < self.boxes[at].slots]
        return left[:1] if self.in_order else left

    def key(self, rows: Sequence[Sequence[int]]) -> StateKey:
        """Return slots closed and memories of boxes that hold these points."""
        numbers = tuple(memory.start for memory in self.memories)
        for box, row in zip(self.boxes, rows, strict=True):
            for points in row:
                numbers = self.update(numbers, box.id, points)
        return tuple(len(row) for row in rows), numbers

    def update(self, numbers: Sequence[int], box: str, points: int) -> tuple[int, ...]:
        """Return the memories after a box was closed for these points."""
        return tuple(
            [
                memory.after(number, box, points) if box in memory.boxes else number
                for memory, number in zip(self.memories, numbers, strict=True)
            ]
        )

    def bonus_points(self, rows: PointRows) -> int:
        """Return what the bonuses come to on a card of which only the boxes of the group can be seen."""
        total = 0
        for bonus in self.bonuses:
            own = {box for memory in bonus.remembers for box in memory.boxes}
            shown = [
                (box.id, row if box.id in own or not row else OpaquePoints(row))
                for box, row in zip(self.boxes, rows, strict=True)
            ]
            total += bonus.points(_VisibleCard(bonus, shown))
        return total


def box_groups_of(rules: Ruleset) -> tuple[BoxGroup, ...]:
    """Return the groups of a game's boxes, in the order of the card; UndeclaredError for memories of unknown boxes."""
    bonds = [(frozenset(box for memory in bonus.remembers for box in memory.boxes), bonus) for bonus in rules.bonuses]
    groups = [frozenset({box.id}) for box in rules.boxes]
    for bond in [*(bond for bond, _ in bonds if bond), *(frozenset(memory.boxes) for memory in rules.remembers)]:
        if unknown := bond - {box.id for box in rules.boxes}:
            raise UndeclaredError(f"A rule remembers boxes that the game does not have: {', '.join(sorted(unknown))}.")
        merged = frozenset[str]().union(*(group for group in groups if group & bond))
        groups = [group for group in groups if not group & bond] + [merged]
    for bond, bonus in bonds:
        if not bond:
            bonus.points(_VisibleCard(bonus, ()))  # refuses to be looked at
    groups.sort(key=lambda group: min(rules.position_of(box) for box in group))
    memories = [*rules.remembers, *(memory for bonus in rules.bonuses for memory in bonus.remembers)]
    if in_order := forbids_of(rules).in_order:
        # Few cards are possible: what is closed follows from how much is.
        places = tuple(rules.position_of(box) for box, _ in in_order.boxes)
        return (BoxGroup(rules.boxes, tuple(memories), tuple(bonus for bond, bonus in bonds if bond), places),)
    return tuple(
        BoxGroup(
            tuple(box for box in rules.boxes if box.id in group),
            tuple(memory for memory in memories if group & set(memory.boxes)),
            tuple(bonus for bond, bonus in bonds if group & bond),
        )
        for group in groups
    )


def dependencies_of(rules: Ruleset) -> tuple[Dependency, ...]:
    """Return what judging a turn may look at: memories that share boxes form one dependency."""
    looked_at = [
        *rules.remembers,
        *(memory for bonus in rules.bonuses if bonus.earned for memory in bonus.remembers),
    ]
    groups: list[list[Memory]] = []
    for memory in looked_at:
        near = [group for group in groups if any(set(memory.boxes) & set(known.boxes) for known in group)]
        groups = [group for group in groups if group not in near] + [
            [*(known for group in near for known in group), memory]
        ]
    return tuple(
        Dependency(tuple(box.id for box in rules.boxes if any(box.id in known.boxes for known in group)), tuple(group))
        for group in groups
    )


@dataclass(frozen=True)
class ReachableState:
    """A state of a group of boxes: a card for it, what its bonuses come to, and the states that may follow.

    `successors` holds for each box the keys that follow when it is closed, by its points; none where it may not be.
    """

    rows: PointRows
    bonus_points: int
    successors: list[list[StateKey]]


def reachable_states(group: BoxGroup, points: Mapping[str, Sequence[int]]) -> dict[StateKey, ReachableState]:
    """Return all states that closing the boxes for these points can reach, by slots closed and memories.

    Bonuses must come to the same on every card with the same key; UndeclaredError where one does not.
    """
    empty: PointRows = ((),) * len(group.boxes)
    reached = {group.key(empty): ReachableState(empty, group.bonus_points(empty), [])}
    frontier = list(reached.items())
    while frontier:
        next_states: dict[StateKey, ReachableState] = {}
        for (counts, numbers), known in frontier:
            known.successors.extend([] for _ in group.boxes)
            for at in group.open(counts):
                box = group.boxes[at]
                closed = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
                for scored in points[box.id]:
                    key = closed, group.update(numbers, box.id, scored)
                    rows = (*known.rows[:at], (*known.rows[at], scored), *known.rows[at + 1 :])
                    bonus_points = group.bonus_points(rows)
                    successor = next_states.get(key)
                    if successor is None:
                        next_states[key] = ReachableState(rows, bonus_points, [])
                    elif successor.bonus_points != bonus_points:
                        raise UndeclaredError(
                            f"{group.bonuses[0].title} depends on more than it declares to remember. "
                            "Add that to its `remembers`."
                        )
                    known.successors[at].append(key)
        reached |= next_states
        if len(reached) > MAX_KEYS:
            raise TooLargeError(
                f"A bonus that looks at {', '.join(box.id for box in group.boxes)} makes this game too large for the "
                "coach."
            )
        frontier = list(next_states.items())
    return reached


class _VisibleCard(dict[str, tuple[int, ...]]):
    """A card as a bonus sees it: the points it remembers, and how many slots of its group's other boxes are closed."""

    def __init__(self, bonus: Bonus, rows: Iterable[tuple[str, tuple[int, ...]]]) -> None:
        super().__init__(rows)
        self._bonus = bonus

    def __missing__(self, box: str) -> NoReturn:
        raise UndeclaredError(
            f"{self._bonus.title} looks at {box}, which it does not declare to remember. Add it to its `remembers`."
        )

"""Which boxes of a card belong together, because a rule remembers them together, and what can become of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

from firmware_host.coach.errors import TooLargeError, UndeclaredError
from firmware_host.coach.reading import Sealed, Sight
from firmware_host.rules.memory import Memory
from firmware_host.rules.ruleset import Bonus, Box, Ruleset
from firmware_host.words import say

Key = tuple[tuple[int, ...], tuple[int, ...]]
"""Slots closed of each box, and the number of each memory."""
Rows = tuple[tuple[int, ...], ...]
"""Points of the closed slots of each box."""

MOST_KEYS = 200_000


@dataclass(frozen=True)
class Tie:
    """Boxes that belong together, the memories that tie them, and the bonuses that use these memories."""

    boxes: tuple[Box, ...]
    memories: tuple[Memory, ...]
    bonuses: tuple[Bonus, ...] = ()

    def key(self, rows: Sequence[Sequence[int]]) -> Key:
        """Return slots closed and memories of boxes that hold these points."""
        numbers = tuple(memory.start for memory in self.memories)
        for box, row in zip(self.boxes, rows, strict=True):
            for points in row:
                numbers = self.after(numbers, box.id, points)
        return tuple(len(row) for row in rows), numbers

    def after(self, numbers: Sequence[int], box: str, points: int) -> tuple[int, ...]:
        """Return the memories after a box was closed for these points."""
        return tuple(
            [
                memory.after(number, box, points) if box in memory.boxes else number
                for memory, number in zip(self.memories, numbers, strict=True)
            ]
        )

    def worth(self, rows: Rows) -> int:
        """Return what the bonuses are worth on a card of which only the tied boxes can be seen."""
        worth = 0
        for bonus in self.bonuses:
            own = {box for memory in bonus.remembers for box in memory.boxes}
            shown = [
                (box.id, row if box.id in own or not row else Sealed(row))
                for box, row in zip(self.boxes, rows, strict=True)
            ]
            worth += bonus.points(_Seen(bonus, shown))
        return worth


def ties_of(rules: Ruleset) -> tuple[Tie, ...]:
    """Tie the boxes of a game together, in the order of the card; UndeclaredError for memories of unknown boxes."""
    bonds = [(frozenset(box for memory in bonus.remembers for box in memory.boxes), bonus) for bonus in rules.bonuses]
    groups = [frozenset({box.id}) for box in rules.boxes]
    for bond in [*(bond for bond, _ in bonds if bond), *(frozenset(memory.boxes) for memory in rules.remembers)]:
        if unknown := bond - {box.id for box in rules.boxes}:
            raise UndeclaredError(
                say("A rule remembers boxes that the game does not have: {boxes}.", boxes=", ".join(sorted(unknown)))
            )
        merged = frozenset[str]().union(*(group for group in groups if group & bond))
        groups = [group for group in groups if not group & bond] + [merged]
    for bond, bonus in bonds:
        if not bond:
            bonus.points(_Seen(bonus, ()))  # refuses to be looked at
    groups.sort(key=lambda group: min(rules.position_of(box) for box in group))
    memories = [*rules.remembers, *(memory for bonus in rules.bonuses for memory in bonus.remembers)]
    return tuple(
        Tie(
            tuple(box for box in rules.boxes if box.id in group),
            tuple(memory for memory in memories if group & set(memory.boxes)),
            tuple(bonus for bond, bonus in bonds if group & bond),
        )
        for group in groups
    )


def sights_of(rules: Ruleset) -> tuple[Sight, ...]:
    """Return what judging a turn may look at: memories that share boxes are seen together."""
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
        Sight(tuple(box.id for box in rules.boxes if any(box.id in known.boxes for known in group)), tuple(group))
        for group in groups
    )


@dataclass(frozen=True)
class Reached:
    """What boxes can have become: a card that stands for it, what its bonuses are worth, and where it leads.

    `leads` holds for each box the keys that it leads to, by the points it is closed for; none where it is closed.
    """

    rows: Rows
    worth: int
    leads: list[list[Key]]


def reach(tie: Tie, points: Mapping[str, Sequence[int]]) -> dict[Key, Reached]:
    """Return all that these points can make of the boxes, by slots closed and memories.

    Bonuses must be worth the same on every card that comes to the same key; UndeclaredError where one is not.
    """
    empty: Rows = ((),) * len(tie.boxes)
    reached = {tie.key(empty): Reached(empty, tie.worth(empty), [])}
    edge = list(reached.items())
    while edge:
        further: dict[Key, Reached] = {}
        for (counts, numbers), known in edge:
            for at, box in enumerate(tie.boxes):
                known.leads.append([])
                if counts[at] == box.slots:
                    continue
                closed = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
                for scored in points[box.id]:
                    key = closed, tie.after(numbers, box.id, scored)
                    rows = (*known.rows[:at], (*known.rows[at], scored), *known.rows[at + 1 :])
                    worth = tie.worth(rows)
                    lead = further.get(key)
                    if lead is None:
                        further[key] = Reached(rows, worth, [])
                    elif lead.worth != worth:
                        raise UndeclaredError(
                            say(
                                "{bonus} depends on more than it declares to remember. Add that to its `remembers`.",
                                bonus=say(tie.bonuses[0].title),
                            )
                        )
                    known.leads[at].append(key)
        reached |= further
        if len(reached) > MOST_KEYS:
            raise TooLargeError(
                say(
                    "There is too much to remember of {boxes}: more than {most} different states.",
                    boxes=", ".join(box.id for box in tie.boxes),
                    most=MOST_KEYS,
                )
            )
        edge = list(further.items())
    return reached


class _Seen(dict[str, tuple[int, ...]]):
    """A card as a bonus sees it: the points it remembers, and how many slots of the boxes tied to them are closed."""

    def __init__(self, bonus: Bonus, rows: Iterable[tuple[str, tuple[int, ...]]]) -> None:
        super().__init__(rows)
        self._bonus = bonus

    def __missing__(self, box: str) -> NoReturn:
        raise UndeclaredError(
            say(
                "{bonus} looks at {box}, which it does not declare to remember. Add it to its `remembers`.",
                bonus=say(self._bonus.title),
                box=box,
            )
        )

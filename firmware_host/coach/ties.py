"""Which boxes of a card belong together, because a rule remembers them together, and what can become of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from firmware_host.coach.errors import TooLargeError, UndeclaredError
from firmware_host.coach.reading import Sealed, Sight
from firmware_host.rules.memory import Memory
from firmware_host.rules.ruleset import Bonus, Box, Ruleset
from firmware_host.words import say

Key = tuple[tuple[int, ...], tuple[int, ...]]
"""Slots closed of each box, and the number of each memory."""
Rows = tuple[tuple[int, ...], ...]
"""Points of the closed slots of each box."""

MOST_KEYS = 2_000_000


@dataclass(frozen=True)
class Tie:
    """Boxes that belong together, the memories that tie them, and the bonuses that use these memories."""

    boxes: tuple[Box, ...]
    memories: tuple[Memory, ...]
    bonuses: tuple[Bonus, ...] = ()

    def key(self, rows: Sequence[Sequence[int]]) -> Key:
        """Return slots closed and memories of boxes that hold these points."""
        numbers = [memory.start for memory in self.memories]
        for box, row in zip(self.boxes, rows, strict=True):
            for points in row:
                numbers = self.after(numbers, box.id, points)
        return tuple(len(row) for row in rows), tuple(numbers)

    def after(self, numbers: Iterable[int], box: str, points: int) -> list[int]:
        """Return the memories after a box was closed for these points."""
        return [
            memory.after(number, box, points) if box in memory.boxes else number
            for memory, number in zip(self.memories, numbers, strict=True)
        ]


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
            bonus.points(_Seen(bonus, (), ()))  # refuses to be looked at
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


def reach(tie: Tie, points: Mapping[str, Sequence[int]]) -> dict[Key, tuple[tuple[int, ...], ...]]:
    """Return every slots closed and memories that these points lead to, each with the boxes of a card that has them.

    `bonuses` must be worth the same on every card that comes to the same key; UndeclaredError where one is not.
    """
    start: tuple[tuple[int, ...], ...] = ((),) * len(tie.boxes)
    reached = {tie.key(start): start}
    worth = {tie.key(start): bonus_worth(tie, start)}
    edge = list(reached.items())
    while edge:
        further = {}
        for (counts, numbers), rows in edge:
            for at, box in enumerate(tie.boxes):
                if counts[at] == box.slots:
                    continue
                closed = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
                for scored in points[box.id]:
                    key = closed, tuple(tie.after(numbers, box.id, scored))
                    card = (*rows[:at], (*rows[at], scored), *rows[at + 1 :])
                    paid = bonus_worth(tie, card)
                    if worth.setdefault(key, paid) != paid:
                        raise UndeclaredError(
                            say(
                                "{bonus} depends on more than it declares to remember. Add that to its `remembers`.",
                                bonus=say(next(bonus.title for bonus in tie.bonuses)),
                            )
                        )
                    if key not in reached:
                        reached[key] = further[key] = card
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


def bonus_worth(tie: Tie, rows: Sequence[tuple[int, ...]]) -> int:
    """Return what the bonuses are worth on a card of which only the tied boxes can be seen."""
    return sum(bonus.points(_Seen(bonus, tie.boxes, rows)) for bonus in tie.bonuses)


class _Seen(Mapping[str, tuple[int, ...]]):
    """A card as a bonus sees it: the points it remembers, and how many slots of its strand are closed."""

    def __init__(self, bonus: Bonus, boxes: Sequence[Box], rows: Sequence[tuple[int, ...]]) -> None:
        own = {box for memory in bonus.remembers for box in memory.boxes}
        self._bonus = bonus
        self._rows = {
            box.id: row if box.id in own or not row else Sealed(row) for box, row in zip(boxes, rows, strict=True)
        }

    def __getitem__(self, box: str) -> tuple[int, ...]:
        try:
            return self._rows[box]
        except KeyError:
            raise UndeclaredError(
                say(
                    "{bonus} looks at {box}, which it does not declare to remember. Add it to its `remembers`.",
                    bonus=say(self._bonus.title),
                    box=box,
                )
            ) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

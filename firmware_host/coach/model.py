"""A game as the solver sees it: arrays made from its rules, without the rules themselves."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from firmware_host.coach.errors import CoachError
from firmware_host.coach.lattice import Lattice, lattice
from firmware_host.coach.reading import Reader, Table, Tree, tables_of
from firmware_host.coach.strands import Strand, fill_sight, make_strand
from firmware_host.coach.ties import sights_of, ties_of
from firmware_host.rules.ruleset import Ruleset
from firmware_host.words import say

VERSION = "1"
"""Of the solver: kept results of another version are not used."""


@dataclass(frozen=True)
class Model:
    """All that the solver needs of a game.

    A state is one node of each strand; states are numbered as the cells of an array with the strands as axes.
    `points` holds what the slots of each box can be closed for, `trees` what they take from each roll, `strikable`
    whether they may be closed for 0 with dice that are worth more. `stages` tells for each number of rolls used the
    first one with the same tables.
    """

    dice: int
    rolls: int
    strands: tuple[Strand, ...]
    points: tuple[tuple[int, ...], ...]
    trees: tuple[Tree, ...]
    strikable: tuple[bool, ...]
    stages: tuple[int, ...]

    @property
    def lattice(self) -> Lattice:
        """The rolls of this game's dice."""
        return lattice(self.dice)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many nodes each strand has."""
        return tuple(strand.nodes for strand in self.strands)

    @property
    def states(self) -> int:
        """How many states there are."""
        return prod(self.shape)

    @property
    def fingerprint(self) -> str:
        """A hash of all that the values depend on: these arrays and the version of the solver."""
        digest = hashlib.sha256(f"{VERSION} {self.dice} {self.rolls} {self.points} {self.strikable}".encode())
        for strand in self.strands:
            digest.update(repr((strand.boxes, strand.sights, strand.seen)).encode())
            digest.update(strand.counts.tobytes())
            for after, paid in zip(strand.after, strand.paid, strict=True):
                digest.update(repr(after.shape).encode() + after.tobytes() + paid.tobytes())
        for tree in self.trees:
            _digest(tree, digest.update)
        return digest.hexdigest()[:32]


def model_of(rules: Ruleset) -> Model:
    """Read a game's rules; CoachError for a game without boxes, and UndeclaredError or TooLargeError as they say."""
    if not rules.boxes:
        raise CoachError(
            say("{game} has no boxes to close. Its rounds are worked out by hands.", game=say(rules.title))
        )
    ties, sights = ties_of(rules), sights_of(rules)
    points: dict[str, tuple[int, ...]] = {box.id: () for box in rules.boxes}
    while True:
        for sight in sights:
            fill_sight(sight, rules, points)
        reader = Reader(rules, sights)
        trees = tuple(reader.read(box) for box in rules.boxes)
        found = {
            box.id: tuple(
                sorted(
                    {points for table in tables_of(tree) for points, _ in table.outcomes}
                    | ({0} if box.striking == "any" else set())
                )
            )
            for box, tree in zip(rules.boxes, trees, strict=True)
        }
        if found == points:
            break
        points = found  # what a box is worth may depend on what another was closed for
    return Model(
        dice=rules.dice,
        rolls=rules.rolls,
        strands=tuple(make_strand(rules, tie, points, sights) for tie in ties),
        points=tuple(points[box.id] for box in rules.boxes),
        trees=trees,
        strikable=tuple(box.striking == "any" for box in rules.boxes),
        stages=_stages(trees, rules.rolls),
    )


def _stages(trees: Sequence[Tree], rolls: int) -> tuple[int, ...]:
    """Return for each number of rolls used the first with the same tables."""
    tables = [table.which for tree in trees for table in tables_of(tree)]
    return tuple(
        next(
            earlier
            for earlier in range(used + 1)
            if all(np.array_equal(which[earlier], which[used]) for which in tables)
        )
        for used in range(rolls)
    )


def _digest(tree: Tree, update: Callable[[bytes], object]) -> None:
    if isinstance(tree, Table):
        update(repr(tree.outcomes).encode())
        update(tree.which.tobytes())
        return
    update(repr(tree.at).encode())
    for state, branch in tree.branches.items():
        update(repr(state).encode())
        _digest(branch, update)

"""A game as the solver sees it: a Markov decision process as arrays, made from its rules but independent of them."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import prod

import numpy as np

from firmware_host.rules.parts.forbids import Forbids, forbids_of
from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.automaton import Automaton, fill_dependency, make_automaton
from firmware_host.solver.box_groups import box_groups_of, dependencies_of
from firmware_host.solver.errors import SolverError
from firmware_host.solver.multisets import MultisetIndex, multiset_index
from firmware_host.solver.score_tables import ScoreTable, ScoreTabulator, ScoreTree, tables_of
from firmware_host.words import say

VERSION = "1"
"""The solver's version: stored values of another version are not used."""


@dataclass(frozen=True)
class Model:
    """All that the solver needs to know about a game.

    A state is one node of each automaton; states are numbered as the cells of an array with the automata as axes.
    `points` holds what the slots of each box can be closed for, `trees` what they take from each roll, `strikable`
    whether they may be closed for 0 with dice that are worth more. `stages` holds for each number of rolls used the
    first one with the same tables.

    `aversion` is that to risk, per point: 0 for the most points on average. Otherwise values are certainty equivalents
    of the exponential utility, -ln E[exp(-aversion * gain)] / aversion for what is gained to the end: about the average
    less half the aversion times the variance. What a card holds already makes no difference to them.
    """

    dice: int
    rolls: int
    automata: tuple[Automaton, ...]
    points: tuple[tuple[int, ...], ...]
    trees: tuple[ScoreTree, ...]
    strikable: tuple[bool, ...]
    stages: tuple[int, ...]
    aversion: float = 0.0

    @property
    def multisets(self) -> MultisetIndex:
        """The rolls of this game's dice."""
        return multiset_index(self.dice)

    @property
    def shape(self) -> tuple[int, ...]:
        """How many nodes each automaton has."""
        return tuple(automaton.nodes for automaton in self.automata)

    @property
    def states(self) -> int:
        """How many states there are."""
        return prod(self.shape)

    @property
    def fingerprint(self) -> str:
        """A hash of all that the values depend on: these arrays and the version of the solver."""
        digest = hashlib.sha256(f"{VERSION} {self.dice} {self.rolls} {self.points} {self.strikable}".encode())
        for automaton in self.automata:
            digest.update(repr((automaton.boxes, automaton.dependencies, automaton.observations)).encode())
            digest.update(automaton.counts.tobytes())
            for to, changes in zip(automaton.transitions, automaton.bonus_changes, strict=True):
                digest.update(repr(to.shape).encode() + to.tobytes() + changes.tobytes())
        for tree in self.trees:
            _digest(tree, digest.update)
        if self.aversion:
            digest.update(repr(self.aversion).encode())
        return digest.hexdigest()[:32]


def model_of(rules: Ruleset) -> Model:
    """Read a game's rules.

    SolverError for a game that has no boxes, can be won at once or saves rolls; UndeclaredError or TooLargeError as
    they say.
    """
    if rules.first_roll_wins:
        raise SolverError(say("The coach does not know how to play where one roll can win the whole game."))
    if rules.saved_rolls:
        raise SolverError(say("The coach does not know how to play where unused rolls are saved."))
    if not rules.boxes:
        raise SolverError(f"{rules.title} has no boxes to close. It is solved as a game of hands.")
    groups, dependencies = box_groups_of(rules), dependencies_of(rules)
    # The automaton of a card in a fixed order closes no box but the next, so its tables need not look for that.
    judged = replace(rules, forbids=Forbids()) if forbids_of(rules).in_order else rules
    points: dict[str, tuple[int, ...]] = {box.id: () for box in rules.boxes}
    while True:
        for dependency in dependencies:
            fill_dependency(dependency, rules, points)
        tabulator = ScoreTabulator(judged, dependencies)
        trees = tuple(tabulator.tabulate(box) for box in rules.boxes)
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
        automata=tuple(make_automaton(rules, group, points, dependencies) for group in groups),
        points=tuple(points[box.id] for box in rules.boxes),
        trees=trees,
        strikable=tuple(box.striking == "any" for box in rules.boxes),
        stages=_stages(trees, rules.rolls),
    )


def _stages(trees: Sequence[ScoreTree], rolls: int) -> tuple[int, ...]:
    """Return for each number of rolls used the first with the same tables."""
    tables = [table.outcome_of for tree in trees for table in tables_of(tree)]
    return tuple(
        next(
            earlier
            for earlier in range(used + 1)
            if all(np.array_equal(outcome_of[earlier], outcome_of[used]) for outcome_of in tables)
        )
        for used in range(rolls)
    )


def _digest(tree: ScoreTree, update: Callable[[bytes], object]) -> None:
    if isinstance(tree, ScoreTable):
        update(repr(tree.outcomes).encode())
        update(tree.outcome_of.tobytes())
        return
    update(repr(tree.variable).encode())
    for observation, branch in tree.branches.items():
        update(repr(observation).encode())
        _digest(branch, update)

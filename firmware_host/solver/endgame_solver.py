"""Values the last turns for an aim: what the final result is worth to one player, or the chance to win between two.

Positions are valued from the last turn backwards, as the states of a whole game are (`backward_induction`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.endgame import AlikePositions, BoxCloses, Endgame
from firmware_host.solver.model import Model
from firmware_host.solver.policy import BestCloses, Policy
from firmware_host.solver.turn_values import TurnSolver, TurnValues, best_actions

BATCH = 512
"""Positions valued together."""

Lookup = Callable[[BoxCloses, Ints, Ints], Values]
"""Returns what positions are worth after each action (actions, C): for C turns, by their number and their column."""


@dataclass(frozen=True)
class EndgameTurn:
    """The first turn of an endgame: its values, the policy, and what closing a box is worth.

    `after(state, gain)` is the value once the turn has led to a state and gained so many points.
    """

    values: TurnValues
    policy: Policy
    after: Callable[[int, int], float]


@dataclass(frozen=True)
class _Pairs:
    """Positions of two players (P of them): of the one who moves, of the other, and how far the first is ahead."""

    mine: Ints
    theirs: Ints
    lead: Ints


@dataclass(frozen=True)
class _Numbering:
    """Numbers the pairs that can follow a turn, in the order of their `codes`.

    A code is made of the position of the player who moves next, that of the one who has moved (one of `moved`), and
    how far the first is ahead: from `least` on, `span` different numbers.
    """

    codes: Ints
    moved: int
    least: int
    span: int

    def encode(self, mine: Ints, theirs: Ints, lead: Ints) -> Ints:
        """Return the codes of pairs."""
        codes: Ints = (mine * self.moved + theirs) * self.span + (lead - self.least)
        return codes

    def decode(self) -> _Pairs:
        """Return all pairs in their order."""
        both = self.codes // self.span
        return _Pairs(both // self.moved, both % self.moved, self.codes % self.span + self.least)

    def find(self, mine: Ints, theirs: Ints, lead: Ints) -> Ints:
        """Return the numbers of pairs, which must be among those numbered."""
        return np.searchsorted(self.codes, self.encode(mine, theirs, lead))


class EndgameSolver:
    """Values the endgames of one game."""

    def __init__(self, model: Model) -> None:
        self._multisets = model.multisets
        self._turns = TurnSolver(model.multisets)
        self._stages = sorted(set(model.stages))
        self._order = [self._stages.index(stage) for stage in model.stages]

    def for_result(self, endgame: Endgame, worth: Callable[[Ints], Values]) -> EndgameTurn:
        """Value an endgame (explored with gains) for what each gain up to its end is `worth`."""
        values = worth(endgame.layers[-1].gained)
        for layer in reversed(endgame.layers[1:-1]):
            columns = ((alike, alike.positions, np.arange(len(alike.positions))) for alike in layer.alike)
            values = self._start_values(columns, len(layer.states), _worth_after(values))
        last, layer = values, endgame.layers[1]
        states, gained = layer.states, layer.gained  # not the layer, which holds much more

        def after(state: int, gain: int) -> float:
            return float(last[_position(states, gained, state, gain)])

        return self._first_turn(endgame.layers[0].alike[0], _worth_after(values), after)

    def for_win(
        self, mine: Endgame, theirs: Endgame, lead: int, results: tuple[Ints, Ints], most: int
    ) -> EndgameTurn | None:
        """Value an endgame for the chance to win against one other, who plays for that too; a tie counts as half.

        `lead` is how far the player who moves is ahead, and `results` what decides the game beside that: for each
        position at the end of `mine` and of `theirs`. None where more than `most` turns would have to be valued, or
        the turns do not alternate.
        """
        if mine.turns - theirs.turns not in (0, 1):
            return None
        sides, plies = (mine, theirs), mine.turns + theirs.turns
        pairs = _Pairs(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), np.array([lead]))
        known: list[_Pairs] = []
        numberings: list[_Numbering] = []
        for ply in range(plies):
            most -= len(pairs.mine)
            if most < 0:
                return None
            known.append(pairs)
            numberings.append(self._following(sides[ply % 2], ply, pairs))
            pairs = numberings[-1].decode()
        ahead = pairs.lead + results[plies % 2][pairs.mine] - results[1 - plies % 2][pairs.theirs]
        values: Values = (np.sign(ahead) + 1) / 2
        for ply in reversed(range(1, plies)):
            turns = _columns(sides[ply % 2].layers[ply // 2].alike, known[ply].mine)
            lookup = _won_after(sides[ply % 2], known[ply], numberings[ply], values)
            values = self._start_values(turns, len(known[ply].mine), lookup)
        follows, following, with_gain = values, numberings[0], mine.with_gain
        states, gained = mine.layers[1].states, mine.layers[1].gained

        def after(state: int, gain: int) -> float:
            position = _position(states, gained, state, gain if with_gain else 0)
            ahead = lead if with_gain else lead + gain
            (found,) = following.find(np.zeros(1, dtype=np.int64), np.array([position]), np.array([-ahead]))
            return float(1 - follows[found])

        return self._first_turn(mine.layers[0].alike[0], _won_after(mine, known[0], numberings[0], values), after)

    def _start_values(self, parts: Iterable[tuple[AlikePositions, Ints, Ints]], number: int, lookup: Lookup) -> Values:
        """Return the values before the first roll of so many turns.

        Each part has the numbers of its turns and their columns among the positions that are alike.
        """
        values = np.empty(number)
        for batch in _batches(parts):
            turns = np.concatenate([turns for _, turns, _ in batch])
            stops = [self._stop_values(alike, turns, columns, lookup) for alike, turns, columns in batch]
            joined = [np.concatenate(stop, axis=1) for stop in zip(*stops, strict=True)]
            values[turns] = self._turns.start_values([joined[stage] for stage in self._order])
        return values

    def _stop_values(self, alike: AlikePositions, turns: Ints, columns: Ints, lookup: Lookup) -> list[Values]:
        """Return the value of closing the best box, for each stage (rolls, turns); minus infinity for none."""
        best: list[Values] = [np.full((self._multisets.rolls, len(turns)), -np.inf) for _ in self._stages]
        for close in alike.closes:
            values, _ = _with_strikes(close, lookup(close, turns, columns))
            for stage, known in zip(self._stages, best, strict=True):
                np.maximum(known, values[close.actions.outcome_of[stage]], out=known)
        return best

    def _first_turn(self, alike: AlikePositions, lookup: Lookup, after: Callable[[int, int], float]) -> EndgameTurn:
        """Return the turn of the only position of a layer."""
        rolls, only = self._multisets.rolls, np.zeros(1, dtype=np.int64)
        best: list[Values] = [np.full((rolls, 1), -np.inf) for _ in self._stages]
        found = [
            BestCloses(
                np.zeros((rolls, 1), dtype=np.int64),
                np.zeros((rolls, 1), dtype=bool),
                np.full((rolls, 1), -np.inf),
                np.zeros((rolls, 1), dtype=np.int64),
            )
            for _ in self._stages
        ]
        for close in alike.closes:
            values, action_for = _with_strikes(close, lookup(close, only, only))
            for stage, known, closes in zip(self._stages, best, found, strict=True):
                outcomes = close.actions.outcome_of[stage]
                (better,) = np.nonzero(values[outcomes, 0] > known[:, 0])
                action = action_for[outcomes[better], 0]
                known[better] = values[outcomes[better]]
                closes.boxes[better, 0] = close.box
                closes.struck[better, 0] = action >= close.actions.fills
                closes.rewards[better, 0] = close.rewards[action, 0]
                closes.successors[better, 0] = close.successors[action, 0]
        turn = self._turns.turn_values([best[stage] for stage in self._order])
        stops, keeps = best_actions(self._multisets, turn)
        policy = Policy(self._multisets, only, tuple(found[stage] for stage in self._order), tuple(stops), tuple(keeps))
        return EndgameTurn(turn, policy, after)

    def _following(self, mover: Endgame, ply: int, pairs: _Pairs) -> _Numbering:
        """Number all pairs that can follow from these, as the other player sees them."""
        successors, theirs, leads = [], [], []
        for alike, turns, columns in _columns(mover.layers[ply // 2].alike, pairs.mine):
            for close in alike.closes:
                successors.append(close.successors[:, columns].ravel())
                leads.append((-pairs.lead[turns] - mover.ahead(close)[:, columns]).ravel())
                theirs.append(np.tile(pairs.theirs[turns], len(close.successors)))
        lead = np.concatenate(leads)
        numbering = _Numbering(
            np.zeros(0, dtype=np.int64),
            len(mover.layers[ply // 2 + 1].states),
            int(lead.min()),
            int(lead.max() - lead.min()) + 1,
        )
        codes = numbering.encode(np.concatenate(theirs), np.concatenate(successors), lead)
        return replace(numbering, codes=np.unique(codes))


def _position(states: Ints, gained: Ints, state: int, gain: int) -> int:
    """Return the number of a position in its layer."""
    (found,) = np.flatnonzero((states == state) & (gained == gain))
    return int(found)


def _worth_after(values: Values) -> Lookup:
    """Look up what the next positions are worth."""
    return lambda close, turns, columns: values[close.successors[:, columns]]  # noqa: ARG005 - the form of a lookup


def _won_after(mover: Endgame, pairs: _Pairs, numbering: _Numbering, values: Values) -> Lookup:
    """Look up what is left to the one who has moved, by the chance of the one who moves next."""

    def lookup(close: BoxCloses, turns: Ints, columns: Ints) -> Values:
        lead = -pairs.lead[turns] - mover.ahead(close)[:, columns]
        chance: Values = values[numbering.find(pairs.theirs[turns], close.successors[:, columns], lead)]
        return 1 - chance

    return lookup


def _columns(alike: Sequence[AlikePositions], positions: Ints) -> Iterator[tuple[AlikePositions, Ints, Ints]]:
    """Sort turns by what their positions have in common: yield their numbers, and their columns there."""
    for some in alike:
        column = np.searchsorted(some.positions, positions).clip(max=len(some.positions) - 1)
        (turns,) = np.nonzero(some.positions[column] == positions)
        if len(turns):
            yield some, turns, column[turns]


def _with_strikes(close: BoxCloses, offered: Values) -> tuple[Values, Ints]:
    """Return the value of each outcome (outcomes and one more for none, C) and the action that reaches it."""
    actions = close.actions
    action = np.repeat(np.arange(len(offered) + 1)[:, None], offered.shape[1], axis=1)
    values = np.vstack([offered, np.full((1, offered.shape[1]), -np.inf)])
    if actions.strike_of is not None:
        better = values[actions.strike_of] > values[: actions.fills]
        action[: actions.fills] = np.where(better, actions.strike_of[:, None], action[: actions.fills])
        values[: actions.fills] = np.where(better, values[actions.strike_of], values[: actions.fills])
        values[actions.fills] = -np.inf
    return values, action


def _batches(
    parts: Iterable[tuple[AlikePositions, Ints, Ints]],
) -> Iterator[list[tuple[AlikePositions, Ints, Ints]]]:
    """Cut up and gather parts so that about `BATCH` turns are valued together."""
    batch: list[tuple[AlikePositions, Ints, Ints]] = []
    for alike, turns, columns in parts:
        for start in range(0, len(turns), BATCH):
            piece = slice(start, start + BATCH)
            batch.append((alike, turns[piece], columns[piece]))
            if sum(len(numbers) for _, numbers, _ in batch) >= BATCH:
                yield batch
                batch = []
    if batch:
        yield batch

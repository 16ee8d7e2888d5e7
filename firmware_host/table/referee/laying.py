"""Finds dice again that hands have laid onto the keep rail, or taken off it, before anything was thrown."""

from collections.abc import Callable, Collection, Sequence

from firmware_host.table.referee.matching import THRESHOLDS, distance, match_held, rests
from firmware_host.table.referee.records import LyingDie, Reading, Turn


def found_again(turn: Turn, resting: Sequence[LyingDie], reading: Reading, railed: Collection[int]) -> dict[int, int]:
    """Return where the dice of the turn's roll lie now: index in the roll → index in `reading`.

    `railed` are those that lay on the rail. Dice that lie where they lay are found by place and face, held ones that
    were laid onto the rail by their face. Dice that are not held are looked for elsewhere only while nothing was
    thrown: all that moved then show the faces of missing ones, and came onto the rail, from it, or were nudged.
    """
    found = match_held(turn, resting, reading.dice)
    _pair(turn, reading, found, lambda i, j: _near(turn, reading, i, j, THRESHOLDS.same_place))
    _pair(turn, reading, found, lambda i, j: turn.dice[i].held and reading.dice[j].on_rail)
    there = [i for i in found if not turn.dice[i].held and rests(reading.dice[found[i]], resting)]
    if not there and len(reading.dice) >= turn.count:
        return found
    laid = dict(found)
    _pair(
        turn,
        reading,
        laid,
        lambda i, j: reading.dice[j].on_rail or i in railed or _near(turn, reading, i, j, THRESHOLDS.nudged),
    )
    return laid if len(laid) == len(reading.dice) else found


def _pair(turn: Turn, reading: Reading, found: dict[int, int], may_be: Callable[[int, int], bool]) -> None:
    """Add to `found` the dice not in it yet that surely show a face of theirs and `may_be` the same, nearest first."""
    pairs = []
    for i, die in enumerate(turn.dice):
        for j, lying in enumerate(reading.dice):
            if i not in found and lying.sure and lying.value in die.faces and may_be(i, j):
                apart = float("inf") if die.place is None else distance(die.place, lying.place)
                pairs.append((apart, i, j))
    for _, i, j in sorted(pairs):
        if i not in found and j not in found.values():
            found[i] = j


def _near(turn: Turn, reading: Reading, i: int, j: int, reach: float) -> bool:
    place = turn.dice[i].place
    return place is not None and distance(place, reading.dice[j].place) <= reach

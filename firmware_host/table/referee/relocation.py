"""Finds dice that hands put on the keep rail, or took off it, before anything was thrown."""

from collections.abc import Callable, Collection, Sequence

from firmware_host.table.referee.matching import THRESHOLDS, distance, is_at_rest, match_held
from firmware_host.table.referee.records import LyingDie, Reading, TrayTurn


def found_again(
    turn: TrayTurn, at_rest: Sequence[LyingDie], reading: Reading, on_rail: Collection[int]
) -> dict[int, int]:
    """Return where the dice of the turn's roll are now: index in the roll → index in `reading`.

    `on_rail` are those that were on the rail. Dice that did not move are found by place and face, held ones that were
    put on the rail by their face. Dice that are not held are looked for elsewhere only while nothing was thrown: then
    all that moved show the faces of missing ones, and moved onto the rail, off it, or were nudged.
    """
    found = match_held(turn, at_rest, reading.dice)
    _pair(turn, reading, found, lambda i, j: _near(turn, reading, i, j, THRESHOLDS.same_place))
    _pair(turn, reading, found, lambda i, j: turn.dice[i].held and reading.dice[j].on_rail)
    there = [i for i in found if not turn.dice[i].held and is_at_rest(reading.dice[found[i]], at_rest)]
    if not there and len(reading.dice) >= turn.count:
        return found
    laid = dict(found)
    _pair(
        turn,
        reading,
        laid,
        lambda i, j: reading.dice[j].on_rail or i in on_rail or _near(turn, reading, i, j, THRESHOLDS.nudged),
    )
    return laid if len(laid) == len(reading.dice) else found


def _pair(turn: TrayTurn, reading: Reading, found: dict[int, int], may_be: Callable[[int, int], bool]) -> None:
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


def _near(turn: TrayTurn, reading: Reading, i: int, j: int, reach: float) -> bool:
    place = turn.dice[i].place
    return place is not None and distance(place, reading.dice[j].place) <= reach

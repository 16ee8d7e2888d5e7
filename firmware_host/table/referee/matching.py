"""Finds dice again by place and face: which dice now are which dice before.

A die has *moved* if its place or face has changed.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot

from firmware_host.game.commands import Place
from firmware_host.table.referee.records import LyingDie, Reading, TrayTurn, TurnDie


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Distances in die widths, between centres.

    `same_place`: a die that was not touched is found again within this; the box drawn round it jitters by less than a
    tenth, and a thrown die rarely comes back so near with the same face. `nudged`: how far a held die may be pushed by
    a hand or a rolling neighbour and still be recognised by its face. `exchanged`: a hand that swaps two dice puts each
    this near to where the other was; touching dice are twice as far apart.
    """

    same_place: float = 0.35
    nudged: float = 1.5
    exchanged: float = 0.5


THRESHOLDS = Thresholds()


def match_held(turn: TrayTurn, at_rest: Sequence[LyingDie], dice: Sequence[LyingDie]) -> dict[int, int]:
    """Find the held dice again: index in the turn's roll → index in `dice`, for those that kept their face.

    First those in their place, then those nudged: the nearest die that surely shows the face and is not another die
    that did not move. If a die lies in its very place, the held die was not nudged: that is the die itself, turned.
    """
    found = _pair(turn, turn.held, dice, range(len(dice)), THRESHOLDS.same_place)
    lost = [i for i in turn.held if i not in found and not _occupied(turn.dice[i].place, dice)]
    free = [j for j, die in enumerate(dice) if j not in found.values() and die.sure and not is_at_rest(die, at_rest)]
    return found | _pair(turn, lost, dice, free, THRESHOLDS.nudged)


def match_twins(
    turn: TrayTurn, held: dict[int, int], at_rest: Sequence[LyingDie], dice: Sequence[LyingDie]
) -> dict[int, int]:
    """Find, for held dice that were thrown, a die of the same face that was not held and stayed instead.

    Which of two equal dice is kept makes no difference. As `match_held`, beside the pairs that it has found.
    """
    free = [j for j, die in enumerate(dice) if j not in held.values() and die.sure and is_at_rest(die, at_rest)]
    found: dict[int, int] = {}
    for i in turn.held:
        if i in held or _occupied(turn.dice[i].place, dice):
            continue
        twin = next((j for j in free if dice[j].value in turn.dice[i].faces and j not in found.values()), None)
        if twin is not None:
            found[i] = twin
    return found


def adopt(turn: TrayTurn, reading: Reading) -> tuple[TurnDie, ...]:
    """Return the turn's dice where `reading` shows them, if it shows exactly these faces; else as they were.

    For dice found lying when the camera starts or comes back: it may have moved, or the roll was entered by hand.
    """
    lying = Counter(die.value for die in reading.dice)
    if not all(die.sure for die in reading.dice) or lying != Counter(die.value for die in turn.dice):
        return turn.dice
    places = {value: [die.place for die in reading.dice if die.value == value] for value in lying}
    return tuple(replace(die, place=places[die.value].pop(0)) for die in turn.dice)


def placed(dice: Sequence[TurnDie], reading: Reading) -> tuple[TurnDie, ...]:
    """Return the turn's dice; each that was never seen gets the place of a die that surely shows its face.

    For a roll entered by hand that the reading could not show as a whole. Which of several equal dice makes no
    difference; where no die shows its face, a die stays without a place.
    """
    free = [die for die in reading.dice if die.sure and all(die.place != known.place for known in dice)]
    found = []
    for die in dice:
        here = next((other for other in free if die.place is None and other.value == die.value), None)
        if here is not None:
            free.remove(here)
        found.append(die if here is None else replace(die, place=here.place))
    return tuple(found)


def still_at_rest(at_rest: Sequence[LyingDie], dice: Iterable[LyingDie]) -> tuple[LyingDie, ...]:
    """Return those of `dice` that have not moved since `at_rest` was noted."""
    return tuple(die for die in dice if is_at_rest(die, at_rest))


def at_rest_after(turn: TrayTurn, at_rest: Sequence[LyingDie], reading: Reading) -> tuple[LyingDie, ...]:
    """Return what is at rest after `reading`: dice that have left their place no longer are.

    While a die that is to be thrown has not moved, nothing was thrown: a die out of sight may be under a hand, or
    lifted, and is at rest again if it comes back.
    """
    here = still_at_rest(at_rest, reading.dice)
    held = [reading.dice[j] for j in match_held(turn, at_rest, reading.dice).values()]
    if all(die in held for die in here):
        return here
    return (*here, *(old for old in at_rest if not any(is_at_rest(die, (old,)) for die in here)))


def with_held_found(turn: TrayTurn, at_rest: Sequence[LyingDie], reading: Reading) -> tuple[TurnDie, ...]:
    """Return the turn's dice with the held ones where `reading` shows them.

    Held dice that were pushed far are followed while no die was thrown: then all dice that moved are held ones, and
    show their faces.
    """
    held = match_held(turn, at_rest, reading.dice)
    lost = [i for i in turn.held if i not in held]
    strays = [j for j, die in enumerate(reading.dice) if j not in held.values() and not is_at_rest(die, at_rest)]
    if lost and Counter(turn.dice[i].value for i in lost) == Counter(reading.dice[j].value for j in strays):
        held |= _pair(turn, lost, reading.dice, strays, float("inf"))
    return tuple(
        replace(die, place=reading.dice[held[i]].place) if i in held else die for i, die in enumerate(turn.dice)
    )


def exchanged(
    turn: TrayTurn, at_rest: Sequence[LyingDie], reading: Reading
) -> tuple[tuple[TurnDie, ...], tuple[LyingDie, ...]]:
    """Return the turn's dice and `at_rest` after a hand swapped dice of `reading`; both unchanged if none did.

    Dice were swapped, not thrown, where each lies at the old place of another one, they show the same faces as before,
    and a die that would have been thrown with them still rests.
    """
    gone = [old for old in at_rest if not any(is_at_rest(die, (old,)) for die in reading.dice)]
    moved = [die for die in reading.dice if not is_at_rest(die, at_rest)]
    unheld = [die for die in turn.dice if not die.held and die.place is not None]
    thrown = not any(die.place is not None and _covers(die, reading, at_rest) for die in unheld)
    swapped = (
        len(gone) > 1
        and all(die.sure for die in moved)
        and Counter(die.value for die in gone) == Counter(die.value for die in moved)
        and all(sum(distance(old.place, die.place) <= THRESHOLDS.exchanged for die in moved) == 1 for old in gone)
    )
    if thrown or not swapped:
        return turn.dice, tuple(at_rest)
    dice = list(turn.dice)
    free = list(moved)
    for i, die in enumerate(turn.dice):
        place = die.place
        if place is None or not any(distance(old.place, place) <= THRESHOLDS.same_place for old in gone):
            continue
        showing = sorted((distance(place, other.place), j) for j, other in enumerate(free) if other.value in die.faces)
        if showing:
            dice[i] = replace(die, place=free.pop(showing[0][1]).place)
    return tuple(dice), (*(old for old in at_rest if old not in gone), *moved)


def disturbed(staying: Sequence[LyingDie], dice: Sequence[LyingDie]) -> tuple[LyingDie, ...]:
    """Return those of `staying` that are not among `dice`, at their place or nudged, with a face they may show."""
    pairs = sorted(
        (apart, i, j)
        for i, old in enumerate(staying)
        for j, die in enumerate(dice)
        if old.faces & die.faces and (apart := distance(old.place, die.place)) <= THRESHOLDS.nudged
    )
    found: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in found and j not in found.values():
            found[i] = j
    return tuple(die for i, die in enumerate(staying) if i not in found)


def nearest(turn: TrayTurn, missing: Sequence[int], reading: Reading, loose: Sequence[int]) -> dict[int, int]:
    """Find the dice of the reading, whatever they show, where the missing held dice were."""
    anything = replace(turn, dice=tuple(replace(die, read_as=frozenset(range(1, 7))) for die in turn.dice))
    return _pair(anything, missing, reading.dice, loose, THRESHOLDS.nudged)


def is_at_rest(die: LyingDie, at_rest: Sequence[LyingDie]) -> bool:
    """Whether a die is in the place of one of `at_rest`, with its face."""
    return any(distance(old.place, die.place) <= THRESHOLDS.same_place and old.faces & die.faces for old in at_rest)


def _occupied(place: Place | None, dice: Sequence[LyingDie]) -> bool:
    """Whether some die lies at a place, whatever it shows."""
    return place is not None and any(distance(place, die.place) <= THRESHOLDS.same_place for die in dice)


def _covers(die: TurnDie, reading: Reading, at_rest: Sequence[LyingDie]) -> bool:
    """Whether a die of the turn still lies where it rested."""
    here = [other for other in reading.dice if is_at_rest(other, at_rest)]
    return _occupied(die.place, here)


def distance(a: Place, b: Place) -> float:
    """Distance of two centres in widths of the first die."""
    return hypot(a.x - b.x, a.y - b.y) / a.size


def _pair(
    turn: TrayTurn, held: Sequence[int], dice: Sequence[LyingDie], free: Iterable[int], reach: float
) -> dict[int, int]:
    """Pair held dice with lying dice that may show their face within `reach` widths, nearest pairs first."""
    pairs = sorted(
        (apart, i, j)
        for j in free
        for i in held
        if (place := turn.dice[i].place) is not None
        and turn.dice[i].faces & dice[j].faces
        and (apart := distance(place, dice[j].place)) <= reach
    )
    found: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in found and j not in found.values():
            found[i] = j
    return found

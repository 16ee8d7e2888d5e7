"""What a slot of a card can hold: the points that some dice score there, with what such a turn earns besides."""

from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement, product

from firmware_host.rules.dice import SIDES, Roll
from firmware_host.rules.ruleset import Box, Ruleset, Situation, Written
from firmware_host.rules.scorecard import CardError, Entry
from firmware_host.words import Words, joined, say

_STATES = ("open", "worthless", "scored")


def refuse_impossible(rules: Ruleset, box: str, entry: Entry) -> None:
    """Raise CardError for points that no dice score in a box, and for extra points that no turn earns with them.

    UnknownBoxError if there is no such box. A struck box is taken as it is, unless it can never be struck.
    """
    known = rules.box(box)
    if entry.struck:
        if known.striking == "never":
            raise CardError(say("{box} cannot be struck in this game.", box=say(known.title)))
        return
    wanted = entry.points, entry.extra
    if any(outcome == wanted for outcome in _outcomes(rules, known)):
        return
    possible = frozenset(_outcomes(rules, known))
    points = {worth for worth, _ in possible}
    if entry.points not in points:
        raise CardError(
            say(
                "{box} can hold {possible}, not {points}.",
                box=say(known.title),
                possible=_ranges(points),
                points=entry.points,
            )
        )
    extras = {extra for worth, extra in possible if worth == entry.points}
    raise CardError(
        say(
            "A turn that scores {points} in {box} can earn {possible} besides, not {extra}.",
            points=entry.points,
            box=say(known.title),
            possible=_ranges(extras),
            extra=entry.extra,
        )
    )


def _outcomes(rules: Ruleset, box: Box) -> Iterator[tuple[int, int]]:
    """Yield a box's points, with the extra points of the same turn, for every situation."""
    for situation in _situations(rules, box):
        extra = sum(bonus.earned(box, situation) for bonus in rules.bonuses if bonus.earned)
        yield rules.worth(box, situation), extra


def _situations(rules: Ruleset, box: Box) -> Iterator[Situation]:
    """Yield every roll after every number of rolls, on cards whose sections are open, closed for 0, or full of points.

    What dice are worth elsewhere depends on no more of the other boxes in any game.
    """
    rolls = tuple(Roll(values) for values in combinations_with_replacement(range(1, SIDES + 1), rules.dice))
    most = {other.id: max(map(other.score, rolls)) for other in rules.boxes}
    cards: list[Written] = [
        {
            other.id: () if other.id == box.id else _slots(other, state[other.section], most[other.id])
            for other in rules.boxes
        }
        for state in ({"upper": upper, "lower": lower} for upper, lower in product(_STATES, _STATES))
    ]
    for card in cards:
        for roll in rolls:
            for rolls_used in range(1, rules.rolls + 1):
                yield Situation(roll, rolls_used, card)


def _slots(box: Box, state: str, most: int) -> tuple[int, ...]:
    if state == "open":
        return ()
    return (most if state == "scored" else 0,) * box.slots


def _ranges(numbers: Iterable[int]) -> Words:
    """Return "0, 5 to 30 or 50": the numbers in order, those in a row as one range."""
    rows: list[list[int]] = []
    for number in sorted(numbers):
        if rows and rows[-1][-1] + 1 == number:
            rows[-1].append(number)
        else:
            rows.append([number])
    # Two in a row are no range yet.
    parts = [
        part
        for row in rows
        for part in (
            [say("{first} to {last}", first=row[0], last=row[-1])]
            if len(row) > 2
            else [say("{item}", item=number) for number in row]
        )
    ]
    if len(parts) == 1:
        return parts[0]
    return say("{items} or {last}", items=joined(*parts[:-1], by=", "), last=parts[-1])

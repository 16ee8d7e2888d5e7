"""What a card promises but can never give: bonuses and awards that no dice reach.

The bounds are of each box alone, so all that is told is true, but a bonus that two boxes cannot earn together is not
noticed. It is no fault: such rules can be played.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement

from firmware_host.rules.dice import SIDES, Roll
from firmware_host.rules.options import Options
from firmware_host.rules.parts.awards import ForWritten
from firmware_host.rules.parts.bonuses import SumBelow, SumFrom
from firmware_host.rules.parts.jokers import JokerPoints
from firmware_host.rules.parts.worth import FromTheHand, UnusedRolls, Worth
from firmware_host.rules.ruleset import Box, Ruleset
from firmware_host.rules.scoring import Score


def unreachable(rules: Ruleset) -> Mapping[str, str]:
    """Return a sentence for each bonus and award that can never come about, by its field in a file of house rules.

    The options are looked at one by one, all others as they are first.
    """
    found = dict(_told(rules.with_options({}), ""))
    for option in rules.options:
        for choice in option.choices:
            if choice != option.default:
                chosen: Options = {option.id: choice}
                for field, sentence in _told(rules.with_options(chosen), f" with {option.id} = {option.word(choice)}"):
                    found.setdefault(field, sentence)
    return found


def _told(rules: Ruleset, when: str) -> Iterator[tuple[str, str]]:
    for bonus in rules.bonuses:
        yield from _doubt(f"bonuses.{bonus.id}", bonus.points, rules, when)
    for award in rules.awards:
        part = award.points.part if isinstance(award.points, ForWritten) else None
        yield from _doubt(f"awards.{award.id}", part, rules, when)


def _doubt(field: str, part: object, rules: Ruleset, when: str) -> Iterator[tuple[str, str]]:
    match part:
        case SumFrom(boxes=boxes, at=at):
            most = _sum(boxes, rules, _most)
            if most < at:
                yield (
                    field,
                    f"It cannot be reached{when}: it needs {at}, but its boxes hold at most {most} together. "
                    "Lower what it needs, or remove it.",
                )
        case SumBelow(boxes=boxes, below=below):
            least = _sum(boxes, rules, _least)
            if least >= below:
                yield (
                    field,
                    f"It cannot come about{when}: its boxes would have to hold less than {below} together, but they "
                    f"hold at least {least}. Raise that number, or remove it.",
                )


def _sum(boxes: tuple[str, ...], rules: Ruleset, bound: Callable[[Box, Ruleset], int]) -> int:
    return sum(box.slots * bound(box, rules) for box in rules.boxes if box.id in boxes)


def _most(box: Box, rules: Ruleset) -> int:
    """Return at least as many points as a slot of the box can hold."""
    most = _extremes(box.score, rules.dice)[1]
    for change in rules.worth.changes if isinstance(rules.worth, Worth) else ():
        match change:
            case UnusedRolls(boxes=boxes, points=points, rolls=rolls) if box.id in boxes and most > 0:
                most += points * (rolls - 1)
            case FromTheHand(plus=plus, times=times) if box.id in plus and most > 0:
                most = times * most + plus[box.id]
            case JokerPoints(points=points) if box.id in points:
                most = max(most, points[box.id])
    return most


def _least(box: Box, rules: Ruleset) -> int:
    """Return at most as many points as a slot of the box can hold: a box can be closed for 0 in nearly all games."""
    return min(0, _extremes(box.score, rules.dice)[0])


@lru_cache(maxsize=1000)
def _extremes(score: Score, dice: int) -> tuple[int, int]:
    """Return the least and the most points of any roll."""
    points = [score(Roll(values)) for values in combinations_with_replacement(range(1, SIDES + 1), dice)]
    return min(points), max(points)

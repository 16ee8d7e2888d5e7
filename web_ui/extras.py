"""What a game awards or forbids beyond the points of its boxes, in words made from its parts. Pure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from firmware_host.rules.parts.awards import ForWritten, TotalBands
from firmware_host.rules.parts.bonuses import AllScored, EachScored, SumBelow, SumFrom
from firmware_host.rules.parts.forbids import forbids_of
from firmware_host.rules.parts.jokers import ForcedJoker, FurtherEqual, JokerPoints, JokerUsed
from firmware_host.rules.parts.worth import FromTheHand, UnusedRolls, Waits, Worth
from firmware_host.rules.ruleset import Award, Bonus, Ruleset
from firmware_host.rules.scorecard import MINUS
from firmware_host.words import Words, joined, listed, say


@dataclass(frozen=True, slots=True)
class Extra:
    """A bonus or award: its title, what it adds each time ("+35"), and when."""

    title: str
    adds: str
    when: str


def bonuses(rules: Ruleset) -> tuple[Extra, ...]:
    """Describe the bonuses."""
    return tuple(_extra(bonus, bonus.earned or bonus.points, rules) for bonus in rules.bonuses)


def awards(rules: Ruleset) -> tuple[Extra, ...]:
    """Describe the points of the second count."""
    return tuple(_extra(award, award.points, rules) for award in rules.awards)


def turns_of_play(rules: Ruleset) -> tuple[Words, ...]:
    """Describe what else affects a score: unused rolls, figures from the hand, jokers and where they must go."""
    changes: tuple[object, ...] = rules.worth.changes if isinstance(rules.worth, Worth) else ()
    forbids = forbids_of(rules)
    reasons: tuple[object, ...] = () if forbids.in_order else forbids.reasons
    told = [sentence for part in (*changes, *reasons) for sentence in _sentences(part, rules)]
    if forbids.in_order and forbids.in_order.order == "bottom-up":
        told.append(say("Boxes are closed in the order of the card, from bottom to top."))
    elif forbids.in_order:
        told.append(say("Boxes are closed in the order of the card, from top to bottom."))
    if rules.saved_rolls:
        told.append(say("Rolls that a turn does not use are saved: they are added to the same player's next turn."))
    if rules.first_roll_wins:
        boxes = _boxes(rules.first_roll_wins, rules)
        told.append(say("Scored on the first roll, each of these boxes wins the game at once: {boxes}.", boxes=boxes))
    return tuple(told)


def _extra(item: Bonus | Award, part: Callable[..., int], rules: Ruleset) -> Extra:
    adds, when = _when(part.part if isinstance(part, ForWritten) else part, rules)
    return Extra(item.title, adds, when)


def _when(part: object, rules: Ruleset) -> tuple[str, str]:
    match part:
        case SumFrom(boxes=ids, at=at, points=points):
            when = say("once the sum reaches {at}: {boxes}", at=at, boxes=_boxes(ids, rules))
        case SumBelow(boxes=ids, below=below, points=points):
            when = say(
                "when all are closed and the sum is below {below}: {boxes}", below=below, boxes=_boxes(ids, rules)
            )
        case AllScored(boxes=ids, points=points):
            when = say("when all are closed, none of them for 0: {boxes}", boxes=_boxes(ids, rules))
        case EachScored(boxes=ids, points=points):
            when = say("for each of these not closed for 0: {boxes}", boxes=_boxes(ids, rules))
        case FurtherEqual(equal=equal, points=points):
            when = say("for each turn that ends with equal dice while {box} holds points", box=_title(equal, rules))
        case JokerUsed(joker=joker, points=points):
            when = say("for each joker used while {box} holds points", box=_title(joker.equal[0], rules))
        case TotalBands(bands=bands):
            steps = (say("from {total}: {points}", total=least, points=_signed(points)) for least, points in bands)
            return "", joined(*steps, by=", ")
        case _:
            return "", ""
    return _signed(points), when


def _sentences(part: object, rules: Ruleset) -> Iterator[Words]:
    match part:
        case UnusedRolls(boxes=ids, points=points):
            yield say(
                "Each unused roll of the turn adds {points} if the box scores: {boxes}.",
                points=points,
                boxes=_boxes(ids, rules),
            )
        case FromTheHand(plus=plus, times=times):
            if times > 1:
                yield say(
                    "From the hand (on the first roll), these boxes count {times} times: {boxes}.",
                    times=times,
                    boxes=_boxes(plus, rules),
                )
            for more in sorted({more for more in plus.values() if more}):
                yield say(
                    "From the hand (on the first roll), these boxes score {points} more: {boxes}.",
                    points=more,
                    boxes=_boxes((box for box, adds in plus.items() if adds == more), rules),
                )
        case JokerPoints(joker=joker, points=points):
            yield say(
                "Equal dice are a joker once {box} and the upper box of their value are closed. "
                "A joker scores: {points}.",
                box=_title(joker.equal[0], rules),
                points=joined(
                    *(
                        say("{box} {points}", box=_title(box.id, rules), points=points[box.id])
                        for box in rules.boxes
                        if box.id in points
                    ),
                    by=", ",
                ),
            )
        case ForcedJoker(joker=joker):
            yield say(
                "Once {box} is closed, score equal dice in the upper box of their value; if that is closed, in an open "
                "lower box; failing that, for 0 in an upper box.",
                box=_title(joker.equal[0], rules),
            )
        case Waits(box=box, until=until):
            yield say(
                "{box} scores only once {other} holds points.", box=_title(box, rules), other=_title(until, rules)
            )


def _boxes(ids: Iterable[str], rules: Ruleset) -> Words:
    wanted = set(ids)
    return listed([say(box.title) for box in rules.boxes if box.id in wanted])


def _title(box: str, rules: Ruleset) -> Words:
    return say(rules.box(box).title)


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"{MINUS}{-points}" if points else "0"

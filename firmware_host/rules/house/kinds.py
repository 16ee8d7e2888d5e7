"""Bonuses, awards and what else a turn changes, by the names they have in a file of house rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from firmware_host.rules.house.fields import Fields
from firmware_host.rules.house.parameters import MOST_POINTS, Bands, BoxId, BoxIds, BoxPoints, Parameter, Value, Whole
from firmware_host.rules.parts.awards import TotalBands
from firmware_host.rules.parts.bonuses import AllScored, EachScored, SumBelow, SumFrom, WrittenPart
from firmware_host.rules.parts.forbids import Reason
from firmware_host.rules.parts.jokers import (
    FIVE,
    EarnedPart,
    ForcedJoker,
    FurtherEqual,
    Joker,
    JokerPoints,
    JokerUsed,
)
from firmware_host.rules.parts.worth import Change, FromTheHand, UnusedRolls, Waits
from firmware_host.rules.ruleset import Ruleset

_P = TypeVar("_P")
_P_co = TypeVar("_P_co", covariant=True)


class _Part(Protocol[_P_co]):
    """Any part: it can be put on the card of other rules."""

    def on(self, rules: Ruleset) -> _P_co | None: ...


@dataclass(frozen=True, slots=True)
class Kind(Generic[_P]):
    """A part that house rules can name: its parameters, and how it is made of their values.

    `record` is its class and `told` gives the parameters of one that is there already, so that a file may change
    some and leave the others.
    """

    about: str
    parameters: tuple[Parameter, ...]
    make: Callable[[Mapping[str, Any]], _Part[_P]]
    record: type
    told: Callable[[Any], Mapping[str, Value]] = lambda part: {}  # noqa: ARG005 - nothing to tell


def read_kind(kinds: Mapping[str, Kind[_P]], fields: Fields, rules: Ruleset, now: object = None) -> _P | None:
    """Return the part that a table describes, on the card of `rules`; None where it is wrong.

    `now` is the part that it changes: where the table says nothing else, that stays.
    """
    name = fields.choice("kind", tuple(kinds))
    if name is None and "kind" in fields:
        fields.knows(*fields.names())
        return None
    there = next((known for known, kind in kinds.items() if isinstance(now, kind.record)), None)
    name = name or there
    if name is None:
        fields.knows(*fields.names())
        fields.fault("kind", f"It is missing. Choose one of: {', '.join(kinds)}.")
        return None
    kind = kinds[name]
    fields.knows(*(parameter.name for parameter in kind.parameters))
    told = kind.told(now) if name == there else {}
    values: dict[str, Value | None] = {}
    for parameter in kind.parameters:
        if parameter.name in fields:
            values[parameter.name] = parameter.read(fields, rules)
            continue
        values[parameter.name] = told.get(parameter.name, parameter.otherwise(rules))
        if values[parameter.name] is None:
            fields.fault(parameter.name, f"It is missing. {parameter.about}")
    if None in values.values():
        return None
    return kind.make(values).on(rules)


_POINTS = Whole("points", "The points.", 1, MOST_POINTS)
_BOXES = BoxIds("boxes", 'The boxes: a list of ids, or "upper", "lower" or "all".')
_EQUAL = BoxId("equal", "The box for equal dice.", FIVE)
_SUMS = BoxIds("boxes", _BOXES.about, "upper")


def _attributes(*names: str) -> Callable[[Any], Mapping[str, Value]]:
    return lambda part: {name: getattr(part, name) for name in names}


WRITTEN: Mapping[str, Kind[WrittenPart]] = MappingProxyType(
    {
        "sum-from": Kind(
            "Points once the boxes hold so much together.",
            (_SUMS, Whole("at", "The sum to reach.", 1, MOST_POINTS), _POINTS),
            lambda values: SumFrom(values["boxes"], values["at"], values["points"]),
            SumFrom,
            _attributes("boxes", "at", "points"),
        ),
        "sum-below": Kind(
            "Points, such as a penalty of -50, when all the boxes are closed and hold less together.",
            (
                _SUMS,
                Whole("below", "The sum not to stay below.", -MOST_POINTS, MOST_POINTS, 0),
                Whole("points", "The points.", -MOST_POINTS, MOST_POINTS),
            ),
            lambda values: SumBelow(values["boxes"], values["below"], values["points"]),
            SumBelow,
            _attributes("boxes", "below", "points"),
        ),
        "all-scored": Kind(
            "Points when all the boxes are closed and none of them for 0.",
            (_BOXES, _POINTS),
            lambda values: AllScored(values["boxes"], (), values["points"]),
            AllScored,
            _attributes("boxes", "points"),
        ),
        "each-scored": Kind(
            "Points for each slot of the boxes that is not closed for 0.",
            (_BOXES, _POINTS),
            lambda values: EachScored(values["boxes"], values["points"]),
            EachScored,
            _attributes("boxes", "points"),
        ),
    }
)

EARNED: Mapping[str, Kind[EarnedPart]] = MappingProxyType(
    {
        "further-equal": Kind(
            "Points for each turn that ends on all dice equal once the box for equal dice holds points.",
            (_EQUAL, _POINTS),
            lambda values: FurtherEqual(values["equal"], values["points"]),
            FurtherEqual,
            _attributes("equal", "points"),
        ),
        "joker-used": Kind(
            "The same, but only where these dice are used as a joker: the upper box of their value must be closed, "
            "and they go into a lower box, or into any box when no lower box is open.",
            (_EQUAL, _POINTS),
            lambda values: JokerUsed(_joker(values), values["points"]),
            JokerUsed,
            lambda part: {"equal": part.joker.equal[0], "points": part.points},
        ),
    }
)

BONUSES: Mapping[str, Kind[Any]] = MappingProxyType({**WRITTEN, **EARNED})
"""Bonuses by their names. A card can have one of the last two."""

AWARDS: Mapping[str, Kind[Any]] = MappingProxyType(
    {
        **WRITTEN,
        "total-bands": Kind(
            "Points by the total of the card: those of the highest band reached, below the first its points too.",
            (Bands("bands", "Write them as bands = [[0, -2], [300, -1], [350, 0]]: each a total and its points."),),
            lambda values: TotalBands(values["bands"]),
            TotalBands,
            _attributes("bands"),
        ),
    }
)
"""Points of the second count, which decides a game before the total, by their names."""

WORTH: Mapping[str, Kind[Change]] = MappingProxyType(
    {
        "unused-rolls": Kind(
            "Points more for each roll of the turn that was not used, where the boxes score at all.",
            (BoxIds("boxes", _BOXES.about, "all"), _POINTS),
            lambda values: UnusedRolls(values["boxes"], values["points"], 1),
            UnusedRolls,
        ),
        "from-the-hand": Kind(
            "On the first roll the boxes count so many times as much, and so many points more.",
            (
                _BOXES,
                Whole("times", "How many times as much.", 1, 10, 1),
                Whole("plus", "How many points more.", 0, MOST_POINTS, 0),
            ),
            lambda values: FromTheHand(dict.fromkeys(values["boxes"], values["plus"]), values["times"]),
            FromTheHand,
        ),
        "joker-points": Kind(
            "What equal dice are worth in boxes whose figure they do not make, once the box for equal dice and the "
            "upper box of their value are closed.",
            (
                _EQUAL,
                BoxPoints("points", "Write it as points = { full-house = 25, straight = 30 }: boxes and their points."),
            ),
            lambda values: JokerPoints(_joker(values), values["points"]),
            JokerPoints,
        ),
        "waits": Kind(
            "The box scores nothing until the other box holds points.",
            (BoxId("box", "The box that waits."), BoxId("until", "The box that it waits for.")),
            lambda values: Waits(values["box"], values["until"]),
            Waits,
        ),
    }
)
"""What changes the points of boxes, by its names; one after the other."""

FORBIDS: Mapping[str, Kind[Reason]] = MappingProxyType(
    {
        "forced-joker": Kind(
            "Equal dice must go into the upper box of their value, else into an open lower box, once the box for "
            "equal dice is closed.",
            (_EQUAL,),
            lambda values: ForcedJoker(_joker(values)),
            ForcedJoker,
        ),
    }
)
"""Why open boxes may not be closed, by name. The school's own reason comes with its boxes."""


def _joker(values: Mapping[str, Any]) -> Joker:
    return Joker((values["equal"], 1), (), ())  # `on` puts it on the card

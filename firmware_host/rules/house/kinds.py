"""Bonuses, awards and other parts of the rules, by their names in a file of house rules."""

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
    """Any part: it can be fitted to the card of other rules."""

    def on(self, rules: Ruleset) -> _P_co | None: ...


@dataclass(frozen=True, slots=True)
class Kind(Generic[_P]):
    """A part that house rules can name: its parameters, and how it is made from their values.

    `record` is its class, and `values_of` returns the parameters of an existing part, so that a file can change some
    and leave the others.
    """

    about: str
    parameters: tuple[Parameter, ...]
    make: Callable[[Mapping[str, Any]], _Part[_P]]
    record: type
    values_of: Callable[[Any], Mapping[str, Value]] = lambda part: {}  # noqa: ARG005 - no part to change


def read_kind(kinds: Mapping[str, Kind[_P]], fields: Fields, rules: Ruleset, now: object = None) -> _P | None:
    """Return the part that a table describes, fitted to the card of `rules`; None if it is wrong.

    `now` is the part that it changes: what the table leaves out stays as it is.
    """
    name = fields.choice("kind", tuple(kinds))
    if name is None and "kind" in fields:
        fields.knows(*fields.names())
        return None
    kind_now = next((known for known, kind in kinds.items() if isinstance(now, kind.record)), None)
    name = name or kind_now
    if name is None:
        fields.knows(*fields.names())
        fields.fault("kind", f"It is missing. Choose one of: {', '.join(kinds)}.")
        return None
    kind = kinds[name]
    fields.knows(*(parameter.name for parameter in kind.parameters))
    values_now = kind.values_of(now) if name == kind_now else {}
    values: dict[str, Value | None] = {}
    for parameter in kind.parameters:
        if parameter.name in fields:
            values[parameter.name] = parameter.read(fields, rules)
            continue
        values[parameter.name] = values_now.get(parameter.name, parameter.default_on(rules))
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
            "Points once the boxes add up to this much.",
            (_SUMS, Whole("at", "The sum to reach.", 1, MOST_POINTS), _POINTS),
            lambda values: SumFrom(values["boxes"], values["at"], values["points"]),
            SumFrom,
            _attributes("boxes", "at", "points"),
        ),
        "sum-below": Kind(
            "Points, such as a penalty of -50, if the boxes add up to less once all are closed.",
            (
                _SUMS,
                Whole("below", "The sum to reach to avoid this.", -MOST_POINTS, MOST_POINTS, 0),
                Whole("points", "The points.", -MOST_POINTS, MOST_POINTS),
            ),
            lambda values: SumBelow(values["boxes"], values["below"], values["points"]),
            SumBelow,
            _attributes("boxes", "below", "points"),
        ),
        "all-scored": Kind(
            "Points once all the boxes are closed, none of them for 0.",
            (_BOXES, _POINTS),
            lambda values: AllScored(values["boxes"], (), values["points"]),
            AllScored,
            _attributes("boxes", "points"),
        ),
        "each-scored": Kind(
            "Points for each slot of the boxes that scores.",
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
            "Points for each turn that ends with all dice equal once the box for equal dice holds points.",
            (_EQUAL, _POINTS),
            lambda values: FurtherEqual(values["equal"], values["points"]),
            FurtherEqual,
            _attributes("equal", "points"),
        ),
        "joker-used": Kind(
            "The same, but only if these dice are used as a joker: the upper box of their value must be closed, "
            "and they go into a lower box, or into any box if no lower box is open.",
            (_EQUAL, _POINTS),
            lambda values: JokerUsed(_joker(values), values["points"]),
            JokerUsed,
            lambda part: {"equal": part.joker.equal[0], "points": part.points},
        ),
    }
)

BONUSES: Mapping[str, Kind[Any]] = MappingProxyType({**WRITTEN, **EARNED})
"""Bonuses by name. A card can have only one of the last two."""

AWARDS: Mapping[str, Kind[Any]] = MappingProxyType(
    {
        **WRITTEN,
        "total-bands": Kind(
            "Points by the card's total: those of the highest band reached, or of the first band below that.",
            (Bands("bands", "Write them as bands = [[0, -2], [300, -1], [350, 0]]: each a total and its points."),),
            lambda values: TotalBands(values["bands"]),
            TotalBands,
            _attributes("bands"),
        ),
    }
)
"""Points of the second count, which decides a game before the total, by name."""

WORTH: Mapping[str, Kind[Change]] = MappingProxyType(
    {
        "unused-rolls": Kind(
            "Extra points for each unused roll of the turn, if the box scores at all.",
            (BoxIds("boxes", _BOXES.about, "all"), _POINTS),
            lambda values: UnusedRolls(values["boxes"], values["points"], 1),
            UnusedRolls,
        ),
        "from-the-hand": Kind(
            "On the first roll the boxes score this many times their points, plus extra points.",
            (
                _BOXES,
                Whole("times", "How many times the points.", 1, 10, 1),
                Whole("plus", "How many extra points.", 0, MOST_POINTS, 0),
            ),
            lambda values: FromTheHand(dict.fromkeys(values["boxes"], values["plus"]), values["times"]),
            FromTheHand,
        ),
        "joker-points": Kind(
            "What equal dice are worth in boxes whose figure they do not make, once the box for equal dice and the "
            "upper box of their value are both closed.",
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
"""Changes to the points of boxes, by name; applied one after the other."""

FORBIDS: Mapping[str, Kind[Reason]] = MappingProxyType(
    {
        "forced-joker": Kind(
            "Once the box for equal dice is closed, equal dice must go into the upper box of their value, or else "
            "into an open lower box.",
            (_EQUAL,),
            lambda values: ForcedJoker(_joker(values)),
            ForcedJoker,
        ),
    }
)
"""Reasons not to close an open box, by name. The school's own reason comes with its boxes."""


def _joker(values: Mapping[str, Any]) -> Joker:
    return Joker((values["equal"], 1), (), ())  # `on` fits it to the card

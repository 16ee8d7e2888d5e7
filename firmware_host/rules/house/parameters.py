"""Parameters of bonuses and other parts in a file of house rules: numbers, boxes, points of boxes."""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.rules.house.faults import known
from firmware_host.rules.house.fields import Fields, shown
from firmware_host.rules.ruleset import Ruleset

MOST_POINTS = 1000
MOST_TOTAL = 100_000

Value = int | str | tuple[str, ...] | tuple[tuple[int, int], ...] | Mapping[str, int]
SECTIONS = ("upper", "lower", "all")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `least` to `most`; without a `default` it must be given."""

    name: str
    about: str
    least: int
    most: int
    default: int | None = None

    def read(self, fields: Fields, rules: Ruleset) -> Value | None:  # noqa: ARG002 - the signature of a parameter
        """Return the number; None if it is wrong."""
        return fields.whole(self.name, self.least, self.most)

    def default_on(self, rules: Ruleset) -> Value | None:  # noqa: ARG002 - the signature of a parameter
        """Return the value if none is given; None if one must be."""
        return self.default


@dataclass(frozen=True, slots=True)
class BoxId:
    """A box of the card."""

    name: str
    about: str
    default: str | None = None

    def read(self, fields: Fields, rules: Ruleset) -> Value | None:
        """Return the id; None if there is no such box."""
        box = fields.id(self.name)
        return None if box is None or not _on_card(fields, self.name, (box,), rules) else box

    def default_on(self, rules: Ruleset) -> Value | None:
        """Return the default if it is on the card."""
        return self.default if any(box.id == self.default for box in rules.boxes) else None


@dataclass(frozen=True, slots=True)
class BoxIds:
    """Some boxes of the card: a list of ids, or all boxes of the upper section, the lower section or the card."""

    name: str
    about: str
    default: str | None = None

    def read(self, fields: Fields, rules: Ruleset) -> Value | None:
        """Return the ids; None if there is no such box."""
        value = fields.raw(self.name)
        if isinstance(value, str):
            word = fields.choice(self.name, SECTIONS)
            boxes = () if word is None else _section(word, rules)
            if word is not None and not boxes:
                fields.fault(self.name, f"The card has no {word} boxes. List the boxes instead.")
            return boxes or None
        boxes = fields.ids(self.name) or ()
        if not boxes:
            fields.fault(self.name, "No box is listed. List at least one.")
        return boxes if boxes and _on_card(fields, self.name, boxes, rules) else None

    def default_on(self, rules: Ruleset) -> Value | None:
        """Return the boxes of the default section, if the card has any."""
        return None if self.default is None else _section(self.default, rules) or None


@dataclass(frozen=True, slots=True)
class BoxPoints:
    """Points for each of some boxes: a table of box id = points."""

    name: str
    about: str

    def read(self, fields: Fields, rules: Ruleset) -> Value | None:
        """Return box id → points; None if there is no such box or a number is wrong."""
        table = fields.table(self.name)
        if table is None or not _on_card(fields, self.name, table.names(), rules):
            return None
        points = {box: table.whole(box, 0, MOST_POINTS) for box in table.names()}
        found = {box: number for box, number in points.items() if number is not None}
        return found if len(found) == len(points) else None

    def default_on(self, rules: Ruleset) -> Value | None:  # noqa: ARG002 - the signature of a parameter
        """Return None: it must be given."""
        return None


@dataclass(frozen=True, slots=True)
class Bands:
    """Points by the total: a list of [lowest total, points], in order."""

    name: str
    about: str

    def read(self, fields: Fields, rules: Ruleset) -> Value | None:  # noqa: ARG002 - the signature of a parameter
        """Return the bands; None if they are wrong."""
        bands = fields.each(self.name, _band, some=True)
        if bands is None:
            return None
        leasts = [least for least, _ in bands]
        if leasts != sorted(set(leasts)):
            fields.fault(self.name, "The totals must rise from one band to the next. Put the lowest first.")
            return None
        return bands

    def default_on(self, rules: Ruleset) -> Value | None:  # noqa: ARG002 - the signature of a parameter
        """Return None: they must be given."""
        return None


Parameter = Whole | BoxId | BoxIds | BoxPoints | Bands


def _section(word: str, rules: Ruleset) -> tuple[str, ...]:
    return tuple(box.id for box in rules.boxes if word in ("all", box.section))


def _on_card(fields: Fields, name: str, boxes: tuple[str, ...], rules: Ruleset) -> bool:
    ids = [box.id for box in rules.boxes]
    for box in boxes:
        if box not in ids:
            fields.fault(name, f"The card has no box {box!r}. {known(box, ids)}")
            return False
    if len(set(boxes)) < len(boxes):
        fields.fault(name, f"{', '.join(boxes)} lists a box twice. List each box once.")
        return False
    return True


def _band(fields: Fields, place: str) -> tuple[int, int] | None:
    value = fields.raw(place)
    match value:
        case [int(least), int(points)] if abs(least) <= MOST_TOTAL and abs(points) <= MOST_POINTS:
            return least, points
    fields.fault(place, f"It is {shown(value)}, but must be a total and its points, such as [300, 2].")
    return None

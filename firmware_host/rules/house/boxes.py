"""The boxes in a file of house rules: removed, changed or new."""

from dataclasses import replace

from firmware_host.rules.boxes import UPPER, UPPER_TITLES, fixed_hint, lower_box, upper_boxes
from firmware_host.rules.dice import SIDES
from firmware_host.rules.house.faults import known
from firmware_host.rules.house.fields import LONGEST_TITLE, Fields
from firmware_host.rules.house.figures import read_figure
from firmware_host.rules.house.parameters import MOST_POINTS
from firmware_host.rules.ruleset import Box, Section, Striking, upper_hint
from firmware_host.rules.scoring import AnyDice, Counted, SchoolMark, Score, Scoring, sum_of
from firmware_host.words import say

MOST_BOXES = 40
MOST_SLOTS = 10
LONGEST_HINT = 2 * LONGEST_TITLE
STRIKING: tuple[Striking, ...] = ("any", "worthless", "never")
SECTIONS: tuple[Section, ...] = ("upper", "lower")
UPPER_KINDS = ("sums", "school")
COUNTED: tuple[Counted, ...] = ("all", "figure")
BOX_FIELDS = (
    "id",
    "title",
    "hint",
    "section",
    "value",
    "school",
    "figure",
    "points",
    "sum",
    "slots",
    "striking",
    "before",
)
_SCORING = ("figure", "points", "sum")


def change_boxes(now: tuple[Box, ...], fields: Fields) -> tuple[Box, ...]:
    """Return the boxes `now` after the changes in the fields upper, remove, boxes and striking."""
    striking = fields.choice("striking", STRIKING)
    boxes = list(now)
    _put_upper(boxes, fields)
    _remove(boxes, fields)
    if striking is not None:
        boxes = [box if box.school else replace(box, striking=striking) for box in boxes]
    others: list[Striking] = [box.striking for box in boxes if not box.school]
    new_ones = striking or (others[0] if others else "worthless")
    seen: set[str] = set()
    for entry in fields.tables("boxes") or ():
        _change(boxes, entry, new_ones, seen)
    if not boxes and not fields.faulty("boxes"):
        place = "remove" if "remove" in fields else "boxes"
        fields.fault(place, "The card has no boxes. It needs at least one box.")
    elif len(boxes) > MOST_BOXES:
        fields.fault("boxes", f"The card has {len(boxes)} boxes. Use at most {MOST_BOXES}.")
    return tuple(boxes)


def _put_upper(boxes: list[Box], fields: Fields) -> None:
    """Put ones … sixes first, or change the ones already there."""
    kind = fields.choice("upper", UPPER_KINDS)
    if kind is None:
        return
    now = {box.id: box for box in boxes}
    upper = [_of_value(now.get(box.id, box), value, kind == "school") for value, box in enumerate(upper_boxes(), 1)]
    boxes[:] = [*upper, *(box for box in boxes if box.id not in UPPER)]


def _remove(boxes: list[Box], fields: Fields) -> None:
    for box in fields.ids("remove") or ():
        row = _row(boxes, box)
        if row is None:
            fields.fault("remove", f"The card has no box {box!r}. {known(box, [known_box.id for known_box in boxes])}")
        else:
            del boxes[row]


def _change(boxes: list[Box], entry: Fields, striking: Striking, seen: set[str]) -> None:
    """Change the box with the entry's id, or add it."""
    entry.knows(*BOX_FIELDS)
    entry.require("id", why="It identifies the box, such as full-house.")
    id_ = entry.id()
    if id_ is not None and id_ in seen:
        entry.fault("id", f"{id_} appears twice. Put everything about a box in one entry.")
        return
    seen.add(id_ or "")
    row = None if id_ is None else _row(boxes, id_)
    box = _changed(boxes[row], entry) if row is not None else _new(id_ or "", entry, striking)
    before = entry.id("before")
    entry.done()
    if id_ is None or box is None:
        return
    if row is not None:
        boxes[row] = box
        if before is None:
            return
        del boxes[row]
    place = len(boxes) if before is None else _row(boxes, before)
    if place is None:
        entry.fault("before", f"The card has no other box {before!r}. {known(before or '', [b.id for b in boxes])}")
        place = len(boxes)
    boxes.insert(place, box)


def _new(id_: str, entry: Fields, striking: Striking) -> Box | None:
    value = entry.whole("value", 1, SIDES)
    if "value" not in entry:
        entry.require("title", why="It is the name of the box on the card.")
        if "points" not in entry and "sum" not in entry:
            entry.fault("points", "It is missing. Say what the box is worth with points, with sum, or with both.")
        return _with_details(lower_box(id_, "", Scoring(AnyDice()), "", striking), entry)
    if value is None:
        return None
    return _with_details(replace(upper_boxes(striking)[value - 1], id=id_, title=UPPER_TITLES[value - 1]), entry)


def _changed(box: Box, entry: Fields) -> Box | None:
    value = entry.whole("value", 1, SIDES)
    if value is not None and value != box.value:
        entry.fault("value", f"{box.title} does not collect this value. Remove the box and add a new one.")
        return None
    return _with_details(box, entry)


def _with_details(box: Box, entry: Fields) -> Box | None:
    """Return the box with every field of the entry applied; None if any is wrong."""
    section, slots, striking = (
        entry.choice("section", SECTIONS),
        entry.whole("slots", 1, MOST_SLOTS),
        entry.choice("striking", STRIKING),
    )
    title, hint, school = entry.title(), entry.text("hint", LONGEST_HINT), entry.flag("school")
    box = replace(
        box,
        title=title or box.title,
        section=section or box.section,
        slots=slots or box.slots,
        striking=striking or box.striking,
    )
    scored = _scored(box, entry, box.school if school is None else school)
    if scored is None:
        return None
    if scored.school and "striking" in entry:
        entry.fault("striking", "A school box cannot be struck. Leave this out.")
    if scored.value is not None and hint is not None:
        entry.fault("hint", "A box that collects one value has its own hint. Leave this out.")
    return replace(scored, hint=hint or scored.hint)


def _scored(box: Box, entry: Fields, school: bool) -> Box | None:
    """Return the box with the score given by the entry; None if it is wrong."""
    if box.value is not None:
        if given := [name for name in _SCORING if name in entry]:
            for name in given:
                entry.fault(
                    name,
                    "A box that collects one value has its own score. Leave this out, or use a new box instead.",
                )
            return None
        return box if school == box.school else _of_value(box, box.value, school)
    if school:
        entry.fault("school", "Only a box with a value, such as value = 4, can be a school box.")
        return None
    if not any(name in entry for name in _SCORING):
        return box
    score = _score(box.score, entry)
    return None if score is None else replace(box, score=score, hint=_hint(score))


def _score(now: Score, entry: Fields) -> Scoring | None:
    figure = read_figure(entry, "figure")
    points, counted = entry.whole("points", 0, MOST_POINTS), entry.choice("sum", COUNTED)
    if "figure" not in entry and isinstance(now, Scoring):
        figure = now.figure
    worth: tuple[int, Counted] = (points or 0, counted or "none")
    if "points" not in entry and "sum" not in entry and isinstance(now, Scoring):
        worth = now.points, now.counted
    if figure is None or (points is None and "points" in entry) or (counted is None and "sum" in entry):
        return None
    return Scoring(figure, *worth)


def _of_value(box: Box, value: int, school: bool) -> Box:
    """Return the box changed to collect dice of one value."""
    score: Score = SchoolMark(value) if school else sum_of(value)
    striking: Striking = "never" if school else "worthless" if box.school else box.striking
    hint = upper_hint(value, school=school)
    return replace(box, section="upper", value=value, score=score, hint=hint, school=school, striking=striking)


def _hint(score: Scoring) -> str:
    """Describe the score in a few words."""
    match score.counted, score.points:
        case "none", points:
            return fixed_hint(points)
        case "all", 0:
            return say("Sum of all dice")
        case "all", points:
            return say("Sum of all dice + {points}", points=points)
        case _, 0:
            return say("Sum of the dice that count")
        case _, points:
            return say("Sum of the dice that count + {points}", points=points)
    return ""


def _row(boxes: list[Box], id_: str) -> int | None:
    return next((row for row, box in enumerate(boxes) if box.id == id_), None)

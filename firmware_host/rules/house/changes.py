"""Changes that a file of house rules, or one of its options, makes to a game's rules."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import TypeGuard, TypeVar, cast

from firmware_host.rules.dice import SIDES, Roll
from firmware_host.rules.hands import Ranking
from firmware_host.rules.house.boxes import change_boxes
from firmware_host.rules.house.faults import known
from firmware_host.rules.house.fields import Fields
from firmware_host.rules.house.figures import MOST_DICE
from firmware_host.rules.house.kinds import AWARDS, BONUSES, EARNED, FORBIDS, WORTH, Kind, read_kind
from firmware_host.rules.match import Contest
from firmware_host.rules.parts.awards import ForWritten, TotalBands
from firmware_host.rules.parts.bonuses import WrittenPart, kept_of, written_bonus
from firmware_host.rules.parts.forbids import ORDERS, Forbids, InOrder, School, forbids_of
from firmware_host.rules.parts.jokers import EarnedPart, earned_bonus
from firmware_host.rules.parts.worth import UnusedRolls, Worth
from firmware_host.rules.ruleset import Award, Bonus, Box, Ruleset
from firmware_host.rules.scoring import Score

DICE, ROLLS = 5, 3  # unless the file says otherwise
MOST_ROLLS = 10
MOST_BONUSES = 12
LONGEST_CLOCK_MIN = 120
MOST_INCREMENT_S = 600
SECONDS_A_MINUTE = 60
CARD_FIELDS = (
    "dice",
    "striking",
    "order",
    "upper",
    "remove",
    "boxes",
    "bonuses",
    "remove-bonuses",
    "awards",
    "remove-awards",
    "worth",
    "forbids",
    "first-roll-wins",
    "saved-rolls",
    "sum-row",
    "par",
)
"""Fields that change a card; a game of hands has no card."""
CHANGES = ("rolls", "clock-minutes", "clock-increment", "wild", *CARD_FIELDS)
"""Fields that change rules, in a file and in each of its options."""

_NO_HANDS = "Only in games of hands, such as poker-hands, can dice be wild. Leave this out."

BonusPart = WrittenPart | EarnedPart
AwardPart = ForWritten | TotalBands

_T = TypeVar("_T")
_P = TypeVar("_P")


def change(rules: Ruleset, fields: Fields) -> Ruleset:
    """Return the rules with the changes in the fields; faults are noted there, and the rest still applies."""
    if rules.contest is None:
        if "wild" in fields:
            fields.fault("wild", _NO_HANDS)
        return _ruled(rules, change_boxes(rules.boxes, fields), fields)
    for name in CARD_FIELDS:
        if name in fields:
            fields.fault(name, "This game has no card, so there is nothing to change. Leave this out.")
    return replace(_timed(rules, fields), contest=_wild(rules.contest, fields))


def _wild(contest: Contest, fields: Fields) -> Contest:
    """Return the contest with the wild values of the field, if there is one."""
    wild = fields.each("wild", lambda inner, item: inner.whole(item, 1, SIDES))
    if wild is None or not isinstance(contest.rank, Ranking):
        return contest
    return replace(contest.rank, wild=frozenset(wild)).contest(contest.rounds, shared=contest.shared)


def begin(fields: Fields) -> Ruleset | None:
    """Return rules made from the fields alone; None if they have no box."""
    if "wild" in fields:
        fields.fault("wild", _NO_HANDS)
    boxes = change_boxes((), fields)
    blank = Ruleset("blank", "Blank", DICE, ROLLS, boxes, "") if boxes else None
    return blank and _ruled(blank, boxes, fields, new=True)


def _ruled(rules: Ruleset, boxes: tuple[Box, ...], fields: Fields, *, new: bool = False) -> Ruleset:
    """Put `boxes` on the card, with everything that depends on them."""
    dice, par, row = fields.whole("dice", 1, MOST_DICE), fields.whole("par", 0, MOST_DICE), fields.flag("sum-row")
    card = replace(
        _timed(rules, fields),
        dice=dice or rules.dice,
        par=rules.par if par is None else par,
        sum_row=rules.sum_row if row is None else row,
        boxes=boxes or rules.boxes,
        bonuses=(),
        awards=(),
        first_roll_wins=(),
    )
    _check_scores(() if new or card.dice != rules.dice else rules.boxes, card, fields)
    worth, saved = _worth(rules, card, fields), fields.flag("saved-rolls")
    saved_rolls = rules.saved_rolls if saved is None else saved
    if saved_rolls and any(isinstance(known, UnusedRolls) for known in worth.changes):
        fields.fault("saved-rolls", "Unused rolls earn points in this game, so they cannot be saved. Leave one out.")
    return replace(
        card,
        first_roll_wins=_first_roll_wins(rules, card, fields),
        saved_rolls=saved_rolls,
        bonuses=_bonuses(rules, card, fields),
        awards=_awards(rules, card, fields),
        worth=worth,
        forbids=_forbids(rules, card, fields),
        remembers=worth.remembers,
    )


def _first_roll_wins(rules: Ruleset, card: Ruleset, fields: Fields) -> tuple[str, ...]:
    """Return the boxes that win the game on the first roll: those listed, or those of the rules that are left."""
    if "first-roll-wins" not in fields:
        return kept_of(rules.first_roll_wins, card.boxes)
    listed, ids = fields.ids("first-roll-wins") or (), [box.id for box in card.boxes]
    for box in listed:
        if box not in ids:
            fields.fault("first-roll-wins", f"The card has no box {box!r}. {known(box, ids)}")
    return kept_of(tuple(dict.fromkeys(listed)), card.boxes)


def _timed(rules: Ruleset, fields: Fields) -> Ruleset:
    rolls, minutes = fields.whole("rolls", 1, MOST_ROLLS), fields.whole("clock-minutes", 0, LONGEST_CLOCK_MIN)
    increment = fields.whole("clock-increment", 0, MOST_INCREMENT_S)
    return replace(
        rules,
        rolls=rolls or rules.rolls,
        clock_s=rules.clock_s if minutes is None else SECONDS_A_MINUTE * minutes,
        increment_s=rules.increment_s if increment is None else increment,
    )


def _check_scores(checked: tuple[Box, ...], card: Ruleset, fields: Fields) -> None:
    """Note each box in which no roll can score, unless its score is unchanged from `checked`."""
    entries = {entry.id(): entry for entry in fields.tables("boxes") or ()}
    before = {box.id: box.score for box in checked}
    never = [box for box in card.boxes if box.score != before.get(box.id) and not can_score(box.score, card.dice)]
    thrown = f"No roll of {card.dice} dice" if card.dice > 1 else "No roll of one die"
    for box in never:
        if box.id in entries and not entries[box.id].faulty():
            entries[box.id].fault("", f"{thrown} can score in {box.id}. Change its figure or its points.")
    if others := [box.id for box in never if box.id not in entries]:
        fields.fault("dice", f"{thrown} can score in {', '.join(others)}. Remove them, or change the number of dice.")


@lru_cache(maxsize=1000)
def can_score(score: Score, dice: int) -> bool:
    """Return whether any roll of this many dice scores."""
    return any(score(Roll(values)) for values in combinations_with_replacement(range(1, SIDES + 1), dice))


def _bonuses(rules: Ruleset, card: Ruleset, fields: Fields) -> tuple[Bonus, ...]:
    bonuses: dict[str, Bonus] = {}
    for bonus in rules.bonuses:
        kept = _part_of(bonus).on(card)
        if kept is not None:
            bonuses[bonus.id] = _bonus(bonus.id, bonus.title, kept)
    _remove(bonuses, fields, "remove-bonuses")
    for entry, id_ in _entries(fields, "bonuses", MOST_BONUSES):
        now = bonuses.get(id_)
        old = None if now is None else _part_of(now)
        part: BonusPart | None = read_kind(BONUSES, entry, card, old)
        title = _title(entry, "" if now is None else now.title, old, part)
        if part is None or title is None:
            continue
        earned = [known.id for known in bonuses.values() if known.earned is not None and known.id != id_]
        if _is_earned(part) and earned:
            entry.fault("kind", "A turn can earn only one bonus, and this card already has one. Remove one of them.")
            continue
        bonuses[id_] = _bonus(id_, title, part)
    return tuple(bonuses.values())


def _part_of(bonus: Bonus) -> BonusPart:
    return cast(BonusPart, bonus.earned or bonus.points)  # every game builds its bonuses from parts


def _is_earned(part: BonusPart) -> TypeGuard[EarnedPart]:
    return isinstance(part, tuple(kind.record for kind in EARNED.values()))


def _bonus(id_: str, title: str, part: BonusPart) -> Bonus:
    return earned_bonus(id_, title, part) if _is_earned(part) else written_bonus(id_, title, cast(WrittenPart, part))


def _awards(rules: Ruleset, card: Ruleset, fields: Fields) -> tuple[Award, ...]:
    awards: dict[str, Award] = {}
    for award in rules.awards:
        kept = cast(AwardPart, award.points).on(card)
        if kept is not None:
            awards[award.id] = Award(award.id, award.title, kept)
    _remove(awards, fields, "remove-awards")
    for entry, id_ in _entries(fields, "awards", MOST_BONUSES):
        now = awards.get(id_)
        old = None if now is None else now.points.part if isinstance(now.points, ForWritten) else now.points
        part = read_kind(AWARDS, entry, card, old)
        title = _title(entry, "" if now is None else now.title, old, part)
        if part is not None and title is not None:
            awards[id_] = Award(id_, title, part if isinstance(part, TotalBands) else ForWritten(part))
    return tuple(awards.values())


def _worth(rules: Ruleset, card: Ruleset, fields: Fields) -> Worth:
    entries = fields.tables("worth")
    if entries is None:
        return rules.worth.on(card) if isinstance(rules.worth, Worth) else Worth()
    changes = [_listed(WORTH, entry, card) for entry in entries]
    return Worth(tuple(known for known in changes if known is not None))


def _forbids(rules: Ruleset, card: Ruleset, fields: Fields) -> Forbids:
    entries, order = fields.tables("forbids"), fields.choice("order", ORDERS)
    forbids = forbids_of(rules).on(card)
    if entries is not None:
        reasons = [_listed(FORBIDS, entry, card) for entry in entries]
        forbids = replace(forbids, reasons=tuple(known for known in reasons if known is not None))
    if any(box.school for box in card.boxes) and not any(isinstance(known, School) for known in forbids.reasons):
        forbids = replace(forbids, reasons=(School.of(card.boxes), *forbids.reasons))
    if order is None:
        return forbids
    return replace(forbids, in_order=None if order == "free" else InOrder.of(card.boxes, order))


def _listed(kinds: Mapping[str, Kind[_P]], entry: Fields, card: Ruleset) -> _P | None:
    part = read_kind(kinds, entry, card)
    entry.done()
    return part


def _entries(fields: Fields, name: str, most: int) -> Iterator[tuple[Fields, str]]:
    """Yield each table of a list with its id; a table whose id is missing or repeated is noted as a fault instead."""
    entries = fields.tables(name) or ()
    if len(entries) > most:
        fields.fault(name, f"There are {len(entries)}. Use at most {most}.")
    seen: set[str] = set()
    for entry in entries[:most]:
        entry.require("id", why="It identifies the entry, such as upper.")
        id_ = entry.id()
        if id_ in seen:
            entry.fault("id", f"{id_} appears twice. Give each entry its own id.")
        elif id_ is not None:
            seen.add(id_)
            yield entry, id_
            entry.done()


def _title(entry: Fields, now: str, old: object, part: BonusPart | TotalBands | None) -> str | None:
    """Return the entry's title, else `now` or one made for the part; None if the entry must give a new one."""
    title = entry.title()
    if title is not None or part is None or "title" in entry:
        return title
    if not now or now == getattr(old, "title", ""):
        return part.title
    changed = [name for name in ("at", "below", "points") if getattr(old, name, None) != getattr(part, name, None)]
    if any(str(getattr(old, name, "")) in now.split() for name in changed):
        entry.fault("title", f"It is missing, and {now!r} is no longer true. Give a new title.")
        return None
    return now


def _remove(parts: dict[str, _T], fields: Fields, name: str) -> None:
    for id_ in fields.ids(name) or ():
        if id_ in parts:
            del parts[id_]
        else:
            fields.fault(name, f"There is no {id_!r} to remove. {known(id_, parts)}")

"""Judges dice that lie still: a roll, no roll, or a question for the players. Pure: no clock, no device, no memory.

A die has *moved* when it no longer lies where it lay, with the face it had, since the last roll was counted. The
caller remembers which dice still do (`resting`), hands them in, and lets `still_resting` and `follow_held` carry
them over to the next reading.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Literal

from firmware_host.game.commands import Place
from firmware_host.game.turn import NO_ROLLS_LEFT, WRITE, Ending
from firmware_host.table.snapshot import QuestionShown
from firmware_host.words import Words, joined, listed, say, say_count


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Distances in widths of a die, measured between centres.

    `same_place`: a die that was not touched is found again within this; the box drawn round it jitters by less than
    a tenth, and a thrown die rarely comes back so near with the same face. `nudged`: how far a held die may be
    pushed by a hand or a rolling neighbour and still be recognised by its face.
    """

    same_place: float = 0.35
    nudged: float = 1.5


THRESHOLDS = Thresholds()
ALL_HELD = say("All dice are held.")


@dataclass(frozen=True, slots=True)
class LyingDie:
    """A die that lies still: its place, its likeliest value, and, while unsure, the values it may show, best first.

    A die named by a player is sure and keeps its `choices`, so that it is recognised when it is read again.
    """

    place: Place
    value: int
    sure: bool = True
    choices: tuple[int, ...] = ()

    @property
    def faces(self) -> frozenset[int]:
        """Every value that the reader or a player has given this die."""
        return frozenset((self.value, *self.choices))


@dataclass(frozen=True, slots=True)
class Reading:
    """Dice lying still, left to right; `thrown` is False when nothing moved before; `problems` could not be read."""

    dice: tuple[LyingDie, ...]
    thrown: bool
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnDie:
    """A die of the turn's current roll: its value, whether it is held, where it was last seen.

    `place` is None where nobody saw it (a roll entered by hand). `read_as` holds every value the reader has given it,
    which a correction may have overruled.
    """

    value: int
    held: bool
    place: Place | None
    read_as: frozenset[int] = frozenset()

    @property
    def faces(self) -> frozenset[int]:
        """Every value by which this die may be recognised."""
        return self.read_as | {self.value}


@dataclass(frozen=True, slots=True)
class Turn:
    """What the game awaits: how many dice it is played with, rolls left, and the current roll (empty before one).

    `ending` says what ends the turn.
    """

    count: int
    rolls_left: int
    dice: tuple[TurnDie, ...] = ()
    ending: Ending = WRITE

    @property
    def held(self) -> tuple[int, ...]:
        """Indices of the held dice."""
        return tuple(i for i, die in enumerate(self.dice) if die.held)


@dataclass(frozen=True, slots=True)
class CountedRoll:
    """A roll to record, left to right.

    `seen` gives for each die its index in the reading (None: held and put aside off the tray), `was` its index in
    the roll before (None: thrown).
    """

    values: tuple[int, ...]
    kept: tuple[bool, ...]
    places: tuple[Place, ...]
    seen: tuple[int | None, ...]
    was: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class NoRoll:
    """Nothing to record, and why; `text` is a sentence for people, empty where there is nothing to say."""

    why: Literal["at-start", "unmoved", "incomplete", "no-rolls-left", "all-held"]
    text: str = ""


Verdict = CountedRoll | NoRoll | QuestionShown


def judge(turn: Turn, resting: Sequence[LyingDie], reading: Reading, *, accept: bool = False) -> Verdict:
    """Say what the dice of `reading` mean to `turn`.

    `resting` are the dice that have not moved since the last roll was counted. With `accept` a player has asked to
    count the dice as they lie: then only their number and unnamed faces can stand in the way.
    """
    layout = _lay_out(turn, resting, reading)
    return (
        _closed(turn, reading, accept)
        or _too_many(turn, reading)
        or (None if accept else _unthrown(turn, reading, layout))
        or _too_few(turn, reading, layout)
        or _unsure(reading, layout)
        or (_counted_already(turn, reading, layout) if accept else _doubt(turn, reading, layout))
        or _count(turn, reading, layout)
    )


@dataclass(frozen=True, slots=True)
class _Layout:
    """How a reading's dice are sorted out.

    `kept` maps held dice of the turn to dice of the reading, the others are `loose`, and of these some are `unmoved`.
    `put_aside`: the held dice were taken off the tray, and only the others were thrown.
    """

    kept: dict[int, int]
    loose: tuple[int, ...]
    unmoved: tuple[int, ...]
    put_aside: bool


def _lay_out(turn: Turn, resting: Sequence[LyingDie], reading: Reading) -> _Layout:
    kept = match_held(turn, resting, reading.dice)
    loose = tuple(i for i in range(len(reading.dice)) if i not in kept.values())
    return _Layout(
        kept=kept,
        loose=loose,
        unmoved=tuple(i for i in loose if _rests(reading.dice[i], resting)),
        put_aside=bool(turn.held) and not kept and len(reading.dice) == turn.count - len(turn.held),
    )


def count_by_hand(turn: Turn, reading: Reading, values: Sequence[int]) -> CountedRoll | None:
    """Lay values that a player entered on the dice of `reading`, from the left; held dice keep their values.

    None where the reading cannot show these dice: another number of them, or a held one is not found.
    """
    kept = match_held(turn, (), reading.dice)
    if not len(reading.dice) == len(values) == turn.count or len(kept) < len(turn.held):
        return None
    free = iter(j for j in range(turn.count) if j not in kept.values())
    entries = sorted((kept[i] if i in kept else next(free), i, value) for i, value in enumerate(values))
    return CountedRoll(
        values=tuple(value for _, _, value in entries),
        kept=tuple(i in kept for _, i, _ in entries),
        places=tuple(reading.dice[j].place for j, _, _ in entries),
        seen=tuple(j for j, _, _ in entries),
        was=tuple(i if i in kept else None for _, i, _ in entries),
    )


def match_held(turn: Turn, resting: Sequence[LyingDie], dice: Sequence[LyingDie]) -> dict[int, int]:
    """Find the held dice again: index in the turn's roll → index in `dice`, for those that keep their face.

    First those at their place, then those nudged: the nearest die that surely shows the face and is no other die
    lying where it lay.
    """
    found = _pair(turn, turn.held, dice, range(len(dice)), THRESHOLDS.same_place)
    lost = [i for i in turn.held if i not in found]
    free = [j for j, die in enumerate(dice) if j not in found.values() and die.sure and not _rests(die, resting)]
    return found | _pair(turn, lost, dice, free, THRESHOLDS.nudged)


def adopt(turn: Turn, reading: Reading) -> tuple[TurnDie, ...]:
    """Return the turn's dice where `reading` shows them, if it shows exactly these faces; else as they were.

    For dice found lying when the camera starts or comes back: it may have moved, or the roll was entered by hand.
    """
    lying = Counter(die.value for die in reading.dice)
    if not all(die.sure for die in reading.dice) or lying != Counter(die.value for die in turn.dice):
        return turn.dice
    places = {value: [die.place for die in reading.dice if die.value == value] for value in lying}
    return tuple(replace(die, place=places[die.value].pop(0)) for die in turn.dice)


def still_resting(resting: Sequence[LyingDie], reading: Reading) -> tuple[LyingDie, ...]:
    """Return the dice of `reading` that have not moved since `resting` was noted."""
    return tuple(die for die in reading.dice if _rests(die, resting))


def follow_held(turn: Turn, resting: Sequence[LyingDie], reading: Reading) -> tuple[TurnDie, ...]:
    """Return the turn's dice with the held ones where `reading` shows them.

    Held dice that were pushed far are followed while no die was thrown: then all dice that moved are held ones, and
    show their faces.
    """
    kept = match_held(turn, resting, reading.dice)
    lost = [i for i in turn.held if i not in kept]
    strays = [j for j, die in enumerate(reading.dice) if j not in kept.values() and not _rests(die, resting)]
    if lost and Counter(turn.dice[i].value for i in lost) == Counter(reading.dice[j].value for j in strays):
        kept |= _pair(turn, lost, reading.dice, strays, float("inf"))
    return tuple(
        replace(die, place=reading.dice[kept[i]].place) if i in kept else die for i, die in enumerate(turn.dice)
    )


def _pair(
    turn: Turn, held: Sequence[int], dice: Sequence[LyingDie], free: Iterable[int], reach: float
) -> dict[int, int]:
    """Pair held dice with lying dice that may show their face within `reach` widths, nearest pairs first."""
    pairs = sorted(
        (distance, i, j)
        for j in free
        for i in held
        if (place := turn.dice[i].place) is not None
        and turn.dice[i].faces & dice[j].faces
        and (distance := _distance(place, dice[j].place)) <= reach
    )
    found: dict[int, int] = {}
    for _, i, j in pairs:
        if i not in found and j not in found.values():
            found[i] = j
    return found


def _rests(die: LyingDie, resting: Sequence[LyingDie]) -> bool:
    return any(_distance(old.place, die.place) <= THRESHOLDS.same_place and old.faces & die.faces for old in resting)


def _distance(a: Place, b: Place) -> float:
    """Distance of two centres in widths of the first die."""
    return hypot(a.x - b.x, a.y - b.y) / a.size


def _closed(turn: Turn, reading: Reading, accept: bool) -> NoRoll | None:
    """Say why no roll is awaited at all."""
    if turn.rolls_left == 0:
        return NoRoll("no-rolls-left", joined(NO_ROLLS_LEFT, turn.ending.order))
    if turn.dice and len(turn.held) == turn.count:
        return NoRoll("all-held", joined(ALL_HELD, turn.ending.release_or))
    return None if reading.thrown or accept else NoRoll("at-start")


def _too_many(turn: Turn, reading: Reading) -> QuestionShown | None:
    extra = len(reading.dice) - turn.count
    if extra <= 0:
        return None
    text = joined(
        say_count("{count} die lies in the tray.", "{count} dice lie in the tray.", len(reading.dice)),
        say_count("This game is played with {count} die.", "This game is played with {count} dice.", turn.count),
        say_count("Take {count} die out.", "Take {count} dice out.", extra),
        *reading.problems,
    )
    return QuestionShown("count", (), text, can_accept=False)


def _unthrown(turn: Turn, reading: Reading, layout: _Layout) -> NoRoll | None:
    """Stay quiet while the dice that are not held lie as they did, or all that are still in the tray do."""
    if len(layout.unmoved) not in {len(layout.loose), turn.count - len(turn.held)}:
        return None
    return _too_few(turn, reading, replace(layout, put_aside=False)) or NoRoll("unmoved")


def _too_few(turn: Turn, reading: Reading, layout: _Layout) -> NoRoll | None:
    if layout.put_aside or len(reading.dice) >= turn.count:
        return None
    seen = say_count(
        "Only {count} of the {all} dice lies in the tray.",
        "Only {count} of the {all} dice lie in the tray.",
        len(reading.dice),
        all=turn.count,
    )
    there = seen if reading.dice else say("No dice lie in the tray.")
    return NoRoll("incomplete", joined(there, *reading.problems))


def _unsure(reading: Reading, layout: _Layout) -> QuestionShown | None:
    dice = tuple(i for i in layout.loose if not reading.dice[i].sure)
    if not dice:
        return None
    if len(dice) == 1:
        text = say("What does die {die} from the left show?", die=dice[0] + 1)
    else:
        text = say("What do dice {dice} from the left show?", dice=_numbers(dice))
    return QuestionShown("unsure", dice, text, can_accept=False)


def _counted_already(turn: Turn, reading: Reading, layout: _Layout) -> NoRoll | None:
    """Refuse to count the dice of the current roll once more, where they were counted."""
    thrown = tuple(
        LyingDie(die.place, die.value, choices=tuple(die.faces))
        for die in turn.dice
        if not die.held and die.place is not None
    )
    if not layout.loose or not all(_rests(reading.dice[i], thrown) for i in layout.loose):
        return None
    return NoRoll("unmoved", joined(say("These dice are counted already."), turn.ending.throw_or))


def _doubt(turn: Turn, reading: Reading, layout: _Layout) -> QuestionShown | None:
    missing = () if layout.put_aside else tuple(i for i in turn.held if i not in layout.kept)
    if reading.problems:
        text = joined(*reading.problems, say("Put it right, or count the dice as they lie."))
        return QuestionShown("count", (), text, can_accept=True)
    if missing:
        dice = _nearest(turn, missing, reading, layout.loose)
        return QuestionShown("held-changed", dice, _changed(missing), can_accept=True)
    if layout.unmoved:
        return QuestionShown("not-thrown", layout.unmoved, _not_thrown(layout.unmoved), can_accept=True)
    return None


def _changed(held: Sequence[int]) -> Words:
    back = say("Lay the held dice back as they were and throw again, or count the dice as they lie.")
    if len(held) == 1:
        return joined(say("The held die {die} has changed.", die=held[0] + 1), back)
    return joined(say("The held dice {dice} have changed.", dice=_numbers(held)), back)


def _not_thrown(unmoved: Sequence[int]) -> Words:
    throw = say("Hold the dice to keep and throw the others, or count the dice as they lie.")
    if len(unmoved) == 1:
        return joined(say("Die {die} still lies where it was.", die=unmoved[0] + 1), throw)
    return joined(say("Dice {dice} still lie where they were.", dice=_numbers(unmoved)), throw)


def _nearest(turn: Turn, missing: Sequence[int], reading: Reading, loose: Sequence[int]) -> tuple[int, ...]:
    """Find the dice of the reading that lie, whatever they show, where the missing held dice lay."""
    anything = replace(turn, dice=tuple(replace(die, read_as=frozenset(range(1, 7))) for die in turn.dice))
    return tuple(sorted(_pair(anything, missing, reading.dice, loose, THRESHOLDS.nudged).values()))


def _count(turn: Turn, reading: Reading, layout: _Layout) -> CountedRoll:
    before = {j: i for i, j in layout.kept.items()}
    entries: list[tuple[int, Place, int | None, int | None]] = [
        (turn.dice[before[j]].value if j in before else die.value, die.place, j, before.get(j))
        for j, die in enumerate(reading.dice)
    ]
    if layout.put_aside:
        # A die that nobody ever saw has no place; beyond the right edge it keeps its order and is never found again.
        nowhere = Place(float(max((die.place.x for die in reading.dice), default=0.0)) + 1.0, 0.0, 1.0)
        entries += [(turn.dice[i].value, turn.dice[i].place or nowhere, None, i) for i in turn.held]
        entries.sort(key=lambda entry: entry[1].x)
    return CountedRoll(
        values=tuple(value for value, _, _, _ in entries),
        kept=tuple(was is not None for _, _, _, was in entries),
        places=tuple(place for _, place, _, _ in entries),
        seen=tuple(j for _, _, j, _ in entries),
        was=tuple(was for _, _, _, was in entries),
    )


def _numbers(dice: Sequence[int]) -> Words:
    """Write indices as people count: "2", "2 and 4", "1, 2 and 4"."""
    return listed([i + 1 for i in dice])

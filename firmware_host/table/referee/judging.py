"""The referee's judgement: the first thing that stands in the way of a roll is what it answers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware_host.game.commands import Place
from firmware_host.table.referee import sentences
from firmware_host.table.referee.matching import disturbed, match_held, match_twins, nearest, rests
from firmware_host.table.referee.records import CountedRoll, LyingDie, NoRoll, Reading, Turn, Verdict
from firmware_host.table.snapshot import QuestionShown
from firmware_host.words import joined, say


def judge(
    turn: Turn,
    resting: Sequence[LyingDie],
    reading: Reading,
    *,
    staying: Sequence[LyingDie] = (),
    accept: bool = False,
) -> Verdict:
    """Say what the dice of `reading` mean to `turn`.

    `resting` are the dice that have not moved since the last roll was counted, `staying` those of an unfinished throw
    that are to lie as they do until a cocked one has been thrown again. With `accept` a player has asked to count the
    dice as they lie: then only their number and unnamed faces can stand in the way, and what the table's rule forbids.
    """
    reading = _as_ruled(turn, reading, accept=accept)
    layout = _lay_out(turn, resting, reading)
    return (
        _closed(turn, reading, accept)
        or _too_many(turn, reading)
        or (None if accept else _unthrown(turn, reading, layout))
        or _too_few(turn, reading, layout, staying)
        or _not_flat(turn, reading, layout)
        or _unsure(reading, layout)
        or (_counted_already(turn, reading, layout) if accept else _doubt(turn, reading, layout, staying))
        or _count(turn, reading, layout)
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
    unmoved = tuple(i for i in loose if rests(reading.dice[i], resting))
    twins = match_twins(turn, kept, resting, reading.dice)
    if len(reading.dice) == turn.count and twins and set(unmoved) == set(twins.values()):
        kept, loose, unmoved = kept | twins, tuple(i for i in loose if i not in unmoved), ()
    return _Layout(
        kept=kept,
        loose=loose,
        unmoved=unmoved,
        put_aside=bool(turn.held) and not kept and len(reading.dice) == turn.count - len(turn.held),
    )


def _as_ruled(turn: Turn, reading: Reading, *, accept: bool) -> Reading:
    """Take dice that do not lie flat for what they show where rule or player says so and their face is clear."""
    if turn.cocked != "read" and not (accept and turn.cocked == "ask"):
        return reading
    dice = tuple(replace(die, sure=True, trouble="") if die.clear else die for die in reading.dice)
    return replace(reading, dice=dice)


def _closed(turn: Turn, reading: Reading, accept: bool) -> NoRoll | None:
    """Say why no roll is awaited at all."""
    if turn.rolls_left == 0:
        return NoRoll("no-rolls-left", sentences.no_rolls_left(turn))
    if turn.dice and len(turn.held) == turn.count:
        return NoRoll("all-held", sentences.all_held(turn))
    return None if reading.thrown or accept else NoRoll("at-start")


def _too_many(turn: Turn, reading: Reading) -> QuestionShown | None:
    if len(reading.dice) <= turn.count:
        return None
    return QuestionShown("too-many", (), sentences.too_many(turn, reading), can_accept=False, can_enter=True)


def _unthrown(turn: Turn, reading: Reading, layout: _Layout) -> NoRoll | None:
    """Stay quiet while the dice that are not held lie as they did, or all that are still in the tray do."""
    if len(layout.unmoved) not in {len(layout.loose), turn.count - len(turn.held)}:
        return None
    return _emptied(turn, reading) or NoRoll("unmoved")


def _too_few(
    turn: Turn, reading: Reading, layout: _Layout, staying: Sequence[LyingDie]
) -> NoRoll | QuestionShown | None:
    """Name dice that are missing from a throw; stay quiet where nothing was thrown yet."""
    lacking = turn.count - len(reading.dice)
    if layout.put_aside or lacking <= 0:
        return None
    if len(layout.unmoved) == len(layout.loose):
        return _emptied(turn, reading)
    if staying and not disturbed(staying, reading.dice):
        return NoRoll("incomplete", sentences.to_be_thrown_again(lacking))
    if len(reading.outside) == lacking:
        return QuestionShown("outside", (), sentences.outside(reading), can_accept=False, can_enter=True)
    return QuestionShown("missing", (), sentences.missing(turn, reading), can_accept=False, can_enter=True)


def _emptied(turn: Turn, reading: Reading) -> NoRoll | None:
    """Say quietly that dice were taken out of the tray."""
    if len(reading.dice) >= turn.count:
        return None
    if turn.dice and not reading.dice:
        return NoRoll("taken-out", sentences.taken_out(turn))
    return NoRoll("incomplete", sentences.too_few(turn, reading))


def _not_flat(turn: Turn, reading: Reading, layout: _Layout) -> QuestionShown | None:
    """Ask about dice that lean, lie on others or are covered; the rule of the table may leave one answer alone."""
    dice = tuple(i for i in layout.loose if reading.dice[i].trouble)
    if not dice:
        return None
    must_throw = turn.cocked == "throw"
    stacked = all(reading.dice[i].trouble == "stacked" for i in dice)
    return QuestionShown(
        "stacked" if stacked else "cocked",
        dice,
        sentences.not_flat(dice, reading, must_throw=must_throw),
        can_accept=not must_throw and all(reading.dice[i].clear for i in dice),
        can_name=not must_throw,
        rethrow=dice,
    )


def _unsure(reading: Reading, layout: _Layout) -> QuestionShown | None:
    dice = tuple(i for i in layout.loose if not reading.dice[i].sure)
    if not dice:
        return None
    return QuestionShown("unsure", dice, sentences.unsure(dice), can_accept=False, can_name=True)


def _counted_already(turn: Turn, reading: Reading, layout: _Layout) -> NoRoll | None:
    """Refuse to count the dice of the current roll once more, where they were counted."""
    thrown = tuple(
        LyingDie(die.place, die.value, choices=tuple(die.faces))
        for die in turn.dice
        if not die.held and die.place is not None
    )
    if not layout.loose or not all(rests(reading.dice[i], thrown) for i in layout.loose):
        return None
    return NoRoll("unmoved", joined(say("These dice are counted already."), turn.ending.throw_or))


def _doubt(turn: Turn, reading: Reading, layout: _Layout, staying: Sequence[LyingDie]) -> QuestionShown | None:
    missing = () if layout.put_aside else tuple(i for i in turn.held if i not in layout.kept)
    if reading.problems:
        text = joined(*reading.problems, sentences.OR_AS_THEY_LIE)
        return QuestionShown("unclear", (), text, can_accept=True, can_enter=True)
    if missing:
        near = nearest(turn, missing, reading, layout.loose)
        now = [reading.dice[near[i]] if i in near else None for i in missing]
        dice = tuple(sorted(near.values()))
        text = sentences.held_changed(turn, missing, now)
        return QuestionShown("held-changed", dice, text, can_accept=True, can_enter=True)
    if gone := disturbed(staying, reading.dice):
        text = sentences.moved_meanwhile(gone, turn.kind)
        return QuestionShown("not-kept", (), text, can_accept=True, can_enter=True)
    if layout.unmoved:
        text = sentences.not_thrown(layout.unmoved)
        return QuestionShown("not-thrown", layout.unmoved, text, can_accept=True, can_enter=True)
    return None


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

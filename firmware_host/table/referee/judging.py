"""The referee's judgement: it answers with the first thing that stands in the way of a roll."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware_host.game.commands import Place
from firmware_host.table.referee import sentences
from firmware_host.table.referee.matching import disturbed, is_at_rest, match_held, match_twins, nearest
from firmware_host.table.referee.records import CountedRoll, LyingDie, NoRoll, Reading, TrayTurn, Verdict
from firmware_host.table.snapshot import QuestionView
from firmware_host.words import joined, say


def judge(
    turn: TrayTurn,
    at_rest: Sequence[LyingDie],
    reading: Reading,
    *,
    staying: Sequence[LyingDie] = (),
    accept: bool = False,
) -> Verdict:
    """Say what the dice of `reading` mean to `turn`.

    `at_rest` are the dice that have not moved since the last roll was counted, `staying` those of an unfinished throw
    that must stay until a cocked one has been thrown again. With `accept` a player has asked to count these dice: then
    only their number, unnamed faces and the table's rule can stand in the way.
    """
    reading = _as_ruled(turn, reading, accept=accept)
    layout = _lay_out(turn, at_rest, reading)
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


def count_by_hand(turn: TrayTurn, reading: Reading, values: Sequence[int]) -> CountedRoll | None:
    """Match values that a player entered to the dice of `reading`, from the left; held dice keep their values.

    None if the reading cannot show these dice: the number differs, or a held die is not found.
    """
    held = match_held(turn, (), reading.dice)
    if not len(reading.dice) == len(values) == turn.count or len(held) < len(turn.held):
        return None
    free = iter(j for j in range(turn.count) if j not in held.values())
    entries = sorted((held[i] if i in held else next(free), i, value) for i, value in enumerate(values))
    return CountedRoll(
        values=tuple(value for _, _, value in entries),
        kept=tuple(i in held for _, i, _ in entries),
        places=tuple(reading.dice[j].place for j, _, _ in entries),
        seen=tuple(j for j, _, _ in entries),
        was=tuple(i if i in held else None for _, i, _ in entries),
    )


@dataclass(frozen=True, slots=True)
class _Layout:
    """How a reading's dice are sorted out.

    `held` maps held dice of the turn to dice of the reading. The others are `loose`, and some of these are `at_rest`.
    `set_aside`: the held dice were taken off the tray, and only the others were thrown.
    """

    held: dict[int, int]
    loose: tuple[int, ...]
    at_rest: tuple[int, ...]
    set_aside: bool


def _lay_out(turn: TrayTurn, at_rest: Sequence[LyingDie], reading: Reading) -> _Layout:
    held = match_held(turn, at_rest, reading.dice)
    loose = tuple(i for i in range(len(reading.dice)) if i not in held.values())
    loose_at_rest = tuple(i for i in loose if is_at_rest(reading.dice[i], at_rest))
    twins = match_twins(turn, held, at_rest, reading.dice)
    if len(reading.dice) == turn.count and twins and set(loose_at_rest) == set(twins.values()):
        held, loose, loose_at_rest = held | twins, tuple(i for i in loose if i not in loose_at_rest), ()
    return _Layout(
        held=held,
        loose=loose,
        at_rest=loose_at_rest,
        set_aside=bool(turn.held) and not held and len(reading.dice) == turn.count - len(turn.held),
    )


def _as_ruled(turn: TrayTurn, reading: Reading, *, accept: bool) -> Reading:
    """Accept dice that are not flat for what they show if rule or player says so and the face is clear."""
    if turn.cocked != "read" and not (accept and turn.cocked == "ask"):
        return reading
    dice = tuple(replace(die, sure=True, trouble="") if die.clear else die for die in reading.dice)
    return replace(reading, dice=dice)


def _closed(turn: TrayTurn, reading: Reading, accept: bool) -> NoRoll | None:
    """Say why no roll is expected at all."""
    if turn.rolls_left == 0:
        return NoRoll("no-rolls-left", sentences.no_rolls_left(turn))
    if turn.dice and len(turn.held) == turn.count:
        return NoRoll("all-held", sentences.all_held(turn))
    return None if reading.thrown or accept else NoRoll("at-start")


def _too_many(turn: TrayTurn, reading: Reading) -> QuestionView | None:
    if len(reading.dice) <= turn.count:
        return None
    return QuestionView("too-many", (), sentences.too_many(turn, reading), can_accept=False, can_enter=True)


def _unthrown(turn: TrayTurn, reading: Reading, layout: _Layout) -> NoRoll | None:
    """Stay quiet while the dice that are not held have not moved, or those still in the tray have not."""
    if len(layout.at_rest) not in {len(layout.loose), turn.count - len(turn.held)}:
        return None
    return _emptied(turn, reading) or NoRoll("at-rest")


def _too_few(
    turn: TrayTurn, reading: Reading, layout: _Layout, staying: Sequence[LyingDie]
) -> NoRoll | QuestionView | None:
    """Ask about dice missing from a throw; stay quiet if nothing was thrown yet."""
    lacking = turn.count - len(reading.dice)
    if layout.set_aside or lacking <= 0:
        return None
    if len(layout.at_rest) == len(layout.loose):
        return _emptied(turn, reading)
    if staying and not disturbed(staying, reading.dice):
        return NoRoll("incomplete", sentences.to_be_thrown_again(lacking))
    if len(reading.outside) == lacking:
        return QuestionView("outside", (), sentences.outside(reading), can_accept=False, can_enter=True)
    return QuestionView("missing", (), sentences.missing(turn, reading), can_accept=False, can_enter=True)


def _emptied(turn: TrayTurn, reading: Reading) -> NoRoll | None:
    """Say quietly that dice were taken out of the tray."""
    if len(reading.dice) >= turn.count:
        return None
    if turn.dice and not reading.dice:
        return NoRoll("taken-out", sentences.taken_out(turn))
    return NoRoll("incomplete", sentences.too_few(turn, reading))


def _not_flat(turn: TrayTurn, reading: Reading, layout: _Layout) -> QuestionView | None:
    """Ask about dice that are cocked, stacked or covered; the table's rule may allow only one answer."""
    dice = tuple(i for i in layout.loose if reading.dice[i].trouble)
    if not dice:
        return None
    must_throw = turn.cocked == "throw"
    stacked = all(reading.dice[i].trouble == "stacked" for i in dice)
    return QuestionView(
        "stacked" if stacked else "cocked",
        dice,
        sentences.not_flat(dice, reading, must_throw=must_throw),
        can_accept=not must_throw and all(reading.dice[i].clear for i in dice),
        can_name=not must_throw,
        rethrow=dice,
    )


def _unsure(reading: Reading, layout: _Layout) -> QuestionView | None:
    dice = tuple(i for i in layout.loose if not reading.dice[i].sure)
    if not dice:
        return None
    return QuestionView("unsure", dice, sentences.unsure(dice), can_accept=False, can_name=True)


def _counted_already(turn: TrayTurn, reading: Reading, layout: _Layout) -> NoRoll | None:
    """Refuse to count the dice of the current roll a second time."""
    thrown = tuple(
        LyingDie(die.place, die.value, choices=tuple(die.faces))
        for die in turn.dice
        if not die.held and die.place is not None
    )
    if not layout.loose or not all(is_at_rest(reading.dice[i], thrown) for i in layout.loose):
        return None
    return NoRoll("at-rest", joined(say("These dice have already been counted."), turn.ending.throw_or))


def _doubt(turn: TrayTurn, reading: Reading, layout: _Layout, staying: Sequence[LyingDie]) -> QuestionView | None:
    missing = () if layout.set_aside else tuple(i for i in turn.held if i not in layout.held)
    if reading.problems:
        text = joined(*reading.problems, sentences.OR_AS_THEY_LIE)
        return QuestionView("unclear", (), text, can_accept=True, can_enter=True)
    if missing:
        near = nearest(turn, missing, reading, layout.loose)
        now = [reading.dice[near[i]] if i in near else None for i in missing]
        dice = tuple(sorted(near.values()))
        text = sentences.held_changed(turn, missing, now)
        return QuestionView("held-changed", dice, text, can_accept=True, can_enter=True)
    if gone := disturbed(staying, reading.dice):
        text = sentences.moved_meanwhile(gone, turn.kind)
        return QuestionView("not-kept", (), text, can_accept=True, can_enter=True)
    if layout.at_rest:
        hold = _dice_of_the_roll(turn, reading, layout.at_rest)
        text = sentences.not_thrown(layout.at_rest, may_hold=bool(hold))
        return QuestionView("not-thrown", layout.at_rest, text, can_accept=True, can_enter=True, hold=hold)
    return None


def _dice_of_the_roll(turn: TrayTurn, reading: Reading, at_rest: Sequence[int]) -> tuple[int, ...]:
    """Find which dice of the turn's roll those of the reading are that did not move; none unless all are found."""
    free = [i for i, die in enumerate(turn.dice) if not die.held]
    found = {j: i for i, j in nearest(turn, free, reading, at_rest).items()}
    return tuple(found[j] for j in at_rest) if len(found) == len(at_rest) else ()


def _count(turn: TrayTurn, reading: Reading, layout: _Layout) -> CountedRoll:
    before = {j: i for i, j in layout.held.items()}
    entries: list[tuple[int, Place, int | None, int | None]] = [
        (turn.dice[before[j]].value if j in before else die.value, die.place, j, before.get(j))
        for j, die in enumerate(reading.dice)
    ]
    if layout.set_aside:
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

"""What the referee says: what is wrong, and what settles it."""

from collections.abc import Sequence

from firmware_host.game.turn import NO_ROLLS_LEFT
from firmware_host.rules.dice import face_of
from firmware_host.table.referee.records import LyingDie, Reading, Turn
from firmware_host.words import Words, joined, listed, say, say_count

ALL_HELD = say("All dice are held.")
OR_AS_THEY_LIE = say("Put it right, or count the dice as they lie.")
BEFORE_THE_BOX = joined(
    say("These dice were thrown before the turn before them was ended."),
    say("Count them for this turn, or throw again."),
)


def no_rolls_left(turn: Turn) -> Words:
    """Say that this turn has no more rolls."""
    return joined(NO_ROLLS_LEFT, turn.ending.order)


def all_held(turn: Turn) -> Words:
    """Say that no die is left to be thrown."""
    return joined(ALL_HELD, turn.ending.release_or)


def too_many(turn: Turn, reading: Reading) -> Words:
    """Say how many dice are to be taken out."""
    return joined(
        say_count("{count} die lies in the tray.", "{count} dice lie in the tray.", len(reading.dice)),
        say_count("This game is played with {count} die.", "This game is played with {count} dice.", turn.count),
        say_count("Take {count} die out.", "Take {count} dice out.", len(reading.dice) - turn.count),
        *reading.problems,
    )


def too_few(turn: Turn, reading: Reading) -> Words:
    """Say how many dice lie in the tray, and what could not be read."""
    if not reading.dice:
        return joined(say("No dice lie in the tray."), *reading.problems)
    seen = say_count(
        "Only {count} of the {all} dice lies in the tray.",
        "Only {count} of the {all} dice lie in the tray.",
        len(reading.dice),
        all=turn.count,
    )
    return joined(seen, *reading.problems)


def missing(turn: Turn, reading: Reading) -> Words:
    """Say that dice of a throw are not to be seen, and where they may be."""
    return joined(
        too_few(turn, reading),
        say_count(
            "Does it lie under another one, or beside the tray?",
            "Do they lie under other ones, or beside the tray?",
            turn.count - len(reading.dice),
        ),
        say("Throw again, or tap the faces in."),
    )


def outside(reading: Reading) -> Words:
    """Say that dice of a throw lie beside the tray."""
    return joined(
        say_count("{count} die lies outside the tray.", "{count} dice lie outside the tray.", len(reading.outside)),
        say("Throw again, or tap the faces in."),
    )


def taken_out(turn: Turn) -> Words:
    """Say that the dice were taken out of the tray, and that nothing is lost by that."""
    return joined(say("The dice were taken out of the tray. Their roll still counts."), turn.ending.throw_or)


def unsure(dice: Sequence[int]) -> Words:
    """Ask what some dice show."""
    if len(dice) == 1:
        return say("What does die {die} from the left show?", die=dice[0] + 1)
    return say("What do dice {dice} from the left show?", dice=numbers(dice))


def not_flat(dice: Sequence[int], reading: Reading, *, must_throw: bool) -> Words:
    """Say which dice do not lie flat, and what becomes of them by the rule of the table."""
    lying = [reading.dice[i] for i in dice]
    return joined(_trouble(dice, lying), _way_out(lying, must_throw=must_throw))


def to_be_thrown_again(count: int) -> Words:
    """Say that dice which did not lie flat are awaited, while the others stay."""
    return say_count(
        "Throw the die again that did not lie flat. The others stay as they lie.",
        "Throw the {count} dice again that did not lie flat. The others stay as they lie.",
        count,
    )


def moved_meanwhile(dice: Sequence[LyingDie], kind: str) -> Words:
    """Say which dice have changed that were to stay while another one was thrown again."""
    faces = listed([face_of(die.value, kind) for die in dice])
    return joined(
        say_count(
            "The die that showed {faces} was to stay as it lay, and has changed.",
            "The dice that showed {faces} were to stay as they lay, and have changed.",
            len(dice),
            faces=faces,
        ),
        say("Throw again, or count the dice as they lie."),
    )


def held_changed(turn: Turn, held: Sequence[int], now: Sequence[LyingDie | None]) -> Words:
    """Say which held dice have changed; `now` is for each the die that lies where it lay, None where none does."""
    back = say("Lay the held dice back as they were and throw again, or count the dice as they lie.")
    if len(held) > 1:
        return joined(say("The held dice {dice} have changed.", dice=numbers(held)), back)
    (i,), (die,) = held, now
    before = face_of(turn.dice[i].value, turn.kind)
    if die is None:
        gone = say("The held die {die}, which showed {before}, is not where it lay.", die=i + 1, before=before)
        return joined(gone, back)
    if not die.sure:
        return joined(say("The held die {die} has changed.", die=i + 1), back)
    after = face_of(die.value, turn.kind)
    changed = say("The held die {die} showed {before}, and now {after}.", die=i + 1, before=before, after=after)
    return joined(changed, back)


def not_thrown(unmoved: Sequence[int]) -> Words:
    """Say which dice still lie where they were."""
    throw = say("Hold the dice to keep and throw the others, or count the dice as they lie.")
    if len(unmoved) == 1:
        return joined(say("Die {die} still lies where it was.", die=unmoved[0] + 1), throw)
    return joined(say("Dice {dice} still lie where they were.", dice=numbers(unmoved)), throw)


def numbers(dice: Sequence[int]) -> Words:
    """Write indices as people count: "2", "2 and 4", "1, 2 and 4"."""
    return listed([i + 1 for i in dice])


def _trouble(dice: Sequence[int], lying: Sequence[LyingDie]) -> Words:
    stacked = all(die.trouble == "stacked" for die in lying)
    if len(dice) == 1:
        if stacked:
            return say("Die {die} leans against another one, or lies on it.", die=dice[0] + 1)
        return say("Die {die} does not lie flat, or something covers it.", die=dice[0] + 1)
    if stacked:
        return say("Dice {dice} lean against others, or lie on them.", dice=numbers(dice))
    return say("Dice {dice} do not lie flat, or something covers them.", dice=numbers(dice))


def _way_out(lying: Sequence[LyingDie], *, must_throw: bool) -> Words:
    count = len(lying)
    if must_throw:
        return say_count(
            "Throw it again; the others stay as they lie.", "Throw them again; the others stay as they lie.", count
        )
    if all(die.clear for die in lying):
        return say_count(
            "Throw it again, say what it shows, or count the dice as they lie.",
            "Throw them again, say what they show, or count the dice as they lie.",
            count,
        )
    return say_count("Throw it again, or say what it shows.", "Throw them again, or say what they show.", count)

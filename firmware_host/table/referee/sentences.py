"""What the referee says: what is wrong, and what settles it."""

from collections.abc import Sequence

from firmware_host.game.turn import NO_ROLLS_LEFT
from firmware_host.rules.dice import face_of
from firmware_host.table.referee.records import LyingDie, Reading, TrayTurn
from firmware_host.words import Words, joined, listed, say, say_count

ALL_HELD = say("All dice are held.")
OR_AS_THEY_LIE = say("Fix that, or count these dice.")
BEFORE_THE_BOX = joined(
    say("These dice were thrown before the last turn was over."),
    say("Count them for this turn, or throw again."),
)


def no_rolls_left(turn: TrayTurn) -> Words:
    """Say that this turn has no more rolls."""
    return joined(NO_ROLLS_LEFT, turn.ending.order)


def all_held(turn: TrayTurn) -> Words:
    """Say that no die is left to throw."""
    return joined(ALL_HELD, turn.ending.release_or)


def too_many(turn: TrayTurn, reading: Reading) -> Words:
    """Say how many dice to take out."""
    return joined(
        say_count("There is {count} die in the tray.", "There are {count} dice in the tray.", len(reading.dice)),
        say_count("This game is played with {count} die.", "This game is played with {count} dice.", turn.count),
        say_count("Take out {count} die.", "Take out {count} dice.", len(reading.dice) - turn.count),
        *reading.problems,
    )


def too_few(turn: TrayTurn, reading: Reading) -> Words:
    """Say how many dice are in the tray, and what could not be read."""
    if not reading.dice:
        return joined(say("There are no dice in the tray."), *reading.problems)
    seen = say_count(
        "Only {count} of the {all} dice is in the tray.",
        "Only {count} of the {all} dice are in the tray.",
        len(reading.dice),
        all=turn.count,
    )
    return joined(seen, *reading.problems)


def missing(turn: TrayTurn, reading: Reading) -> Words:
    """Say that dice of a throw cannot be seen, and where they may be."""
    return joined(
        too_few(turn, reading),
        say_count(
            "Is it under another die, or outside the tray?",
            "Are they under other dice, or outside the tray?",
            turn.count - len(reading.dice),
        ),
        say("Throw again, or enter the roll by hand."),
    )


def outside(reading: Reading) -> Words:
    """Say that dice of a throw are outside the tray."""
    return joined(
        say_count("{count} die is outside the tray.", "{count} dice are outside the tray.", len(reading.outside)),
        say("Throw again, or enter the roll by hand."),
    )


def taken_out(turn: TrayTurn) -> Words:
    """Say that the dice were taken out of the tray, and that nothing is lost."""
    return joined(say("The dice are out of the tray, but the roll still counts."), turn.ending.throw_or)


def unsure(dice: Sequence[int]) -> Words:
    """Ask what the first of some dice shows: they are named one after the other."""
    return say("What does die {die} from the left show?", die=dice[0] + 1)


def not_flat(dice: Sequence[int], reading: Reading, *, must_throw: bool) -> Words:
    """Say which dice are not flat, and what to do with them by the table's rule."""
    lying = [reading.dice[i] for i in dice]
    return joined(_trouble(dice, lying), _way_out(lying, must_throw=must_throw))


def to_be_thrown_again(count: int) -> Words:
    """Say to throw the dice that were not flat, while the others stay."""
    return say_count(
        "Throw only the die that was not flat. Leave the others where they are.",
        "Throw only the {count} dice that were not flat. Leave the others where they are.",
        count,
    )


def moved_meanwhile(dice: Sequence[LyingDie], kind: str) -> Words:
    """Say which dice have changed that should have stayed while another one was thrown again."""
    faces = listed([face_of(die.value, kind) for die in dice])
    return joined(
        say_count(
            "The die that showed {faces} has changed; it should have stayed as it was.",
            "The dice that showed {faces} have changed; they should have stayed as they were.",
            len(dice),
            faces=faces,
        ),
        say("Throw again, or count these dice."),
    )


def held_changed(turn: TrayTurn, held: Sequence[int], now: Sequence[LyingDie | None]) -> Words:
    """Say which held dice have changed; `now` has for each the die in its place now, None if there is none."""
    back = say("Put the held dice back as they were and throw again, or count these dice.")
    if len(held) > 1:
        return joined(say("Held dice {dice} have changed.", dice=numbers(held)), back)
    (i,), (die,) = held, now
    before = face_of(turn.dice[i].value, turn.kind)
    if die is None:
        gone = say("Held die {die}, which showed {before}, is not where it was.", die=i + 1, before=before)
        return joined(gone, back)
    if not die.sure:
        return joined(say("Held die {die} has changed.", die=i + 1), back)
    after = face_of(die.value, turn.kind)
    changed = say("Held die {die} showed {before} and now shows {after}.", die=i + 1, before=before, after=after)
    return joined(changed, back)


def not_thrown(at_rest: Sequence[int], *, may_hold: bool) -> Words:
    """Say which dice did not move, and what settles it: dice of the turn's roll may be held now as well."""
    way_out = (
        say_count(
            "Hold it, throw again, or count these dice.", "Hold them, throw again, or count these dice.", len(at_rest)
        )
        if may_hold
        else say("Throw again, or count these dice.")
    )
    if len(at_rest) == 1:
        return joined(say("Die {die} did not move.", die=at_rest[0] + 1), way_out)
    return joined(say("Dice {dice} did not move.", dice=numbers(at_rest)), way_out)


def numbers(dice: Sequence[int]) -> Words:
    """Write indices as people count: "2", "2 and 4", "1, 2 and 4"."""
    return listed([i + 1 for i in dice])


def _trouble(dice: Sequence[int], lying: Sequence[LyingDie]) -> Words:
    stacked = all(die.trouble == "stacked" for die in lying)
    if len(dice) == 1:
        if stacked:
            return say("Die {die} is leaning on another die, or lying on top of it.", die=dice[0] + 1)
        return say("Die {die} is not flat, or something is covering it.", die=dice[0] + 1)
    if stacked:
        return say("Dice {dice} are leaning on others, or lying on top of them.", dice=numbers(dice))
    return say("Dice {dice} are not flat, or something is covering them.", dice=numbers(dice))


def _way_out(lying: Sequence[LyingDie], *, must_throw: bool) -> Words:
    count = len(lying)
    if must_throw:
        return say_count(
            "Throw it again and leave the others where they are.",
            "Throw them again and leave the others where they are.",
            count,
        )
    if all(die.clear for die in lying):
        return say_count(
            "Throw it again, say what it shows, or count these dice.",
            "Throw them again, say what they show, or count these dice.",
            count,
        )
    return say_count("Throw it again, or say what it shows.", "Throw them again, or say what they show.", count)

"""A game's rules in words, made from its data, for people to read before a game. Pure."""

from collections.abc import Iterator
from itertools import combinations, product

from firmware_host.rules.dice import SIDES, Roll, face_of
from firmware_host.rules.match import Contest
from firmware_host.rules.notation import format_roll
from firmware_host.rules.options import Option, Options
from firmware_host.rules.parts.forbids import forbids_of
from firmware_host.rules.ruleset import Box, Ruleset
from firmware_host.rules.scoring import AllOf, Either, Groups, PairOfThree, Run, Scoring, Shows, Total
from firmware_host.words import Words, joined, listed, say, say_count

SEGMENTS = 4  # the most choices shown side by side; more than that get a stepper


def summary(rules: Ruleset) -> Words:
    """Say in one line how big a game is: its dice, rolls and boxes or rounds."""
    boxes = len(rules.boxes)
    if rules.contest:
        size = say_count("{count} round", "{count} rounds", rules.turns)
    elif boxes == rules.turns:
        size = say_count("{count} box", "{count} boxes", boxes)
    else:
        size = say_count("{count} turn", "{count} turns", rules.turns)
    return joined(
        say_count("{count} die", "{count} dice", rules.dice),
        say_count("{count} roll", "{count} rolls", rules.rolls),
        size,
        by=" \N{MIDDLE DOT} ",
    )


def seats(rules: Ruleset) -> Words:
    """Say how many can play."""
    return say("For {least} to {most} players.", least=rules.min_players, most=rules.max_players)


def course(rules: Ruleset) -> tuple[Words, ...]:
    """Say how a turn goes, how it ends, and who wins, in a few paragraphs."""
    turn = joined(
        say_count("On your turn throw {count} die.", "On your turn throw all {count} dice.", rules.dice),
        say_count(
            "You have {count} roll.",
            "Hold any you like and throw the others again, up to {count} rolls in all. You may also throw dice you "
            "held before.",
            rules.rolls,
        ),
    )
    return (turn, joined(*_ending(rules)), joined(*_winning(rules)))


def figure(box: Box, faces: str = "pips") -> Words:
    """Say in a few words which dice with `faces` a box asks for; empty if any will do, or if its hint says so."""
    return _figure(box.score.figure, faces) if isinstance(box.score, Scoring) else joined()


def busts(contest: Contest, dice: int, faces: str) -> Words:
    """List the rolls of different values that make no hand but the lowest, the best first; empty if there are none."""
    lowest = list(contest.titles)[-1]
    rolls = [Roll(values) for values in combinations(range(SIDES, 0, -1), dice)]
    found = [format_roll(roll, faces) for roll in rolls if contest.rank(roll).name == lowest]
    if not found:
        return joined()
    return say("The only busts: {hands}.", hands=", ".join(found))


def odds_variants(rules: Ruleset) -> tuple[tuple[Options, Ruleset], ...]:
    """Return the rules with all choices of the options on which the odds of the hands depend, as they are first."""
    deciding = [option for option in rules.options if _changes_odds(rules, option)]
    ways = product(*(sorted(option.choices, key=lambda choice: choice != option.default) for option in deciding))
    chosen = [dict(zip((option.id for option in deciding), way, strict=True)) for way in ways]
    return tuple((settings, rules.with_options(settings)) for settings in chosen)


def _changes_odds(rules: Ruleset, option: Option) -> bool:
    variants = (rules.with_options({option.id: choice}).contest for choice in option.choices)
    return any(contest and rules.contest and contest.odds != rules.contest.odds for contest in variants)


def control(option: Option) -> str:
    """Return the control for an option: a switch, segments side by side, or a stepper."""
    if all(isinstance(choice, bool) for choice in option.choices):
        return "switch"
    return "segments" if len(option.choices) <= SEGMENTS else "stepper"


def _figure(figure: object, faces: str) -> Words:
    explanation = joined()
    match figure:
        case Run(length=length):
            explanation = say_count("{count} value in a row", "{count} values in a row", length)
        case Shows(values=values):
            explanation = joined(*(face_of(value, faces) for value in sorted(values)))
        case Groups(sizes=sizes):
            explanation = say("{groups} equal dice", groups=joined(*(str(size) for size in sizes), by=" + "))
        case PairOfThree():
            explanation = say("{groups} equal dice", groups=3)
        case Total(sum=total):
            explanation = say("sum of {sum}", sum=total)
        case AllOf(figures=parts):
            explanation = listed([_figure(part, faces) for part in parts])
        case Either(figures=parts):
            explanation = joined(*(_figure(part, faces) for part in parts), by=" / ")
    return explanation


def _ending(rules: Ruleset) -> Iterator[Words]:
    if rules.contest:
        yield say("You may let your hand stand after any roll. The best hand wins the round.")
        if not rules.contest.shared:
            yield say("Players tied for the best hand each play another until one is best.")
        return
    in_order = forbids_of(rules).in_order is not None
    if in_order:
        yield say("Then score the dice in the next box of your column.")
    else:
        yield say("Then score the dice in one open box of your column.")
    slots = {box.slots for box in rules.boxes}
    if slots != {1}:
        yield say_count("Each box is filled {count} time.", "Each box is filled {count} times.", max(slots))
    if any(box.school for box in rules.boxes) and in_order:
        yield say(
            "The first boxes are the school: three dice of the value score a cross, worth 0. Each further "
            "die adds the value, each one short takes it away, also with no die of the value."
        )
    elif any(box.school for box in rules.boxes):
        yield say(
            "The first boxes are the school: three dice of the value score a cross, worth 0. Each further "
            "die adds the value, each one short takes it away. With no die of the value the box stays open."
        )
    if any(box.striking == "any" for box in rules.boxes):
        yield say("You may also strike a box: it scores 0, even if the dice would score there.")
    elif any(box.striking == "worthless" for box in rules.boxes):
        yield say("If the dice do not fit a box, you may score 0 there.")


def _winning(rules: Ruleset) -> Iterator[Words]:
    if rules.contest:
        yield say("Whoever wins the most rounds wins the match.")
        return
    if rules.awards:
        yield say("When every box is closed, the card earns points. Most points win; the higher total breaks a tie.")
    else:
        yield say("When every box is closed, the highest total wins.")
    if rules.clock_s:
        yield say_count(
            "Each player has {count} minute of thinking time in all; the game ends when someone runs out.",
            "Each player has {count} minutes of thinking time in all; the game ends when someone runs out.",
            rules.clock_s // 60,
        )
        if rules.increment_s:
            yield say_count(
                "Whoever ends a turn gets {count} more second to think.",
                "Whoever ends a turn gets {count} more seconds to think.",
                rules.increment_s,
            )

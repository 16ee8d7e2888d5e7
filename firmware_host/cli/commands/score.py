"""`dice-table score`: what dice are worth, as text, as JSON, or for many lines at once."""

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from firmware_host.app.games import load_games
from firmware_host.cli.language import language_option, tell
from firmware_host.cli.options import FAULT, card_option, data_option, json_option, rule_option
from firmware_host.cli.question import Question, parse_dice
from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import NotationError, faces_in, parse_roll
from firmware_host.rules.scorecard import Choice, Scorecard
from firmware_host.settings import data_folder
from firmware_host.words import say


@click.command()
@click.argument("game", metavar="ID")
@click.argument("dice", metavar="DICE...", nargs=-1)
@click.option("--rolls-used", type=int, metavar="N", help="Rolls used so far this turn.  [default: all]")
@card_option
@rule_option
@json_option
@language_option
@click.option("--batch", is_flag=True, help="Score each line of standard input: dice, then @N for N rolls used.")
@data_option
def command(
    game: str,
    dice: tuple[str, ...],
    rolls_used: int | None,
    card: str | None,
    options: tuple[str, ...],
    as_json: bool,
    batch: bool,
    data: Path | None,
) -> None:
    """Show what DICE are worth in each box, or which hand they are.

    Dice are 1-6, or 9 10 J Q K A. In JSON, a box you cannot score is null. Exit status 2 if the dice are not a roll.
    """
    question = Question(game, card, options, load_games(data_folder(data)))
    try:
        to_fill = question.card_to_fill(dice)
        if batch:
            with click.open_file("-", encoding="utf-8-sig", errors="replace") as lines:
                _score_lines(to_fill, lines, rolls_used)
        else:
            roll = parse_dice(dice, to_fill)
            if as_json:
                click.echo(json.dumps(points_of(to_fill, roll, rolls_used)))
            else:
                click.echo("\n".join(_lines(to_fill, roll, rolls_used)))
    except DiceTableError as error:
        click.echo(f"dice-table score: {tell(error.sentence)}", err=True)
        sys.exit(FAULT)


def _score_lines(card: Scorecard, lines: Iterable[str], rolls_used: int | None) -> None:
    """Print one JSON object for each line, `DICE [@N]`; stop at the first fault."""
    scored: dict[tuple[tuple[int, ...], int | None], str] = {}  # the order of dice does not matter, so few rolls differ
    for number, line in enumerate(lines, start=1):
        try:
            roll, used = _parse_line(line.strip())
            key = (tuple(sorted(roll.values)), rolls_used if used is None else used)
            if key not in scored:
                scored[key] = json.dumps(points_of(card, roll, key[1]))
        except DiceTableError as error:
            raise NotationError(say("Line {number}: {why}", number=number, why=say(error.sentence))) from error
        sys.stdout.write(f"{scored[key]}\n")  # click.echo would flush after every line


def points_of(card: Scorecard, roll: Roll, rolls_used: int | None = None) -> dict[str, Any]:
    """Return {box: points or None}, or the hand in a game of hands, with a strength by which programs compare two."""
    contest = card.ruleset.contest
    if contest:
        card.choices(roll, rolls_used)  # refuses impossible dice and rolls
        hand = contest.rank(roll)
        return {"hand": hand.name, "strength": hand.strength}
    return {choice.box: choice.points for choice in card.choices(roll, rolls_used)}


def _parse_line(line: str) -> tuple[Roll, int | None]:
    dice, at, used = line.partition("@")
    if at and not used.strip().isdecimal():
        raise NotationError(f"Give the number of rolls used after @, not {used.strip()!r}.")
    return parse_roll(dice, faces_in(dice)), int(used) if at else None


def _lines(card: Scorecard, roll: Roll, rolls_used: int | None) -> list[str]:
    rules = card.ruleset
    if rules.contest:
        return [tell(rules.contest.titles[points_of(card, roll, rolls_used)["hand"]])]
    rows = [(tell(box.title), choice) for box, choice in zip(rules.boxes, card.choices(roll, rolls_used), strict=True)]
    column = max(len(title) for title, _ in rows)
    return [f"{title:<{column}}  {_cell(choice)}" for title, choice in rows]


def _cell(choice: Choice) -> str:
    if choice.points is None:
        return f"  -  {tell(choice.why_not)}"
    extra = tell(say("and {points} extra", points=choice.extra)) if choice.extra else ""
    strike = tell(say("(or strike it)")) if choice.strikable else ""
    return "  ".join(filter(None, (f"{choice.points:>3}", extra, strike)))

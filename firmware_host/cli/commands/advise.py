"""`dice-table advise`: the choices for a roll, their average results, and their cost compared with the best."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from firmware_host.app.games import load_games
from firmware_host.cli.coach_text import cautious_advice, coach_for, format_choice, format_dice
from firmware_host.cli.language import decimal, language_option, tell
from firmware_host.cli.options import FAULT, card_option, data_option, json_option, rule_option
from firmware_host.cli.question import Question, parse_dice
from firmware_host.coach.advice import Advice, RatedAction, StandHand
from firmware_host.coach.caution import CAUTIONS
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Player
from firmware_host.game.state import Game, Position
from firmware_host.game.turn import Die, Turn
from firmware_host.rules.dice import Roll, face_of
from firmware_host.rules.match import Match
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.settings import data_folder
from firmware_host.solver.solution import Keep
from firmware_host.words import say

SHOWN = 3
"""How many of the best choices to list, without --all."""


@click.command()
@click.argument("game", metavar="ID")
@click.argument("dice", metavar="DICE...", nargs=-1)
@click.option("--rolls-used", type=int, default=1, show_default=True, metavar="N", help="Rolls used so far this turn.")
@card_option
@rule_option
@click.option(
    "--caution",
    type=click.IntRange(CAUTIONS[0], CAUTIONS[-1]),
    default=0,
    show_default=True,
    metavar="N",
    help="Points against spread: from -2, bold, to 2, safe. Values are then what would be as good for certain.",
)
@click.option("--all", "list_all", is_flag=True, help="List every choice, not only the best three and the boxes.")
@language_option
@json_option
@data_option
def command(
    game: str,
    dice: tuple[str, ...],
    rolls_used: int,
    card: str | None,
    options: tuple[str, ...],
    caution: int,
    list_all: bool,
    as_json: bool,
    data: Path | None,
) -> None:
    """Show the best choices for DICE: the average result of each, and what it costs compared with the best.

    Dice are 1-6, or 9 10 J Q K A. A game that has not been solved is solved first, which can take a few minutes, and
    once more for each --caution. Exit status 2 if the roll or card is impossible, the game is too large to solve, or
    there is no caution to set in it, because the total does not decide.
    """
    folder = data_folder(data)
    question = Question(game, card, options, load_games(folder))
    try:
        to_fill = question.card_to_fill(dice)
        roll, faces = parse_dice(dice, to_fill), to_fill.ruleset.faces
        to_fill.choices(roll, rolls_used)  # refuses impossible dice and rolls before solving
        coach, asked = coach_for(to_fill.ruleset, folder), _game(to_fill, roll, rolls_used, faces)
        # Nobody else is at this table.
        advice = cautious_advice(coach, asked, caution, folder) if caution else coach.advise(asked, "points")
    except DiceTableError as error:
        click.echo(f"dice-table advise: {tell(error.sentence)}", err=True)
        sys.exit(FAULT)
    if as_json:
        click.echo(json.dumps(advice_json(advice, faces)))
    else:
        click.echo("\n".join(_lines(advice, to_fill.ruleset, list_all)))


def _game(card: Scorecard, roll: Roll, rolls_used: int, faces: str) -> Game:
    """Return a game with these dice on the table: one player's card, or the first hand of a match of two."""
    rules = card.ruleset
    seats = max(rules.min_players, 1)
    turn = Turn(rules.dice, rules.rolls, faces, rolls_used, tuple(Die(value, value) for value in roll.values))
    match = Match.begin(rules.contest, seats) if rules.contest else None
    players = tuple(Player(f"Player {seat + 1}", "#808080") for seat in range(seats))
    return Game("", rules, {}, faces, players, Position(0, (card,) * seats, turn, match=match))


def advice_json(advice: Advice, faces: str) -> dict[str, Any]:
    """Return advice as plain JSON values, best first: `{"expected", "error", "options": [{"do", …, "cost"}, …]}`.

    `error` is the standard error of all values, 0 where they are exact; options have "expected" too. `do` is "keep"
    (with `dice` and `aim`), "write" or "strike" (with `box` and `points`), or "stand".
    """
    return {
        "expected": advice.expected,
        "error": advice.error,
        "options": [_option(option, faces) for option in advice.actions],
    }


def _option(option: RatedAction, faces: str) -> dict[str, Any]:
    choice = option.action
    if isinstance(choice, Keep):
        what: dict[str, Any] = {
            "do": "keep",
            "dice": [face_of(value, faces) for value in choice.dice],
            "aim": option.aim,
        }
    elif isinstance(choice, StandHand):
        what = {"do": "stand"}
    else:
        what = {"do": "strike" if choice.struck else "write", "box": choice.box, "points": choice.points}
    return {**what, "expected": choice.expected, "cost": option.cost}


def _lines(advice: Advice, rules: Ruleset, list_all: bool) -> list[str]:
    heading = say(
        "{game}, roll {roll} of {rolls}: {dice}",
        game=say(rules.title),
        roll=advice.rolls_used,
        rolls=rules.rolls,
        dice=format_dice(advice.roll.values, rules.faces),
    )
    lines = [tell(heading)]
    lines += _table(advice.actions if list_all else advice.actions[:SHOWN], rules)
    if not list_all and rules.boxes:
        lines += [tell(say("Boxes:")), *_table(advice.stops, rules)]
    if advice.unit == "certain":
        lines.append(tell(say("The values are the totals that would be as good for certain.")))
    if advice.error:
        lines.append(
            tell(say("All values are about right: the standard error is {error}.", error=decimal(advice.error)))
        )
    return lines


def _table(options: Sequence[RatedAction], rules: Ruleset) -> list[str]:
    scale, unit = (100, " %") if rules.contest else (1, "")
    rows = [
        (
            _sentence(option, rules),
            f"{decimal(scale * option.action.expected):>8}{unit}",
            tell(say("costs {points}", points=decimal(scale * option.cost))) if option.cost else "",
        )
        for option in options
    ]
    width = max(len(what) for what, _, _ in rows)
    return [f"  {what:<{width}}  {expected}  {cost}".rstrip() for what, expected, cost in rows]


def _sentence(option: RatedAction, rules: Ruleset) -> str:
    what = format_choice(option.action, rules)
    if not option.aim:
        return tell(what)
    return tell(say("{what}, going for {box}", what=what, box=say(rules.box(option.aim).called)))

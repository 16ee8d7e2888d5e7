"""`dice-table advise`: what may be done with dice, what it leads to, and what it costs against the best."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from firmware_host.assembly.scoring import Question, ScoringError
from firmware_host.coach.advice import Advice, Choice, Option, Stand
from firmware_host.coach.coaching import Coach, find_coach, make_coach
from firmware_host.coach.solution import Keep
from firmware_host.coach.store import Store
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Player
from firmware_host.game.state import Game, Position
from firmware_host.game.turn import Die, Turn
from firmware_host.rules.dice import Roll, face_of
from firmware_host.rules.match import Match
from firmware_host.rules.notation import faces_in, parse_roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard

FAULT = 2
STEPS = 1000  # of a progress bar
SHOWN = 3


def advise_on(question: Question, dice: Sequence[str], rolls_used: int, data: Path, as_json: bool, all_: bool) -> int:
    """Print what may be done with one roll and return the exit status.

    The best three choices and every box, or all choices where `all_`. A game that is not kept solved is solved first.
    """
    try:
        card = question.card_to_fill()
        line = " ".join(dice)
        if not line:
            raise ScoringError(f"Which dice? Name {card.ruleset.dice} faces, such as 1 3 2 4 4.")
        faces = faces_in(line)
        roll = parse_roll(line, faces)
        card.choices(roll, rolls_used)  # refuses what the game has not before it is solved
        advice = coach_for(card.ruleset, data).advise(_game(card, roll, rolls_used, faces))
    except DiceTableError as error:
        click.echo(f"dice-table advise: {error}", err=True)
        return FAULT
    if as_json:
        click.echo(json.dumps(described(advice, faces)))
    else:
        click.echo("\n".join(_told(advice, card.ruleset.titled(faces), faces, all_)))
    return 0


def coach_for(rules: Ruleset, data: Path) -> Coach:
    """Return a game's coach, the game solved now where that is not kept; CoachError where it can have none."""
    store = Store(data)
    coach = find_coach(rules, store)
    if coach is not None:
        return coach
    with click.progressbar(length=STEPS, label=f"Solving {rules.title}", file=sys.stderr) as bar:
        return make_coach(rules, store, lambda share: bar.update(int(share * STEPS) - bar.pos))


def _game(card: Scorecard, roll: Roll, rolls_used: int, faces: str) -> Game:
    """Return a game in which these dice lie: one player's card, or the first hand of a match of two."""
    rules = card.ruleset
    seats = max(rules.min_players, 1)
    turn = Turn(rules.dice, rules.rolls, faces, rolls_used, tuple(Die(value, value) for value in roll.values))
    match = Match.begin(rules.contest, seats) if rules.contest else None
    players = tuple(Player(f"Player {seat + 1}", "#808080") for seat in range(seats))
    return Game("", rules, {}, faces, players, Position(0, (card,) * seats, turn, match=match))


def described(advice: Advice, faces: str) -> dict[str, Any]:
    """Return advice as plain JSON values: `{"expected", "options": [{"do", …, "expected", "cost"}, …]}`, best first.

    `do` is "keep" (with `dice` and `aim`), "write" or "strike" (with `box` and `points`), or "stand".
    """
    return {"expected": advice.expected, "options": [_option(option, faces) for option in advice.options]}


def _option(option: Option, faces: str) -> dict[str, Any]:
    choice = option.choice
    if isinstance(choice, Keep):
        what: dict[str, Any] = {
            "do": "keep",
            "dice": [face_of(value, faces) for value in choice.dice],
            "aim": option.aim,
        }
    elif isinstance(choice, Stand):
        what = {"do": "stand"}
    else:
        what = {"do": "strike" if choice.struck else "write", "box": choice.box, "points": choice.points}
    return {**what, "expected": choice.expected, "cost": option.cost}


def _told(advice: Advice, rules: Ruleset, faces: str, all_: bool) -> list[str]:
    lines = [f"{rules.title}, roll {advice.rolls_used} of {rules.rolls}: {dice_text(advice.roll.values, faces)}"]
    lines += _table(advice.options if all_ else advice.options[:SHOWN], rules, faces)
    if not all_ and rules.boxes:
        lines += ["Boxes:", *_table(advice.closings, rules, faces)]
    return lines


def _table(options: Sequence[Option], rules: Ruleset, faces: str) -> list[str]:
    scale, unit = (100, " %") if rules.contest else (1, "")
    rows = [
        (
            _sentence(option, rules, faces),
            f"{scale * option.choice.expected:8.2f}{unit}",
            f"costs {scale * option.cost:.2f}" if option.cost else "",
        )
        for option in options
    ]
    width = max(len(what) for what, _, _ in rows)
    return [f"  {what:<{width}}  {expected}  {cost}".rstrip() for what, expected, cost in rows]


def _sentence(option: Option, rules: Ruleset, faces: str) -> str:
    what = done(option.choice, rules, faces)
    aim = f", going for {rules.box(option.aim).title}" if option.aim else ""
    return what[0].upper() + what[1:] + aim


def done(choice: Choice, rules: Ruleset, faces: str) -> str:
    """Say what is done in a few words."""
    if isinstance(choice, Stand):
        return "let the hand stand"
    if isinstance(choice, Keep):
        return f"keep {dice_text(choice.dice, faces)}" if choice.dice else "throw all the dice again"
    title = rules.box(choice.box).title
    return f"strike {title}" if choice.struck else f"write {title} for {choice.points}"


def dice_text(values: Sequence[int], faces: str) -> str:
    """Write dice as their faces."""
    return " ".join(face_of(value, faces) for value in values)

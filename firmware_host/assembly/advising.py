"""`dice-table advise`: what may be done with dice, what it leads to, and what it costs against the best."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from firmware_host.assembly.scoring import Question, ScoringError
from firmware_host.coach.advice import Advice, Adviser, Option
from firmware_host.coach.model import model_of
from firmware_host.coach.solution import Close, Keep, Solution
from firmware_host.coach.store import Store
from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import face_of
from firmware_host.rules.notation import faces_in, parse_roll
from firmware_host.rules.ruleset import Ruleset

FAULT = 2
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
        advice = Adviser(solution_of(card.ruleset, data)).advise(card, roll, rolls_used)
    except DiceTableError as error:
        click.echo(f"dice-table advise: {error}", err=True)
        return FAULT
    if as_json:
        click.echo(json.dumps(described(advice, faces)))
    else:
        click.echo("\n".join(_told(advice, card.ruleset.titled(faces), faces, all_)))
    return 0


def solution_of(rules: Ruleset, data: Path) -> Solution:
    """Return a game's solution from the data folder, solved now where it is not kept; CoachError where none can be."""
    model = model_of(rules)
    store = Store(data)
    kept = store.find(rules, model)
    if kept is not None:
        return kept
    with click.progressbar(length=model.states, label=f"Solving {rules.title}", file=sys.stderr) as bar:
        solution, _ = store.solve(rules, model, told=bar.update)
    return solution


def described(advice: Advice, faces: str) -> dict[str, Any]:
    """Return advice as plain JSON values: `{"expected", "options": [{"do", …, "expected", "cost"}, …]}`, best first.

    `do` is "keep" (with `dice` and `aim`), "write" or "strike" (with `box` and `points`).
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
    else:
        what = {"do": "strike" if choice.struck else "write", "box": choice.box, "points": choice.points}
    return {**what, "expected": choice.expected, "cost": option.cost}


def _told(advice: Advice, rules: Ruleset, faces: str, all_: bool) -> list[str]:
    lines = [f"{rules.title}, roll {advice.rolls_used} of {rules.rolls}: {dice_text(advice.roll.values, faces)}"]
    lines += _table(advice.options if all_ else advice.options[:SHOWN], rules, faces)
    if not all_:
        lines += ["Boxes:", *_table(advice.closings, rules, faces)]
    return lines


def _table(options: Sequence[Option], rules: Ruleset, faces: str) -> list[str]:
    rows = [
        (
            _sentence(option, rules, faces),
            f"{option.choice.expected:8.2f}",
            f"costs {option.cost:.2f}" if option.cost else "",
        )
        for option in options
    ]
    width = max(len(what) for what, _, _ in rows)
    return [f"  {what:<{width}}  {expected}  {cost}".rstrip() for what, expected, cost in rows]


def _sentence(option: Option, rules: Ruleset, faces: str) -> str:
    what = done(option.choice, rules, faces)
    aim = f", going for {rules.box(option.aim).title}" if option.aim else ""
    return what[0].upper() + what[1:] + aim


def done(choice: Close | Keep, rules: Ruleset, faces: str) -> str:
    """Say what is done in a few words."""
    if isinstance(choice, Keep):
        return f"keep {dice_text(choice.dice, faces)}" if choice.dice else "throw all the dice again"
    title = rules.box(choice.box).title
    return f"strike {title}" if choice.struck else f"write {title} for {choice.points}"


def dice_text(values: Sequence[int], faces: str) -> str:
    """Write dice as their faces."""
    return " ".join(face_of(value, faces) for value in values)

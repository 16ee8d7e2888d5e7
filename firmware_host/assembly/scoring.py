"""`dice-table score`: what dice are worth, for people, as JSON, or for many lines at once."""

import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import click

from firmware_host.assembly.games import STOCK, Games
from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import NotationError, faces_in, parse_card, parse_roll
from firmware_host.rules.options import OptionError, Setting
from firmware_host.rules.scorecard import Choice, Scorecard

FAULT = 2  # exit status where what was asked makes no sense, as for an unknown option


class ScoringError(DiceTableError, ValueError):
    """Dice, or a line of them, that this game cannot score."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of all dice alike: the game, the card as text (None: empty) and its options as NAME=VALUE.

    `games` are those that there are.
    """

    game: str
    card: str | None = None
    options: Sequence[str] = ()
    games: Games = STOCK

    def card_to_fill(self) -> Scorecard:
        """Return the card; DiceTableError where game, options or card are none."""
        rules = self.games.ruleset(self.game)
        chosen: dict[str, Setting] = {}
        for given in self.options:
            name, equals, word = (part.strip() for part in given.partition("="))
            if not equals:
                raise OptionError({name: f"The option {given!r} has no setting. Write it as NAME=VALUE."})
            chosen[name] = rules.parse_option(name, word)
        rules = rules.with_options(chosen)
        return Scorecard.empty(rules) if self.card is None else parse_card(self.card, rules)


def score_dice(question: Question, dice: Sequence[str], rolls_used: int | None, as_json: bool) -> int:
    """Print what one roll is worth and return the exit status."""
    try:
        card = question.card_to_fill()
        line = " ".join(dice)
        if not line:
            raise ScoringError(f"Which dice? Name {card.ruleset.dice} faces, such as 1 3 2 4 4.")
        faces = faces_in(line)
        roll = parse_roll(line, faces)
        if as_json:
            click.echo(json.dumps(worth(card, roll, rolls_used)))
        else:
            click.echo("\n".join(_told(card, roll, rolls_used, faces)))
    except DiceTableError as error:
        return _fault(str(error))
    return 0


def score_lines(question: Question, lines: Iterable[str], rolls_used: int | None) -> int:
    """Print one JSON object for each line, `DICE [@N]`, and return the exit status; the first fault ends it."""
    try:
        card = question.card_to_fill()
    except DiceTableError as error:
        return _fault(str(error))
    told: dict[tuple[tuple[int, ...], int | None], str] = {}  # the order of dice never counts, so few rolls differ
    for number, line in enumerate(lines, start=1):
        try:
            roll, used = _read(line.strip())
            key = (tuple(sorted(roll.values)), rolls_used if used is None else used)
            if key not in told:
                told[key] = json.dumps(worth(card, roll, key[1]))
        except DiceTableError as error:
            return _fault(f"Line {number}: {error}")
        sys.stdout.write(f"{told[key]}\n")  # click.echo would flush after every line
    return 0


def worth(card: Scorecard, roll: Roll, rolls_used: int | None = None) -> dict[str, Any]:
    """Return {box: points or None}, or the hand and its strength in a game of hands."""
    contest = card.ruleset.contest
    if contest:
        card.choices(roll, rolls_used)  # refuses dice and rolls that the game has not
        hand = contest.rank(roll)
        return {"hand": hand.name, "strength": hand.strength}
    return {choice.box: choice.points for choice in card.choices(roll, rolls_used)}


def _read(line: str) -> tuple[Roll, int | None]:
    dice, at, used = line.partition("@")
    if at and not used.strip().isdecimal():
        raise NotationError(f"After @ comes how many rolls were used, not {used.strip()!r}.")
    return parse_roll(dice, faces_in(dice)), int(used) if at else None


def _told(card: Scorecard, roll: Roll, rolls_used: int | None, faces: str) -> list[str]:
    rules = card.ruleset.titled(faces)
    if rules.contest:
        hand = worth(card, roll, rolls_used)
        return [f"{rules.contest.titles[hand['hand']]} (strength {hand['strength']})"]
    rows = [(box.title, choice) for box, choice in zip(rules.boxes, card.choices(roll, rolls_used), strict=True)]
    column = max(len(title) for title, _ in rows)
    return [f"{title:<{column}}  {_cell(choice)}" for title, choice in rows]


def _cell(choice: Choice) -> str:
    if choice.points is None:
        return f"  -  {choice.why_not}"
    extra = f"  and {choice.extra} beside it" if choice.extra else ""
    strike = "  (or strike it)" if choice.strikable else ""
    return f"{choice.points:>3}{extra}{strike}"


def _fault(sentence: str) -> int:
    click.echo(f"dice-table score: {sentence}", err=True)
    return FAULT

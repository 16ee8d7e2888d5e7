"""`dice-table replay`: play a game written as text by its rules."""

import json
import sys
from pathlib import Path
from typing import NoReturn

import click

from firmware_host.app.games import load_games
from firmware_host.app.text_file import read_text
from firmware_host.cli.ending import ending_of, won_by
from firmware_host.cli.language import language_option, tell
from firmware_host.cli.options import FAULT, data_option, json_option
from firmware_host.game.replay import replay
from firmware_host.game.result import result
from firmware_host.game.state import Game
from firmware_host.game.transcript import TranscriptError
from firmware_host.game.transcript_parser import parse_transcript
from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import STRUCK, format_roll
from firmware_host.rules.ruleset import Box
from firmware_host.rules.scorecard import Entry, mark
from firmware_host.settings import data_folder
from firmware_host.solver.errors import SolverError
from firmware_host.words import say

MIDDLE_DOT = "\N{MIDDLE DOT}"


@click.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@language_option
@json_option
@click.option("--ledger", is_flag=True, help="Separate luck from skill: what the dice gave, and what mistakes cost.")
@data_option
def command(file: Path, as_json: bool, ledger: bool, data: Path | None) -> None:
    """Play a game written as text by its rules, and show the final card.

    Exit status 2 if the text breaks a rule; the message names the line, the position and the reason.
    """
    folder = data_folder(data)
    games = load_games(folder)
    try:
        transcript = parse_transcript(read_text(file), games.rulesets)
        game = replay(transcript, games.rulesets)
    except TranscriptError as error:
        _fail(
            say(
                "{file}, line {line}, position {position}: {why}",
                file=file,
                line=error.at.line,
                position=error.at.position,
                why=say(error.reason),
            )
        )
    except UnicodeDecodeError as error:
        _fail(say("{file} is not a text file: {why}. Save it as UTF-8.", file=file, why=error))
    except OSError as error:
        _fail(say("{file} cannot be read: {why}.", file=file, why=error.strerror or error))
    found, lines = result(game), _lines(game)
    if ledger:
        from firmware_host.cli.luck_and_skill import ledger_json, ledger_lines  # noqa: PLC0415 - NumPy, if needed

        try:
            if as_json:
                found["ledger"] = ledger_json(transcript, game, folder)
            else:
                lines += ["", *ledger_lines(transcript, game, folder)]
        except SolverError as error:
            _fail(error.sentence)
    click.echo(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(lines))


def _lines(game: Game) -> list[str]:
    rules, names = game.ruleset, [player.name for player in game.players]
    rows = [("", names)]
    rows += [
        (tell(box.title), [_slots(box, card.rows[row]) for card in game.now.cards])
        for row, box in enumerate(rules.boxes)
    ]
    rows += [(tell(bonus.title), [str(card.bonuses[bonus.id]) for card in game.now.cards]) for bonus in rules.bonuses]
    if game.now.match:
        rows.append((tell(say("Rounds won")), [str(won) for won in game.now.match.won]))
    else:
        rows.append((tell(say("Total")), [str(card.total) for card in game.now.cards]))
    if rules.awards:
        rows.append((tell(say("Points")), [str(card.points) for card in game.now.cards]))
    widths = [max(len(cells[column]) for _, cells in rows) for column in range(len(names))]
    titles = max(len(title) for title, _ in rows)
    lines = [tell(rules.title), *_rounds(game)]
    for title, cells in rows:
        shown = "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        lines.append(f"{title:<{titles}}  {shown}".rstrip())
    return [*lines, tell(ending_of(game))]


def _rounds(game: Game) -> list[str]:
    """Return lines about each round of a game of hands: every hand, and who won; the hands of a roll-off follow."""
    match = game.now.match
    if match is None:
        return []
    names = [player.name for player in game.players]
    lines = []
    for number, played in enumerate(match.with_current(), start=1):
        lines.append(tell(say("Round {round} of {rounds}", round=number, rounds=game.ruleset.turns)))
        for made in played.hands:
            title = say(match.contest.titles[made.hand.name])
            dice = format_roll(Roll(made.values), game.faces)
            lines.append(
                f"  {tell(say('{name} has {title}: {faces}', name=names[made.seat], title=title, faces=dice))}"
            )
        if played.winners:
            lines.append(f"  {tell(won_by([names[seat] for seat in played.winners]))}")
    return lines


def _slots(box: Box, row: tuple[Entry, ...]) -> str:
    """Return the content of a box, with a dot for each open slot."""
    written = [STRUCK if entry.struck else mark(box, entry) for entry in row]
    return " ".join(written + [MIDDLE_DOT] * (box.slots - len(row)))


def _fail(sentence: str) -> NoReturn:
    click.echo(f"dice-table replay: {tell(sentence)}", err=True)
    sys.exit(FAULT)

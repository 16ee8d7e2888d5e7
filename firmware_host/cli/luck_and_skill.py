"""Luck and skill in a played game, for `dice-table replay --ledger`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firmware_host.cli.coach_text import coach_for, format_dice, format_made
from firmware_host.cli.language import decimal, tell
from firmware_host.coach.luck import Account, AccountEntry
from firmware_host.game.state import Game
from firmware_host.game.transcript import Transcript
from firmware_host.words import Words, say

PLACES = 2


def ledger_lines(transcript: Transcript, game: Game, data: Path) -> list[str]:
    """Return lines about the luck and skill of every player; CoachError for a game that cannot be solved.

    A game of hands is counted in hundredths of a match or a round won, any other in points.
    """
    coach = coach_for(game.ruleset, data)
    books = coach.accounts(transcript)
    scale = 1 if coach.unit in ("points", "awards") else 100
    titles = [tell(title) for title in (say("Player"), say("Start"), say("+ luck"), say("- mistakes"), say("= now"))]
    names = max(len(titles[0]), *(len(book.player) for book in books))
    widths = [max(8, len(title)) for title in titles[1:]]
    lines = [_row(titles, names, widths)]
    for book in books:
        shown = book.rounded(PLACES, scale)
        figures = (
            decimal(shown.start),
            decimal(shown.luck, sign=True),
            decimal(shown.cost),
            decimal(shown.now),
        )
        lines.append("  ".join([_row([book.player, *figures], names, widths), *_besides(book, scale)]))
    if coach.unit == "match":
        lines.append(tell(say("All in hundredths of a match won.")))
    if coach.unit == "round":
        lines.append(tell(say("All in hundredths of a round won.")))
    for book in books:
        lines += [tell(moment) for moment in _moments(book, game, scale)]
    return lines


def ledger_json(transcript: Transcript, game: Game, data: Path) -> list[dict[str, Any]]:
    """Return the same as plain JSON values.

    `[{"name", "start", "luck", "mistakes", "given_for_win", "win_mistakes", "lost_to_time", "from_others",
    "from_steps", "now"}, …]`, where `win_mistakes` is a share of a win, from 0 to 1.
    """
    return [
        {
            "name": book.player,
            "start": book.start,
            "luck": book.luck,
            "mistakes": book.cost,
            "given_for_win": book.given,
            "win_mistakes": book.win_cost,
            "lost_to_time": book.lost_to_time,
            "from_others": book.from_others,
            "from_steps": book.from_awards,
            "now": book.now,
        }
        for book in coach_for(game.ruleset, data).accounts(transcript)
    ]


def _row(cells: list[str], names: int, widths: list[int]) -> str:
    name, *figures = cells
    return " ".join([f"{name:<{names}} ", *(f"{cell:>{width}}" for cell, width in zip(figures, widths, strict=True))])


def _besides(book: Account, scale: int) -> Iterator[str]:
    """Yield what changed the account besides luck and mistakes; it adds up with them to the digit."""
    shown = book.rounded(PLACES, scale)
    if shown.given:
        yield tell(say("({points} given away for the win)", points=decimal(shown.given)))
    if shown.lost_to_time:
        yield tell(say("({points} lost to the clock)", points=decimal(shown.lost_to_time)))
    if book.from_others and shown.rest:
        yield tell(say("({points} from other players)", points=decimal(shown.rest, sign=True)))
    if book.from_awards and shown.rest:
        yield tell(say("({points} from points coming in steps)", points=decimal(shown.rest, sign=True)))


def _moments(book: Account, game: Game, scale: int) -> Iterator[Words]:
    """Yield the luckiest throw and the costliest mistakes, for points if they do not round to 0."""
    thrown, mistake = book.luckiest, book.costliest
    if thrown is not None and _counts(thrown, scale):
        yield say(
            "{player}, luckiest throw: {dice} in turn {turn}, {points}{photo}.",
            player=book.player,
            dice=format_dice(thrown.dice, game.faces),
            turn=thrown.turn,
            points=decimal(scale * thrown.change, sign=True),
            photo=_photo(thrown),
        )
    if mistake is not None and mistake.made is not None and mistake.best is not None and _counts(mistake, scale):
        yield say(
            "{player}, costliest mistake: to {made} with {dice} in turn {turn} cost {points}; it was best to "
            "{best}{photo}.",
            player=book.player,
            made=format_made(mistake.made, game.ruleset),
            dice=format_dice(mistake.dice, game.faces),
            turn=mistake.turn,
            points=decimal(-scale * mistake.change),
            best=format_made(mistake.best, game.ruleset),
            photo=_photo(mistake),
        )
    late = book.costliest_for_win
    if late is not None and late.made is not None and late.best is not None:
        yield say(
            "{player}, near the end: mistakes cost {percent} % of a win, most of all to {made} with {dice} in turn "
            "{turn}, {part} %; it was best to {best}{photo}.",
            player=book.player,
            percent=decimal(100 * book.win_cost, 1),
            made=format_made(late.made, game.ruleset),
            dice=format_dice(late.dice, game.faces),
            turn=late.turn,
            part=decimal(-100 * late.change, 1),
            best=format_made(late.best, game.ruleset),
            photo=_photo(late),
        )


def _counts(entry: AccountEntry, scale: int) -> bool:
    return round(scale * entry.change, PLACES) != 0


def _photo(step: AccountEntry) -> str:
    return f" ({step.photo})" if step.photo else ""

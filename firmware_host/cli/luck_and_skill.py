"""Luck and skill in a played game, for `dice-table replay --ledger`."""

from pathlib import Path
from typing import Any

from firmware_host.cli.coach_text import coach_for, format_choice, format_dice
from firmware_host.coach.luck import AccountEntry
from firmware_host.game.state import Game
from firmware_host.game.transcript import Transcript


def ledger_lines(transcript: Transcript, game: Game, data: Path) -> list[str]:
    """Return lines about the luck and skill of every player; CoachError for a game that cannot be solved."""
    books = coach_for(game.ruleset, data).accounts(transcript)
    width = max(len("Player"), *(len(book.player) for book in books))
    lines = [f"{'Player':<{width}}  {'Start':>8} {'+ luck':>8} {'- mistakes':>11} {'= now':>8}"]
    lines += [
        f"{book.player:<{width}}  {book.start:>8.2f} {book.luck:>+8.2f} {book.cost:>11.2f} {book.now:>8.2f}"
        + (f"  ({book.given:.2f} given away for the win)" if book.given else "")
        + (f"  ({book.lost_to_time:.2f} lost to the clock)" if book.lost_to_time else "")
        + (f"  ({book.from_others:+.2f} from other players)" if book.from_others else "")
        + (f"  ({book.from_awards:+.2f} from points coming in steps)" if book.from_awards else "")
        for book in books
    ]
    for book in books:
        if book.luckiest is not None:
            lines.append(f"{book.player}, luckiest throw: {_thrown(book.luckiest, game)}.")
        if book.costliest is not None:
            lines.append(f"{book.player}, costliest mistake: {_mistake(book.costliest, game)}.")
        if book.costliest_for_win is not None:
            lines.append(
                f"{book.player}, near the end: mistakes cost {100 * book.win_cost:.1f} % of a win, most of all "
                f"{_mistake(book.costliest_for_win, game, of_a_win=True)}."
            )
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


def _thrown(step: AccountEntry, game: Game) -> str:
    return f"{format_dice(step.dice, game.faces)} in turn {step.turn}, {step.change:+.2f}{_photo(step)}"


def _mistake(step: AccountEntry, game: Game, *, of_a_win: bool = False) -> str:
    made, best = (
        "" if choice is None else format_choice(choice, game.ruleset, game.faces) for choice in (step.made, step.best)
    )
    cost = f"{-100 * step.change:.1f} %" if of_a_win else f"{-step.change:.2f}"
    return (
        f"to {made} with {format_dice(step.dice, game.faces)} in turn {step.turn} cost {cost}; it was "
        f"best to {best}{_photo(step)}"
    )


def _photo(step: AccountEntry) -> str:
    return f" ({step.photo})" if step.photo else ""

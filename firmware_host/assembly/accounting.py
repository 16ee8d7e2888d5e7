"""`dice-table replay --ledger`: luck and skill in a game that was played."""

from pathlib import Path
from typing import Any

from firmware_host.assembly.advising import dice_text, done, solution_of
from firmware_host.coach.luck import Account, Step, accounts, better
from firmware_host.coach.solution import Solution
from firmware_host.game.state import Game
from firmware_host.game.transcript import Transcript


def told_ledger(transcript: Transcript, game: Game, data: Path) -> list[str]:
    """Return the luck and skill of every player in lines of text; CoachError for a game that cannot be solved."""
    solution = solution_of(game.ruleset, data)
    books = accounts(transcript, solution)
    width = max(len("Player"), *(len(book.player) for book in books))
    lines = [f"{'Player':<{width}}  {'Start':>8} {'+ luck':>8} {'- mistakes':>11} {'= now':>8}"]
    lines += [
        f"{book.player:<{width}}  {book.start:>8.2f} {book.luck:>+8.2f} {book.cost:>11.2f} {book.now:>8.2f}"
        + (f"  ({book.lost_to_time:.2f} lost to the clock)" if book.lost_to_time else "")
        for book in books
    ]
    for book in books:
        if book.luckiest is not None:
            lines.append(f"{book.player}, luckiest throw: {_thrown(book.luckiest, game)}.")
        if book.dearest is not None:
            lines.append(f"{book.player}, dearest mistake: {_mistake(book, book.dearest, game, solution)}.")
    return lines


def described_ledger(transcript: Transcript, game: Game, data: Path) -> list[dict[str, Any]]:
    """Return the same as plain JSON values: `[{"name", "start", "luck", "mistakes", "lost_to_time", "now"}, …]`."""
    return [
        {
            "name": book.player,
            "start": book.start,
            "luck": book.luck,
            "mistakes": book.cost,
            "lost_to_time": book.lost_to_time,
            "now": book.now,
        }
        for book in accounts(transcript, solution_of(game.ruleset, data))
    ]


def _thrown(step: Step, game: Game) -> str:
    return f"{dice_text(step.dice, game.faces)} in turn {step.turn}, {step.change:+.2f}{_photo(step)}"


def _mistake(book: Account, step: Step, game: Game, solution: Solution) -> str:
    made = "" if step.made is None else done(step.made, game.ruleset, game.faces)
    best = done(better(book, step, solution), game.ruleset, game.faces)
    return (
        f"to {made} with {dice_text(step.dice, game.faces)} in turn {step.turn} cost {-step.change:.2f}; best was "
        f"to {best}{_photo(step)}"
    )


def _photo(step: Step) -> str:
    return f" ({step.photo})" if step.photo else ""

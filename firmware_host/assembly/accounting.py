"""`dice-table replay --ledger`: luck and skill in a game that was played."""

from pathlib import Path
from typing import Any

from firmware_host.assembly.advising import coach_for, dice_text, done
from firmware_host.coach.luck import Step
from firmware_host.game.state import Game
from firmware_host.game.transcript import Transcript


def told_ledger(transcript: Transcript, game: Game, data: Path) -> list[str]:
    """Return the luck and skill of every player in lines of text; CoachError for a game that cannot be solved."""
    books = coach_for(game.ruleset, data).accounts(transcript)
    width = max(len("Player"), *(len(book.player) for book in books))
    lines = [f"{'Player':<{width}}  {'Start':>8} {'+ luck':>8} {'- mistakes':>11} {'= now':>8}"]
    lines += [
        f"{book.player:<{width}}  {book.start:>8.2f} {book.luck:>+8.2f} {book.cost:>11.2f} {book.now:>8.2f}"
        + (f"  ({book.lost_to_time:.2f} lost to the clock)" if book.lost_to_time else "")
        + (f"  ({book.from_others:+.2f} from the others)" if book.from_others else "")
        + (f"  ({book.from_steps:+.2f} from the steps in which points are won)" if book.from_steps else "")
        for book in books
    ]
    for book in books:
        if book.luckiest is not None:
            lines.append(f"{book.player}, luckiest throw: {_thrown(book.luckiest, game)}.")
        if book.dearest is not None:
            lines.append(f"{book.player}, dearest mistake: {_mistake(book.dearest, game)}.")
    return lines


def described_ledger(transcript: Transcript, game: Game, data: Path) -> list[dict[str, Any]]:
    """Return the same as plain JSON values.

    `[{"name", "start", "luck", "mistakes", "lost_to_time", "from_others", "from_steps", "now"}, …]`
    """
    return [
        {
            "name": book.player,
            "start": book.start,
            "luck": book.luck,
            "mistakes": book.cost,
            "lost_to_time": book.lost_to_time,
            "from_others": book.from_others,
            "from_steps": book.from_steps,
            "now": book.now,
        }
        for book in coach_for(game.ruleset, data).accounts(transcript)
    ]


def _thrown(step: Step, game: Game) -> str:
    return f"{dice_text(step.dice, game.faces)} in turn {step.turn}, {step.change:+.2f}{_photo(step)}"


def _mistake(step: Step, game: Game) -> str:
    made, best = ("" if choice is None else done(choice, game.ruleset, game.faces) for choice in (step.made, step.best))
    return (
        f"to {made} with {dice_text(step.dice, game.faces)} in turn {step.turn} cost {-step.change:.2f}; best was "
        f"to {best}{_photo(step)}"
    )


def _photo(step: Step) -> str:
    return f" ({step.photo})" if step.photo else ""

"""Saves what can be saved of a damaged journal: every event that is proven, decoded and possible by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from firmware_host.errors import DiceTableError
from firmware_host.game.session import apply
from firmware_host.game.state import Game
from firmware_host.journal.chain import Row
from firmware_host.journal.codec import decode_text
from firmware_host.journal.database import journal_errors, unreadable
from firmware_host.journal.errors import JournalError, JournalTooNewError
from firmware_host.journal.examination import ForeignFileError, examine, too_new
from firmware_host.journal.mark import read_mark
from firmware_host.journal.rebuild import linked, rebuild_journal
from firmware_host.journal.salvage import salvage, salvage_without_links
from firmware_host.journal.tables import VERSION


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game after a repair: how many of its events were saved, and why no more, "" if all that are known were."""

    id: str
    saved: int
    fault: str


@dataclass(frozen=True, slots=True)
class Repair:
    """What a repair did. `known` is how many events are known to have been in the journal.

    `aside` is where the damaged journal is kept, None if it was whole and nothing was done.
    """

    games: tuple[SavedGame, ...] = ()
    known: int = 0
    aside: Path | None = None

    @property
    def saved(self) -> int:
        """How many events were saved."""
        return sum(game.saved for game in self.games)


def repair(path: Path, now: datetime) -> Repair:
    """Put what can be saved of the journal at `path` into a new one in its place; the damaged one is kept beside it.

    Nothing is done to a journal that is whole. Raises JournalUnreadableError if nothing can be saved,
    JournalTooNewError if only a newer program could judge it, and JournalError if the disk does not let it be read or
    written.
    """
    try:
        mark = read_mark(path)
        if path.exists() and path.stat().st_size:
            found = _examined(path)
            if found:
                return Repair()
        proven = salvage(path)
        rows: Sequence[Row] = (*proven.rows, *proven.after) or salvage_without_links(path)
        games, kept = _checked(rows)
        if not kept:
            raise unreadable(path, "Nothing in it can be saved.")
        with journal_errors(path):
            aside = rebuild_journal(path, list(linked(kept)), now)
    except OSError as error:
        raise JournalError(
            f"The journal {path} cannot be repaired: {error.strerror or error}. Make room on the disk, then try again."
        ) from error
    known = max(len(rows), rows[-1].number, 0 if mark is None else mark.number)
    return Repair(games, known, aside)


def _examined(path: Path) -> bool:
    """Whether there is nothing to repair."""
    try:
        with journal_errors(path):
            found = examine(path, read_mark(path))
    except ForeignFileError as error:
        raise unreadable(path, str(error)) from error
    if found.version > VERSION:
        raise JournalTooNewError(too_new(path, found.version))
    return found.whole


def _checked(rows: Sequence[Row]) -> tuple[tuple[SavedGame, ...], list[Row]]:
    """Return what became of each game, and the events to keep, in their order."""
    by_game: dict[bytes, list[Row]] = {}
    for row in rows:
        by_game.setdefault(row.game, []).append(row)
    kept: set[Row] = set()
    games: list[SavedGame] = []
    for game, own in by_game.items():
        saved, fault = _beginning(own)
        kept.update(saved)
        games.append(SavedGame(game.decode(errors="replace"), len(saved), fault))
    return tuple(games), [row for row in rows if row in kept]


def _beginning(rows: Sequence[Row]) -> tuple[list[Row], str]:
    """Return the events of a game up to the first that is missing or cannot be, and what is wrong with that one."""
    saved: list[Row] = []
    game: Game | None = None
    for row in rows:
        number = len(saved) + 1
        if row.seq != number:
            return saved, f"entry {number} is missing"
        try:
            (row.game + row.time).decode()
            game = apply(game, decode_text(row.kind.decode(), row.body.decode()))
        except (DiceTableError, ValueError) as error:
            return saved, f"entry {number} cannot be right: {error}"
        except Exception as error:  # an event that no program of ours has written may lead anywhere
            return saved, f"entry {number} cannot be right: {error!r}"
        saved.append(row)
    return saved, ""

"""The list inside a backup: what made it, and every file with its size and hash."""

import json
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from firmware_host import __version__
from firmware_host.backup.errors import RestoreError

NAME = "manifest.json"
FORMAT = "dice-table backup"
VERSION = 1
LARGEST = 256 * 1024 * 1024
"""Bytes of a list that is read at all: a million pictures need 150 MB."""


@dataclass(frozen=True, slots=True)
class Member:
    """A file in a backup: its path in the data folder, with slashes, its size in bytes and its SHA-256 in hex."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What is in a backup; `made` is when (UTC), `program` the version that made it.

    `journal` is the version of the journal in it, None without one; `games` and `events` are how many it holds.
    `pictures` tells whether the pictures of the rolls were wanted.
    """

    made: datetime
    members: tuple[Member, ...]
    pictures: bool
    journal: int | None = None
    games: int = 0
    events: int = 0
    program: str = __version__

    def encode(self) -> bytes:
        """Return the list as JSON."""
        fields = {**asdict(self), "made": self.made.isoformat(timespec="seconds")}
        return json.dumps({"format": FORMAT, "version": VERSION, **fields}, ensure_ascii=False, indent=1).encode()


def decode(content: bytes) -> Manifest:
    """Return the list that `encode` wrote; RestoreError if it is none, or a newer program's."""
    try:
        fields = json.loads(content)
        if fields["format"] != FORMAT:
            raise ValueError(FORMAT)
        version = _whole(fields["version"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise foreign() from error
    if version > VERSION:
        raise newer(str(fields.get("program", "")))
    try:
        return Manifest(
            made=datetime.fromisoformat(fields["made"]),
            members=tuple(
                Member(_text(one["path"]), _whole(one["size"]), _text(one["sha256"])) for one in fields["members"]
            ),
            pictures=bool(fields["pictures"]),
            journal=None if fields["journal"] is None else _whole(fields["journal"]),
            games=_whole(fields["games"]),
            events=_whole(fields["events"]),
            program=_text(fields["program"]),
        )
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise foreign() from error


def foreign() -> RestoreError:
    """Say that a file is no backup."""
    return RestoreError("It is not a backup of a dice table. Choose a file that dice-table backup made.")


def newer(program: str) -> RestoreError:
    """Say that a newer program made the backup."""
    which = f" ({program})" if program else ""
    return RestoreError(f"A newer dice table made it{which}. Update this program, then restore it again.")


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError(value)
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value

"""A whole game as text that people can read and write: its rules, its players, and a line for each turn.

::

    rules: school-poker
    option higher-counts-lower = on
    players: Ana, Bo
    Ana: 6 6 1 2 4 -> pair
    Bo: 1 3 2 4 4 | keep 4 4 | 4 4 4 2 6 | keep 4 4 4 | 4 4 4 4 1 -> strike low-straight

A turn lists its throws, each with all its dice in any order, and between them what was kept (``keep`` alone: nothing).
It ends with a box, or with nothing in a game of hands. ``Bo: out of time`` ends a game because Bo's clock ran out. A
name with ``, : " # |`` or a backslash is quoted as in JSON. Text after a ``#`` at the start of a line or after a space
is a remark; the names of the rolls' photos and everybody's thinking time are written there.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import face_of
from firmware_host.rules.options import Setting
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS

OUT_OF_TIME = "out of time"
_PLAIN_NAME = re.compile(r'[^,:"#|\\]+')


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in a text: line and position in the line, both counted from 1."""

    line: int
    position: int


NOWHERE = Spot(0, 0)


class TranscriptError(DiceTableError, ValueError):
    """A text that is not a valid game: `at` says where, `reason` why, in a sentence."""

    def __init__(self, at: Spot, reason: str) -> None:
        super().__init__(f"Line {at.line}, position {at.position}: {reason}")
        self.at = at
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: all its dice, the values that were kept for it (None for the first of a turn), and its photo."""

    values: tuple[int, ...]
    kept: tuple[int, ...] | None = None
    photo: str | None = None
    at: Spot = field(default=NOWHERE, compare=False)
    kept_at: Spot = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """One line: a player's throws and the box that took them (None in a game of hands), or that time ran out."""

    player: str
    throws: tuple[Throw, ...]
    box: str | None = None
    strike: bool = False
    out_of_time: bool = False
    at: Spot = field(default=NOWHERE, compare=False)
    end_at: Spot = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole game, finished or not. `spots` says where the rules, players and options are, by field of a start.

    `unfinished` is the current turn, which does not count and is written as a remark, and so is `spent`: the thinking
    time of each player in milliseconds, empty in a game without clocks.
    """

    rules: str
    players: tuple[str, ...]
    moves: tuple[Move, ...] = ()
    options: Mapping[str, Setting] = field(default_factory=dict)
    faces: str = "pips"
    unfinished: Move | None = None
    spent: tuple[int, ...] = field(default=(), compare=False)
    spots: Mapping[str, Spot] = field(default_factory=dict, compare=False)


def format_transcript(transcript: Transcript, rulesets: Mapping[str, Ruleset] = RULESETS) -> str:
    """Return a game as text, ending with a line break."""
    words = {option.id: option.word for option in rulesets[transcript.rules].options}
    lines = [
        f"rules: {transcript.rules}",
        *(f"option {name} = {words[name](setting)}" for name, setting in transcript.options.items()),
        f"players: {', '.join(format_name(name) for name in transcript.players)}",
        *(format_move(move, transcript.faces) for move in transcript.moves),
    ]
    if transcript.unfinished is not None:
        lines.append(f"# not finished: {format_move(transcript.unfinished, transcript.faces)}")
    if transcript.spent:
        times = zip(transcript.players, transcript.spent, strict=True)
        lines.append(f"# thinking time: {', '.join(f'{format_name(name)} {_time(spent)}' for name, spent in times)}")
    return "\n".join(lines) + "\n"


def format_move(move: Move, faces: str = "pips") -> str:
    """Return the line of one turn."""
    parts = [f"{format_name(move.player)}:", OUT_OF_TIME if move.out_of_time else _throws(move.throws, faces)]
    if move.box is not None:
        parts.append(f"-> {'strike ' if move.strike else ''}{move.box}")
    photos = [throw.photo or "-" for throw in move.throws]
    if any(throw.photo for throw in move.throws):
        parts.append(f" # {' '.join(photos)}")
    return " ".join(parts)


def format_name(name: str) -> str:
    """Return a player's name, in quotes if it could be read as something else."""
    return name if _PLAIN_NAME.fullmatch(name) else json.dumps(name, ensure_ascii=False)


def _time(milliseconds: int) -> str:
    """Return minutes, seconds and thousandths."""
    seconds, thousandths = divmod(milliseconds, 1000)
    return f"{seconds // 60}:{seconds % 60:02}.{thousandths:03}"


def _throws(throws: tuple[Throw, ...], faces: str) -> str:
    parts = []
    for throw in throws:
        if throw.kept is not None:
            parts.append(" ".join(["keep", *(face_of(value, faces) for value in throw.kept)]))
        parts.append(" ".join(face_of(value, faces) for value in throw.values))
    return " | ".join(parts)

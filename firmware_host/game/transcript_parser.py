"""Reads transcripts (see transcript.py); replay.py checks whether they follow the rules."""

import json
import re
from collections.abc import Mapping

from firmware_host.game.transcript import OUT_OF_TIME, Move, Spot, Throw, Transcript, TranscriptError
from firmware_host.rules.dice import FACES, value_of
from firmware_host.rules.options import OptionError, Setting
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS, no_such_game

_REMARK = re.compile(r'("(?:[^"\\]|\\.)*")|(?:^|(?<=\s))#.*')
_RULES = re.compile(r"\s*rules\s*:\s*(?P<id>.*?)\s*")
_OPTION = re.compile(r'\s*option\s+(?P<name>[^\s=:"]+)\s*=\s*(?P<word>[^:"]*?)\s*')
_PLAYERS = re.compile(r"\s*players\s*:")
_NAME = re.compile(r'\s*(?P<name>"(?:[^"\\]|\\.)*"|[^,:"#|\\]*[^,:"#|\\\s])\s*')
_TOKEN = re.compile(r"->|\||(?:(?!->)[^\s|])+")
_SHAPE = "Write a turn as Ana: 6 6 1 2 4 | keep 6 6 | 6 6 1 3 3 -> two-pairs."


def parse_transcript(text: str, rulesets: Mapping[str, Ruleset] = RULESETS) -> Transcript:
    """Read a game; TranscriptError with the first fault."""
    return _Reader(rulesets).read(text)


def parse_move(line: str, faces: str | None = None, number: int = 1) -> Move:
    """Read one turn, the `number`th line of its text, with dice of `faces`, or of the faces found in it."""
    return _Line(line, number, faces).move()


class _Reader:
    """The lines of a transcript, in their order: rules, options, players, turns."""

    def __init__(self, rulesets: Mapping[str, Ruleset]) -> None:
        self._rulesets = rulesets
        self._rules: Ruleset | None = None
        self._options: dict[str, Setting] = {}
        self._players: tuple[str, ...] = ()
        self._moves: list[Move] = []
        self._faces: str | None = None
        self._spots: dict[str, Spot] = {}

    def read(self, text: str) -> Transcript:
        number = 0
        for number, line in enumerate(text.splitlines(), start=1):
            bare = _REMARK.sub(lambda match: match[1] or "", line).rstrip()
            if bare:
                self._line(bare, number)
        if self._rules is None or not self._players:
            missing = "players: Ana, Bo" if self._rules else "rules: poker-dice"
            raise TranscriptError(Spot(number + 1, 1), f"The text ends here, but a line such as {missing} is missing.")
        return Transcript(
            self._rules.id, self._players, tuple(self._moves), self._options, self._faces or "pips", spots=self._spots
        )

    def _line(self, line: str, number: int) -> None:
        start = Spot(number, len(line) - len(line.lstrip()) + 1)
        if self._rules is None:
            self._read_rules(line, start)
        elif not self._moves and (match := _OPTION.fullmatch(line)):
            self._read_option(self._rules, match, number)
        elif self._players:
            reader = _Line(line, number, self._faces)
            self._moves.append(reader.move())
            self._faces = reader.faces
        elif _PLAYERS.match(line):
            self._read_players(line, start)
        else:
            raise TranscriptError(start, "Expected option NAME = VALUE, or players: Ana, Bo.")

    def _read_rules(self, line: str, start: Spot) -> None:
        match = _RULES.fullmatch(line)
        if match is None:
            raise TranscriptError(start, "A transcript starts with its game, such as rules: poker-dice.")
        if match["id"] not in self._rulesets:
            at = Spot(start.line, match.start("id") + 1)
            raise TranscriptError(at, no_such_game(match["id"], self._rulesets))
        self._rules = self._rulesets[match["id"]]
        self._spots["rules"] = start

    def _read_option(self, rules: Ruleset, match: re.Match[str], number: int) -> None:
        name, at = match["name"], Spot(number, match.start("name") + 1)
        if name in self._options:
            raise TranscriptError(at, f"Option {name} is set twice. Remove one of the two lines.")
        try:
            self._options[name] = rules.parse_option(name, match["word"])
        except OptionError as error:
            known = any(option.id == name for option in rules.options)
            raise TranscriptError(Spot(number, match.start("word") + 1) if known else at, str(error)) from error
        self._spots[f"options.{name}"] = at

    def _read_players(self, line: str, start: Spot) -> None:
        self._spots["players"] = start
        names: list[str] = []
        position = line.index(":") + 1
        while True:
            begin = position + len(line[position:]) - len(line[position:].lstrip())
            self._spots[f"players.{len(names)}.name"] = Spot(start.line, begin + 1)
            name, position = _name(line, position, start.line)
            names.append(name)
            if position == len(line):
                break
            if line[position] != ",":
                raise TranscriptError(Spot(start.line, position + 1), "Separate players with commas.")
            position += 1
        self._players = tuple(names)


class _Line:
    """The tokens of one turn, taken from left to right."""

    def __init__(self, line: str, number: int, faces: str | None) -> None:
        self.faces = faces
        self._line = line
        self._number = number
        self._tokens: list[tuple[str, int]] = []
        self._next = 0

    def move(self) -> Move:
        at = Spot(self._number, len(self._line) - len(self._line.lstrip()) + 1)
        player, colon = _name(self._line, 0, self._number)
        if self._line[colon : colon + 1] != ":":
            raise TranscriptError(
                Spot(self._number, colon + 1), f"A colon is missing after the player's name. {_SHAPE}"
            )
        self._tokens = [(match[0], match.start()) for match in _TOKEN.finditer(self._line, colon + 1)]
        if [token for token, _ in self._tokens] == OUT_OF_TIME.split():
            return Move(player, (), out_of_time=True, at=at, end_at=self._spot())
        throws = [self._throw(None, self._spot())]
        while self._took("|"):
            kept_at = self._spot()
            if not self._took("keep"):
                raise TranscriptError(kept_at, f"Expected keep, then the dice that were kept. {_SHAPE}")
            kept = self._dice()
            if not self._took("|"):
                raise TranscriptError(self._spot(), f"Expected | and the next throw after the kept dice. {_SHAPE}")
            throws.append(self._throw(kept, kept_at))
        box, strike = None, False
        end_at = self._spot()
        if self._took("->"):
            strike = self._took("strike")
            end_at = self._spot()
            box = self._take()
            if box is None or box in ("|", "->"):
                raise TranscriptError(end_at, "Expected the id of a box after ->, or strike and the id.")
        if self._next < len(self._tokens):
            raise TranscriptError(self._spot(), f"{self._tokens[self._next][0]!r} does not belong here. {_SHAPE}")
        return Move(player, tuple(throws), box, strike, at=at, end_at=end_at)

    def _throw(self, kept: tuple[int, ...] | None, kept_at: Spot) -> Throw:
        at = self._spot()
        values = self._dice()
        if not values:
            raise TranscriptError(at, f"Expected a throw with all its dice. {_SHAPE}")
        return Throw(values, kept, at=at, kept_at=kept_at)

    def _dice(self) -> tuple[int, ...]:
        values = []
        while self._next < len(self._tokens) and self._tokens[self._next][0] not in ("|", "->"):
            at = self._spot()
            face = self._tokens[self._next][0]
            kinds = [kind for kind, names in FACES.items() if face in names]
            if not kinds:
                known = ", or ".join(" ".join(names) for names in FACES.values())
                raise TranscriptError(at, f"{face!r} is not a face of any dice. Dice show {known}.")
            self.faces = self.faces or kinds[0]
            if self.faces not in kinds:
                raise TranscriptError(
                    at, f"{face} is on a different kind of dice: this game is played with {self.faces} faces."
                )
            values.append(value_of(face, self.faces))
            self._next += 1
        return tuple(values)

    def _took(self, token: str) -> bool:
        took = self._next < len(self._tokens) and self._tokens[self._next][0] == token
        self._next += took
        return took

    def _take(self) -> str | None:
        if self._next == len(self._tokens):
            return None
        self._next += 1
        return self._tokens[self._next - 1][0]

    def _spot(self) -> Spot:
        """Return the place of the next token, or the end of the line."""
        position = self._tokens[self._next][1] if self._next < len(self._tokens) else len(self._line)
        return Spot(self._number, position + 1)


def _name(line: str, position: int, number: int) -> tuple[str, int]:
    """Read a name and return it with the position (0-based) after it."""
    match = _NAME.match(line, position)
    if match is None:
        raise TranscriptError(Spot(number, position + 1), "Expected a player's name.")
    name = match["name"]
    if name.startswith('"'):
        try:
            name = json.loads(name)
        except ValueError as error:
            at = Spot(number, match.start("name") + 1)
            raise TranscriptError(at, f"The name {name} is not quoted correctly. Quote it as in JSON.") from error
    return " ".join(name.split()), match.end()

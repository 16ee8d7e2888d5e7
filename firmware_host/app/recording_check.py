"""A recording played through the current pipeline, with its rolls then and now."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from firmware_host.errors import DiceTableError
from vision.detection import Detection
from vision.errors import VisionError
from vision.read import AskingReader, DiceReader, DiceSets, fit_set, restricted
from vision.recording import DiceInUse, DiePair, Recording, RollPair, Settled, compare_rolls, read_recording, replay


class WatchError(DiceTableError, ValueError):
    """A recording that cannot be played, or not with these models or dice."""


@dataclass(frozen=True, slots=True)
class WatchOptions:
    """Other models or dice to play a recording with than those it was recorded with."""

    models: Path | None = None
    faces: str | None = None
    dice_set: str | None = None
    data: Path | None = None


@dataclass(slots=True)
class ComparedRecording:
    """A recording, its rolls then and now, how many seconds of frames were played, and how many that took."""

    recording: Recording
    pairs: list[RollPair] = field(default_factory=list)
    played: float = 0.0
    took: float = 0.0

    @property
    def faults(self) -> list[str]:
        """A sentence for each roll that is now invented, missed or confidently misread."""
        return [f"{format_title(number, pair)}: {format_change(pair)}" for number, pair in self.numbered if pair.fault]

    @property
    def numbered(self) -> list[tuple[int | None, RollPair]]:
        """The rolls with their numbers in the recording; None for a new one."""
        number = 0
        numbered: list[tuple[int | None, RollPair]] = []
        for pair in self.pairs:
            number += pair.was is not None
            numbered.append((number if pair.was is not None else None, pair))
        return numbered


def compare_recording(
    folder: Path, options: WatchOptions, on_roll: Callable[[int | None, RollPair, float], None] = lambda *_: None
) -> ComparedRecording:
    """Play a recording through the pipeline; `on_roll` gets each roll and its time in seconds as soon as it is known.

    Raises WatchError if it cannot be read, or the models or dice cannot be loaded.
    """
    try:
        recording = read_recording(folder)
        readers = _Readers(folder, options)
        compared_recording, number, began = ComparedRecording(recording), 0, time.monotonic()
        for span in recording.spans:
            for pair in compare_rolls(span, replay(span, readers.reader), recording.truth):
                number += pair.was is not None
                roll = pair.was or pair.now
                at = span.began + (roll.time - span.watching.time if roll else 0.0)
                compared_recording.pairs.append(pair)
                on_roll(number if pair.was is not None else None, pair, at)
            compared_recording.played += span.end - span.watching.time
        compared_recording.took = time.monotonic() - began
    except VisionError as error:
        raise WatchError(str(error)) from error
    return compared_recording


class _Readers:
    """Readers for the dice of a recording, each made once."""

    def __init__(self, folder: Path, options: WatchOptions) -> None:
        self._folder = folder
        self._options = options
        self._reader = DiceReader.load(options.models)
        self._made: dict[tuple[str, str | None], DiceReader | AskingReader] = {}

    def reader(self, dice: DiceInUse) -> DiceReader | AskingReader:
        """Return the reader for dice as they were read then, or as the options say."""
        options = self._options
        faces, name = (
            (options.faces or "any", options.dice_set) if options.faces or options.dice_set else (dice.faces, dice.set)
        )
        if (faces, name) not in self._made:
            self._made[faces, name] = restricted(self._reader, faces) if name is None else self._taught(name)
        return self._made[faces, name]

    def _taught(self, name: str) -> DiceReader:
        """Return a reader for the set as it was when recorded, or else as it is now."""
        kept, now = DiceSets(self._folder), DiceSets(self._options.data or self._folder)
        sets = now if self._options.dice_set is not None or name not in kept.names() else kept
        return self._reader.for_set(fit_set(sets.load(name), self._reader.faces))


def format_title(number: int | None, pair: RollPair) -> str:
    """Return the title of a roll."""
    return f"roll {number}" if pair.was is not None else "new roll"


def format_change(pair: RollPair) -> str:
    """Describe what changed in a roll, in a few words."""
    if pair.was is None:
        return "new: it was not seen then"
    if pair.now is None:
        return "lost: it is no longer seen"
    changes = [change for number, die in enumerate(pair.dice, 1) if (change := _format_die_change(number, die))]
    if pair.was.thrown != pair.now.thrown:
        changes.append(f"{_thrown(pair.was)} → {_thrown(pair.now)}")
    if bool(pair.was.problems) != bool(pair.now.problems):
        changes.append(f"{' '.join(pair.was.problems) or 'no problem'} → {' '.join(pair.now.problems) or 'no problem'}")
    return f"differs: {'; '.join(changes)}" if not pair.same else "; ".join(["same", *changes])


def _format_die_change(number: int, die: DiePair) -> str:
    """Describe what changed in a die, and what it was according to the players if it was or is misread."""
    name = f"die {number} from the left" if die.was is not None else "another die"
    if die.was is None and die.now is None:
        return f"a die that showed {die.truth} was not seen, and still is not"
    change = "" if die.same else f"{name} {format_die(die.was)} → {format_die(die.now)}"
    if die.truth is not None and any(seen is None or seen.face != die.truth for seen in (die.was, die.now)):
        change = f"{change or f'{name} {format_die(die.was)}'} (it was {die.truth})"
    return change


def format_die(die: Detection | None) -> str:
    """Return what was read, with a question mark if it is not sure."""
    if die is None:
        return "not seen"
    marks = [mark for mark in (die.trouble, "on the rail" if die.on_rail else "") if mark]
    return f"{die.face}{'' if die.sure else '?'}" + (f" ({', '.join(marks)})" if marks else "")


def _thrown(roll: Settled) -> str:
    return "thrown" if roll.thrown else "already there"

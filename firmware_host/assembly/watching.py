"""`dice-table watch`: a recording played through the pipeline, and what changed since it was made."""

import json
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import click
from cv2.utils.logging import LOG_LEVEL_SILENT, setLogLevel

from firmware_host.errors import DiceTableError
from vision.errors import VisionError
from vision.read import AskingReader, DiceReader, DiceSets, restricted, taught
from vision.recording import Dice, DiePair, Recording, RollPair, Settled, compared, cut, read_recording, replay
from vision.sighting import Sighting


class WatchingError(DiceTableError, ValueError):
    """A recording that cannot be watched, or not with these models or dice."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a recording is watched with: other models, and other dice than those it was recorded with."""

    models: Path | None = None
    faces: str | None = None
    dice_set: str | None = None
    data: Path | None = None


@dataclass(slots=True)
class Watched:
    """A recording, its rolls then and now, and how many seconds of frames were played in how many."""

    recording: Recording
    pairs: list[RollPair] = field(default_factory=list)
    played: float = 0.0
    took: float = 0.0

    @property
    def faults(self) -> list[str]:
        """What is now invented, missed or misread without a doubt, a sentence for each roll; empty if nothing is."""
        return [f"{_title(number, pair)}: {_told(pair)}" for number, pair in self.numbered if pair.fault]

    @property
    def numbered(self) -> list[tuple[int | None, RollPair]]:
        """The rolls with their numbers in the recording, None for one that is new."""
        number = 0
        numbered: list[tuple[int | None, RollPair]] = []
        for pair in self.pairs:
            number += pair.was is not None
            numbered.append((number if pair.was is not None else None, pair))
        return numbered


def watch(folder: Path, look: Look, as_json: bool) -> int:
    """Play a recording, print each roll and what changed, and return 1 where anything did, else 0."""
    setLogLevel(LOG_LEVEL_SILENT)  # OpenCV's own complaints about broken pictures would stand between ours
    tell: Callable[[int | None, RollPair, float], None] = _print_nothing if as_json else _print_roll
    watched = watched_recording(folder, look, tell)
    if as_json:
        click.echo(json.dumps(_plain(watched), ensure_ascii=False))
    else:
        for line in _summary(watched):
            click.echo(line)
    return 0 if all(pair.same for pair in watched.pairs) else 1


def cut_out(folder: Path, number: int, out: Path) -> None:
    """Cut a roll out of a recording into another folder; WatchingError where that cannot be done."""
    try:
        cut(read_recording(folder), number, out)
    except VisionError as error:
        raise WatchingError(str(error)) from error
    click.echo(f"Roll {number} is cut out into {out}:")


def watched_recording(
    folder: Path, look: Look, tell: Callable[[int | None, RollPair, float], None] = lambda *_: None
) -> Watched:
    """Play a recording through the pipeline; `tell` is told each roll, with its second, as soon as it is known.

    Raises WatchingError where it cannot be read, or the models or dice cannot be loaded.
    """
    try:
        recording = read_recording(folder)
        readers = _Readers(folder, look)
        watched, number, began = Watched(recording), 0, time.monotonic()
        for span in recording.spans:
            for pair in compared(span, replay(span, readers.reader), recording.truth):
                number += pair.was is not None
                roll = pair.was or pair.now
                at = span.began + (roll.time - span.watching.time if roll else 0.0)
                watched.pairs.append(pair)
                tell(number if pair.was is not None else None, pair, at)
            watched.played += span.end - span.watching.time
        watched.took = time.monotonic() - began
    except VisionError as error:
        raise WatchingError(str(error)) from error
    return watched


class _Readers:
    """Readers for the dice of a recording, each made once."""

    def __init__(self, folder: Path, look: Look) -> None:
        self._folder = folder
        self._look = look
        self._reader = DiceReader.load(look.models)
        self._made: dict[tuple[str, str | None], DiceReader | AskingReader] = {}

    def reader(self, dice: Dice) -> DiceReader | AskingReader:
        """The reader for dice as they were read then, or as was asked for."""
        look = self._look
        faces, name = (look.faces or "any", look.dice_set) if look.faces or look.dice_set else (dice.faces, dice.set)
        if (faces, name) not in self._made:
            self._made[faces, name] = restricted(self._reader, faces) if name is None else self._taught(name)
        return self._made[faces, name]

    def _taught(self, name: str) -> DiceReader:
        """A reader for the set as it was when it was recorded, else as it is now."""
        kept, now = DiceSets(self._folder), DiceSets(self._look.data or self._folder)
        anew = self._look.dice_set is not None or name not in kept.names()
        return self._reader.of_set(taught((now if anew else kept).load(name), self._reader.faces))


def _print_nothing(_number: int | None, _pair: RollPair, _at: float) -> None:
    """The JSON object is printed at the end."""


def _print_roll(number: int | None, pair: RollPair, at: float) -> None:
    roll = pair.was or pair.now
    dice = "  ".join(_die(die) for die in roll.dice) if roll and roll.dice else "no dice"
    click.echo(f"{_title(number, pair):<9} {at:8.1f} s  {dice:<32}  {_told(pair)}")
    sys.stdout.flush()


def _title(number: int | None, pair: RollPair) -> str:
    return f"roll {number}" if pair.was is not None else "new roll"


def _told(pair: RollPair) -> str:
    """What changed of a roll, in a few words."""
    if pair.was is None:
        return "new: it was not told then"
    if pair.now is None:
        return "lost: it is not told any more"
    changes = [change for number, die in enumerate(pair.dice, 1) if (change := _change(number, die))]
    if pair.was.thrown != pair.now.thrown:
        changes.append(f"{_thrown(pair.was)} → {_thrown(pair.now)}")
    if bool(pair.was.problems) != bool(pair.now.problems):
        changes.append(f"{' '.join(pair.was.problems) or 'no problem'} → {' '.join(pair.now.problems) or 'no problem'}")
    return f"differs: {'; '.join(changes)}" if not pair.same else "; ".join(["same", *changes])


def _change(number: int, die: DiePair) -> str:
    """What changed of a die, and what it is by the players' word where it was or is not read so."""
    name = f"die {number} from the left" if die.was is not None else "another die"
    if die.was is None and die.now is None:
        return f"a die that showed {die.truth} was not seen, nor is it now"
    change = "" if die.same else f"{name} {_die(die.was)} → {_die(die.now)}"
    if die.truth is not None and any(seen is None or seen.face != die.truth for seen in (die.was, die.now)):
        change = f"{change or f'{name} {_die(die.was)}'} (it was {die.truth})"
    return change


def _die(die: Sighting | None) -> str:
    if die is None:
        return "not seen"
    marks = [mark for mark in (die.trouble, "on the rail" if die.on_rail else "") if mark]
    return f"{die.face}{'' if die.sure else '?'}" + (f" ({', '.join(marks)})" if marks else "")


def _thrown(roll: Settled) -> str:
    return "thrown" if roll.thrown else "lying there before"


def _summary(watched: Watched) -> list[str]:
    pairs, recording = watched.pairs, watched.recording
    both = [pair for pair in pairs if pair.was is not None and pair.now is not None]
    same = sum(pair.same for pair in both)
    differ = len(both) - same
    lines = [
        f"{len(pairs)} roll{'' if len(pairs) == 1 else 's'}: {same} same, {differ} differ{'s' if differ == 1 else ''}, "
        f"{sum(pair.now is None for pair in pairs)} lost, {sum(pair.was is None for pair in pairs)} new. "
        f"{watched.played:.0f} s of frames, played in {watched.took:.0f} s."
    ]
    spoken = [die for pair in pairs for die in pair.dice if die.truth is not None]
    if spoken:
        lines.append(
            f"Of {len(spoken)} dice the players' word is known: {_score([(die.was, die.truth) for die in spoken])} "
            f"then, {_score([(die.now, die.truth) for die in spoken])} now."
        )
    for rolls, faces in recording.entered:
        lines.append(f"After roll {rolls} the players entered {' '.join(faces)} by hand.")
    if recording.skipped:
        lines.append(f"{recording.skipped} frames were skipped while recording: the disk was too slow.")
    return lines + [f"Damaged: {damage}." for damage in recording.damage]


def _score(dice: list[tuple[Sighting | None, str | None]]) -> str:
    right = sum(die is not None and die.sure and die.face == truth for die, truth in dice)
    asked = sum(die is not None and not die.sure for die, _ in dice)
    return f"{right} right, {asked} not sure, {len(dice) - right - asked} wrong or not seen"


def _plain(watched: Watched) -> dict[str, Any]:
    return {
        "recorded": {"at": watched.recording.opened.at, "made_by": dict(watched.recording.opened.made_by)},
        "rolls": [
            {
                "number": number,
                "same": pair.same,
                "fault": pair.fault,
                "was": None if pair.was is None else asdict(pair.was),
                "now": None if pair.now is None else asdict(pair.now),
                "dice": [
                    {
                        "was": None if die.was is None else die.was.face,
                        "now": None if die.now is None else die.now.face,
                        "truth": die.truth,
                        "same": die.same,
                    }
                    for die in pair.dice
                ],
            }
            for number, pair in watched.numbered
        ],
        "entered": [{"after": rolls, "faces": list(faces)} for rolls, faces in watched.recording.entered],
        "faults": watched.faults,
        "damage": watched.recording.damage,
    }

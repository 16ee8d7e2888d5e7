"""One roll cut out of a recording: small enough to be kept as a test, and it reads as the roll did."""

from dataclasses import replace
from pathlib import Path

from vision.errors import VisionError
from vision.read import DiceSets
from vision.recording.errors import RecordingError
from vision.recording.lines import Began, Counted, Dice, Settled
from vision.recording.parts import Parts, lines_files
from vision.recording.recording import KeptFrame, Recording, Span

LEAD = 0.25
"""Seconds before the dice lay still that are kept: the last of the motion, three or four frames."""


def cut(recording: Recording, number: int, out: Path) -> None:
    """Write roll `number` (from 1) into the folder `out`, with as few of its frames, unchanged, as tell it.

    What players said of it goes along. Raises RecordingError where there is no such roll or `out` holds a recording.
    """
    span, roll = _roll(recording, number)
    if out.is_dir() and lines_files(out):
        raise RecordingError(f"{out} holds a recording already. Name a new folder.")
    frames, began = _frames_of(span, roll)
    parts = Parts(out, lambda: recording.opened)
    parts.line(replace(span.watching, goes_on=False))
    if span.watching.marked is not None:
        parts.keep_file(span.watching.marked, (recording.folder / span.watching.marked).read_bytes())
    for dice in [line for line in span.told if isinstance(line, Dice) and line.time <= roll.time][-1:]:
        parts.line(dice)
        if dice.set is not None:
            _keep_set(dice.set, recording.folder, out)
    for kept in frames:
        content = kept.jpeg()
        if content is not None:
            parts.frame(content, kept.shown.time, kept.shown.number)
        if began is not None and kept.shown.time == began.time:
            parts.line(began)
    parts.line(roll)
    if roll.time in recording.truth:
        parts.line(Counted(roll.time, recording.truth[roll.time]))
    parts.close()


def _roll(recording: Recording, number: int) -> tuple[Span, Settled]:
    rolls = [(span, roll) for span in recording.spans for roll in span.rolls]
    if not 1 <= number <= len(rolls):
        raise RecordingError(f"{recording.folder} has no roll {number}; it has 1 to {len(rolls)}.")
    return rolls[number - 1]


def _frames_of(span: Span, roll: Settled) -> tuple[list[KeptFrame], Began | None]:
    """The frames that tell a roll: those around the beginning of motion, and from its end on until it was told."""
    at = span.told.index(roll)
    before = [line for line in span.told[:at] if not isinstance(line, Dice)]
    last = max((i for i, line in enumerate(before) if isinstance(line, Settled)), default=-1)
    began = next((line for line in before[last + 1 :] if isinstance(line, Began)), None)
    frames = [line for line in before if isinstance(line, KeptFrame)]
    first = [] if began is None else [kept for kept in frames if kept.shown.time <= began.time][-2:]
    end = [kept for kept in frames if roll.since - LEAD <= kept.shown.time <= roll.time and kept not in first]
    return first + [kept for kept in end if began is None or kept.shown.time > began.time], began


def _keep_set(name: str, folder: Path, out: Path) -> None:
    try:
        DiceSets(out).save(DiceSets(folder).load(name))
    except VisionError as error:
        raise RecordingError(error.sentence) from error

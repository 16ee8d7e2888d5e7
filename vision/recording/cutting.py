"""Cutting one roll out of a recording: small enough to keep as a test, and read the same way."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from vision.detection import Detection
from vision.errors import VisionError
from vision.read import DiceSets
from vision.recording.errors import RecordingError
from vision.recording.lines import Began, ConfirmedFaces, DiceInUse, Settled
from vision.recording.parts import Limits, Parts, lines_files, video_file
from vision.recording.recording import KeptFrame, Recording, Span, read_recording
from vision.recording.replay import replay

LEAD = 0.25
"""Seconds before the dice lay still that are kept: the last of the motion, three or four frames."""


def cut(recording: Recording, number: int, out: Path) -> None:
    """Write roll `number` (from 1) into the folder `out`, with as few of its frames, unchanged, as tell it.

    What players said of it goes along. Raises RecordingError where there is no such roll or `out` holds a recording.
    """
    span, roll = _roll(recording, number)
    if out.is_dir() and lines_files(out):
        raise RecordingError(f"{out} holds a recording already. Name a new folder.")
    began, frames = _motion(span, roll)
    few = [kept for kept in frames if _belongs(kept.shown.time, began, roll)]
    _write(recording, span, roll, few, began, out)
    if not _settles_alike(out, roll):
        # By chance a frame before the gap looks like one behind it: then the whole motion is needed.
        for file in lines_files(out):
            file.unlink()
            video_file(file).unlink()
        _write(recording, span, roll, frames, began, out)


def _write(
    recording: Recording, span: Span, roll: Settled, frames: Sequence[KeptFrame], began: Began | None, out: Path
) -> None:
    parts = Parts(out, lambda: recording.opened, Limits(least_free=0))
    parts.line(replace(span.watching, goes_on=False))
    if span.watching.marked is not None:
        parts.keep_file(span.watching.marked, (recording.folder / span.watching.marked).read_bytes())
    for dice in [line for line in span.lines if isinstance(line, DiceInUse) and line.time <= roll.time][-1:]:
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
        parts.line(ConfirmedFaces(roll.time, recording.truth[roll.time]))
    parts.close()


def _roll(recording: Recording, number: int) -> tuple[Span, Settled]:
    rolls = [(span, roll) for span in recording.spans for roll in span.rolls]
    if not 1 <= number <= len(rolls):
        raise RecordingError(f"{recording.folder} has no roll {number}; it has 1 to {len(rolls)}.")
    return rolls[number - 1]


def _motion(span: Span, roll: Settled) -> tuple[Began | None, list[KeptFrame]]:
    """When the motion before a roll began, and all frames from the one before on until the roll was told.

    Where nothing moved before, the frames of lying still alone.
    """
    before = span.lines[: span.lines.index(roll)]
    last = max((i for i, line in enumerate(before) if isinstance(line, Settled)), default=-1)
    began = next((line for line in before[last + 1 :] if isinstance(line, Began)), None)
    frames = [line for line in before if isinstance(line, KeptFrame)]
    if began is None:
        return None, [kept for kept in frames if kept.shown.time >= roll.since]
    first = max(0, sum(kept.shown.time <= began.time for kept in frames) - 2)
    return began, frames[first:]


def _belongs(time: float, began: Began | None, roll: Settled) -> bool:
    """Whether the frame of a time is needed: before the motion, at its beginning, or at its end."""
    return (began is not None and time <= began.time) or time >= roll.since - LEAD


class _Blind:
    """Sees no dice, and so takes no time."""

    def read(self, *_asked: object) -> tuple[Detection, ...]:
        return ()


def _settles_alike(folder: Path, roll: Settled) -> bool:
    """Whether the frames of a recording make the one roll, as the roll was made."""
    (span,) = read_recording(folder).spans
    settled = [line for line in replay(span, lambda _: _Blind()) if isinstance(line, Settled)]
    return [(line.since, line.thrown) for line in settled] == [(roll.since, roll.thrown)]


def _keep_set(name: str, folder: Path, out: Path) -> None:
    try:
        DiceSets(out).save(DiceSets(folder).load(name))
    except VisionError as error:
        raise RecordingError(error.sentence) from error

"""Reading a recording, as far as it is whole: a power cut may leave half a line or half a frame at its end."""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from vision.errors import PictureError
from vision.frame import Frame
from vision.picture_file import decode_picture
from vision.recording.errors import RecordingError
from vision.recording.lines import (
    VERSION,
    Began,
    ConfirmedFaces,
    DiceInUse,
    EnteredFaces,
    Line,
    Opened,
    Settled,
    Shown,
    TrueDie,
    Watching,
    line_from_json,
)
from vision.recording.parts import lines_files, video_file

TRUTH_FILE = "truth.txt"
"""What the dice of rolls showed, by whoever looked: `3: 5 2 2 6 1`, a roll's number and its faces, left to right."""


@dataclass(frozen=True, slots=True)
class KeptFrame:
    """Where a frame is kept."""

    video: Path
    shown: Shown

    def jpeg(self) -> bytes | None:
        """Its JPEG; None where it is not whole."""
        try:
            with self.video.open("rb") as file:
                file.seek(self.shown.at)
                content = file.read(self.shown.size)
        except OSError:
            return None
        return content if zlib.crc32(content) == self.shown.crc else None

    def frame(self) -> Frame | None:
        """The frame; None where it is not whole."""
        content = self.jpeg()
        try:
            picture = None if content is None else decode_picture(content, self.video.name)
            return None if picture is None else Frame(picture, self.shown.time, self.shown.number)
        except PictureError:
            return None


@dataclass(slots=True)
class Span:
    """What was recorded from one source until it was lost or another was watched.

    `lines` are its frames and results, in their order. `began` is the span's beginning in seconds since the
    recording's.
    """

    watching: Watching
    folder: Path
    began: float = 0.0
    lines: list[KeptFrame | DiceInUse | Began | Settled] = field(default_factory=list)

    @property
    def rolls(self) -> tuple[Settled, ...]:
        """The span's rolls."""
        return tuple(line for line in self.lines if isinstance(line, Settled))

    @property
    def end(self) -> float:
        """The time of the last frame."""
        return max((kept.shown.time for kept in self.lines if isinstance(kept, KeptFrame)), default=self.watching.time)

    def frames(self) -> Iterator[Frame]:
        """The frames that are whole."""
        for kept in self.lines:
            frame = kept.frame() if isinstance(kept, KeptFrame) else None
            if frame is not None:
                yield frame


@dataclass(slots=True)
class Recording:
    """A recording: its spans, what players said of its rolls (by the rolls' times), and what is damaged.

    `entered` are rolls that players entered by hand, each with the number of rolls before it.
    """

    folder: Path
    opened: Opened
    spans: list[Span] = field(default_factory=list)
    truth: dict[float, tuple[TrueDie, ...]] = field(default_factory=dict)
    entered: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    skipped: int = 0
    damage: list[str] = field(default_factory=list)

    @property
    def rolls(self) -> tuple[Settled, ...]:
        """All rolls; the first is number 1."""
        return tuple(roll for span in self.spans for roll in span.rolls)


def read_recording(folder: Path) -> Recording:
    """Read a recording; RecordingError where the folder holds none, or one that cannot be understood at all."""
    try:
        files = lines_files(folder)
    except OSError as error:
        raise RecordingError(
            f"{folder} cannot be read: {error.strerror or error}. Name a recording's folder."
        ) from error
    if not files:
        raise RecordingError(
            f"{folder} holds no recording: there is no part-000001.jsonl or later. Make one with: dice-table record DIR"
        )
    recording: Recording | None = None
    opened: Opened | None = None
    for file in files:
        for number, line in _lines_of(file):
            if isinstance(line, str):
                if recording is not None:
                    recording.damage.append(f"{file.name}, line {number}: {line}")
            elif isinstance(line, Opened):
                _check_version(file, line)
                opened = line
                recording = recording or Recording(folder, line)
            elif recording is not None and opened is not None:
                _take(recording, line, file, opened)
    if recording is None:
        raise RecordingError(f"{folder} cannot be understood: {files[0].name} does not begin as a recording does.")
    if not recording.spans:
        raise RecordingError(f"{folder} holds an empty recording: it ended before a source was watched.")
    _note_lost_frames(recording)
    _take_truth(recording)
    return recording


def _lines_of(file: Path) -> Iterator[tuple[int, Line | str]]:
    """The lines of a part with their numbers; why, where one cannot be understood."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise RecordingError(f"{file} cannot be read: {error.strerror or error}.") from error
    for number, text in enumerate(content.splitlines(keepends=True), 1):
        try:
            yield number, line_from_json(text.decode())
        except ValueError:
            yield number, "it is damaged" if text.endswith(b"\n") else "it is cut off, as by a power cut"


def _check_version(file: Path, opened: Opened) -> None:
    if opened.version > VERSION:
        raise RecordingError(
            f"{file} was recorded by a newer program (format {opened.version}, this one knows {VERSION}). "
            "Watch it with that program."
        )


def _take(recording: Recording, line: Line, file: Path, opened: Opened) -> None:
    spans = recording.spans
    match line:
        case Watching():
            if not (line.goes_on and spans and spans[-1].watching.time == line.time):
                # Between two evenings only the wall's clock goes on.
                evening = datetime.fromisoformat(opened.at) - datetime.fromisoformat(recording.opened.at)
                spans.append(Span(line, recording.folder, evening.total_seconds() + line.time - opened.time))
        case ConfirmedFaces(roll, dice):
            recording.truth[roll] = dice
        case EnteredFaces(_, faces):
            recording.entered.append((len(recording.rolls), faces))
        case Shown() if spans:
            spans[-1].lines.append(KeptFrame(video_file(file), line))
        case DiceInUse() | Began() | Settled() if spans:
            spans[-1].lines.append(line)
        case _:
            recording.skipped += getattr(line, "frames", 0)


def _note_lost_frames(recording: Recording) -> None:
    """Forget frames whose pictures are not there, and tell how many they are."""
    lost = 0
    for span in recording.spans:
        sizes = {kept.video: _size(kept.video) for kept in span.lines if isinstance(kept, KeptFrame)}
        whole = [
            one
            for one in span.lines
            if not isinstance(one, KeptFrame) or one.shown.at + one.shown.size <= sizes[one.video]
        ]
        lost += len(span.lines) - len(whole)
        span.lines = whole
    if lost:
        are = "frame at the end of a part is" if lost == 1 else "frames at the end of a part are"
        recording.damage.append(f"{lost} {are} not in its video")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _take_truth(recording: Recording) -> None:
    """Add what TRUTH_FILE says; the dice are those that were read, from left to right."""
    path = recording.folder / TRUTH_FILE
    if not path.exists():
        return
    rolls = recording.rolls
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise RecordingError(f"{path} cannot be read: {error}.") from error
    for at, text in enumerate(lines, 1):
        said = text.partition("#")[0].strip()
        if not said:
            continue
        number, _, faces = said.partition(":")
        if not number.strip().isdecimal() or not 1 <= int(number) <= len(rolls):
            raise RecordingError(f"{path}, line {at}: {said!r} names no roll; there are 1 to {len(rolls)}.")
        roll, named = rolls[int(number) - 1], faces.split()
        if len(named) != len(roll.dice):
            raise RecordingError(
                f"{path}, line {at}: of roll {int(number)}, {len(roll.dice)} dice were read, not {len(named)}. "
                "Name the face of each, from left to right."
            )
        recording.truth[roll.time] = tuple((*die.centre, face) for die, face in zip(roll.dice, named, strict=True))

"""What a source in a process of its own and its owner tell each other: one JSON object a line."""

import json
from dataclasses import asdict
from typing import IO, Any

from vision.camera_pose import CameraPose
from vision.errors import (
    CannotThrowError,
    PictureError,
    SourceLostError,
    SourceSpecError,
    SourceUnavailableError,
    VisionError,
)
from vision.sentence import Sentence, Value
from vision.sources.base import Lock, Report, ResumeState

Message = dict[str, Any]

_ERRORS: dict[str, type[VisionError]] = {
    kind.__name__: kind
    for kind in (CannotThrowError, PictureError, SourceLostError, SourceSpecError, SourceUnavailableError)
}


def send(pipe: IO[bytes], message: Message) -> None:
    """Write one message; OSError where nobody listens any more."""
    pipe.write(json.dumps(message).encode() + b"\n")
    pipe.flush()


def receive(pipe: IO[bytes]) -> Message | None:
    """Wait for one message; None at the end, or where the other side died in the middle of a word."""
    try:
        message = json.loads(pipe.readline())
    except (OSError, ValueError):
        return None
    return message if isinstance(message, dict) else None


def packed_error(error: Exception, otherwise: type[VisionError]) -> Message:
    """An error as a message; one that is not of vision's family becomes the kind given in `otherwise`."""
    if isinstance(error, VisionError):
        return {"error": type(error).__name__, "sentence": _packed_text(error.sentence)}
    return {"error": otherwise.__name__, "sentence": f"{type(error).__name__}: {error}"}


def unpacked_error(message: Message) -> VisionError:
    """The error that a message tells of."""
    return _ERRORS.get(message["error"], VisionError)(_unpacked_text(message["sentence"]))


def _packed_text(text: Value) -> Any:
    """A text, with what it was made of where it remembers that; numbers as they are."""
    if not isinstance(text, Sentence):
        return text
    return {"template": text.template, "values": {name: _packed_text(value) for name, value in text.values.items()}}


def _unpacked_text(packed: Any) -> Any:
    if not isinstance(packed, dict):
        return packed
    return Sentence(packed["template"], {name: _unpacked_text(value) for name, value in packed["values"].items()})


def packed_state(memory: ResumeState) -> Message:
    """A memory as a message."""
    return asdict(memory)


def unpacked_state(message: Message) -> ResumeState:
    """The memory that a message tells of."""
    return ResumeState(message["began"], unpacked_report(message["report"]))


def packed_report(report: Report) -> Message:
    """A report as a message."""
    return asdict(report)


def unpacked_report(message: Message) -> Report:
    """The report that a message tells of."""
    locks = tuple(Lock(**lock) for lock in message["locks"])
    return Report(message["name"], message["identity"], locks, CameraPose.from_json(message["camera_pose"]))

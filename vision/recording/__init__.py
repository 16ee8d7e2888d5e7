"""Recordings: what a camera saw and what was read of it, kept, played again, and compared."""

from vision.recording.comparing import DiePair, RollPair, compared
from vision.recording.cutting import cut
from vision.recording.errors import RecordingError
from vision.recording.lines import Began, Counted, Dice, Settled, TrueDie
from vision.recording.parts import Limits, Parts
from vision.recording.recorder import Recorder, opened
from vision.recording.recording import Recording, Span, read_recording
from vision.recording.replay import replay

__all__ = [
    "Began",
    "Counted",
    "Dice",
    "DiePair",
    "Limits",
    "Parts",
    "Recorder",
    "Recording",
    "RecordingError",
    "RollPair",
    "Settled",
    "Span",
    "TrueDie",
    "compared",
    "cut",
    "opened",
    "read_recording",
    "replay",
]

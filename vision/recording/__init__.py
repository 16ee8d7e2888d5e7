"""Recordings: what a camera saw and what was read of it, kept, played again, and compared."""

from vision.recording.comparing import DiePair, RollPair, compare_rolls
from vision.recording.cutting import cut
from vision.recording.errors import RecordingError
from vision.recording.lines import Began, ConfirmedFaces, DiceInUse, Settled, TrueDie
from vision.recording.parts import Limits, Parts
from vision.recording.recorder import Recorder, opened
from vision.recording.recording import Recording, Span, read_recording
from vision.recording.replay import replay

__all__ = [
    "Began",
    "ConfirmedFaces",
    "DiceInUse",
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
    "compare_rolls",
    "cut",
    "opened",
    "read_recording",
    "replay",
]

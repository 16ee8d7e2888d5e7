"""The error family of vision: everything it refuses on purpose is a VisionError."""

from collections.abc import Mapping, Sequence


class VisionError(Exception):
    """A refusal with a sentence for people: what happened, why, and what to do."""

    @property
    def sentence(self) -> str:
        """The sentence as it was raised; a `vision.sentence.Sentence` still knows what it was made of."""
        return self.args[0] if self.args and isinstance(self.args[0], str) else str(self)


class PictureError(VisionError, ValueError):
    """Something is not a picture that can be read."""


class SourceSpecError(VisionError, ValueError):
    """A source is named in an unknown form."""


class SourceUnavailableError(VisionError, OSError):
    """A source could not be opened: no such device, file or folder, or nothing in it."""


class SourceLostError(VisionError, OSError):
    """A source that gave frames gives none any more."""


class CannotThrowError(VisionError, RuntimeError):
    """A throw was requested from a source that only watches."""


class CalibrationError(VisionError, ValueError):
    """What makes no tray, cannot be found in a picture, or is kept in a file that cannot be understood.

    `faults` are all that is wrong with a record, by its fields; empty where it is no record that is refused.
    """

    def __init__(self, *args: object, faults: Mapping[str, str] | None = None) -> None:
        super().__init__(*args)
        self.faults = dict(faults or {})


class ScriptError(VisionError, ValueError):
    """A script for the simulated tray that cannot be played; `faults` are all that is wrong with it."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("; ".join(faults))
        self.faults = tuple(faults)

"""What a recording refuses."""

from vision.errors import VisionError


class RecordingError(VisionError, ValueError):
    """A recording that cannot be kept, or a folder that holds none that can be read."""

"""The reader of dice for a command."""

from pathlib import Path

from cv2.utils.logging import LOG_LEVEL_SILENT, setLogLevel

from firmware_host.errors import DiceTableError
from vision.errors import VisionError
from vision.read import DiceReader, DiceSets, fit_set


class ReaderError(DiceTableError, RuntimeError):
    """The networks that read dice cannot be loaded, or the requested dice set cannot be used."""


def dice_reader(kind: str, dice_set: str | None, data: Path | None) -> DiceReader:
    """Return the reader for one kind of faces, or for a set in the data folder; ReaderError if there is none."""
    setLogLevel(LOG_LEVEL_SILENT)  # OpenCV's own messages about broken files would mix with ours
    try:
        if dice_set is None or data is None:
            return DiceReader.load(kind=kind)
        reader = DiceReader.load()
        return reader.for_set(fit_set(DiceSets(data).load(dice_set), reader.faces))
    except VisionError as error:
        raise ReaderError(str(error)) from error

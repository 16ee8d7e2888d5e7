"""How many starts in a row came to a bad end; after three of them the program starts in safe mode."""

import json
import logging
from pathlib import Path

from firmware_host.words import say
from vision.atomic_file import write_bytes

FILE_NAME = "starts.json"
VERSION = 1
MOST_FAILED = 3
STEADY_S = 180.0
"""Seconds after which a start has gone well, however the program ends later: when the plug is pulled, as a rule."""

SAFE_MODE_AFTER_FAILURES = say(
    "This is safe mode, because the program failed three times in a row soon after it was started: the tray is "
    "simulated, and buttons and lamps are on the screen only. To go back, stop the program and start it again."
)
SAFE_MODE_ASKED_FOR = say(
    "This is safe mode, as it was asked for: the tray is simulated, and buttons and lamps are on the screen only. "
    "To go back, stop the program and start it again."
)
log = logging.getLogger(__name__)


class Starts:
    """Counts starts in `folder`/starts.json, {"version": 1, "failed": 2}, by no clock.

    A start counts as failed from `begin` on until `went_well`. A file that cannot be read or written is no reason not
    to play: it is logged, and no start counts as failed.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self.failed = self._load()

    def begin(self) -> None:
        """Count a start, which fails unless it is taken back or goes well."""
        self._save(self.failed + 1)

    def take_back(self) -> None:
        """Do not count this start: it was refused with a sentence, or stopped before it was done."""
        self._save(self.failed)

    def went_well(self) -> None:
        """Forget all that failed before."""
        self._save(0)

    def _load(self) -> int:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            if kept["version"] != VERSION or not isinstance(kept["failed"], int):
                raise ValueError(f"it is not of version {VERSION}")
            return int(kept["failed"])
        except (FileNotFoundError, NotADirectoryError):
            return 0
        except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
            log.warning("%s is passed over, so no start counts as failed: %s", self._path, error)
            return 0

    def _save(self, failed: int) -> None:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(self._path, json.dumps({"version": VERSION, "failed": failed}).encode())
        except OSError as error:
            log.warning("%s cannot be saved, so this start is not counted: %s", self._path, error)

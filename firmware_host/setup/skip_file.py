"""Which steps of the setup were skipped, kept in the data folder."""

import json
import logging
from collections.abc import Iterable
from pathlib import Path

from firmware_host.table.errors import TableRefusal
from firmware_host.words import say
from vision.atomic_file import write_bytes
from vision.json_file import read_object_file

FILE_NAME = "skipped.json"
VERSION = 1
log = logging.getLogger(__name__)


class SkipFile:
    """Keeps the ids of skipped steps in `folder`/skipped.json, {"version": 1, "skipped": ["rail"]}.

    A file that cannot be read is no reason not to play: it is logged and nothing counts as skipped.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME

    def load(self) -> frozenset[str]:
        """Return what was skipped."""
        try:
            kept = read_object_file(self.path)
            skipped = kept.get("skipped")
            if (
                kept.get("version") != VERSION
                or not isinstance(skipped, list)
                or not all(isinstance(step, str) for step in skipped)
            ):
                raise ValueError(f"it is not of version {VERSION}")
            return frozenset(skipped)
        except FileNotFoundError:
            return frozenset()
        except (OSError, ValueError) as error:
            log.warning("%s is passed over, so no step counts as skipped: %s", self.path, error)
            return frozenset()

    def keep(self, skipped: Iterable[str]) -> None:
        """Keep what is skipped, wholly or not at all; TableRefusal when the disk refuses."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_bytes(self.path, json.dumps({"version": VERSION, "skipped": sorted(skipped)}).encode())
        except OSError as error:
            raise TableRefusal(
                say(
                    "This step cannot be skipped: {path} cannot be saved ({error}). Make room, or allow writing.",
                    path=self.path,
                    error=error.strerror or error,
                )
            ) from error

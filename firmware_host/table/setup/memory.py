"""Which steps of the setup were skipped, kept in the data folder."""

import json
import logging
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from firmware_host.table.errors import TableRefusal
from firmware_host.words import say

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
            kept = json.loads(self.path.read_text(encoding="utf-8"))
            if kept["version"] != VERSION or not all(isinstance(step, str) for step in kept["skipped"]):
                raise ValueError(f"it is not of version {VERSION}")
            return frozenset(kept["skipped"])
        except FileNotFoundError:
            return frozenset()
        except (OSError, ValueError, TypeError, KeyError) as error:
            log.warning("%s is passed over, so no step counts as skipped: %s", self.path, error)
            return frozenset()

    def keep(self, skipped: Iterable[str]) -> None:
        """Keep what is skipped, wholly or not at all; TableRefusal when the disk refuses."""
        draft = self.path.with_name(f".{FILE_NAME}.part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with draft.open("w", encoding="utf-8") as file:
                json.dump({"version": VERSION, "skipped": sorted(skipped)}, file)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
        except OSError as error:
            with suppress(OSError):
                draft.unlink()
            raise TableRefusal(
                say(
                    "That this step is skipped cannot be kept in {path}: {error}. Make room there, or allow writing.",
                    path=self.path,
                    error=error.strerror or error,
                )
            ) from error

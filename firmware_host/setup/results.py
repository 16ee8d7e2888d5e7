"""The saved results of steps: the accuracy of five throws, the tested buttons and lamps, the taught dice."""

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from firmware_host.table.errors import TableRefusal
from firmware_host.words import say
from vision.atomic_file import write_bytes
from vision.json_file import read_object_file

FILE_NAME = "setup_results.json"
VERSION = 1
log = logging.getLogger(__name__)

Result = Mapping[str, Any]
"""JSON values by name."""


class ResultFile:
    """Keeps one result a step in `folder`/setup_results.json, {"version": 1, "results": {"throws": {...}}}.

    A file that cannot be read is no reason not to play: it is logged, and the steps are to be carried out again.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self._changing = Lock()

    def load(self, step: str) -> Result | None:
        """Return the result of a step; None if it has none."""
        result = self._all().get(step)
        return result if isinstance(result, Mapping) else None

    def keep(self, step: str, result: Result) -> None:
        """Save the result of a step, wholly or not at all; TableRefusal if the disk refuses."""
        with self._changing:
            try:
                content = {"version": VERSION, "results": {**self._all(), step: result}}
                self.path.parent.mkdir(parents=True, exist_ok=True)
                write_bytes(self.path, json.dumps(content, ensure_ascii=False).encode())
            except OSError as error:
                raise TableRefusal(
                    say(
                        "The result of this step cannot be saved in {path}: {error}. Make room, or allow writing.",
                        path=self.path,
                        error=error.strerror or error,
                    )
                ) from error

    def _all(self) -> dict[str, Any]:
        try:
            kept = read_object_file(self.path)
            results = kept.get("results")
            if kept.get("version") != VERSION or not isinstance(results, dict):
                raise ValueError(f"it is not of version {VERSION}")
            return dict(results)
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            log.warning("%s is passed over, so its steps count as not carried out: %s", self.path, error)
            return {}

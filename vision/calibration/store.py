"""The file of tray corners, `tray.json`: one tray for each source."""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vision.calibration.corners import tray_corners
from vision.errors import CalibrationError
from vision.geometry import Corners
from vision.sentence import say

FILE_NAME = "tray.json"
VERSION = 1


class TrayFile:
    """Keeps the corners of each source's tray in `folder`/tray.json.

    The file is {"version": 1, "trays": {"usb:0": {"corners": [[x, y], ...]}}}, corners as in tray_corners.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME

    def corners(self, spec: str) -> Corners | None:
        """The corners kept for a source, None when there are none.

        Raises CalibrationError for a file that cannot be read, is damaged, or was written by a newer program.
        """
        tray = self._trays().get(spec)
        if tray is None:
            return None
        if not isinstance(tray, Mapping) or "corners" not in tray:
            raise self._damaged(say("It has no corners for {source}.", source=spec))
        try:
            return tray_corners(tray["corners"])
        except CalibrationError as error:
            raise self._damaged(error.sentence) from error

    def keep(self, spec: str, corners: Corners) -> None:
        """Keep the corners of a source; the file is whole at every moment, even when the power fails.

        A file that cannot be understood is kept beside the new one as tray.unreadable.json. Raises CalibrationError
        when the file cannot be written.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                trays = dict(self._trays())
            except CalibrationError:
                trays = {}
                self.path.replace(self.path.with_suffix(".unreadable.json"))
            trays[spec] = {"corners": [list(corner) for corner in corners]}
            _write_whole(self.path, json.dumps({"version": VERSION, "trays": trays}, indent=2) + "\n")
        except OSError as error:
            raise CalibrationError(
                say(
                    "The tray's corners cannot be kept in {path}: {error}. Make room there, or allow writing.",
                    path=self.path,
                    error=error.strerror or error,
                )
            ) from error

    def _trays(self) -> Mapping[str, Any]:
        try:
            content = json.loads(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            raise self._damaged(say("{error}.", error=error)) from error
        version = content.get("version") if isinstance(content, dict) else None
        if isinstance(version, int) and version > VERSION:
            raise CalibrationError(
                say(
                    "{path} was written by a newer program (version {version}, this one knows {known}). Install that "
                    "one again, or drag the tray's corners anew.",
                    path=self.path,
                    version=version,
                    known=VERSION,
                )
            )
        if version != VERSION or not isinstance(content.get("trays"), dict):
            raise self._damaged(say("It is no list of trays."))
        trays: dict[str, Any] = content["trays"]
        return trays

    def _damaged(self, why: str) -> CalibrationError:
        return CalibrationError(
            say("{path} cannot be understood. {why} Drag the tray's corners anew.", path=self.path, why=why)
        )


def _write_whole(path: Path, text: str) -> None:
    """Write beside the file, then put it in its place in one step."""
    number, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
    try:
        with os.fdopen(number, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise

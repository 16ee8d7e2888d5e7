"""The file of trays, `tray.json`: one tray for each source, and beside it the pictures they were found in."""

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2

from vision.atomic_file import write_bytes
from vision.calibration.codec import as_json, from_json
from vision.calibration.record import Calibration
from vision.errors import CalibrationError, PictureError
from vision.frame import Picture
from vision.picture_file import read_picture
from vision.sentence import say

FILE_NAME = "tray.json"
VERSION = 2
PICTURE_NAME = re.compile(r"tray-[0-9a-f]{16}\.jpg")
JPEG_QUALITY = 92


class TrayFile:
    """Keeps the tray of each source in `folder`/tray.json.

    The file is {"version": 2, "trays": {"usb:0": TRAY}}, TRAY as `codec.as_json` tells it; "picture" is a JPEG beside
    the file. Version 1, {"corners": [[x, y], ...]} for a tray, is understood too.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME

    def load(self, spec: str) -> Calibration | None:
        """The tray kept for a source, None when there is none.

        Raises CalibrationError for a file that cannot be read, is damaged, or was written by a newer program.
        """
        tray = self._trays().get(spec)
        if tray is None:
            return None
        try:
            return from_json(tray)
        except CalibrationError as error:
            why = say("{source}: {faults}.", source=spec, faults=error.sentence.rstrip("."))
            raise self._damaged(why, error.faults) from error

    def picture(self, spec: str) -> Picture | None:
        """The picture (BGR uint8) that a source's tray was found in, None where none was kept or it is gone."""
        name = _picture_name(self._trays().get(spec))
        try:
            return None if name is None else read_picture(self.path.with_name(name))
        except PictureError:
            return None

    def keep(self, spec: str, tray: Calibration, picture: Picture | None = None) -> None:
        """Keep the tray of a source and the picture it was found in.

        The file is whole at every moment, even when the power fails. One that cannot be understood is kept beside the
        new one as tray.unreadable.json. Raises CalibrationError when nothing can be written.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                trays = dict(self._trays())
            except CalibrationError:
                trays = {}
                self.path.replace(self.path.with_suffix(".unreadable.json"))
            before = {_picture_name(kept) for kept in trays.values()}
            name = None if picture is None else self._keep_picture(picture)
            trays[spec] = as_json(tray, name)
            content = json.dumps({"version": VERSION, "trays": trays}, indent=2) + "\n"
            write_bytes(self.path, content.encode())
            for gone in before - {_picture_name(kept) for kept in trays.values()} - {None}:
                self.path.with_name(str(gone)).unlink(missing_ok=True)
        except OSError as error:
            raise CalibrationError(
                say(
                    "The tray's corners cannot be saved in {path}: {error}. Free some space, or allow writing.",
                    path=self.path,
                    error=error.strerror or error,
                )
            ) from error

    def _keep_picture(self, picture: Picture) -> str:
        """Write a picture under a name made of its content, so that no tray ever names another one's picture."""
        content = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
        name = f"tray-{hashlib.sha256(content).hexdigest()[:16]}.jpg"
        write_bytes(self.path.with_name(name), content)
        return name

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
                    "{path} was written by a newer version of this program (format {version}; this one reads {known}). "
                    "Install that version, or drag the tray's corners again.",
                    path=self.path,
                    version=version,
                    known=VERSION,
                )
            )
        if version not in [1, VERSION] or not isinstance(content.get("trays"), dict):
            raise self._damaged("It is no list of trays.")  # not for players
        trays: dict[str, Any] = content["trays"]
        return {spec: _from_version_1(tray) for spec, tray in trays.items()} if version == 1 else trays

    def _damaged(self, why: str, faults: Mapping[str, str] | None = None) -> CalibrationError:
        return CalibrationError(
            say("{path} cannot be read. {why} Drag the tray's corners again.", path=self.path, why=why),
            faults=faults,
        )


def _from_version_1(tray: Any) -> Any:
    """A tray of the first version as one of this: four corners, whose view follows from them."""
    if not isinstance(tray, Mapping):
        return tray
    corners: Any = tray.get("corners")
    try:
        return as_json(Calibration.of_corners(corners), None)
    except CalibrationError:
        return {"corners": corners}


def _picture_name(tray: Any) -> str | None:
    """The picture that a tray names; only names that this program gives, whatever a damaged file says."""
    name = tray.get("picture") if isinstance(tray, Mapping) else None
    return name if isinstance(name, str) and PICTURE_NAME.fullmatch(name) else None

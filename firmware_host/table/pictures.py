"""Keeps the picture of every roll, and the cut-out of each of its dice, as JPEG files under the data directory.

A roll's photo is named "<game>-<n>.jpg" and kept as `<game>/<n>.jpg`; the cut-outs of its dice, from the left, are
"<game>-<n>-<i>.jpg" in `<game>/<n>-<i>.jpg`. Cut-outs of dice that lie in the tray and are not counted yet are named
"tray-<k>-<i>.jpg"; they live in memory only, so that a reading which comes to nothing leaves nothing behind.
"""

import os
import re
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from firmware_host.errors import DiceTableError
from firmware_host.words import say

_STORED = re.compile(r"(?P<game>[A-Za-z0-9_]+(?:-[A-Za-z][A-Za-z0-9_]*)*)-(?P<file>\d{1,6}(?:-\d)?\.jpg)")


class PictureNotKeptError(DiceTableError, OSError):
    """A picture could not be written; the roll goes on without it."""


class Pictures:
    """The pictures of one table. `read` may be called from any thread, all else from the table's writer."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._readings = 0
        self._tray: dict[str, bytes] = {}
        self._tray_before: dict[str, bytes] = {}

    def show_tray(self, cuts: Sequence[bytes]) -> tuple[str, ...]:
        """Offer the cut-outs of a new reading; those of the reading before last are forgotten. Returns their names."""
        self._readings += 1
        self._tray_before = self._tray
        self._tray = {f"tray-{self._readings}-{i}.jpg": cut for i, cut in enumerate(cuts)}
        return tuple(self._tray)

    def keep(self, game: str, number: int, picture: bytes, cuts: Sequence[bytes | None]) -> str:
        """Write the picture of a game's roll and the cut-outs of its dice (None: no picture of that die).

        Returns the photo's name. Raises PictureNotKeptError when the disk refuses; nothing half-written has then a
        picture's name.
        """
        name = f"{game}-{number}.jpg"
        home = self._path(name).parent
        try:
            home.mkdir(parents=True, exist_ok=True)
            for i, cut in enumerate(cuts):
                if cut is not None:
                    _write(home / f"{number}-{i}.jpg", cut)
            _write(home / f"{number}.jpg", picture)
            _sync_folder(home)
        except OSError as error:
            self.discard(name)
            raise PictureNotKeptError(
                say("The picture of this roll was not kept: {error}. Free some space on the disk.", error=error)
            ) from error
        return name

    def discard(self, photo: str) -> None:
        """Remove a photo and its cut-outs, as far as they exist: its roll was not recorded."""
        path = self._path(photo)
        for file in (path, *path.parent.glob(f"{path.stem}-*.jpg")):
            with suppress(OSError):  # a picture too many does no harm
                file.unlink()

    def cuts(self, photo: str | None, dice: int) -> tuple[str, ...]:
        """Return the names of a roll's cut-outs, left to right; "" for a die without one. Empty without a photo."""
        if photo is None:
            return ()
        path = self._path(photo)
        stem = photo.removesuffix(".jpg")
        return tuple(f"{stem}-{i}.jpg" if path.with_name(f"{path.stem}-{i}.jpg").exists() else "" for i in range(dice))

    def read(self, name: str) -> bytes | None:
        """Return the JPEG of that name, None when there is none (a name that is no picture's is just not there)."""
        if name.startswith("tray-"):
            return self._tray.get(name) or self._tray_before.get(name)
        try:
            return self._path(name).read_bytes()
        except (OSError, ValueError):
            return None

    def _path(self, name: str) -> Path:
        match = _STORED.fullmatch(name)
        if match is None:
            raise ValueError(f"{name!r} is not the name of a picture")
        return self._folder / match["game"] / match["file"]


def _write(path: Path, content: bytes) -> None:
    """Write so that the name shows the whole content or nothing, even when the plug is pulled."""
    draft = path.with_name(f".{path.name}.part")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    """Make the new names themselves durable; Windows cannot open folders and needs no such call."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

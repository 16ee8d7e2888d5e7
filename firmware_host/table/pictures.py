"""Saves the picture of every roll, and the cut-out of each of its dice, under the data directory.

A roll's photo is named "<game>-<n>.jpg" and saved as `<game>/<n>.jpg`; the cut-outs of its dice, from the left, are
"<game>-<n>-<i>.jpg" and saved together as `<n>-<i>.jpg` in `<game>/<n>.zip`: each file costs a card a sync. Cut-outs
saved by earlier versions are files of their own, `<game>/<n>-<i>.jpg`.

Cut-outs of dice in the tray that are not counted yet are named "tray-<k>-<i>.jpg", the picture they were read from
"tray-<k>.jpg"; they live in memory only, so that a reading that is never counted leaves nothing behind.
"""

import io
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from zipfile import BadZipFile, ZipFile, ZipInfo

from firmware_host.errors import DiceTableError
from firmware_host.table.disk_room import ENDLESS, PictureRoom
from firmware_host.words import say
from vision.atomic_file import write_all

_STORED = re.compile(r"(?P<game>[A-Za-z0-9_]+(?:-[A-Za-z][A-Za-z0-9_]*)*)-(?P<file>\d{1,6}(?:-\d)?\.jpg)")


class PictureNotSavedError(DiceTableError, OSError):
    """A picture could not be saved; the roll counts without it."""


class Pictures:
    """The pictures of one table. `read` may be called from any thread, all else from the table's writer.

    `room` says whether the disk has room for them.
    """

    def __init__(self, folder: Path, room: PictureRoom = ENDLESS) -> None:
        self._folder = folder
        self.room = room
        self._readings = 0
        self._tray: dict[str, Callable[[], bytes]] = {}
        self._tray_before: dict[str, Callable[[], bytes]] = {}
        self._known: tuple[str, frozenset[str]] = ("", frozenset())
        self.tray_photo = ""

    def show_tray(self, cuts: Sequence[bytes], photo: Callable[[], bytes]) -> tuple[str, ...]:
        """Offer the cut-outs of a new reading; those of the reading before last are forgotten. Returns their names.

        `photo` encodes the picture, which is done when somebody asks for `tray_photo`, from any thread.
        """
        self._readings += 1
        self._tray_before = self._tray
        names = tuple(f"tray-{self._readings}-{i}.jpg" for i in range(len(cuts)))
        self.tray_photo = f"tray-{self._readings}.jpg"
        self._tray = {name: partial(bytes, cut) for name, cut in zip(names, cuts, strict=True)}
        self._tray[self.tray_photo] = cache(photo)
        return names

    def save(self, game: str, number: int, picture: bytes, cuts: Sequence[bytes | None]) -> str:
        """Write the picture of a game's roll and the cut-outs of its dice (None: no picture of that die).

        Returns the photo's name. Raises PictureNotSavedError if the disk refuses; no half-written file then has a
        picture's name.
        """
        name = f"{game}-{number}.jpg"
        home = self._path(name).parent
        try:
            home.mkdir(parents=True, exist_ok=True)
            kept = {f"{number}-{i}.jpg": cut for i, cut in enumerate(cuts) if cut is not None}
            packed = {home / f"{number}.zip": _packed(kept)} if kept else {}
            write_all({**packed, home / f"{number}.jpg": picture})
        except OSError as error:
            self.discard(name)
            raise PictureNotSavedError(
                say("The picture of this roll was not saved: {error}. Free some space on the disk.", error=error)
            ) from error
        return name

    def discard(self, photo: str) -> None:
        """Remove a photo and its cut-outs, as far as they exist: its roll was not recorded."""
        path = self._path(photo)
        self._known = ("", frozenset())
        for file in (path, path.with_suffix(".zip"), *path.parent.glob(f"{path.stem}-*.jpg")):
            with suppress(OSError):  # a picture too many does no harm
                file.unlink()

    def cuts(self, photo: str | None, dice: int) -> tuple[str, ...]:
        """Return the names of a roll's cut-outs, left to right; "" for a die without one. Empty without a photo."""
        if photo is None:
            return ()
        path = self._path(photo)
        if photo != self._known[0]:
            self._known = photo, _saved_cuts(path)
        stem = photo.removesuffix(".jpg")
        return tuple(f"{stem}-{i}.jpg" if f"{path.stem}-{i}.jpg" in self._known[1] else "" for i in range(dice))

    def read(self, name: str) -> bytes | None:
        """Return the JPEG of that name; None if there is none, or the name is not a picture's."""
        if name.startswith("tray-"):
            encoded = self._tray.get(name) or self._tray_before.get(name)
            return None if encoded is None else encoded()
        try:
            path = self._path(name)
            return _unpacked(path) if "-" in path.stem else path.read_bytes()
        except (OSError, ValueError):
            return None

    def _path(self, name: str) -> Path:
        match = _STORED.fullmatch(name)
        if match is None:
            raise ValueError(f"{name!r} is not the name of a picture")
        return self._folder / match["game"] / match["file"]


def _packed(cuts: Mapping[str, bytes]) -> bytes:
    """Return a zip file of cut-outs by their names, stored as they are."""
    content = io.BytesIO()
    with ZipFile(content, "w") as packed:
        for name, cut in cuts.items():
            packed.writestr(ZipInfo(name), cut)  # without a date: before 1980, as a Pi starts, there is none in a zip
    return content.getvalue()


def _unpacked(cut: Path) -> bytes:
    """Return a cut-out by the path that it would have as a file of its own; OSError if there is none."""
    try:
        with ZipFile(cut.with_name(f"{cut.stem.partition('-')[0]}.zip")) as packed:
            return packed.read(cut.name)
    except (FileNotFoundError, BadZipFile, KeyError, RuntimeError, zlib.error):  # a strange zip is as good as none
        return cut.read_bytes()


def _saved_cuts(photo: Path) -> frozenset[str]:
    """Return the file names of a photo's cut-outs."""
    single = frozenset(path.name for path in photo.parent.glob(f"{photo.stem}-*.jpg"))
    try:
        with ZipFile(photo.with_suffix(".zip")) as packed:
            return single.union(packed.namelist())
    except (OSError, BadZipFile):
        return single

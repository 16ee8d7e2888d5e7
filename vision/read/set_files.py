"""Where taught dice sets are kept: one file each in `<data>/dice_sets`, and one that names the set in use."""

import io
import json
import unicodedata
import zipfile
from pathlib import Path
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from vision.atomic_file import write_bytes
from vision.bounded_file import read_bounded
from vision.json_file import read_object_file
from vision.read.dice_set import DiceSet, DiceSetError
from vision.read.example import SIDE
from vision.sentence import say

FOLDER = "dice_sets"
IN_USE = "in_use.json"
VERSION = 2
"""Of the files of sets; those of version 1 do not tell which examples were corrections, because none were."""

IN_USE_VERSION = 1
LONGEST_NAME = 40
LARGEST = 64 * 1024 * 1024
"""Bytes of a file that is opened at all, and of what it unpacks to: twelve faces with forty examples have 24 MB."""


def is_name(text: str) -> bool:
    """Whether a set may be called so: letters of any script with their marks, digits, spaces, _ and - between them."""
    return (
        0 < len(text) <= LONGEST_NAME
        and text[0].isalnum()
        and (text[-1].isalnum() or _is_mark(text[-1]))
        and all(one.isalnum() or one in " _-" or _is_mark(one) for one in text)
    )


def _is_mark(character: str) -> bool:
    return unicodedata.category(character) in {"Mn", "Mc"}


class DiceSets:
    """The dice sets of a data folder. A file holds its version, the faces and the crops of the set's examples."""

    def __init__(self, data: Path) -> None:
        self.folder = data / FOLDER
        self._changing = Lock()

    def names(self) -> tuple[str, ...]:
        """Every set there is, by name."""
        return tuple(sorted(path.stem for path in self.folder.glob("*.npz") if is_name(path.stem)))

    def load(self, name: str) -> DiceSet:
        """A set by its name; DiceSetError when there is none or its file cannot be understood."""
        path = self._path(name)
        if not path.exists():
            names = ", ".join(self.names())
            known = say("There are: {names}.", names=names) if names else say("None has been taught yet.")
            raise DiceSetError(say("There is no dice set {name}. {known}", name=name, known=known))
        try:
            return self._loaded(name, path)
        except DiceSetError:
            raise
        except Exception as error:  # what zipfile, zlib and numpy raise for damage shares no base but Exception
            raise DiceSetError(
                say("The dice set {path} cannot be read ({reason}). Teach it again.", path=path, reason=error)
            ) from error

    def load_or_new(self, name: str) -> DiceSet:
        """A set by its name, an empty one where there is none; DiceSetError for a broken file or no name for a set."""
        return self.load(name) if self._path(name).exists() else DiceSet(name)

    def save(self, dice_set: DiceSet) -> None:
        """Keep a set, wholly or not at all; DiceSetError when its name is none or the disk refuses."""
        path = self._path(dice_set.name)
        crops = np.stack(dice_set.crops) if dice_set.crops else np.zeros((0, SIDE, SIDE, 3), np.uint8)
        packed = io.BytesIO()
        np.savez_compressed(
            packed,
            version=np.array(VERSION),
            shown=np.array(dice_set.labels, "U8"),
            crops=crops,
            corrected=np.array(dice_set.corrected, bool),
        )
        self._write(path, packed.getvalue())

    def add_example(self, name: str, face: str, crop: NDArray[np.uint8]) -> DiceSet:
        """Add a look at a face to a set and keep it; a new name begins a set.

        `crop` is what `vision.read.example.example` cuts. Raises DiceSetError.
        """
        with self._changing:
            grown = self.load_or_new(name).with_example(face, crop)
            self.save(grown)
        return grown

    @property
    def chosen(self) -> bool:
        """Whether anybody has ever said which set is in use, or that none is."""
        return (self.folder / IN_USE).exists()

    def in_use(self) -> str | None:
        """The set that the table plays with; None where its dice are read as any are.

        DiceSetError where the file that names it cannot be understood, or the set is not there any more.
        """
        path = self.folder / IN_USE
        try:
            kept = read_object_file(path)
            version = kept.get("version")
            if isinstance(version, int) and version > IN_USE_VERSION:
                raise DiceSetError(
                    say(
                        "{path} was written by a newer version of this program. Update the program, or choose the dice "
                        "again.",
                        path=path,
                    )
                )
            name = kept.get("name", 0)
            if version != IN_USE_VERSION or not isinstance(name, str | None):
                raise ValueError("it names no set in a format that this program knows")
        except FileNotFoundError:
            return None
        except DiceSetError:
            raise
        except (OSError, ValueError) as error:
            raise DiceSetError(
                say("{path} cannot be read ({reason}). Choose the dice again.", path=path, reason=error)
            ) from error
        if name is not None and name not in self.names():
            raise DiceSetError(say("The dice set {name} no longer exists. Choose the dice again.", name=name))
        return name

    def use(self, name: str | None) -> None:
        """Keep which set the table plays with, None for none of them; DiceSetError for one that is not there."""
        if name is not None:
            self.load(name)
        self._write(
            self.folder / IN_USE, json.dumps({"version": IN_USE_VERSION, "name": name}, ensure_ascii=False).encode()
        )

    def _write(self, path: Path, content: bytes) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_bytes(path, content)
        except OSError as error:
            raise self._not_written(path, error) from error

    @staticmethod
    def _not_written(path: Path, error: OSError) -> DiceSetError:
        return DiceSetError(
            say("The dice set {path} cannot be written: {reason}.", path=path, reason=error.strerror or error)
        )

    def _path(self, name: str) -> Path:
        if not is_name(name):
            raise DiceSetError(
                say(
                    "{name} cannot be the name of a dice set. Use up to 40 letters, digits, spaces, _ and -, "
                    "with a letter or digit at both ends.",
                    name=repr(name),
                )
            )
        return self.folder / f"{name}.npz"

    def _loaded(self, name: str, path: Path) -> DiceSet:
        content = io.BytesIO(read_bounded(path, LARGEST))
        with zipfile.ZipFile(content) as packed:
            if sum(part.file_size for part in packed.infolist()) > LARGEST:
                raise ValueError("it unpacks to more than any set")
        with np.load(content, allow_pickle=False) as kept:
            version = int(kept["version"])
            if version > VERSION:
                raise DiceSetError(
                    say(
                        "The dice set {path} was written by a newer version of this program (format {version}; this "
                        "one reads {known}). Update the program, or teach the dice again under another name.",
                        path=path,
                        version=version,
                        known=VERSION,
                    )
                )
            if version < 1:
                raise ValueError(f"there is no format {version}")
            shown, crops = kept["shown"], kept["crops"]
            corrected = kept["corrected"] if version == VERSION else np.zeros(len(shown), bool)
        if crops.dtype != np.uint8 or crops.shape != (len(shown), SIDE, SIDE, 3):
            raise ValueError(f"its crops are {crops.dtype} of the shape {crops.shape}")
        if corrected.dtype != bool or corrected.shape != (len(shown),):
            raise ValueError(f"its corrections are {corrected.dtype} of the shape {corrected.shape}")
        return DiceSet(name, tuple(str(face) for face in shown), tuple(crops), tuple(bool(one) for one in corrected))

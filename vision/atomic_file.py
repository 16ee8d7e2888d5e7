"""Writing a file so that its name always shows whole content, even when the power fails.

The one module of `vision` that the table's own stores import as well: it knows neither cameras nor dice.
"""

import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def atomic_write(path: Path) -> Iterator[BinaryIO]:
    """Open a draft beside `path` for writing; at the end it replaces the file in one step and is on the disk.

    Where the block or the disk fails, the draft is removed and the file stays as it was. Raises OSError. The folder
    must exist. Several threads and processes may write the same file: the last one to finish wins.
    """
    with _replacing(path) as file:
        yield file
    sync_folder(path.parent)


def write_bytes(path: Path, content: bytes) -> None:
    """Write one file, as `atomic_write` does."""
    write_all({path: content})


def write_all(contents: Mapping[Path, bytes]) -> None:
    """Write several files, each as `atomic_write` does, in their order; OSError where one of them fails.

    Their folders are synced once, after the last file: on an SD card each sync takes as long as writing a picture.
    """
    for path, content in contents.items():
        with _replacing(path) as file:
            file.write(content)
    for folder in dict.fromkeys(path.parent for path in contents):
        sync_folder(folder)


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        # Not tempfile: its files can be read by their owner alone, and the renamed file would stay that way.
        with draft.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def sync_folder(folder: Path) -> None:
    """Make new names durable too; Windows cannot open folders and needs no such call."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)

"""Reading a JSON file that people or a failing disk may have changed, of a bounded size."""

import stat
from pathlib import Path
from typing import Any

from vision.json_reader import LARGEST, JsonError, read_object


def read_object_file(path: Path, largest: int = LARGEST) -> dict[str, Any]:
    """Return the JSON object in a file; OSError if it cannot be opened, JsonError for what `read_object` refuses.

    A pipe or a device, which may never end, is not opened.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise JsonError("it is no file")
    with path.open("rb") as file:
        return read_object(file.read(largest + 1), largest)

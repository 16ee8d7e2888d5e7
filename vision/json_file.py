"""Reading a JSON file that people or a failing disk may have changed, of a bounded size."""

from pathlib import Path
from typing import Any

from vision.bounded_file import read_bounded
from vision.json_reader import LARGEST, read_object


def read_object_file(path: Path, largest: int = LARGEST) -> dict[str, Any]:
    """Return the JSON object in a file; OSError as for `read_bounded`, JsonError for what `read_object` refuses."""
    return read_object(read_bounded(path, largest), largest)

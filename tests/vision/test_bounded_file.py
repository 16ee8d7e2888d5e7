import errno
import os
from pathlib import Path

import pytest

from vision.bounded_file import read_bounded


def test_a_file_is_read_up_to_its_bound_and_refused_beyond(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"dice!")

    assert read_bounded(tmp_path / "file", 5) == b"dice!"
    with pytest.raises(OSError, match="larger than 0 kB") as refused:
        read_bounded(tmp_path / "file", 4)
    assert refused.value.errno == errno.EFBIG


def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # nobody writes into it: to read it would be to wait for ever

    with pytest.raises(OSError, match="a pipe or a device"):
        read_bounded(tmp_path / "pipe", 100)
    with pytest.raises(OSError, match="a pipe or a device"):
        read_bounded(Path(os.devnull), 100)
    with pytest.raises(IsADirectoryError):
        read_bounded(tmp_path, 100)
    with pytest.raises(FileNotFoundError):
        read_bounded(tmp_path / "none", 100)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="a Linux file that says nothing of its size")
def test_a_file_of_the_system_that_tells_no_size_is_bounded_too() -> None:
    assert Path("/proc/kallsyms").stat().st_size == 0
    with pytest.raises(OSError, match="larger than"):
        read_bounded(Path("/proc/kallsyms"), 10)

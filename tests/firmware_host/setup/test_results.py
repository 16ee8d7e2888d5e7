"""What came of the steps that people carry out, kept in a file."""

from pathlib import Path

import pytest

from firmware_host.setup.results import ResultFile
from firmware_host.table.errors import TableRefusal


def test_each_step_has_its_result(tmp_path: Path) -> None:
    results = ResultFile(tmp_path / "new")
    assert results.load("throws") is None

    results.keep("throws", {"right": 25})
    results.keep("panel", {"works": True})
    results.keep("throws", {"right": 24})

    again = ResultFile(tmp_path / "new")
    assert again.load("throws") == {"right": 24}
    assert again.load("panel") == {"works": True}


@pytest.mark.parametrize(
    "content", ["", "[]", '{"version": 2, "results": {}}', '{"version": 1}', '{"version": 1, "results": []}']
)
def test_a_broken_file_means_that_nothing_was_carried_out(
    tmp_path: Path, content: str, caplog: pytest.LogCaptureFixture
) -> None:
    results = ResultFile(tmp_path)
    results.path.write_text(content)

    assert results.load("throws") is None
    assert "is passed over" in caplog.text
    results.keep("throws", {"right": 25})
    assert results.load("throws") == {"right": 25}


def test_a_result_that_is_no_record_is_none(tmp_path: Path) -> None:
    results = ResultFile(tmp_path)
    results.path.write_text('{"version": 1, "results": {"throws": 25}}')

    assert results.load("throws") is None


def test_a_disk_that_refuses_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")

    with pytest.raises(TableRefusal, match="cannot be saved"):
        ResultFile(tmp_path / "file").keep("throws", {})

from pathlib import Path

import pytest

from vision.sources.mains import mains_hertz


@pytest.mark.parametrize(
    ("zone", "hertz"),
    [
        ("Europe/Berlin", 50),
        ("Australia/Sydney", 50),
        ("America/Los_Angeles", 60),
        ("America/Argentina/Cordoba", 50),
        ("America/Sao_Paulo", 60),
        ("Asia/Taipei", 60),
        ("Etc/UTC", 50),
    ],
)
def test_the_mains_follow_from_the_time_zone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, zone: str, hertz: int
) -> None:
    monkeypatch.delenv("TZ", raising=False)
    link = tmp_path / "localtime"
    link.symlink_to(f"/usr/share/zoneinfo/{zone}")
    assert mains_hertz(link) == hertz
    monkeypatch.setenv("TZ", f":{zone}")
    assert mains_hertz(tmp_path / "none") == hertz


def test_a_system_without_a_time_zone_has_fifty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TZ", raising=False)
    assert mains_hertz(tmp_path / "localtime") == 50

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.app.service_manager import ServiceManager


@pytest.fixture
def line() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.settimeout(10)
        yield line


def told(line: socket.socket, address: str) -> list[bytes]:
    manager = ServiceManager({"NOTIFY_SOCKET": address})
    manager.ready()
    manager.well()
    manager.stopping()
    return [line.recv(100) for _ in range(3)]


def test_systemd_is_told_through_its_socket(line: socket.socket, tmp_path: Path) -> None:
    line.bind(str(tmp_path / "notify"))
    assert told(line, str(tmp_path / "notify")) == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_the_socket_may_be_in_no_file_system(line: socket.socket, tmp_path: Path) -> None:
    name = f"dice-table-test{tmp_path}"
    line.bind(f"\0{name}")
    assert told(line, f"@{name}") == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_a_socket_that_is_gone_is_logged_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    manager = ServiceManager({"NOTIFY_SOCKET": str(tmp_path / "gone")})
    manager.ready()
    manager.well()
    assert len(caplog.records) == 1


def test_started_by_hand_nobody_is_told(caplog: pytest.LogCaptureFixture) -> None:
    ServiceManager({}).ready()
    assert not caplog.records

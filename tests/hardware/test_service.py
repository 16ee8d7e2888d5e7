"""The unit that starts the table at boot."""

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import hardware
from firmware_host.app.supervision import HANG_TICKS, TICK_S
from firmware_host.cli.commands.play import command

UNIT = Path(hardware.__file__).with_name("dice-table.service")
BY_SETUP = {"--camera", "--dice-set"}
LATER = ("RestartSteps", "RestartMaxDelaySec")
needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd's own judgement")


@pytest.fixture
def service() -> configparser.SectionProxy:
    unit = configparser.RawConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[method-assign,assignment]  # the documented way to keep capitals
    unit.read(UNIT, encoding="utf-8")
    return unit["Service"]


def test_the_data_is_where_the_service_may_write(service: configparser.SectionProxy) -> None:
    state = f"%S/{service['StateDirectory']}"
    assert service["WorkingDirectory"] == state
    assert f"--data {state}" in service["ExecStart"]


def test_nothing_is_said_that_the_setup_decides(service: configparser.SectionProxy) -> None:
    given = set(re.findall("--[a-z-]+", service["ExecStart"]))
    known = {name for option in command.params for name in option.opts}
    assert given <= known
    assert known >= BY_SETUP
    assert not given & BY_SETUP


def test_the_camera_and_the_pins_are_left_to_it(service: configparser.SectionProxy) -> None:
    assert set(service["SupplementaryGroups"].split()) == {"gpio", "video"}
    locking_out = {"DeviceAllow", "DevicePolicy", "PrivateDevices", "ProtectClock", "ProcSubset", "PrivateUsers"}
    assert not locking_out & set(service)
    assert "AF_NETLINK" in service["RestrictAddressFamilies"]
    assert "hardware.lamps_off" in service["ExecStopPost"]


def test_the_watchdog_waits_until_the_table_had_time_to_mend_itself(service: configparser.SectionProxy) -> None:
    assert service["Type"] == "notify"
    assert int(service["WatchdogSec"]) >= 3 * HANG_TICKS * TICK_S
    assert service["Restart"] == "on-failure"
    assert "216" in service["RestartPreventExitStatus"].split(), "a missing group does not come by itself"


@needs_systemd
def test_systemd_finds_little_that_it_may_do_beyond_its_work() -> None:
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=30", str(UNIT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert judged.returncode == 0, judged.stdout[-300:]


@needs_systemd
def test_systemd_understands_all_of_it(tmp_path: Path) -> None:
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text(encoding="utf-8").replace("/opt/dice-table/.venv/bin/dice-table", "/bin/true"))
    judged = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True, check=False
    )
    faults = [line for line in judged.stderr.splitlines() if not any(key in line for key in LATER)]
    assert faults == []

"""The zip for whoever helps: what is inside, and what must not be."""

import io
import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware_host.app.diagnostics import LARGEST, README, Mask, diagnostics, without_addresses
from firmware_host.app.log import FILE_NAME, FOLDER
from firmware_host.cli import main
from firmware_host.game.commands import AbandonGame, Player, StartGame
from firmware_host.settings import JOURNAL_FILE, Settings, load_settings, save_camera
from firmware_host.setup import Finding, StepView
from firmware_host.words import say
from tests.firmware_host.table.scripted import TWO, Sitting, lying
from vision.calibration import Calibration, TrayFile

STEP = StepView("light", say("Check the light"), "open", (Finding(say("It is too dark."), "bad", 12.0),), {})


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a table on which Ada and Ben have played, under the home folder of somebody called maria."""
    home = tmp_path / "home" / "maria"
    data = home / "dice"
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.setattr("getpass.getuser", lambda: "maria")
    monkeypatch.setenv("SECRET_TOKEN", "s3cr3t-t0k3n")
    with Sitting(data) as sitting:
        sitting.table.ask(TWO)
        for faces in ("1 2 3 4 5", "1 1 2 3 4"):
            sitting.lay(lying(faces))
    save_camera(data, f"folder:{home}/photos")
    TrayFile(data).keep("sim", Calibration.of_corners(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))))
    (data / "dice_sets").mkdir()
    (data / "dice_sets" / "Old dice.npz").write_bytes(b"looks")
    (data / FOLDER).mkdir()
    (data / FOLDER / FILE_NAME).write_text(f"WARNING vision: Ada moved {home}/x, said maria; Adagio, Bench\n")
    return load_settings({"data": data}, {})


def unpacked(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def test_everything_that_helps_is_inside_and_the_readme_tells_it(settings: Settings) -> None:
    files = unpacked(diagnostics(settings, (STEP,), b"\xff\xd8live"))

    assert {"doctor.txt", "settings.json", "setup.json", "log.txt", README, "pictures/live.jpg"} <= set(files)
    assert {"setup/tray.json", "setup/setup.json"} <= set(files)
    assert any(name.startswith("pictures/") and name.endswith("-1.jpg") for name in files)
    assert b"opencv-python" in files["doctor.txt"]
    assert json.loads(files["settings.json"])["port"] == {"value": 8080, "from": "default"}
    (step,) = json.loads(files["setup.json"])
    assert (step["step"], step["state"], step["findings"][0]["text"]) == ("light", "open", "It is too dark.")
    assert json.loads(files["setup/tray.json"])["trays"]["sim"]
    readme = files[README].decode()
    assert [name for name in files if name.split("/")[0] not in readme and name != README] == []


def test_nothing_tells_who_plays_where(settings: Settings) -> None:
    files = unpacked(diagnostics(settings, (STEP,), b"\xff\xd8live"))

    told = b"\n".join(content for name, content in files.items() if not name.endswith(".jpg")).decode()
    for secret in ("Ada ", "Ben ", "maria", "s3cr3t-t0k3n", str(Path.home())):
        assert secret not in told
    assert files["log.txt"].decode() == "WARNING vision: (player) moved ~/x, said (account); Adagio, Bench\n"
    assert "folder:~/photos" in files["setup/setup.json"].decode()
    assert not [name for name in files if "journal" in name or "npz" in name]


def test_only_the_newest_rolls_and_no_large_files_are_inside(settings: Settings) -> None:
    rolls = settings.data / "pictures" / "29990101T000000xabcd"
    rolls.mkdir()
    for number in (1, 2, 9, 10, 11):
        (rolls / f"{number}.jpg").write_bytes(b"\xff\xd8")
        (rolls / f"{number}-0.jpg").write_bytes(b"\xff\xd8")
    (rolls / "12.jpg").write_bytes(b"x" * (LARGEST + 1))

    files = unpacked(diagnostics(settings))

    assert sorted(name for name in files if name.startswith("pictures/2999")) == [
        "pictures/29990101T000000xabcd-10.jpg",
        "pictures/29990101T000000xabcd-11.jpg",
    ]
    assert "12.jpg was left out, because it is larger than 2048 kB" in files[README].decode()


def test_a_broken_journal_is_told_and_leaves_the_rest(settings: Settings) -> None:
    for file in settings.data.glob(f"{JOURNAL_FILE}*"):
        file.unlink()
    (settings.data / JOURNAL_FILE).write_bytes(b"no journal at all" * 100)

    files = unpacked(diagnostics(settings))

    assert "Players' names may still be in the log" in files[README].decode()
    assert "log.txt" in files


def test_a_table_that_was_never_used_has_diagnostics_too(tmp_path: Path) -> None:
    files = unpacked(diagnostics(load_settings({"data": tmp_path / "new"}, {})))

    assert files["log.txt"] == b""
    assert not (tmp_path / "new").exists()


def test_names_are_masked_as_whole_words() -> None:
    mask = Mask(("Ann", "Ann Marie", "C++"))

    assert mask("Ann Marie, Ann, Annette and C++!") == "(player), (player), Annette and (player)!"


def test_the_command_writes_the_file(tmp_path: Path) -> None:
    out = tmp_path / "out" / "table.zip"
    answer = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path / "new"), "--zip", str(out)])

    assert f"Wrote {out}" in answer.output
    assert README in unpacked(out.read_bytes())
    refused = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path / "new"), "--zip", str(out / "x.zip")])
    assert refused.exit_code == 1
    assert "cannot be written" in refused.output


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("no /home/walpurga/photos here", "no /home/(account)/photos here"),
        ("'/Users/Walpurga von Stein/dice'", "'/Users/(account)/dice'"),
        ("/media/walpurga/STICK and /run/media/walpurga", "/media/(account)/STICK and /run/media/(account)"),
        (r'"C:\\Users\\Walpurga\\dice"', r'"C:\\Users\\(account)\\dice"'),
        (r"D:\Users\walpurga\x", r"D:\Users\(account)\x"),
        ("/var/lib/dice", "/var/lib/dice"),
    ],
)
def test_whose_folder_it_is_is_not_told(text: str, masked: str) -> None:
    assert Mask()(text) == masked


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("from 203.1.113.7 and 8.8.8.8:53", "from (address) and (address):53"),
        ("from 192.168.1.20, 10.0.0.3, 127.0.0.1, 0.0.0.0", "from 192.168.1.20, 10.0.0.3, 127.0.0.1, 0.0.0.0"),
        ("from [2a00:1450:4001::8a] and [fe80::1], [::1]", "from [(address)] and [fe80::1], [::1]"),
        ("at 2026-11-22 12:30:45,123 it took 1.2.3 s", "at 2026-11-22 12:30:45,123 it took 1.2.3 s"),
    ],
)
def test_addresses_outside_the_house_are_not_told(text: str, masked: str) -> None:
    assert without_addresses(text) == masked


def test_conspicuous_names_leave_no_trace_wherever_the_log_tells_them(settings: Settings) -> None:
    names = ("Zoë-Wal.purga", "\U0001f469\u200d\U0001f467 Mum", "evil(x)", "O'Hara \\d+")
    with Sitting(settings.data) as sitting:
        sitting.table.ask(AbandonGame())
        sitting.table.ask(StartGame(tuple(Player(name, "#aa3333") for name in names)))
    log = settings.data / FOLDER / FILE_NAME
    log.write_text("".join(f"ERROR x: {name} / “{name}” / {name!s}'s\n" for name in names), encoding="utf-8")

    told = unpacked(diagnostics(settings))["log.txt"].decode()

    assert told == "ERROR x: (player) / “(player)” / (player)'s\n" * len(names)

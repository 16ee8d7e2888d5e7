import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from firmware_host import __version__
from firmware_host.cli import main
from vision.recording import read_recording

TOUCHING = Path(__file__).parents[2] / "data/recordings/touching"
SCRIPT = """
seed = 23
event = [
  { at = 0, do = "resize", seconds = 600 },
  { at = 1, do = "throw", dice = 5 },
]
"""


@pytest.fixture
def touching(tmp_path: Path) -> Path:
    """A copy of the recording of five dice, without what they show."""
    folder = tmp_path / "touching"
    shutil.copytree(TOUCHING, folder)
    (folder / "truth.txt").unlink()
    return folder


def watch(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["watch", *map(str, arguments)])


def replaced(folder: Path, old: str, new: str) -> None:
    lines = folder / "part-000001.jsonl"
    text = lines.read_text()
    assert old in text
    lines.write_text(text.replace(old, new))


def test_nothing_changed_is_status_0(touching: Path) -> None:
    done = watch(touching)

    assert done.exit_code == 0, done.output
    first, total = done.stdout.splitlines()
    assert first.split() == ["roll", "1", *first.split()[2:4], "1", "5", "6", "2", "2", "same"]
    assert total.startswith("1 roll: 1 same, 0 differ, 0 lost, 0 new.")


def test_a_die_read_otherwise_is_named_and_is_status_1(touching: Path) -> None:
    replaced(touching, '"face":"6"', '"face":"5"')

    done = watch(touching)

    assert done.exit_code == 1
    assert "differs: die 3 from the left 5 → 6" in done.stdout
    assert "1 roll: 0 same, 1 differs, 0 lost, 0 new." in done.stdout


def test_whether_a_die_is_sure_is_told(touching: Path) -> None:
    text = (touching / "part-000001.jsonl").read_text()
    (touching / "part-000001.jsonl").write_text(text.replace('"sure":true', '"sure":false', 1))

    done = watch(touching)

    assert done.exit_code == 1
    assert "differs: die 1 from the left 1? → 1" in done.stdout


def test_the_players_word_is_held_against_then_and_now(touching: Path) -> None:
    replaced(touching, '"face":"6"', '"face":"5"')
    (touching / "truth.txt").write_text("1: 1 5 6 2 2")

    done = watch(touching)

    assert "die 3 from the left 5 → 6 (it was 6)" in done.stdout
    assert (
        "The players said what 5 dice showed. Then: 4 right, 0 not sure, 1 wrong or not seen. "
        "Now: 5 right, 0 not sure, 0 wrong or not seen." in done.stdout
    )


def test_as_json_for_other_programs(touching: Path) -> None:
    (touching / "truth.txt").write_text("1: 1 5 6 2 3")

    done = watch(touching, "--json")

    told: dict[str, Any] = json.loads(done.stdout)
    (roll,) = told["rolls"]
    assert done.exit_code == 0
    assert (roll["number"], roll["same"], roll["fault"]) == (1, True, True)
    assert [(die["was"], die["now"], die["truth"]) for die in roll["dice"]] == [
        (face, face, truth) for face, truth in zip("15622", "15623", strict=True)
    ]
    assert told["faults"] == ["roll 1: same; die 5 from the left 2 (it was 3)"]
    assert told["recorded"]["made_by"]["faces.onnx"]
    assert told["recorded"]["made_by"]["dice-table"] == __version__


def test_what_a_power_cut_left_is_told(touching: Path) -> None:
    with (touching / "part-000001.jsonl").open("a") as file:
        file.write('{"is":"shown","ti')

    done = watch(touching)

    assert done.exit_code == 0
    assert "it is cut off, as by a power cut" in done.stdout


def test_a_roll_is_cut_out_and_watched(touching: Path, tmp_path: Path) -> None:
    done = watch(touching, "--cut", 1, tmp_path / "one")

    assert done.exit_code == 0, done.output
    assert "Roll 1 was cut out" in done.stdout
    assert len(read_recording(tmp_path / "one").rolls) == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["{nowhere}"], "cannot be read"),
        (["{empty}"], "holds no recording"),
        (["{touching}", "--models", "{empty}"], "model card"),
        (["{touching}", "--dice-set", "ivory", "--data", "{empty}"], "no dice set ivory"),
        (["{touching}", "--cut", "2", "{empty}"], "has no roll 2; it has 1 to 1"),
        (["{touching}", "--cut", "1", "{touching}"], "holds a recording already"),
    ],
    ids=["no folder", "no recording", "no models", "no set", "no roll", "not new"],
)
def test_bad_input_is_status_2_and_one_sentence(arguments: list[str], why: str, touching: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    places = {"touching": touching, "empty": tmp_path / "empty", "nowhere": tmp_path / "nowhere"}

    done = watch(*(argument.format(**places) for argument in arguments))

    assert done.exit_code == 2
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def dice_table(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", "from firmware_host.cli import main; main()", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


@pytest.mark.skipif(sys.platform == "win32", reason="ends it by signal, as Ctrl-C does")
def test_what_is_recorded_until_ctrl_c_is_watched_again(tmp_path: Path) -> None:
    (tmp_path / "tray.toml").write_text(SCRIPT)
    source = f"sim:script={tmp_path / 'tray.toml'}"
    with dice_table("record", tmp_path / "evening", "--camera", source, "--data", tmp_path / "data") as recording:
        assert recording.stdout is not None
        where_to = next(recording.stdout)
        told = next(line for line in recording.stdout if "no dice" not in line and "camera" not in line)
        recording.send_signal(signal.SIGINT)
        rest, errors = recording.communicate(timeout=60)

    assert recording.returncode == 0, errors
    assert str(tmp_path / "evening") in where_to
    assert f"dice-table watch {tmp_path / 'evening'}" in rest
    *_, roll = read_recording(tmp_path / "evening").rolls
    assert told.split()[2:] == [die.face for die in roll.dice]
    done = watch(tmp_path / "evening")
    assert done.exit_code == 0, done.output


def test_a_recording_ends_after_some_seconds(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        main, ["record", str(tmp_path / "evening"), "--camera", "sim:seed=7", "--seconds", "1", "--data", str(tmp_path)]
    )

    assert done.exit_code == 0, done.output
    assert "throws dice only during a game" in done.stderr
    assert done.stdout.splitlines()[-1].startswith("Recorded.")


@pytest.mark.parametrize(
    ("folder", "camera", "why"),
    [
        ("file/evening", "sim", "cannot be kept in"),
        ("evening", "usb:nobody", "cannot be opened"),
        ("evening", "telescope:1", "No source is named"),
    ],
    ids=["no folder", "no camera", "no such kind"],
)
def test_what_cannot_be_recorded_is_one_sentence(folder: str, camera: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    done = CliRunner().invoke(
        main, ["record", str(tmp_path / folder), "--camera", camera, "--seconds", "1", "--data", str(tmp_path)]
    )

    assert done.exit_code == 1
    assert why in done.stderr
    assert "Traceback" not in done.stderr


def test_an_evening_that_cannot_be_recorded_is_told_before_it_begins(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    folder = str(tmp_path / "file/evening")

    done = CliRunner().invoke(main, ["play", "--port", "0", "--data", str(tmp_path / "data"), "--record", folder])

    assert done.exit_code == 1
    assert f"The recording cannot be kept in {folder}" in done.stderr
    assert done.stdout == ""

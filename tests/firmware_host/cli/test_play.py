import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest


def dice_table(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from firmware_host.cli import main; main()", *arguments]
    return subprocess.run(
        command, env={**os.environ, **environment}, capture_output=True, text=True, timeout=60, check=False
    )


def test_help_is_told_without_loading_anything_heavy() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "from firmware_host.cli import main; main(['--help'])"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert "play" in done.stdout
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert not loaded & {"cv2", "numpy", "flask", "sqlalchemy", "onnxruntime", "gpiozero"}


def test_a_busy_port_is_one_clear_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = dice_table("play", "--data", str(tmp_path), "--port", str(taken.getsockname()[1]))
    assert done.returncode == 1
    assert done.stdout == ""
    assert "another program is using it, perhaps a dice table that is already running" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_wrong_settings_are_told_together(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("port = 0.5\n")
    done = dice_table("play", "--data", str(tmp_path), DICE_TABLE_PORT="none")
    assert done.returncode == 1
    assert "settings.toml: port is 0.5" in done.stderr
    assert "DICE_TABLE_PORT is 'none'" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_source_that_nobody_knows_is_one_clear_sentence(tmp_path: Path) -> None:
    done = dice_table("play", "--data", str(tmp_path), "--port", "0", "--camera", "telescope:1")
    assert done.returncode == 1
    assert "The source telescope:1 (--camera) cannot be opened" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_dice_set_that_was_never_taught_is_one_clear_sentence(tmp_path: Path) -> None:
    done = dice_table("play", "--data", str(tmp_path), "--port", "0", "--dice-set", "bone")
    assert done.returncode == 1
    assert "There is no dice set bone. None has been taught yet." in done.stderr
    assert "Choose another set with --dice-set, or play without one." in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("command", ["play", "doctor"])
def test_a_missing_system_library_is_one_sentence_that_names_the_packages(tmp_path: Path, command: str) -> None:
    bare = tmp_path / "bare"
    (bare / "cv2").mkdir(parents=True)
    (bare / "cv2" / "__init__.py").write_text(
        'raise ImportError("libxcb.so.1: cannot open shared object file: No such file or directory")\n'
    )
    done = dice_table(command, "--data", str(tmp_path / "data"), "--port", "0", PYTHONPATH=str(bare))
    assert done.returncode == 1
    assert "sudo apt install libgl1 libglib2.0-0" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr

import re
from pathlib import Path

import pytest

from hardware.errors import HardwareError, PinsFileError
from hardware.pins import DiePins, read_pins


def write(folder: Path, text: str) -> Path:
    path = folder / "pins.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_shipped_file_wires_five_dice_and_keeps_the_buses_free() -> None:
    dice = read_pins()
    assert len(dice) == 5
    wired = [die.button for die in dice] + [die.lamp for die in dice if die.lamp is not None]
    assert len(set(wired)) == 10
    buses = {2, 3} | set(range(7, 12)) | {14, 15}  # I2C, SPI, serial
    assert not buses & set(wired)


def test_a_die_may_go_without_a_lamp(tmp_path: Path) -> None:
    path = write(tmp_path, "[[die]]\nbutton = 5\n[[die]]\nbutton = 6\nlamp = 12\n")
    assert read_pins(path) == (DiePins(5, None), DiePins(6, 12))


def test_every_fault_is_told_at_once_with_its_file_and_key(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        """
        colour = "red"
        buses = ["i2c", "can"]
        [[die]]
        button = 5
        lamp = 5
        [[die]]
        lamp = 40
        [[die]]
        button = "six"
        lamp = 1
        [[die]]
        button = true
        buzzer = 3
        [[die]]
        button = 5
        [[die]]
        button = 7
        lamp = 3
        """,
    )
    with pytest.raises(PinsFileError) as caught:
        read_pins(path)
    faults = caught.value.faults
    expected = [
        "there is no setting colour",
        "there is no bus 'can', only i2c, spi, serial",
        "die 1 lamp is 5, which is already die 1 button",
        "die 2 button is missing",
        "die 2 lamp is 40, which is not a free GPIO",
        "die 3 button is 'six'",
        "die 3 lamp is 1, which is not a free GPIO",
        "die 4 has no setting buzzer",
        "die 4 button is True",
        "die 5 button is 5, which is already die 1 button",
        "die 6 lamp is 3, which is kept for i2c",
    ]
    assert [next((fault for fault in faults if fault.startswith(start)), start) for start in expected] == list(faults)
    assert str(caught.value).splitlines() == [f"pins.toml: {fault}" for fault in faults]
    assert isinstance(caught.value, HardwareError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "text",
    ["", "die = 5", "die = []", "die = [5, 6]", "[die]\nbutton = 5"],
    ids=["empty", "a number", "no die", "numbers", "one table"],
)
def test_a_file_without_dice_says_what_a_die_looks_like(tmp_path: Path, text: str) -> None:
    with pytest.raises(PinsFileError, match=re.escape("[[die]] with button = 5")):
        read_pins(write(tmp_path, text))


def test_a_file_that_is_no_toml_says_where(tmp_path: Path) -> None:
    with pytest.raises(PinsFileError, match=r"not valid TOML .*line 2"):
        read_pins(write(tmp_path, "[[die]]\nbutton 5\n"))


def test_bytes_that_are_no_text_are_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "pins.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PinsFileError, match="not valid TOML"):
        read_pins(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(PinsFileError, match=r"absent.toml: cannot be read \(No such file"):
        read_pins(tmp_path / "absent.toml")

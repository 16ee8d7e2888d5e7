import re
from pathlib import Path

from gpiozero.pins.mock import MockFactory

import hardware
from hardware.pins import read_pins

FOLDER = Path(hardware.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")


def place(gpio: int) -> str:
    """Name a pin as the wiring table does; gpiozero knows where on the header it is."""
    ((header, pin),) = MockFactory().board_info.find_pin(gpio)
    assert header.name == "J8"
    return f"GPIO{gpio} (position {pin.number})"


def test_the_wiring_table_is_the_pins_file() -> None:
    expected = [
        f"| {number} | {place(die.button)} | {'none' if die.lamp is None else place(die.lamp)} |"
        for number, die in enumerate(read_pins(), start=1)
    ]
    assert re.findall(r"^\| \d \| .*GPIO.*$", README, re.MULTILINE) == expected


def test_ground_is_where_the_text_says() -> None:
    (told,) = re.findall(r"Ground is at positions ([\d, and]+)", README)
    (header,) = (header for header in MockFactory().board_info.headers.values() if header.name == "J8")
    grounds = {pin.number for pin in header.pins.values() if pin.name == "GND"}
    assert {int(number) for number in re.findall(r"\d+", told)} == grounds

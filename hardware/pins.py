"""Reads pins.toml into a checked record, or reports everything that is wrong with it at once."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from hardware.errors import PinsFileError

PINS_FILE = Path(__file__).with_name("pins.toml")

# GPIO0 and GPIO1 belong to the identity chip of an add-on board; GPIO28 and up are not on the 40-pin header.
USABLE = range(2, 28)

BUSES = {"i2c": (2, 3), "spi": (7, 8, 9, 10, 11), "serial": (14, 15)}
"""GPIOs of each bus that other boards on the header are connected to."""

_EXAMPLE = "[[die]] with button = 5 and lamp = 25"


@dataclass(frozen=True, slots=True)
class DiePins:
    """BCM numbers of one die's hold button and lamp; a die need not have a lamp."""

    button: int
    lamp: int | None


def read_pins(path: Path = PINS_FILE) -> tuple[DiePins, ...]:
    """Return the pins of each die, left to right. Raises PinsFileError with every fault in the file."""
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PinsFileError(path, [f"cannot be read ({error.strerror or error}). Give a file that exists."]) from error
    except (ValueError, RecursionError) as error:  # not TOML, or not UTF-8
        raise PinsFileError(path, [f"is not valid TOML ({error}). Write each die as {_EXAMPLE}."]) from error

    faults = [f"there is no setting {key} here, only buses and [[die]]." for key in content.keys() - {"die", "buses"}]
    bus_of = _buses(content.get("buses", []), faults)
    tables = content.get("die")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise PinsFileError(path, [*faults, f"die must be a table for each die: {_EXAMPLE}."])

    taken: dict[int, str] = {}
    dice = []
    for number, table in enumerate(tables, start=1):
        faults += [
            f"die {number} has no setting {key}, only button and lamp." for key in table.keys() - {"button", "lamp"}
        ]
        if "button" not in table:
            faults.append(f"die {number} button is missing. Give the GPIO it is wired to.")
        pins: dict[str, int] = {}
        for key in ("button", "lamp"):
            if key in table:
                place, value = f"die {number} {key}", table[key]
                if fault := _fault(value, place, taken, bus_of):
                    faults.append(fault)
                else:
                    taken[value] = place
                    pins[key] = value
        if "button" in pins:
            dice.append(DiePins(pins["button"], pins.get("lamp")))
    if faults:
        raise PinsFileError(path, faults)
    return tuple(dice)


def _buses(names: object, faults: list[str]) -> dict[int, str]:
    """The bus that each GPIO is kept for; what is wrong with their names is added to the faults."""
    if not isinstance(names, list):
        faults.append(f"buses is {names!r}. Give a list, such as {list(BUSES)}.")
        return {}
    faults += [f"there is no bus {name!r}, only {', '.join(BUSES)}." for name in names if name not in tuple(BUSES)]
    return {gpio: bus for bus, gpios in BUSES.items() if bus in names for gpio in gpios}


def _fault(value: object, place: str, taken: dict[int, str], bus_of: dict[int, str]) -> str | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return f"{place} is {value!r}. Give a BCM number, {USABLE[0]} to {USABLE[-1]}, without quotes."
    if value not in USABLE:
        return f"{place} is {value}, which is not a free GPIO on the 40-pin header. Give {USABLE[0]} to {USABLE[-1]}."
    if value in bus_of:
        bus = bus_of[value]
        return f"{place} is {value}, which is kept for {bus}. Wire it elsewhere, or take {bus} out of buses if unused."
    if value in taken:
        return f"{place} is {value}, which is already {taken[value]}. Wire each to its own GPIO."
    return None

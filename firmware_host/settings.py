"""How this table is set up: one frozen record, from defaults, a file, the setup page, the environment and options.

Later ones win, in that order. The file is `<data>/settings.toml` and may be missing; the setup page keeps the source
chosen there in `<data>/setup.json`; environment variables are called DICE_TABLE_DATA, DICE_TABLE_CAMERA and so on.
"""

import json
import os
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from platformdirs import user_data_dir

from firmware_host.errors import DiceTableError

SETTINGS_FILE = "settings.toml"
SETUP_FILE = "setup.json"
PREFIX = "DICE_TABLE_"
DEFAULTS: Mapping[str, object] = MappingProxyType(
    {"camera": "sim", "dice_set": "", "host": "127.0.0.1", "port": 8080, "pause": 2.0}
)
HIGHEST_PORT = 65535
LONGEST_PAUSE = 60


class SettingsError(DiceTableError, ValueError):
    """Settings that cannot be used; `faults` has a sentence for each, by the place and key it was found at."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("\n".join(faults.values()))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set, checked.

    `data` is the folder of journal and pictures, `camera` names the source, `host` and `port` where the page answers
    (port 0: any free one). `dice_set` names the taught dice that are played with this time; empty for those chosen on
    the setup page. `pause` is how many seconds opponents that the program plays let people see what they are
    about to do. `origins` tells where each value comes from. `notes` are sentences about what was ignored.
    """

    data: Path
    camera: str
    host: str
    port: int
    origins: Mapping[str, str]
    notes: tuple[str, ...] = ()
    pause: float = 2.0
    dice_set: str = ""


def load_settings(options: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> Settings:
    """Gather and check the settings; `options` holds those of the command line that were given.

    Keys are "data", "camera", "dice_set", "host", "port" and "pause". Raises SettingsError with all faults at once.
    """
    data, data_origin = _data_folder(options, environment)
    faults: dict[str, str] = {}
    notes: list[str] = []
    layers: list[tuple[str, Mapping[str, object]]] = [
        ("default", DEFAULTS),
        (str(data / SETTINGS_FILE), _from_file(data / SETTINGS_FILE, faults)),
        (str(data / SETUP_FILE), _from_setup(data / SETUP_FILE, notes)),
        ("environment", {key: environment[_variable(key)] for key in DEFAULTS if environment.get(_variable(key))}),
        ("option", {key: options[key] for key in DEFAULTS if options.get(key) is not None}),
    ]
    values: dict[str, object] = {}
    origins = {"data": data_origin}
    for origin, layer in layers:
        for key, value in layer.items():
            where = {"environment": _variable(key), "option": f"--{key.replace('_', '-')}"}.get(origin, origin)
            try:
                values[key] = _CHECKS[key](value)
                origins[key] = where
            except KeyError:
                faults[f"{where}: {key}"] = (
                    f"{where} sets {key!r}, which nobody knows. Known are {', '.join(DEFAULTS)}."
                )
            except ValueError as error:
                place = where if origin in {"environment", "option"} else f"{where}: {key}"
                faults[place] = f"{place} is {value!r}: {error}"
    if data.exists() and not data.is_dir():
        faults["data"] = f"{data_origin} names {data}, which is a file. Name a folder for the games instead."
    if faults:
        raise SettingsError(faults)
    return Settings(
        data=data,
        camera=str(values["camera"]),
        host=str(values["host"]),
        port=int(str(values["port"])),
        origins=MappingProxyType(origins),
        notes=tuple(notes),
        pause=float(str(values["pause"])),
        dice_set=str(values["dice_set"]),
    )


def data_folder(given: Path | None, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of games, house rules and pictures, whatever the other settings are."""
    return _data_folder({"data": given}, environment)[0]


def save_camera(data: Path, camera: str) -> None:
    """Keep the source chosen on the setup page, wholly or not at all; OSError when the disk refuses."""
    data.mkdir(parents=True, exist_ok=True)
    draft = data / f".{SETUP_FILE}.part"
    with draft.open("w", encoding="utf-8") as file:
        json.dump({"camera": camera}, file, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(data / SETUP_FILE)


def _data_folder(options: Mapping[str, object], environment: Mapping[str, str]) -> tuple[Path, str]:
    if options.get("data") is not None:
        return Path(str(options["data"])).expanduser(), "--data"
    if environment.get(_variable("data")):
        return Path(environment[_variable("data")]).expanduser(), _variable("data")
    return Path(user_data_dir("dice-table", appauthor=False)), "default"


def _from_file(path: Path, faults: dict[str, str]) -> Mapping[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        faults[str(path)] = f"{path} cannot be read: {error}. Mend it, or remove it to play with the defaults."
        return {}


def _from_setup(path: Path, notes: list[str]) -> Mapping[str, object]:
    """Read what the setup page kept. A broken file is no reason not to play: it is told and passed over."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return {"camera": _text(kept["camera"])}
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, TypeError, KeyError) as error:
        reason = str(error) or type(error).__name__
        notes.append(
            f"{path} was ignored, because it cannot be read: {reason}. Choose the source on the setup page again."
        )
        return {}


def _variable(key: str) -> str:
    return f"{PREFIX}{key.upper()}"


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("a text is needed, and not an empty one.")
    return value.strip()


def _name(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("the name of a dice set is needed, in quotes.")
    return value.strip()


def _port(value: object) -> int:
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= HIGHEST_PORT:
        raise ValueError(f"a whole number from 0 to {HIGHEST_PORT} is needed, such as {DEFAULTS['port']}.")
    return value


def _pause(value: object) -> float:
    try:
        seconds = -1.0 if isinstance(value, bool) else float(str(value))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_PAUSE:
        raise ValueError(f"a number of seconds from 0 to {LONGEST_PAUSE} is needed, such as {DEFAULTS['pause']}.")
    return seconds


_CHECKS: Mapping[str, Callable[[object], object]] = MappingProxyType(
    {"camera": _text, "dice_set": _name, "host": _text, "port": _port, "pause": _pause}
)

"""The settings of this table: one frozen record, from defaults, a file, the setup page, the environment and options.

Later ones win, in that order. The file is `<data>/settings.toml` and may be missing; the setup page saves the source
chosen there in `<data>/setup.json`, and `play --backup-to` its folder; environment variables are called
DICE_TABLE_DATA, DICE_TABLE_CAMERA and so on.
"""

import json
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from platformdirs import user_data_dir

from firmware_host.errors import DiceTableError
from firmware_host.words import say
from vision.atomic_file import write_bytes
from vision.json_file import read_object_file

SETTINGS_FILE = "settings.toml"
SETUP_FILE = "setup.json"
JOURNAL_FILE = "journal.sqlite"
PICTURE_FOLDER = "pictures"
PREFIX = "DICE_TABLE_"
DEFAULTS: Mapping[str, object] = MappingProxyType(
    {"camera": "sim", "dice_set": "", "host": "127.0.0.1", "names": "", "port": 8080, "pause": 2.0}
    | {"pictures_limit": 2000, "backup_to": "", "backup_games": 10, "backup_evenings": 30}
)
HIGHEST_PORT = 65535
LONGEST_PAUSE = 60
MOST_BACKUPS = 1000
MOST_MEGABYTES = 100_000_000
_HOST_NAME = re.compile(r"[0-9A-Za-z_]([0-9A-Za-z_.-]*[0-9A-Za-z_])?")


class SettingsError(DiceTableError, ValueError):
    """Settings that cannot be used; `faults` has a sentence for each, by place and key."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("\n".join(faults.values()))
        self.faults = faults


class NotSavedError(DiceTableError):
    """A choice that the disk did not take."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set, checked.

    `data` is the folder of journal and pictures, `camera` names the source, `host` and `port` are the page's address
    (port 0: any free one). `dice_set` names the taught dice to play with this time; empty for those chosen on the setup
    page. `names`, with commas between them, are what browsers may call the table besides the machine's own name.
    `pause` is how many seconds the program's opponents show what they are about to do. `pictures_limit` is how many
    megabytes the pictures of past games may take. `backup_to` is a second folder for automatic backups, empty for none;
    `backup_games` are kept of those made after games, and `backup_evenings` of evenings. `origins` says where each
    value comes from. `notes` are sentences about what was ignored.
    """

    data: Path
    camera: str
    host: str
    port: int
    origins: Mapping[str, str]
    notes: tuple[str, ...] = ()
    pause: float = 2.0
    dice_set: str = ""
    names: str = ""
    pictures_limit: int = 2000
    backup_to: str = ""
    backup_games: int = 10
    backup_evenings: int = 30


def load_settings(options: Mapping[str, object], environment: Mapping[str, str] = os.environ) -> Settings:
    """Collect and check the settings; `options` has those given on the command line.

    Keys are "data" and those of DEFAULTS. Raises SettingsError with all faults at once.
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
                    f"{where} sets {key!r}, but there is no such setting. Choose from: {', '.join(DEFAULTS)}."
                )
            except ValueError as error:
                place = where if origin in {"environment", "option"} else f"{where}: {key}"
                faults[place] = f"{place} is {value!r}: {error}"
    if data.exists() and not data.is_dir():
        faults["data"] = f"{data_origin} is {data}, which is a file. Give a folder for the games instead."
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
        names=str(values["names"]),
        pictures_limit=int(str(values["pictures_limit"])),
        backup_to=str(values["backup_to"]),
        backup_games=int(str(values["backup_games"])),
        backup_evenings=int(str(values["backup_evenings"])),
    )


def data_folder(given: Path | None, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder of games, house rules and pictures, without checking the other settings."""
    return _data_folder({"data": given}, environment)[0]


def save_camera(data: Path, camera: str) -> None:
    """Save the source chosen on the setup page, completely or not at all; NotSavedError if the disk refuses."""
    _save_choice(data, "camera", camera)


def save_backup_place(data: Path, folder: str) -> None:
    """Save the second place for backups, "" for none, completely or not at all; NotSavedError."""
    _save_choice(data, "backup_to", folder)


def _save_choice(data: Path, key: str, value: str) -> None:
    path = data / SETUP_FILE
    try:
        data.mkdir(parents=True, exist_ok=True)
        chosen = {**_from_setup(path, []), key: value}
        write_bytes(path, json.dumps(chosen, ensure_ascii=False).encode())
    except OSError as error:
        raise NotSavedError(
            say(
                "This choice cannot be saved in {path}: {error}. Make room, or allow writing.",
                path=path,
                error=error.strerror or error,
            )
        ) from error


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
    except (OSError, ValueError, RecursionError) as error:
        faults[str(path)] = f"{path} cannot be read: {error}. Fix it, or remove it to play with the defaults."
        return {}


def _from_setup(path: Path, notes: list[str]) -> Mapping[str, object]:
    """Read what was chosen at the table. A broken file must not stop the game: it is noted and ignored."""
    try:
        kept = read_object_file(path)
        chosen = {key: check(kept[key]) for key, check in (("camera", _text), ("backup_to", _folder)) if key in kept}
        if not chosen:
            raise ValueError("it names no source")
        return chosen
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        notes.append(
            f"{path} was ignored, because it cannot be read: {str(error).rstrip('.')}. "
            "Choose the source again on the setup page."
        )
        return {}


def _variable(key: str) -> str:
    return f"{PREFIX}{key.upper()}"


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("it must be text, and not empty.")
    return value.strip()


def _name(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("it must be the name of a dice set, in quotes.")
    return value.strip()


def _names(value: object) -> str:
    names = value.replace(",", " ").split() if isinstance(value, str) else ["?"]
    if not all(_HOST_NAME.fullmatch(name) for name in names):
        raise ValueError("it must be names without http:// and port, with commas between them, such as dice.lan.")
    return ",".join(names)


def _folder(value: object) -> str:
    if not isinstance(value, str) or "\0" in value:
        raise ValueError("it must be a folder, or empty for none.")
    return value.strip()


def _backups(value: object) -> int:
    return _whole(value, MOST_BACKUPS, DEFAULTS["backup_games"])


def _port(value: object) -> int:
    return _whole(value, HIGHEST_PORT, DEFAULTS["port"])


def _megabytes(value: object) -> int:
    return _whole(value, MOST_MEGABYTES, DEFAULTS["pictures_limit"])


def _whole(value: object, highest: int, such_as: object) -> int:
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdecimal():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= highest:
        raise ValueError(f"it must be a whole number from 0 to {highest}, such as {such_as}.")
    return value


def _pause(value: object) -> float:
    try:
        seconds = -1.0 if isinstance(value, bool) else float(str(value))
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_PAUSE:
        raise ValueError(f"it must be a number of seconds from 0 to {LONGEST_PAUSE}, such as {DEFAULTS['pause']}.")
    return seconds


_CHECKS: Mapping[str, Callable[[object], object]] = MappingProxyType(
    {
        "camera": _text,
        "dice_set": _name,
        "host": _text,
        "names": _names,
        "port": _port,
        "pause": _pause,
        "pictures_limit": _megabytes,
        "backup_to": _folder,
        "backup_games": _backups,
        "backup_evenings": _backups,
    }
)

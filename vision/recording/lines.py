"""The lines of a recording: one JSON object a line, its kind in `is`; times in seconds."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from vision.calibration import Calibration
from vision.calibration.codec import as_json, from_json
from vision.camera_pose import CameraPose
from vision.detection import Detection
from vision.json_reader import read_object
from vision.pipeline import SettledRoll
from vision.sources.base import Lock

VERSION = 1
"""Of the lines. A recording of a newer version is refused; fields that are not known in an older one have defaults."""

TrueDie = tuple[float, float, str]
"""Where a die lay (x and y of its middle in pixels) and the face that it showed by the players' word."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A part of the recording begins: the format, when (`at` is ISO 8601 by the wall), and what `made_by` which."""

    version: int
    at: str
    time: float
    made_by: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Watching:
    """A source is watched from now on, or still is where a new part `goes_on` with it.

    `marked` names the picture that the tray was marked in, and `problems` go with every roll. `camera_pose` is what the
    source itself knows of where it looks from.
    """

    time: float
    source: str
    name: str
    locks: tuple[Lock, ...]
    tray: Calibration
    marked: str | None = None
    problems: tuple[str, ...] = ()
    goes_on: bool = False
    camera_pose: CameraPose | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame: when it was taken, its number in its source, and its JPEG's place, size and CRC-32 in the video."""

    time: float
    number: int
    at: int
    size: int
    crc: int


@dataclass(frozen=True, slots=True)
class DiceInUse:
    """From `time` on the dice are read as those of a kind of faces (`any`, `pips`, `poker`), or of a taught `set`."""

    time: float
    faces: str = "any"
    set: str | None = None


@dataclass(frozen=True, slots=True)
class Began:
    """Something moves, as the frame of this time shows; `hand` where a hand is in the tray."""

    time: float
    hand: bool = False


@dataclass(frozen=True, slots=True)
class Settled:
    """Dice lie still `since` a frame's time, told at that of another, and were read so, left to right.

    `outside` are those beside the tray; `state` is what the tray was taken to be then.
    """

    time: float
    since: float
    thrown: bool
    dice: tuple[Detection, ...]
    problems: tuple[str, ...] = ()
    outside: tuple[Detection, ...] = ()
    state: str = "settled"


@dataclass(frozen=True, slots=True)
class Lost:
    """The camera is lost."""

    time: float
    reason: str


@dataclass(frozen=True, slots=True)
class Back:
    """The camera is back."""

    time: float


@dataclass(frozen=True, slots=True)
class Skipped:
    """So many frames were not kept, because writing took too long."""

    time: float
    frames: int


@dataclass(frozen=True, slots=True)
class ConfirmedFaces:
    """What the dice of the roll at the time `roll` showed, according to the players.

    A later line about the same roll replaces it: a correction, or no dice if the roll was undone.
    """

    roll: float
    dice: tuple[TrueDie, ...]


@dataclass(frozen=True, slots=True)
class EnteredFaces:
    """Players entered a roll by hand that no reading agrees with."""

    time: float
    faces: tuple[str, ...]


Line = Opened | Watching | Shown | DiceInUse | Began | Settled | Lost | Back | Skipped | ConfirmedFaces | EnteredFaces


def settled_line(roll: SettledRoll) -> Settled:
    """A roll as a line."""
    problems = tuple(str(problem) for problem in roll.problems)
    return Settled(roll.time, roll.since, roll.thrown, roll.dice, problems, roll.outside, roll.state.value)


def line_to_json(line: Line) -> str:
    """A line as text, without its end."""
    written: dict[str, Any] = {"is": _STORED_KINDS[type(line)]}
    for name in line.__slots__:
        value = getattr(line, name)
        if isinstance(value, Calibration):
            value = as_json(value, None)
        elif name == "locks" or (name in {"dice", "outside"} and isinstance(line, Settled)):
            value = [asdict(part) for part in value]
        elif isinstance(value, CameraPose):
            value = asdict(value)
        elif isinstance(value, Mapping):
            value = dict(value)
        written[_STORED_FIELDS.get(name, name)] = value
    return json.dumps(written, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def line_from_json(text: str) -> Line:
    """The line that `line_to_json` wrote; ValueError where it is none."""
    written = read_object(text)
    try:
        kind = _KINDS[written.pop("is")]
        fields = {_FIELDS.get(name, name): value for name, value in written.items()}
        return kind(**{name: _READ.get(name, _as_it_is)(value) for name, value in fields.items()})
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"no line of a recording: {error}") from error


def _as_it_is(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _detections(written: Any) -> tuple[Any, ...]:
    """Dice that were read, or as the players say they were."""
    return tuple(
        Detection(**{name: _as_it_is(value) for name, value in die.items()})
        if isinstance(die, Mapping)
        else (float(die[0]), float(die[1]), str(die[2]))
        for die in written
    )


_READ: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        "dice": _detections,
        "outside": _detections,
        "locks": lambda written: tuple(Lock(**lock) for lock in written),
        "tray": from_json,
        "camera_pose": CameraPose.from_json,
        "time": float,
        "since": float,
        "roll": float,
        "number": int,
        "at": lambda written: datetime.fromisoformat(written).isoformat() if isinstance(written, str) else int(written),
        "size": int,
        "version": int,
        "crc": int,
    }
)

_STORED_KINDS: Mapping[type[Line], str] = MappingProxyType(
    {
        Opened: "opened",
        Watching: "watching",
        Shown: "shown",
        DiceInUse: "dice",
        Began: "began",
        Settled: "settled",
        Lost: "lost",
        Back: "back",
        Skipped: "skipped",
        ConfirmedFaces: "counted",
        EnteredFaces: "entered",
    }
)
"""What each line is called in a recording, for ever: classes may be renamed, these words may not."""

_STORED_FIELDS: Mapping[str, str] = MappingProxyType({"camera_pose": "vantage"})
"""What fields are called in a recording, where the program calls them otherwise."""

_KINDS: Mapping[str, Callable[..., Line]] = MappingProxyType({word: kind for kind, word in _STORED_KINDS.items()})
_FIELDS = MappingProxyType({stored: name for name, stored in _STORED_FIELDS.items()})

"""What a recording holds besides its pictures: one JSON object a line, told apart by `is`; times in seconds."""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any

from vision.calibration import Calibration
from vision.calibration.codec import as_json, from_json
from vision.pipeline import SettledRoll
from vision.sighting import Sighting
from vision.sources.base import Lock
from vision.vantage import Vantage

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

    `marked` names the picture that the tray was marked in, and `problems` go with every roll. `vantage` is what the
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
    vantage: Vantage | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A frame: when it was taken, its number in its source, and its JPEG's place, size and CRC-32 in the video."""

    time: float
    number: int
    at: int
    size: int
    crc: int


@dataclass(frozen=True, slots=True)
class Dice:
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
    dice: tuple[Sighting, ...]
    problems: tuple[str, ...] = ()
    outside: tuple[Sighting, ...] = ()
    state: str = "settled"


@dataclass(frozen=True, slots=True)
class Lost:
    """The camera is away."""

    time: float
    reason: str


@dataclass(frozen=True, slots=True)
class Back:
    """The camera is there again."""

    time: float


@dataclass(frozen=True, slots=True)
class Skipped:
    """So many frames were not kept, because writing took too long."""

    time: float
    frames: int


@dataclass(frozen=True, slots=True)
class Counted:
    """What the dice of the roll that was told at the time `roll` showed by the players' word.

    A later line about the same roll replaces it: a correction, or no dice where the roll was taken back.
    """

    roll: float
    dice: tuple[TrueDie, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    """The players tapped a roll in by hand, which nothing that was read agrees with."""

    time: float
    faces: tuple[str, ...]


Line = Opened | Watching | Shown | Dice | Began | Settled | Lost | Back | Skipped | Counted | Entered


def settled_line(roll: SettledRoll) -> Settled:
    """A roll as a line."""
    problems = tuple(str(problem) for problem in roll.problems)
    return Settled(roll.time, roll.since, roll.thrown, roll.dice, problems, roll.outside, roll.state.value)


def written(line: Line) -> str:
    """A line as text, without its end."""
    told: dict[str, Any] = {"is": type(line).__name__.lower()}
    for name in line.__slots__:
        value = getattr(line, name)
        if isinstance(value, Calibration):
            value = as_json(value, None)
        elif name == "locks" or (name in {"dice", "outside"} and isinstance(line, Settled)):
            value = [asdict(part) for part in value]
        elif isinstance(value, Vantage):
            value = asdict(value)
        elif isinstance(value, Mapping):
            value = dict(value)
        told[name] = value
    return json.dumps(told, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def understood(text: str) -> Line:
    """The line that `written` wrote; ValueError where it is none."""
    told = json.loads(text)
    try:
        kind = _KINDS[told.pop("is")]
        return kind(**{name: _READ.get(name, _as_it_is)(value) for name, value in told.items()})
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"no line of a recording: {error}") from error


def _as_it_is(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _sightings(told: Any) -> tuple[Any, ...]:
    """Dice that were read, or as the players say they were."""
    return tuple(
        Sighting(**{name: _as_it_is(value) for name, value in die.items()})
        if isinstance(die, Mapping)
        else (float(die[0]), float(die[1]), str(die[2]))
        for die in told
    )


_READ: Mapping[str, Callable[[Any], Any]] = MappingProxyType(
    {
        "dice": _sightings,
        "outside": _sightings,
        "locks": lambda told: tuple(Lock(**lock) for lock in told),
        "tray": from_json,
        "vantage": Vantage.told,
        "time": float,
        "since": float,
        "roll": float,
        "number": int,
        "at": lambda told: datetime.fromisoformat(told).isoformat() if isinstance(told, str) else int(told),
        "size": int,
        "crc": int,
    }
)

_KINDS: Mapping[str, Callable[..., Line]] = MappingProxyType(
    {
        kind.__name__.lower(): kind
        for kind in (Opened, Watching, Shown, Dice, Began, Settled, Lost, Back, Skipped, Counted, Entered)
    }
)

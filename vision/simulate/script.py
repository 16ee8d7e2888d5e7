"""What happens in and to a simulated tray, second by second, written as TOML; README.md beside this tells the words."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

DICE = 8
"""Dice of the simulated set."""


@dataclass(frozen=True, slots=True)
class Landing:
    """How one thrown die comes to lie; what is None is left to chance.

    x and y in mm from the tray's middle, y away from the player; `turn` in degrees. A die that leans is cocked. It
    lies `beside` or `on` the die of that number, or comes to lie `off` the tray.
    """

    face: int | None = None
    x: float | None = None
    y: float | None = None
    turn: float | None = None
    lean: float = 0.0
    beside: int | None = None
    on: int | None = None
    off: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens `at` so many seconds after the script has begun."""

    at: float


@dataclass(frozen=True, slots=True)
class DiceThrown(Event):
    """Dice are gathered, thrown, and tumble; those of the numbers in `keep` stay as they lie."""

    dice: tuple[Landing, ...]
    keep: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Push(Event):
    """A die is pushed by so many mm and turned by so many degrees, flat on the cloth."""

    die: int
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    seconds: float = 0.3


@dataclass(frozen=True, slots=True)
class Face(Event):
    """A die that lies there is turned over to another face."""

    die: int
    face: int


@dataclass(frozen=True, slots=True)
class Take(Event):
    """A die is taken out of the tray."""

    die: int


@dataclass(frozen=True, slots=True)
class Put(Event):
    """A die is put to a place (mm from the middle), from the hand or from where it lies, whatever lies there.

    Two that are put at the same time may change places.
    """

    die: int
    face: int
    x: float
    y: float
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class ReachIn(Event):
    """A hand reaches in to a place (mm from the middle), stays for a while and leaves."""

    x: float = 0.0
    y: float = 0.0
    seconds: float = 1.0


@dataclass(frozen=True, slots=True)
class Glare(Event):
    """A patch of glare lies on the tray for a while: place and radius in mm, strength 0-1."""

    x: float
    y: float
    seconds: float
    radius: float = 40.0
    strength: float = 0.8


@dataclass(frozen=True, slots=True)
class Light(Event):
    """The light changes to `level` times what it was at first, within some seconds."""

    level: float
    seconds: float = 0.1


@dataclass(frozen=True, slots=True)
class Bump(Event):
    """The camera is knocked: it shakes for a while, and then looks so many pixels and degrees elsewhere."""

    x: float
    y: float
    turn: float = 0.0
    seconds: float = 0.3


@dataclass(frozen=True, slots=True)
class Blur(Event):
    """The camera is out of focus for a while, by a deviation of so many pixels."""

    pixels: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Fault(Event):
    """The camera itself fails for a while."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Drop(Fault):
    """A part (0-1) of the frames never comes."""

    share: float = 0.5


@dataclass(frozen=True, slots=True)
class Freeze(Fault):
    """The same frame comes again and again."""


@dataclass(frozen=True, slots=True)
class Black(Fault):
    """Frames are black."""


@dataclass(frozen=True, slots=True)
class Garble(Fault):
    """What comes is no picture."""


@dataclass(frozen=True, slots=True)
class Stale(Fault):
    """Frames come so many seconds late."""

    age: float = 3.0


@dataclass(frozen=True, slots=True)
class Resize(Fault):
    """Frames come in another size."""

    width: int = 640
    height: int = 480


@dataclass(frozen=True, slots=True)
class Block(Fault):
    """The driver does not return from reading."""


@dataclass(frozen=True, slots=True)
class Unplug(Fault):
    """The camera is unplugged, and plugged in again after a while."""


WORDS: Mapping[str, type[Event]] = MappingProxyType(
    {
        "throw": DiceThrown,
        "push": Push,
        "face": Face,
        "take": Take,
        "put": Put,
        "hand": ReachIn,
        "glare": Glare,
        "light": Light,
        "bump": Bump,
        "blur": Blur,
        "drop": Drop,
        "freeze": Freeze,
        "black": Black,
        "garble": Garble,
        "stale": Stale,
        "resize": Resize,
        "block": Block,
        "unplug": Unplug,
    }
)
"""What may stand after `do`, and the record it makes: scripts are kept, so these words stay as they are."""


@dataclass(frozen=True, slots=True)
class Script:
    """A tray's seed, the camera's frames a second, the speed of tumbling dice, and what happens, in order of time.

    `dice` is the kind the tray is played with; None for the kind that whoever throws asks for. `family` is that of its
    poker dice.
    """

    seed: int = 1
    rate: float = 15.0
    speed: float = 1.0
    events: tuple[Event, ...] = ()
    dice: str | None = None
    family: int | None = None

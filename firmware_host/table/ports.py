"""What the table needs from the world: Protocols for devices and their simulations alike, and their events."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

LampState = Literal["off", "on", "blinking"]
OFF: LampState = "off"


class SeenDie(Protocol):
    """One die as the reader saw it. `box` is x0, y0, x1, y1 in pixels of the tray picture; `likely` best first.

    `trouble` says why it cannot be read: "cocked" (it leans, or something covers it), "stacked" (it leans against
    another die or lies on it), "" for a die that lies flat. A die in trouble is never `sure`; it is `clear` if its face
    would be, were it flat. It is `on_rail` if it lies on the marked keep rail.
    """

    @property
    def face(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def sure(self) -> bool: ...
    @property
    def likely(self) -> tuple[str, ...]: ...
    @property
    def box(self) -> tuple[float, float, float, float]: ...
    @property
    def trouble(self) -> str: ...
    @property
    def clear(self) -> bool: ...
    @property
    def on_rail(self) -> bool: ...


class SeenRoll(Protocol):
    """Dice at rest, left to right.

    `thrown` is False when nothing moved before it (dice already there at start). `problems` are sentences on what
    cannot be read. `outside` are dice beside the tray in the same picture. `size` is the picture's width and height in
    pixels; `picture_jpeg` encodes it, `die_jpegs` one square cut-out a die, in the order of `dice`; `die_example` is
    one die as a set learns it.
    """

    @property
    def dice(self) -> Sequence[SeenDie]: ...
    @property
    def thrown(self) -> bool: ...
    @property
    def problems(self) -> Sequence[str]: ...
    @property
    def outside(self) -> Sequence[SeenDie]: ...
    @property
    def size(self) -> tuple[int, int]: ...
    def picture_jpeg(self) -> bytes: ...
    def die_jpegs(self) -> tuple[bytes, ...]: ...
    def die_example(self, die: int) -> bytes: ...


@dataclass(frozen=True, slots=True)
class TrayMoving:
    """Something is moving in the tray; `hand`: a hand is in it, moving or not. Sent again when `hand` changes."""

    hand: bool = False


@dataclass(frozen=True, slots=True)
class TraySettled:
    """Dice are at rest."""

    roll: SeenRoll


@dataclass(frozen=True, slots=True)
class CameraLost:
    """There are no more pictures; `reason` is a sentence for people."""

    reason: str


@dataclass(frozen=True, slots=True)
class CameraBack:
    """There are pictures again; a settled roll follows."""


@dataclass(frozen=True, slots=True)
class NoticesChanged:
    """`CameraPort.notices` has changed."""


TrayEvent = TrayMoving | TraySettled | CameraLost | CameraBack | NoticesChanged
"""What the camera reports to the table."""

OnTrayEvent = Callable[[TrayEvent], None]


@dataclass(frozen=True, slots=True)
class Notice:
    """What people should know about tray, camera or disk: a sentence, and the setup step that puts it right.

    `step` is "" where the setup puts it right, but no single step, and None where the setup cannot.
    """

    text: str
    step: str | None = ""


@dataclass(frozen=True, slots=True)
class KeptDie:
    """A die to keep in a throw, left where it lies: its centre in picture pixels and its face."""

    x: float
    y: float
    face: str


class DicePort(Protocol):
    """Which dice the camera reads (and throws, if it can): their kind, and the dice set.

    `in_use` is that set's name, "" where dice are read as any of their kind. After `use_kind` ("pips", "poker" or
    "any") only such faces are read, after `use_set` only the dice of that set; for a set that does not exist it raises
    an error with a sentence, and changes nothing. `learn` gives corrections to the set in use, each as a face and what
    `SeenRoll.die_example` returns; those that contradict everything it was taught are left out.
    """

    @property
    def in_use(self) -> str: ...
    def use_kind(self, kind: str) -> None: ...
    def use_set(self, name: str) -> None: ...
    def learn(self, examples: Sequence[tuple[str, bytes]]) -> None: ...


class CameraPort(Protocol):
    """The camera side of the table: watches a source and calls `on_tray_event`, from a thread of its own.

    `can_throw` is true of sources that throw on request (simulated tray, photo folder); `throw` leaves the kept dice
    and throws enough others to make `count`. `live_jpeg` is the latest picture with the readings drawn over it, None
    before the first frame; `rolling_jpeg` is the number of the newest frame with a small picture of the tray in it,
    None while that is still the frame `after`. `use_source` switches to another source (`sim:seed=7`, `usb:0`, …) and
    raises an error with a sentence if it cannot be opened. `notices` are what people should know about the camera for
    as long as it is true, for example that it was moved. `dice` are those it reads.
    """

    @property
    def source(self) -> str: ...
    @property
    def can_throw(self) -> bool: ...
    @property
    def dice(self) -> DicePort: ...
    def start(self, on_tray_event: OnTrayEvent) -> None: ...
    def throw(self, kept: Sequence[KeptDie], count: int) -> None: ...
    def live_jpeg(self) -> bytes | None: ...
    def rolling_jpeg(self, after: int) -> tuple[int, bytes] | None: ...
    def notices(self) -> Sequence[Notice]: ...
    def use_source(self, spec: str) -> None: ...
    def close(self) -> None: ...


class PanelPort(Protocol):
    """Hold buttons and lamps, one pair a die, left to right.

    `start` takes the function to call with the index of a pressed button. `show` sets the lamps from the left, those it
    leaves out are off; `lamps` returns their states, so that the page can mirror them. `press` presses a button from
    the screen, as a finger would. `wired` says which dice have a lamp, `missing` why the panel is on the screen only:
    None where buttons and lamps are of wood and wire, "" where there are no pins to connect them to.
    """

    @property
    def name(self) -> str: ...
    @property
    def buttons(self) -> int: ...
    @property
    def wired(self) -> Sequence[bool]: ...
    @property
    def missing(self) -> str | None: ...
    def start(self, pressed: Callable[[int], None]) -> None: ...
    def show(self, lamps: Sequence[LampState]) -> None: ...
    def lamps(self) -> tuple[LampState, ...]: ...
    def press(self, button: int) -> None: ...
    def close(self) -> None: ...

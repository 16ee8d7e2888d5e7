"""What the table needs of the world: structural Protocols, met alike by devices and by their shipped simulations."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from firmware_host.table.setup.ports import SetupDesk


class SeenDie(Protocol):
    """One die as the reader saw it. `box` is x0, y0, x1, y1 in pixels of the tray picture; `likely` best first.

    `trouble` says why it cannot be read: "cocked" (it leans, or something covers it), "stacked" (it leans against
    another die or lies on it), "" for a die that lies flat. A die in trouble is never `sure`; it is `clear` where its
    face would be, did it lie flat. It lies `on_rail` where a keep rail is marked there.
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


class SettledRoll(Protocol):
    """Dice that lie still, left to right.

    `thrown` is False when nothing moved before it (dice already there at start). `picture_jpeg` encodes the tray
    picture, `die_jpegs` one square cut-out a die, in the order of `dice`, `die_example` one die as the eye learns it.
    `problems` names what cannot be read.
    `outside` are dice that lie beside the tray, in the same picture.
    """

    @property
    def dice(self) -> Sequence[SeenDie]: ...
    @property
    def thrown(self) -> bool: ...
    @property
    def problems(self) -> Sequence[str]: ...
    @property
    def outside(self) -> Sequence[SeenDie]: ...
    def picture_jpeg(self) -> bytes: ...
    def die_jpegs(self) -> tuple[bytes, ...]: ...
    def die_example(self, die: int) -> bytes: ...


class TrayListener(Protocol):
    """Told by the eye, from its own thread, what happens in the tray. Calls return at once.

    `tray_moving` is told again, with a `hand`, once one is in the tray, and without when it has left.
    """

    def tray_moving(self, *, hand: bool = False) -> None: ...
    def tray_settled(self, roll: SettledRoll) -> None: ...
    def camera_lost(self, reason: str) -> None: ...
    def camera_back(self) -> None: ...
    def notices_changed(self) -> None: ...


@dataclass(frozen=True, slots=True)
class KeptDie:
    """A held die that stays where it lies while the others are thrown: centre in picture pixels and its face."""

    x: float
    y: float
    face: str


class DiceInPlay(Protocol):
    """Which dice the eye reads, and throws where it throws: their kind, and the set of them that was taught.

    `in_use` is that set's name, "" where dice are read as any of their kind. `use_kind` ("pips", "poker" or "any") lets
    the eye read no other faces, `use_set` the dice of one set; it raises an error with a sentence, and changes nothing,
    for one that is not there. Corrections are given to the set in use by `learn`, each as a face and what
    `SettledRoll.die_example` gives; those that contradict all it was taught are left out.
    """

    @property
    def in_use(self) -> str: ...
    def use_kind(self, kind: str) -> None: ...
    def use_set(self, name: str) -> None: ...
    def learn(self, looks: Sequence[tuple[str, bytes]]) -> None: ...


class Eye(Protocol):
    """The camera side of the table: watches a source and reports to a TrayListener.

    `can_throw` is true of sources that throw on request (simulated tray, photo folder); `throw` keeps the dice it is
    told and throws so many others that `count` dice lie there then. `live_jpeg` is the latest
    picture with the readings drawn over it, None before the first frame. `use_source` replaces the source by
    another one (`sim:seed=7`, `usb:0`, …) and raises an error with a sentence when it cannot be opened.
    `notices` are sentences on what people are to know of the camera as long as it is so: that it was moved, say. At
    its `desk` the eye is set up; `dice` are those it reads.
    """

    @property
    def source(self) -> str: ...
    @property
    def can_throw(self) -> bool: ...
    @property
    def desk(self) -> SetupDesk: ...
    @property
    def dice(self) -> DiceInPlay: ...
    def start(self, listener: TrayListener) -> None: ...
    def throw(self, kept: Sequence[KeptDie], count: int) -> None: ...
    def live_jpeg(self) -> bytes | None: ...
    def notices(self) -> Sequence[str]: ...
    def use_source(self, spec: str) -> None: ...
    def close(self) -> None: ...


class Panel(Protocol):
    """Hold buttons and lamps, one pair a die, left to right.

    `start` is given the call for a pressed button (its index). `show` sets the lamps, some of those that are not lit
    `blinking`; `lamps` tells how they are lit now, so that the page can mirror them. `press` presses a button from the
    screen, as a finger would. `wired` tells which dice have a lamp, `missing` why the panel is on the screen only: None
    where buttons and lamps are of wood and wire, "" where there are no pins to connect them to.
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
    def show(self, lit: Sequence[bool], blinking: Sequence[bool] = ()) -> None: ...
    def lamps(self) -> tuple[bool, ...]: ...
    def press(self, button: int) -> None: ...
    def close(self) -> None: ...

"""A camera that sees what a script lays in its tray, and a table around it with the real journal and mock pins."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from firmware_host.clock import Clock, SystemClock
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Player, StartGame
from firmware_host.journal.memory import is_read_only
from firmware_host.journal.store import Journal
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.table.coach.analysis import Analyser
from firmware_host.table.coach.session import PACE, OpponentPace
from firmware_host.table.coach.worker import CoachWorker
from firmware_host.table.disk_room import ENDLESS, DiskRoom
from firmware_host.table.pictures import Pictures
from firmware_host.table.ports import KeptDie, Notice, OnTrayEvent, TrayEvent, TrayMoving, TraySettled
from firmware_host.table.requests import NameFace
from firmware_host.table.service import TableService
from firmware_host.table.snapshot import TableSnapshot
from hardware.panel import GpioPanel
from hardware.pins import read_pins

WIDTH = 60.0  # of a scripted die, in pixels
SPOTS = ((100.0, 200.0), (250.0, 120.0), (400.0, 300.0), (550.0, 180.0), (700.0, 240.0))
OTHER_SPOTS = ((130.0, 400.0), (290.0, 420.0), (430.0, 90.0), (590.0, 380.0), (760.0, 60.0))
PATIENCE_S = 60.0  # a busy machine is slow, a table that never comes to it is wrong
TWO = StartGame((Player("Ada", "#aa3333"), Player("Ben", "#3333aa")))


@dataclass(frozen=True)
class Seen:
    """A die as the scripted camera sees it."""

    face: str
    x: float
    y: float
    sure: bool = True
    likely: tuple[str, ...] = ()
    confidence: float = 0.99
    trouble: str = ""
    clear: bool = False
    on_rail: bool = False

    @property
    def box(self) -> tuple[float, float, float, float]:
        return (self.x - WIDTH / 2, self.y - WIDTH / 2, self.x + WIDTH / 2, self.y + WIDTH / 2)


@dataclass(frozen=True)
class Settled:
    """Dice that lie still."""

    dice: tuple[Seen, ...]
    thrown: bool = True
    problems: tuple[str, ...] = ()
    outside: tuple[Seen, ...] = ()

    size: tuple[int, int] = (800, 500)

    def picture_jpeg(self) -> bytes:
        return b"\xff\xd8" + repr(self.dice).encode()

    def die_jpegs(self) -> tuple[bytes, ...]:
        return tuple(b"\xff\xd8" + repr(die).encode() for die in self.dice)

    def die_example(self, die: int) -> bytes:
        return repr(self.dice[die]).encode()


def lying(faces: str, spots: Sequence[tuple[float, float]] = SPOTS) -> tuple[Seen, ...]:
    """Dice showing these faces ("1 4 4") at the first spots, left to right."""
    pairs = zip(faces.split(), spots, strict=False)
    return tuple(sorted((Seen(face, x, y) for face, (x, y) in pairs), key=lambda die: die.x))


@dataclass
class ScriptedDice:
    """A `DicePort`; remembers what it was asked. `fault` is raised when a set is chosen."""

    in_use: str = ""
    kinds: list[str] = field(default_factory=list)
    learnt: list[tuple[str, bytes]] = field(default_factory=list)
    fault: Exception | None = None

    def use_kind(self, kind: str) -> None:
        if self.kinds[-1:] != [kind]:
            self.kinds.append(kind)

    def use_set(self, name: str) -> None:
        if self.fault is not None:
            raise self.fault
        self.in_use = name

    def learn(self, examples: Sequence[tuple[str, bytes]]) -> None:
        self.learnt.extend(examples)


@dataclass
class ScriptedCamera:
    """A `CameraPort`. With `script`, a throw lays the next faces at other spots than those of the dice before."""

    source: str = "script"
    can_throw: bool = False
    script: list[str] = field(default_factory=list)
    throws: list[tuple[KeptDie, ...]] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    dice: ScriptedDice = field(default_factory=ScriptedDice)
    listener: OnTrayEvent | None = None
    noted: list[Notice] = field(default_factory=list)
    fault: Exception | None = None
    silent: bool = False

    def start(self, on_tray_event: OnTrayEvent) -> None:
        if self.fault is not None:
            raise self.fault
        self.listener = on_tray_event

    def report(self, event: TrayEvent) -> None:
        assert self.listener is not None, "the table has not started the camera"
        self.listener(event)

    def lay(
        self,
        dice: Iterable[Seen],
        *,
        thrown: bool = True,
        problems: tuple[str, ...] = (),
        outside: tuple[Seen, ...] = (),
    ) -> None:
        """Let dice move and come to rest so."""
        self.report(TrayMoving())
        ordered = tuple(sorted(dice, key=lambda die: die.x))
        self.report(TraySettled(Settled(ordered, thrown, problems, outside)))

    def throw(self, kept: Sequence[KeptDie], count: int) -> None:
        if self.fault is not None:
            raise self.fault
        self.throws.append(tuple(kept))
        self.counts.append(count)
        if self.silent:
            return
        faces = self.script.pop(0).split()
        spots = OTHER_SPOTS if len(self.throws) % 2 else SPOTS
        free = [spot for spot in spots if all(abs(spot[0] - die.x) > WIDTH for die in kept)]
        thrown = lying(" ".join(faces), free)
        assert len(thrown) == len(faces), "the script has no room for these dice"
        self.lay((*(Seen(die.face, die.x, die.y) for die in kept), *thrown))

    def live_jpeg(self) -> bytes | None:
        return b"\xff\xd8live"

    def rolling_jpeg(self, after: int) -> tuple[int, bytes] | None:
        return after + 1, b"\xff\xd8rolling"

    def notices(self) -> Sequence[Notice]:
        return tuple(self.noted)

    def use_source(self, spec: str) -> None:
        if self.fault is not None:
            raise self.fault
        self.used.append(spec)
        self.source = spec

    def close(self) -> None:
        self.listener = None


class Sitting:
    """A running table with a scripted camera, a panel on mock pins and the real journal."""

    def __init__(
        self,
        folder: Path,
        camera: ScriptedCamera | None = None,
        clock: Clock | None = None,
        rulesets: Mapping[str, Ruleset] = RULESETS,
        coach: Path | None = None,
        pace: OpponentPace = PACE,
        room: DiskRoom | None = None,
        read_only: Callable[[Path], bool] = is_read_only,
        panel: GpioPanel | None = None,
    ) -> None:
        """Open the table in a folder; `coach` is a data folder in which the coach keeps what it works out.

        `room` looks after the disk, which is endless otherwise; `read_only` returns whether it can only be read.
        """
        self.camera = camera or ScriptedCamera()
        self.clock = clock
        self.panel: GpioPanel = panel or GpioPanel(read_pins(), MockFactory())
        self.journal = Journal.open(folder / "journal.sqlite", clock or SystemClock(), read_only=read_only)
        self.pictures = Pictures(folder / "pictures", room or ENDLESS)
        worker = None if coach is None else CoachWorker(SolutionStore(coach), Analyser(self.journal, rulesets))
        self.table = TableService(
            self.journal,
            self.camera,
            self.panel,
            self.pictures,
            clock,
            rulesets,
            coach_worker=worker,
            pace=pace,
            notices=tuple if room is None else room.notices,
        )
        self.table.start()

    def close(self) -> None:
        self.camera.close()
        self.table.close()
        self.panel.close()
        self.journal.close()

    def __enter__(self) -> "Sitting":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def until(self, wanted: Callable[[TableSnapshot], bool], timeout: float = PATIENCE_S) -> TableSnapshot:
        """Wait for a snapshot that is as wanted."""
        shown = self.table.snapshot()
        deadline = time.monotonic() + timeout
        while not wanted(shown):
            newer = self.table.changes(shown.version, max(0.0, deadline - time.monotonic()))
            assert newer is not None, f"the table never came to it; it shows {shown}"
            shown = newer
        return shown

    def lay(
        self,
        dice: Iterable[Seen],
        *,
        thrown: bool = True,
        problems: tuple[str, ...] = (),
        outside: tuple[Seen, ...] = (),
    ) -> TableSnapshot:
        """Let dice come to rest and wait until the table has judged them."""
        self.camera.lay(dice, thrown=thrown, problems=problems, outside=outside)
        return self.caught_up()

    def settle(self, dice: Settled) -> TableSnapshot:
        """Let these dice come to rest, after something moved, and wait until the table has judged them."""
        self.camera.report(TrayMoving())
        self.camera.report(TraySettled(dice))
        return self.caught_up()

    def caught_up(self) -> TableSnapshot:
        """Wait until everything told so far is handled: a request, refused, has passed through the one queue."""
        with suppress(DiceTableError):
            self.table.ask(NameFace(-1, 0))
        return self.table.snapshot()


def values(shown: TableSnapshot) -> tuple[int, ...]:
    """The values of the current roll."""
    assert shown.game is not None
    return tuple(die.value for die in shown.game.dice)


def held(shown: TableSnapshot) -> tuple[bool, ...]:
    """Which dice of the current roll are held."""
    assert shown.game is not None
    return tuple(die.held for die in shown.game.dice)


def lit(shown: TableSnapshot) -> tuple[bool, ...]:
    """Which lamps are on."""
    return tuple(lamp == "on" for lamp in shown.panel.lamps)


def blinking(shown: TableSnapshot) -> tuple[bool, ...]:
    """Which lamps are blinking."""
    return tuple(lamp == "blinking" for lamp in shown.panel.lamps)

"""A scripted evening at a real table: journal, pictures, log and setup files on a disk, a camera that sees a script."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex

from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Command, CorrectDie, SetHold, StartGame, Undo, WriteBox
from firmware_host.game.events import Event
from firmware_host.rules.rulesets import ruleset
from firmware_host.settings import save_camera
from firmware_host.setup.results import ResultFile
from firmware_host.setup.skip_file import SkipFile
from firmware_host.table.disk_room import DiskRoom
from firmware_host.table.requests import AcceptRoll, EnterRoll, Request, Ticket
from tests.firmware_host.table.scripted import OTHER_SPOTS, SPOTS, TWO, Seen, Settled, Sitting, lying
from vision.read import DiceSets

ROLLS = ("1 1 3 4 5", "1 1 1 6 6", "2 2 3 4 1", "2 2 2 6 4", "3 3 2 5 1", "3 3 6 2 3")
BOXES = tuple(box.id for box in ruleset("yatzy").boxes)
"""So many turns has each of the two players."""
START = StartGame(TWO.players, "yatzy")


class Table(Sitting):
    """The table of an evening, in a data folder with all that the program saves there."""

    def __init__(self, data: Path, read_only: Callable[[Path], bool] = lambda _: False) -> None:
        room = DiskRoom(data / "pictures", 10**12, (), lambda _: 10**12, read_only=read_only)
        super().__init__(data, room=room, read_only=read_only)
        self.data = data

    def command(self, command: Command | Request) -> None:
        """Ask as a page does, with an id and the moment that is seen."""
        self.table.ask(command, Ticket(token_hex(8), self.table.snapshot().moment))

    @property
    def rolls(self) -> int:
        """How many rolls of this turn are counted."""
        game = self.table.snapshot().game
        return 0 if game is None else game.rolls_used

    def events(self) -> tuple[Event, ...]:
        """Return the events of the latest game, as the journal has them."""
        latest = self.journal.latest()
        return () if latest is None else self.journal.events(latest)


@dataclass(frozen=True)
class Step:
    """Something that people do at the table, and what they do when it was refused."""

    name: str
    do: Callable[[Table], None]
    again: Callable[[Table], None] = field(default=lambda _: None)


def turns(count: int, first: int = 0, dice: Callable[[Sequence[Seen]], Settled] | None = None) -> list[Step]:
    """Return the steps of so many turns: two throws, holds, a correction or a roll by hand, a box, some of it undone.

    `first` is the number of turns before them, `dice` makes what the camera reports of dice (None: tiny pictures).
    """
    steps: list[Step] = []
    for turn in range(first, first + count):
        down = 100 * (turn % 2)  # no die lies where one lay in the turn before
        thrown = lying(ROLLS[turn % 6], [(x, y + down) for x, y in SPOTS])
        second = (*thrown[:2], *lying(ROLLS[turn % 6][4:], [(x, y + down) for x, y in OTHER_SPOTS[2:]]))
        steps += [
            _throw(thrown, dice),
            *(_ask(SetHold(die, held=True)) for die in (0, 1)),
            _throw(second, dice),
            _ask(CorrectDie(4, 6)) if turn % 2 else _ask(EnterRoll(tuple(map(int, ROLLS[turn % 6].split())))),
            _ask(WriteBox(BOXES[turn // 2])),
        ]
        if turn % 3 == 2:
            steps += [_ask(Undo()), _ask(WriteBox(BOXES[turn // 2]))]
    return steps


def files() -> list[Step]:
    """Return the steps that save files other than journal and pictures."""
    saves: dict[str, Callable[[Path], None]] = {
        "skip": lambda data: SkipFile(data).keep(["rail"]),
        "result": lambda data: ResultFile(data).keep("throws", {"right": 25}),
        "camera": lambda data: save_camera(data, "usb:1"),
        "dice set": lambda data: DiceSets(data).use(None),
    }
    return [_save(name, save) for name, save in saves.items()]


def _save(name: str, save: Callable[[Path], None]) -> Step:
    def do(table: Table) -> None:
        save(table.data)

    return Step(name, do, do)


def _ask(command: Command | Request) -> Step:
    def do(table: Table) -> None:
        table.command(command)

    return Step(type(command).__name__, do, do)


def start() -> Step:
    """Return the step that starts the game."""
    return _ask(START)


class NotCountedError(DiceTableError):
    """A throw that was not counted; the sentence is what the page says."""


def _throw(dice: Sequence[Seen], settled: Callable[[Sequence[Seen]], Settled] | None) -> Step:
    def do(table: Table) -> None:
        before = table.rolls
        shown = table.lay(dice) if settled is None else table.settle(settled(dice))
        if table.rolls == before:
            raise NotCountedError(shown.tray.message)

    return Step("throw", do, lambda table: table.command(AcceptRoll()))

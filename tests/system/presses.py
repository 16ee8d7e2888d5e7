"""Presses of hold buttons on a busy machine: `python -m tests.system.presses`.

A process of its own is the finger: it changes the levels of wires in shared memory, with contacts that bounce and
interference, and sends each edge with its time through a pipe, as the lgpio library does. Here six threads are busy
while a table plays. Each press is to reach the table once, and to change its die's lamp. Told is how long that took
after the contacts had first been closed for as long as counts. Where the machine holds the finger up, interference
lasts longer and is a press: what the edges say counts.
"""

import argparse
import math
import mmap
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from heapq import merge
from pathlib import Path
from random import Random
from typing import IO

from gpiozero.pins.mock import MockFactory

from firmware_host.app.short_turns import take_short_turns
from firmware_host.game.commands import Player, StartGame
from hardware.debounce import CLOSED_S
from hardware.debounce import REST_S as DEBOUNCE_REST_S
from hardware.panel import GpioPanel
from hardware.pins import read_pins
from tests.firmware_host.table.scripted import Sitting, lying
from tests.hardware.finger import Edge, WirePin, edges

BUSY = 6
PRESSES = 300
HELD_S = (0.025, 0.6)
REST_S = (0.045, 0.8)
WITHIN_S = 0.03
START_S = 0.5
RECORD = struct.Struct("<dii?")
DICE = read_pins()


class PanelPin(WirePin):
    """A pin that remembers when it was changed."""

    def __init__(self, *given: object) -> None:
        self.changed_at: list[float] = []
        super().__init__(*given)

    def _change_state(self, value: bool) -> bool:
        changed: bool = super()._change_state(value)
        if changed:
            self.changed_at.append(time.monotonic())
        return changed


class TimedPanel(GpioPanel):
    """A panel that remembers when it told the table of presses, for each button."""

    def __init__(self, factory: MockFactory) -> None:
        super().__init__(DICE, factory)
        self.told_at: list[list[float]] = [[] for _ in DICE]

    def start(self, pressed: Callable[[int], None]) -> None:
        def tell(button: int) -> None:
            pressed(button)
            self.told_at[button].append(time.monotonic())

        super().start(tell)


@dataclass(frozen=True, slots=True)
class Pressed:
    """For each die: when its presses began to count, when the table was told of them, when its lamp changed."""

    counted: list[list[float]]
    told: list[list[float]]
    lamps: list[list[float]]


def press(levels: Path, presses: int, seed: int) -> None:
    """Be the finger: presses of each button in real time."""
    chance = Random(seed)  # noqa: S311 - not for secrets
    start = time.monotonic() + START_S
    wires = (_numbered(index, list(edges(chance, presses, start, HELD_S, REST_S))) for index in range(len(DICE)))
    with levels.open("r+b") as file, mmap.mmap(file.fileno(), len(DICE)) as level:
        for at, index, edge in merge(*wires):
            while (left := at - time.monotonic()) > 0:
                time.sleep(left - 0.0005 if left > 0.001 else 0)
            level[index] = edge.closed
            happened = time.monotonic()
            sys.stdout.buffer.write(RECORD.pack(happened, index, -1 if edge.press is None else edge.press, edge.closed))
            sys.stdout.buffer.flush()


def _numbered(index: int, wire: list[Edge]) -> list[tuple[float, int, Edge]]:
    return [(edge.at, index, edge) for edge in wire]


def told_edges(pipe: IO[bytes], pins: list[PanelPin], happened: list[list[Edge]]) -> None:
    """Tell the pins of each edge as it comes, on one thread, as lgpio does; ends with the finger."""
    while len(record := pipe.read(RECORD.size)) == RECORD.size:
        at, index, number, closed = RECORD.unpack(record)
        edge = Edge(at, closed, None if number < 0 else number)
        happened[index].append(edge)
        pins[index].tell(edge)


@contextmanager
def busy(threads: int) -> Iterator[None]:
    """Keep some threads busy."""
    over = threading.Event()

    def work() -> None:
        while not over.is_set():
            sum(range(500))

    working = [threading.Thread(target=work, daemon=True) for _ in range(threads)]
    for thread in working:
        thread.start()
    yield
    over.set()
    for thread in working:
        thread.join()


def counting(wire: list[Edge]) -> list[float]:
    """When each press of a button counts, by its edges alone: CLOSED_S after it closed for that long."""
    found: list[float] = []
    opened = -math.inf
    ends = [*wire[1:], Edge(wire[-1].at + 1, closed=False)]
    for edge, end in zip(wire, ends, strict=True):
        if edge.closed and end.at - edge.at >= CLOSED_S:
            if edge.at - opened >= DEBOUNCE_REST_S:
                found.append(edge.at + CLOSED_S)
            opened = end.at
    return found


def run(presses: int, threads: int, seed: int, folder: Path) -> Pressed:
    """Press so many times."""
    factory = MockFactory(pin_class=PanelPin)
    buttons: list[PanelPin] = [factory.pin(die.button) for die in DICE]
    lamps: list[PanelPin] = [factory.pin(die.lamp) for die in DICE]
    levels = folder / "levels"
    levels.write_bytes(bytes(len(DICE)))
    happened: list[list[Edge]] = [[] for _ in DICE]
    panel = TimedPanel(factory)
    each = presses // len(DICE)
    with (
        levels.open("rb") as file,
        mmap.mmap(file.fileno(), len(DICE), access=mmap.ACCESS_READ) as level,
        Sitting(folder, panel=panel) as sitting,
    ):
        for index, pin in enumerate(buttons):
            pin.closed = partial(lambda index: bool(level[index]), index)
        sitting.table.ask(StartGame((Player("Ada", "#aa3333"), Player("Ben", "#3333aa"))))
        sitting.lay(lying("1 2 3 4 5"))
        for lamp in lamps:
            lamp.changed_at.clear()
        command = [sys.executable, "-m", "tests.system.presses", "--finger", str(levels)]
        with (
            busy(threads),
            subprocess.Popen([*command, "--times", str(each), "--seed", str(seed)], stdout=subprocess.PIPE) as finger,
        ):
            assert finger.stdout is not None
            told_edges(finger.stdout, buttons, happened)
            sitting.caught_up()
        changes = [list(lamp.changed_at) for lamp in lamps]
        for pin in buttons:
            pin.closed = None
    return Pressed([counting(wire) for wire in happened], panel.told_at, changes)


def main() -> None:
    """Press and tell; exit status 1 where a press was lost, added or late."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=PRESSES)
    parser.add_argument("--busy", type=int, default=BUSY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--finger", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.finger is not None:
        press(given.finger, given.times, given.seed)
        return
    take_short_turns()
    with tempfile.TemporaryDirectory() as folder:
        pressed = run(given.times, given.busy, given.seed, Path(folder))
    presses, told, lamps = (sum(map(len, times)) for times in (pressed.counted, pressed.told, pressed.lamps))
    sys.stdout.write(f"{presses} presses beside {given.busy} busy threads: {told} told to the table, {lamps} lamps\n")
    counts = [[len(die) for die in times] for times in (pressed.counted, pressed.told, pressed.lamps)]
    if counts[1:] != counts[:1] * 2:
        sys.exit(1)
    worst = 0.0
    for name, times in (("lamp changed", pressed.lamps), ("table was told", pressed.told)):
        late = [
            after - before
            for die, changes in zip(pressed.counted, times, strict=True)
            for before, after in zip(die, changes, strict=True)
        ]
        worst = max(late)
        sys.stdout.write(
            f"  {name} after {1000 * statistics.median(late):4.1f} ms in the middle, {1000 * worst:4.1f} ms at worst\n"
        )
    sys.exit(0 if worst <= WITHIN_S else 1)


if __name__ == "__main__":
    main()

"""A game played on while its camera fails in every way there is, in random order.

`python -m tests.system.camera_faults --times 100` tells how soon each loss was shown and how soon the camera was back.
"""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from firmware_host.app.watcher_camera import WatcherCamera
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Player, SetHold, StartGame, WriteBox
from firmware_host.game.snapshot import GameSnapshot
from firmware_host.journal.store import Journal
from firmware_host.table.pictures import Pictures
from firmware_host.table.requests import AcceptRoll, NameFace, ThrowDice
from firmware_host.table.service import TableService
from firmware_host.table.snapshot import TableSnapshot
from hardware.panel import open_panel
from vision.sources import ResumeState, Source
from vision.sources.process import ChildSource
from vision.watcher import open_camera

LOSS_LIMIT, RETURN_LIMIT = 3.0, 5.0
"""Seconds: a loss is shown, and the camera is back once nothing is wrong with it any more, within these."""

LASTS = 3.5
"""Seconds that a fault of the script lasts: longer than a loss may go unnoticed."""

WATCHED = 2.5
"""Seconds that the table is watched at least after a fault: a camera that is back may be lost once more."""

LEAD = 0.4
"""Seconds between writing a fault into the script and its beginning."""

PATIENCE = 120.0
"""Seconds; a busy machine is slow, a broken table never comes to it."""

SIGNALS = {"stop": "SIGSTOP", "kill": "SIGKILL"}
KINDS = ("stop", "block", "black", "unplug", "freeze", "kill", "garble", "resize", "stale")
"""Words of a script, and two signals to the process that the camera lives in."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What became of one fault: seconds from its beginning to the loss, and from its end to the camera's return."""

    kind: str
    lost_after: float
    back_after: float
    game_intact: bool


class Trial:
    """A table with its journal, over a scripted tray in a process of its own; the games begin and go on by chance."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 - a game's chances
        self._folder = folder
        self._events: list[str] = []
        self._write_script()
        self._began = 0.0
        self._child: ChildSource | None = None
        self._journal = Journal.open(folder / "journal.sqlite")
        self._panel = open_panel(factory=MockFactory())
        self._eye = open_camera(f"sim:script={self._script}", data_dir=folder, opener=self._open)
        self.table = TableService(self._journal, WatcherCamera(self._eye), self._panel, Pictures(folder / "pictures"))
        self.table.start()

    def close(self) -> None:
        """Let go of everything."""
        self._eye.close()
        self.table.close()
        self._panel.close()
        self._journal.close()

    def play_on(self) -> TableSnapshot:
        """Do one thing that a player may do, and wait until it is done: begin, hold and throw, or write."""
        shown = self.table.snapshot()
        game = shown.game
        if game is None or game.finished:
            self.table.ask(StartGame((Player("Ada", "#aa3333"), Player("Ben", "#3333aa"))))
        elif game.dice and game.rolls_left and self.random.random() < 0.6:
            for die in range(len(game.dice)):
                self.table.ask(SetHold(die, held=self.random.random() < 0.5 and die > 0))
            self.table.ask(ThrowDice())
            return self._rolled(game.rolls_used + 1)
        elif game.dice and game.current is not None:
            boxes = game.players[game.current].boxes
            box = self.random.choice([box.box for box in boxes if box.writable or box.strikable])
            self.table.ask(WriteBox(box))
        shown = self.table.snapshot()
        if shown.game is not None and not shown.game.finished:
            if not shown.game.dice:
                self.table.ask(ThrowDice())
            return self._rolled(1)
        return shown

    def suffer(self, kind: str) -> Seen:
        """Let one fault happen while nothing moves, and tell what became of it."""
        before = self._steady()
        began, ends = self._begin(kind)
        lost = self._until(lambda shown: shown.tray.state == "lost")
        lost_at = time.monotonic()
        end = ends if ends is not None else lost_at
        back_at = self._back_for_good(end)
        after = self._steady()
        return Seen(kind, lost_at - began, back_at - end, before == lost.game == after)

    def _open(self, spec: str, memory: ResumeState) -> Source:
        self._began = memory.began
        self._child = ChildSource(spec, memory)
        return self._child

    def _begin(self, kind: str) -> tuple[float, float | None]:
        """Begin a fault: when it begins, and when it ends, None where it ends with the process it befalls."""
        if kind not in SIGNALS:
            began = time.monotonic() + LEAD
            self._events.append(f'{{ at = {began - self._began:.3f}, do = "{kind}", seconds = {LASTS} }}')
            self._write_script()
            return began, began + LASTS
        assert self._child is not None
        os.kill(self._child.pid, signal.Signals[SIGNALS[kind]])
        return time.monotonic(), None

    def _write_script(self) -> None:
        """Write the script as a whole, so that nobody reads half of it."""
        text = "seed = 7\nspeed = 3\nevent = [\n" + "".join(f"  {event},\n" for event in self._events) + "]\n"
        new = self._folder / "script.new"
        new.write_text(text)
        new.replace(self._script)

    @property
    def _script(self) -> Path:
        return self._folder / "script.toml"

    def _back_for_good(self, end: float) -> float:
        """Wait until the camera is back after `end` and has been watched for a while; when it came back last."""
        back_at = end
        was_lost = True
        given_up = time.monotonic() + PATIENCE
        while time.monotonic() < end + WATCHED or was_lost:
            assert time.monotonic() < given_up, f"the camera never came back: {self.table.snapshot().tray}"
            is_lost = self.table.snapshot().tray.state == "lost"
            if was_lost and not is_lost:
                back_at = max(end, time.monotonic())
            was_lost = is_lost
            time.sleep(0.02)
        return back_at

    def _steady(self) -> GameSnapshot | None:
        """Wait until the dice lie still before the camera; the game then."""
        return self._until(lambda shown: shown.tray.state == "still").game

    def _rolled(self, rolls: int) -> TableSnapshot:
        """Wait until so many rolls of the turn count, settling doubts as a player would."""

        def counted(shown: TableSnapshot) -> bool:
            if shown.game is not None and shown.game.rolls_used >= rolls and shown.tray.state == "still":
                return True
            if shown.tray.state == "still":
                self._settle(shown)
            return False

        return self._until(counted)

    def _settle(self, shown: TableSnapshot) -> None:
        question = shown.question
        try:
            if question is not None and question.kind == "unsure":
                die = question.dice[0]
                self.table.ask(NameFace(die, shown.tray.dice[die].choices[0]))
            elif (question is not None and question.can_accept) or shown.tray.can_accept:
                self.table.ask(AcceptRoll())
            elif shown.tray.can_throw:
                self.table.ask(ThrowDice())
        except DiceTableError:
            time.sleep(0.2)  # it has been settled meanwhile

    def _until(self, wanted: Callable[[TableSnapshot], bool]) -> TableSnapshot:
        given_up = time.monotonic() + PATIENCE
        while not wanted(shown := self.table.snapshot()):
            assert time.monotonic() < given_up, f"the table never came to it; it shows {shown}"
            self.table.changes(shown.version, 0.1)
        return shown


def trial(folder: Path, times: int, seed: int, translate: Callable[[Seen], None] = lambda _: None) -> list[Seen]:
    """Let `times` faults happen in an order by chance, every kind as often as the others, with play in between."""
    bench = Trial(folder, seed)
    kinds = [KINDS[n % len(KINDS)] for n in range(times)]
    bench.random.shuffle(kinds)
    found = []
    try:
        for kind in kinds:
            bench.play_on()
            found.append(bench.suffer(kind))
            translate(found[-1])
        shown = bench.table.snapshot().game
    finally:
        bench.close()
    # What is on disk is the same game.
    again = Trial(folder, seed)
    kept = again.table.snapshot().game
    again.close()
    assert shown == kept, "the game kept on disk is another one"
    return found


def main() -> None:
    """Run the trial and print what became of each fault; exit status 1 where a limit was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    def translate(seen: Seen) -> None:
        sys.stdout.write(f"{seen.kind:<7} lost after {seen.lost_after:4.1f} s, back after {seen.back_after:4.1f} s\n")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory() as folder:
        found = trial(Path(folder), given.times, given.seed, translate)
    good = True
    for kind in KINDS:
        of_kind = [seen for seen in found if seen.kind == kind]
        if of_kind:
            lost, back = max(seen.lost_after for seen in of_kind), max(seen.back_after for seen in of_kind)
            intact = sum(seen.game_intact for seen in of_kind)
            good &= lost <= LOSS_LIMIT and back <= RETURN_LIMIT and intact == len(of_kind)
            sys.stdout.write(
                f"{kind:<7} {len(of_kind):3} times: lost after at most {lost:.1f} s, back after at most {back:.1f} s, "
                f"game intact {intact} times\n"
            )
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

"""Evenings against the clock by chance: whatever happens in whatever order, only the time to decide is counted."""

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from firmware_host.clock import ManualClock
from firmware_host.game.commands import PauseGame, Player, SetHold, StartGame, Undo, WriteBox
from firmware_host.game.events import TimeSpent
from firmware_host.game.snapshot import GameSnapshot
from firmware_host.journal.store import Journal
from firmware_host.table.ports import CameraBack, CameraLost, TrayMoving
from firmware_host.table.requests import NameFace
from tests.firmware_host.table.scripted import OTHER_SPOTS, SPOTS, Seen, Settled, Sitting, lying

LIMIT_S, INCREMENT_S = 7200, 5
START = StartGame(
    (Player("Ana", "#aa3333"), Player("Bo", "#3333aa")),
    "speed-yatzy",
    {"clock-minutes": LIMIT_S // 60, "clock-increment": INCREMENT_S},
)
STEPS = 120
OFTEN = ("throw", "settle", "name", "score", "go on", "plug in", "release")
"""What brings a game on."""


class Evening:
    """Lets things happen by chance, and knows by what it did whether anybody can decide."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = Random(seed)  # noqa: S311 - an evening for a test
        self.clock = ManualClock()
        self.thought = [0.0, 0.0]
        self.done: list[str] = []
        self._folder = folder
        self._spots = [SPOTS, OTHER_SPOTS]
        self._lies = lying("1 2 3 4 5")
        self._paused = self._moves = self._hand = self._asked = self._lost = self._leased = False
        self._open()
        self._at.table.ask(START)

    def step(self) -> None:
        """Let one thing happen that may happen now, and some time pass."""
        may = [name for name, (possible, _) in self._actions().items() if possible]
        self.done += self.chance.choices(may, [5 if name in OFTEN else 1 for name in may])
        self._actions()[self.done[-1]][1]()
        shown = self._at.caught_up()
        decides = self._decides
        assert (shown.clock_due is not None) is decides, f"{self.done}: {decides}"
        seconds = self.chance.choice((0.0, 0.0004, self.chance.random(), 12 * self.chance.random()))
        self.clock.advance(seconds)
        if decides:
            self.thought[self._seat] += seconds

    def close(self) -> None:
        """Switch the table off."""
        self._at.close()

    def spent(self) -> list[float]:
        """Return the seconds that the journal has for each seat."""
        with closing(Journal.open(self._folder / "journal.sqlite")) as journal:
            events = journal.events(self._game.game)
        spent = [event for event in events if isinstance(event, TimeSpent)]
        return [sum(one.milliseconds for one in spent if one.seat == seat) / 1000 for seat in (0, 1)]

    @property
    def over(self) -> bool:
        return self._game.current is None

    @property
    def _game(self) -> GameSnapshot:
        game = self._at.table.snapshot().game
        assert game is not None
        return game

    @property
    def _seat(self) -> int:
        assert self._game.current is not None
        return self._game.current

    @property
    def _decides(self) -> bool:
        rolls = self._moves and not self._hand and self._game.rolls_left > 0
        waits = self._paused or self._lost or self._leased or self._asked or self._starting
        return not (rolls or waits or self.over)

    def _actions(self) -> Mapping[str, tuple[bool, Callable[[], None]]]:
        """Return what may happen, by name: whether it may happen now, and what it does."""
        game, seen = self._game, not (self._lost or self._leased)
        free = seen and not (self._moves or self._paused or self._asked or self._starting)
        return {
            "wait": (True, lambda: None),
            "hold": (free and bool(game.dice) and game.rolls_left > 0, self._hold),
            "throw": (free and game.rolls_left > 0, self._throw),
            "reach in": (seen and not self._moves and not self._starting, self._reach_in),
            "settle": (seen and (self._moves or self._starting), self._settle),
            "doubt": (seen and self._moves and not self._paused and game.rolls_left > 0, self._doubt),
            "name": (self._asked and not self._paused, self._name),
            "score": (free and bool(game.dice), self._score),
            "undo": (seen and not self._moves and game.steps > 0, self._undo),
            "pause": (not self._paused and (not self._moves or self._hand), lambda: self._pause(True)),
            "go on": (self._paused, lambda: self._pause(False)),
            "unplug": (seen, self._unplug),
            "plug in": (self._lost, self._plug_in),
            "lease": (seen and not self._moves and not self._starting, self._lease),
            "release": (self._leased, self._release),
            "restart": (not self._leased, self._restart),
        }

    def _open(self) -> None:
        self._at = Sitting(self._folder, clock=self.clock)
        self._starting = True
        self._moves = self._hand = self._asked = self._lost = False

    def _hold(self) -> None:
        self._at.table.ask(SetHold(0, held=True))
        self._at.table.ask(SetHold(0, held=False))

    def _throw(self) -> None:
        self._at.camera.report(TrayMoving())
        self._moves, self._hand = True, False

    def _reach_in(self) -> None:
        self._at.camera.report(TrayMoving(hand=True))
        self._moves, self._hand, self._asked = True, True, False

    def _settle(self) -> None:
        if self._game.rolls_left > 0:  # else they would be thrown before the box is scored, and the table would ask
            self._spots.reverse()
            self._lies = lying(" ".join(str(self.chance.randint(1, 6)) for _ in range(5)), self._spots[0])
        self._at.settle(Settled(self._lies, thrown=not self._starting))
        self._moves = self._hand = self._starting = False

    def _doubt(self) -> None:
        self._spots.reverse()
        sure = lying("2 3 4 5", self._spots[0])
        self._lies = (*sure, Seen("6", *self._spots[0][4]))
        self._at.settle(Settled((*sure, Seen("6", *self._spots[0][4], False, ("6", "1")))))
        self._moves = self._hand = False
        self._asked = True

    def _name(self) -> None:
        self._at.table.ask(NameFace(4, 6))
        self._asked = False

    def _score(self) -> None:
        game = self._game
        boxes = [shown.box for shown in game.players[self._seat].boxes if shown.points is None]
        self._at.table.ask(WriteBox(self.chance.choice(boxes)))

    def _undo(self) -> None:
        self._at.table.ask(Undo())
        self._asked = False

    def _pause(self, paused: bool) -> None:
        self._at.table.ask(PauseGame(paused))
        self._paused = paused

    def _unplug(self) -> None:
        self._at.camera.report(CameraLost("It was unplugged."))
        self._moves = self._hand = self._asked = False
        self._lost = True

    def _plug_in(self) -> None:
        self._at.camera.report(CameraBack())
        self._at.settle(Settled(self._lies, thrown=False))
        self._lost = self._starting = False

    def _lease(self) -> None:
        self._at.table.tray.lease()
        self._leased = True

    def _release(self) -> None:
        self._at.table.tray.release()
        self._leased = self._asked = False

    def _restart(self) -> None:
        self._at.close()
        self._open()


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 22))])
def test_only_the_time_to_decide_is_counted(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path, seed)
    while len(evening.done) < STEPS and not evening.over:
        evening.step()
    evening.close()
    # A thousandth may be lost with each restart.
    assert evening.spent() == pytest.approx(evening.thought, abs=0.001 * (1 + evening.done.count("restart")))
    assert min(evening.thought) > 0, "nobody has played"

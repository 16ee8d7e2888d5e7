"""The table's own threads are followed by others when they die or hang."""

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from firmware_host.game.commands import Player, StartGame
from firmware_host.game.session import fold
from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.model import Model
from firmware_host.solver.solution import Solution
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.table.coach.analysis import Analyser
from firmware_host.table.coach.worker import CoachResult, CoachWorker
from firmware_host.table.ports import Notice, NoticesChanged
from firmware_host.table.requests import EnterRoll
from tests.firmware_host.table.scripted import TWO, ScriptedCamera, Sitting

PATIENCE_S = 60.0


class DeadlyCamera(ScriptedCamera):
    """Ends the thread that next asks it for notices, once it is `armed`."""

    armed = False

    def notices(self) -> Sequence[Notice]:
        if self.armed:
            self.armed = False
            raise SystemExit
        return ()


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_writer_that_has_died_is_followed_by_another_and_nothing_is_lost(tmp_path: Path) -> None:
    camera = DeadlyCamera()
    with Sitting(tmp_path, camera) as sitting:
        before = sitting.table.ask(TWO)
        assert sitting.table.pulse() == "idle"
        sitting.table.mend()  # it is well: nothing happens
        camera.armed = True
        camera.report(NoticesChanged())
        until(lambda: sitting.table.pulse() == "dead")
        sitting.table.mend()
        assert sitting.table.pulse() != "dead"
        after = sitting.table.ask(EnterRoll((1, 2, 3, 4, 5)))
        assert before.game is not None
        assert after.game is not None
        assert (after.game.game, after.game.rolls_used) == (before.game.game, 1)


class StuckStore(SolutionStore):
    """Keeps the first who looks for a solution waiting until it is freed."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.stuck, self.freed = threading.Event(), threading.Event()

    def find(self, rules: Ruleset, model: Model) -> Solution | None:
        if not self.stuck.is_set():
            self.stuck.set()
            assert self.freed.wait(PATIENCE_S)
        return super().find(rules, model)


def test_a_coach_that_hangs_is_left_behind_and_another_answers(tmp_path: Path, solved: Path) -> None:
    store = StuckStore(solved)
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(StartGame((Player("Ada", "#aa3333"),), "crag", coach="always"))
        sitting.table.ask(EnterRoll((1, 2, 3)))
        (kept,) = sitting.journal.games()
        results: list[CoachResult] = []
        worker = CoachWorker(store, Analyser(sitting.journal))
        worker.start(results.append)
        worker.look(fold(sitting.journal.events(kept.id)))
        assert store.stuck.wait(PATIENCE_S)
        assert isinstance(worker.pulse(), int)
        worker.mend()
        until(lambda: any(result.advice is not None for result in results))
        store.freed.set()
        until(lambda: worker.pulse() == "idle")
        worker.close()
        assert [result.percent for result in results].count(0) == 2
        assert sum(result.advice is not None for result in results) == 1

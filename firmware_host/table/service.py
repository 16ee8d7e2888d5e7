"""The table: one queue and one writer. Camera readings, button presses and people's requests all pass through here."""

import logging
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import partial
from queue import Empty, SimpleQueue
from types import MappingProxyType
from typing import Literal

from firmware_host.clock import Clock, SystemClock
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Command
from firmware_host.journal.store import Journal
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.table.answered import AnsweredRequests
from firmware_host.table.bus import Bus
from firmware_host.table.coach.analysis import Analysis
from firmware_host.table.coach.session import PACE, CoachSession, OpponentPace
from firmware_host.table.coach.worker import CoachWorker
from firmware_host.table.controller import TableController
from firmware_host.table.device_text import DEVICE_ERRORS, sentence_of
from firmware_host.table.disk_room import unsaved
from firmware_host.table.errors import TableClosedError, TableSilentError
from firmware_host.table.game_session import GameSession
from firmware_host.table.lease.panel import LeasedPanel
from firmware_host.table.lease.ports import LeaseListener
from firmware_host.table.lease.tray import LeasedTray, TrayObservation
from firmware_host.table.pictures import Pictures
from firmware_host.table.ports import CameraLost, CameraPort, Notice, PanelPort, TrayEvent
from firmware_host.table.requests import ANY_TIME, ApplyCameraChange, Request, Ticket, UseDiceSet, UseSource
from firmware_host.table.snapshot import TableSnapshot
from firmware_host.table.thinking_clock import ThinkingClock
from firmware_host.words import joined, say

NO_FAULTS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
ANSWER_S = 10.0  # a request takes milliseconds; opening a camera some seconds
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Job:
    """One thing to handle; `done` gets the answer if somebody is waiting for it. `slow`: it may open a camera.

    `at` is when it happened, on the table's clock.
    """

    work: Callable[[], None]
    done: Future[TableSnapshot] | None = None
    slow: bool = False
    at: float = 0.0


class TableService:
    """The game at the table, safe to be called from any thread.

    It resumes the latest game in the journal. `start` starts camera and panel; whoever opened journal, camera and panel
    closes them, after `close`. `rulesets` are the games it offers, by id, and `rules_faults` says what is wrong with
    house rules that are left out. `coach_worker` is its coach, None for a table without one, and `pace` is the
    opponents' pace. `notices` returns what else people should know, from any thread. Setup may lease `tray` and
    `panel`; what happens there meanwhile is passed on to the listener given to `pass_leases_on`. Opening raises
    JournalError if the journal cannot be read.
    """

    def __init__(
        self,
        journal: Journal,
        camera: CameraPort,
        panel: PanelPort,
        pictures: Pictures,
        clock: Clock | None = None,
        rulesets: Mapping[str, Ruleset] = RULESETS,
        rules_faults: Mapping[str, tuple[str, ...]] = NO_FAULTS,
        coach_worker: CoachWorker | None = None,
        pace: OpponentPace = PACE,
        notices: Callable[[], Sequence[Notice]] = tuple,
    ) -> None:
        self._notices: Callable[[], Sequence[Notice]] = lambda: (*unsaved(journal), *notices())
        self._journal = journal
        self._clock = clock or SystemClock()
        self._camera = camera
        self._pictures = pictures
        self._rulesets = rulesets
        self._rules_faults = rules_faults
        thinking = ThinkingClock(self._clock)
        self._session = GameSession(journal, self._new_game_id, rulesets, thinking)
        self._coach_worker = coach_worker
        self._coach = CoachSession(self._clock, coach_worker, pace)
        self._setup: LeaseListener | None = None
        self._setup_revision = 0
        self.tray = LeasedTray(self._on_tray_event, self._clock, self._on_observation)
        self.panel = LeasedPanel(panel, self._clock, self.setup_changed, self._on_trial_press)
        self._controller = TableController(
            self._session, camera, self.panel, pictures, self._clock, self._coach, lambda: self.tray.leased, thinking
        )
        self._answered = AnsweredRequests(journal.requests())
        self._bus = Bus(self._show(version=1))
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._jobs = 0
        self._idle = True
        self._writer = self._new_writer()

    def start(self) -> None:
        """Start handling the queue; a camera that cannot start is shown as lost."""
        self._writer.start()
        if self._coach_worker is not None:
            self._coach_worker.start(lambda result: self._put(_Job(lambda: self._controller.on_coach_result(result))))
        self.panel.start(self._on_button)
        try:
            self._camera.start(self.tray.on_tray_event)
        except DEVICE_ERRORS as error:
            self._on_tray_event(CameraLost(sentence_of(error)))

    def close(self) -> None:
        """Finish the queue, then stop and wake everyone waiting. Closing twice is allowed."""
        with self._gate:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        if self._coach_worker is not None:
            self._coach_worker.close()
        if self._writer.ident is not None:
            self._writer.join()
        self._bus.close()

    def pulse(self) -> int | Literal["idle", "dead"]:
        """Return how far the writer has got: another number with every job, "idle" while it waits, or "dead".

        It is idle too while it opens a camera, which takes as long as the camera may take and no longer.
        """
        if self._closed or self._writer.ident is None:
            return "idle"
        return "dead" if not self._writer.is_alive() else "idle" if self._idle else self._jobs

    def mend(self) -> None:
        """Go on with the queue in another thread, if the writer has died."""
        with self._gate:
            if self._closed or self._writer.is_alive():
                return
            self._writer = self._new_writer()
            self._writer.start()

    def ask(self, request: Command | Request, ticket: Ticket = ANY_TIME, timeout: float = ANSWER_S) -> TableSnapshot:
        """Decide and save a request; returns the table as it is afterwards.

        A request that comes again with the same id in its `ticket` has the same outcome, and is not done again.
        Raises TableRefusal, GameRefusal or JournalError if nothing was done, TableClosedError after `close`, and
        TableSilentError if there is no answer within `timeout` seconds.
        """
        slow = isinstance(request, UseSource | UseDiceSet | ApplyCameraChange)
        return self._once(lambda: self._controller.do(request, ticket), ticket, timeout, slow=slow)

    def _once(
        self, do: Callable[[], None], ticket: Ticket, timeout: float = ANSWER_S, *, slow: bool = False
    ) -> TableSnapshot:
        """Have the writer do something for a ticket, and wait for it."""
        done: Future[TableSnapshot] = Future()
        if not self._put(_Job(lambda: self._answered.once(ticket, do, lambda: self._session.moment), done, slow)):
            raise TableClosedError(say("The table has been shut down. Start the program again; the game is saved."))
        try:
            return done.result(timeout)
        except TimeoutError as error:
            if isinstance(error, DiceTableError):
                raise
            dropped = done.cancel()
            what = say("Nothing was done.") if dropped else say("It may still happen: check before you try again.")
            raise TableSilentError(joined(say("The table did not answer in time."), what)) from error

    def snapshot(self) -> TableSnapshot:
        """Return the current state of the table; never blocks."""
        return self._bus.latest

    def changes(self, after: int, timeout: float) -> TableSnapshot | None:
        """Wait up to `timeout` seconds for a version above `after`; None when there is none, or after `close`."""
        return self._bus.newer(after, timeout)

    def now(self) -> float:
        """Return the table's monotonic clock in seconds; snapshots give times on it."""
        return self._clock.monotonic()

    def rulesets(self) -> Mapping[str, Ruleset]:
        """Return the games this table offers, by id, in the order in which they are listed."""
        return self._rulesets

    def rules_faults(self) -> Mapping[str, tuple[str, ...]]:
        """Return what is wrong with house rules that are left out: lines for their author, by file name."""
        return self._rules_faults

    def analysis(self) -> Analysis | None:
        """Return the luck and skill of the finished game; None until they are known."""
        return self._coach.analysis

    def press(self, button: int, held: bool | None = None, ticket: Ticket = ANY_TIME) -> TableSnapshot:
        """Press a button of the panel (0-based from the left) from the screen, as a finger would.

        `held` says what the press is meant to do to the die: it is left out if that is so already, as when it comes
        again after the program was started again. Returns the table after it, and raises as `ask` does.
        """
        return self._once(lambda: self._press(button, held), ticket)

    def _press(self, button: int, held: bool | None) -> None:
        if held is None or self.panel.leased or self._session.holds(button) is not held:
            self.panel.press(button)

    def pass_leases_on(self, setup: LeaseListener) -> None:
        """Pass on to `setup` what happens in the leased tray and panel, in order, in the table's one thread."""
        self._setup = setup

    def setup_changed(self) -> None:
        """Publish that the setup's steps may report something new."""
        self._put(_Job(self._revise_setup))

    def notices_changed(self) -> None:
        """Publish that `notices` may return something else; does nothing after `close`."""
        self._put(_Job(lambda: None))

    def unsaved_games(self) -> bytes | None:
        """Return the journal as one file while its disk can only be read; None while it is saved."""
        return None if self._journal.unsaved_since is None else self._journal.content()

    def picture(self, name: str) -> bytes | None:
        """Return the JPEG of a roll or a die by its name in a snapshot; None if there is none."""
        return self._pictures.read(name)

    def live_jpeg(self) -> bytes | None:
        """Return the latest picture with the readings drawn over it; None before the first."""
        return self._camera.live_jpeg()

    def rolling_jpeg(self, after: int) -> tuple[int, bytes] | None:
        """Return the number of the newest frame and a small picture of the tray in it, while dice roll.

        None once they are at rest, and while there is no frame newer than `after`; never blocks.
        """
        return self._camera.rolling_jpeg(after) if self.snapshot().tray.state == "moving" else None

    def _on_tray_event(self, event: TrayEvent) -> None:
        throws = self._controller.throwing.count
        self._put(_Job(lambda: self._controller.on_tray_event(event, throws)))

    def _on_button(self, button: int) -> None:
        if threading.current_thread() is self._writer:  # pressed from the screen: the answer shows what comes of it
            self._controller.on_button(button)
        else:
            self._put(_Job(lambda: self._controller.on_button(button)))

    def _on_observation(self, observation: TrayObservation) -> None:
        if self._setup is not None:
            self._put(_Job(partial(self._setup.on_tray, observation)))

    def _on_trial_press(self, button: int) -> None:
        if self._setup is not None:
            self._put(_Job(partial(self._setup.on_press, button)))

    def _revise_setup(self) -> None:
        self._setup_revision += 1

    def _put(self, job: _Job) -> bool:
        with self._gate:
            if not self._closed:
                self._queue.put(replace(job, at=self._clock.monotonic()))
            return not self._closed

    def _new_writer(self) -> threading.Thread:
        return threading.Thread(target=self._run, name="table", daemon=True)

    def _run(self) -> None:
        while True:
            try:
                job = self._queue.get(timeout=self._due_in())
            except Empty:
                job = _Job(self._on_due, at=self._clock.monotonic())
            if job is None:
                with self._controller.at(self._clock.monotonic()):
                    self._controller.save_time()
                return
            self._jobs += 1
            self._idle = job.slow
            try:
                self._handle(job)
            finally:
                self._idle = True

    def _due_in(self) -> float | None:
        dues = self._controller.due_in(), self.tray.due_in(), self.panel.due_in()
        return min((due for due in dues if due is not None), default=None)

    def _on_due(self) -> None:
        for leased in (self.tray, self.panel):
            if leased.due_in() == 0:
                leased.release()
        self._controller.on_due()

    def _handle(self, job: _Job) -> None:
        if job.done is not None and not job.done.set_running_or_notify_cancel():
            return
        failure: Exception | None = None
        try:
            with self._controller.at(job.at):
                job.work()
        except DiceTableError as refusal:
            failure = refusal
        except Exception as error:  # the table must outlive a fault in one of its parts
            log.exception("The table could not handle an event")
            failure = error
        try:
            shown = self._publish()
        except Exception as error:
            log.exception("The table could not publish its state")
            shown, failure = self._bus.latest, failure or error
        if job.done is None:
            return
        if failure is None:
            job.done.set_result(shown)
        else:
            job.done.set_exception(failure)

    def _publish(self) -> TableSnapshot:
        latest = self._bus.latest
        shown = self._show(latest.version + 1)
        if replace(shown, version=latest.version) == latest:
            return latest
        self._bus.publish(shown)
        return shown

    def _show(self, version: int) -> TableSnapshot:
        shown = self._controller.show(version)
        tray = replace(shown.tray, notices=(*self._notices(), *shown.tray.notices))
        return replace(shown, tray=tray, setup=self._setup_revision, done=self._answered.done)

    def _new_game_id(self) -> str:
        """Make a name that sorts by time, and differs for games begun in the same second."""
        return f"{self._clock.now():%Y%m%dT%H%M%S}x{secrets.token_hex(2)}"

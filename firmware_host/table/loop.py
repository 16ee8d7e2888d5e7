"""The table: one queue and one writer. Camera readings, button presses and people's requests all pass through here."""

import logging
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from types import MappingProxyType

from firmware_host.clock import Clock, SystemClock
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Command
from firmware_host.journal.store import Journal
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.table.analysis import Analysis
from firmware_host.table.bus import Bus
from firmware_host.table.coaching import Coaching
from firmware_host.table.companion import PACE, Companion, Pace
from firmware_host.table.croupier import Croupier
from firmware_host.table.devices import DEVICE_ERRORS, sentence_of
from firmware_host.table.errors import TableClosedError, TableSilentError
from firmware_host.table.ledger import Ledger
from firmware_host.table.lending import Lending
from firmware_host.table.pictures import Pictures
from firmware_host.table.ports import Eye, Panel, SettledRoll
from firmware_host.table.requests import Request
from firmware_host.table.snapshot import TableSnapshot
from firmware_host.table.tried_panel import TriedPanel
from firmware_host.words import joined, say

NO_FAULTS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
ANSWER_S = 10.0  # a request takes milliseconds; opening a camera some seconds
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Job:
    """One thing to handle; `done` is answered when somebody waits for it."""

    work: Callable[[], None]
    done: Future[TableSnapshot] | None = None


class Table:
    """The game at the table, safe to be called from any thread.

    It starts where the latest game in the journal stands. `start` sets eye and panel going; whoever opened journal,
    eye and panel closes them, after `close`. `rulesets` are the games it offers, by id, and `rules_faults`
    tells of house rules that are left out. `coaching` is its coach, None for a table without, and `pace` that of the
    opponents. `lending` lends the tray to the setup, `panel` the panel. Opening raises JournalError or HistoryError
    for an unreadable journal.
    """

    def __init__(
        self,
        journal: Journal,
        eye: Eye,
        panel: Panel,
        pictures: Pictures,
        clock: Clock | None = None,
        rulesets: Mapping[str, Ruleset] = RULESETS,
        rules_faults: Mapping[str, tuple[str, ...]] = NO_FAULTS,
        coaching: Coaching | None = None,
        pace: Pace = PACE,
    ) -> None:
        self._clock = clock or SystemClock()
        self._eye = eye
        self._pictures = pictures
        self._rulesets = rulesets
        self._rules_faults = rules_faults
        ledger = Ledger(journal, self._new_game_id, rulesets)
        self._coaching = coaching
        self._companion = Companion(self._clock, coaching, pace)
        self.lending = Lending(self, self._clock, self.notices_changed)
        self.panel = TriedPanel(panel, self._clock, self.notices_changed)
        self._croupier = Croupier(
            ledger, eye, self.panel, pictures, self._clock, self._companion, lambda: self.lending.lent
        )
        self._bus = Bus(self._croupier.show(version=1))
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._gate = threading.Lock()
        self._closed = False
        self._writer = threading.Thread(target=self._run, name="table", daemon=True)

    def start(self) -> None:
        """Begin to handle what comes; an eye that cannot start is shown as a lost camera."""
        self._writer.start()
        if self._coaching is not None:
            self._coaching.start(lambda news: self._put(_Job(lambda: self._croupier.heard(news))))
        self.panel.start(self._button_pressed)
        try:
            self._eye.start(self.lending)
        except DEVICE_ERRORS as error:
            self.camera_lost(sentence_of(error))

    def close(self) -> None:
        """Handle what has come so far, then stop; waiters are woken. Closing twice is allowed."""
        with self._gate:
            if self._closed:
                return
            self._closed = True
            self._queue.put(None)
        if self._coaching is not None:
            self._coaching.close()
        if self._writer.ident is not None:
            self._writer.join()
        self._bus.close()

    def ask(self, request: Command | Request, timeout: float = ANSWER_S) -> TableSnapshot:
        """Have a request decided and kept; returns how the table stands after it.

        Raises TableRefusal, GameRefusal or JournalError when nothing was done, TableClosedError after `close`, and
        TableSilentError when there is no answer within `timeout` seconds.
        """
        done: Future[TableSnapshot] = Future()
        if not self._put(_Job(lambda: self._croupier.do(request), done)):
            raise TableClosedError(say("The table has been shut down. Start the program again; the game is kept."))
        try:
            return done.result(timeout)
        except TimeoutError as error:
            if isinstance(error, DiceTableError):
                raise
            dropped = done.cancel()
            what = say("Nothing was done.") if dropped else say("It may still be done: look before you try again.")
            raise TableSilentError(joined(say("The table did not answer in time."), what)) from error

    def snapshot(self) -> TableSnapshot:
        """Return how the table stands now; never blocks."""
        return self._bus.latest

    def changes(self, after: int, timeout: float) -> TableSnapshot | None:
        """Wait up to `timeout` seconds for a version above `after`; None when there is none, or after `close`."""
        return self._bus.newer(after, timeout)

    def now(self) -> float:
        """Return the seconds of the table's monotonic clock, in which snapshots tell times."""
        return self._clock.monotonic()

    def rulesets(self) -> Mapping[str, Ruleset]:
        """Return the games this table offers, by id, in the order in which they are listed."""
        return self._rulesets

    def rules_faults(self) -> Mapping[str, tuple[str, ...]]:
        """Return what is wrong with house rules that are left out: lines for whoever wrote them, by file name."""
        return self._rules_faults

    def analysis(self) -> Analysis | None:
        """Return what was luck and what was skill in the game that is over; None until it is known."""
        return self._companion.analysis

    def press(self, button: int) -> None:
        """Press a button of the panel (0-based from the left) from the screen, as a finger would."""
        self.panel.press(button)

    def picture(self, name: str) -> bytes | None:
        """Return the JPEG of a roll or a die by the name a snapshot gives; None when there is none."""
        return self._pictures.read(name)

    def live_jpeg(self) -> bytes | None:
        """Return the latest picture with the readings drawn over it; None before the first."""
        return self._eye.live_jpeg()

    def tray_moving(self, *, hand: bool = False) -> None:
        """TrayListener: something moves, or a hand is in the tray."""
        self._put(_Job(lambda: self._croupier.tray_moving(hand=hand)))

    def tray_settled(self, roll: SettledRoll) -> None:
        """TrayListener: dice lie still."""
        self._put(_Job(lambda: self._croupier.tray_settled(roll)))

    def camera_lost(self, reason: str) -> None:
        """TrayListener: the camera is away."""
        self._put(_Job(lambda: self._croupier.camera_lost(reason)))

    def camera_back(self) -> None:
        """TrayListener: the camera watches again."""
        self._put(_Job(self._croupier.camera_back))

    def notices_changed(self) -> None:
        """TrayListener: the eye has something else to tell of its camera, and every page is to see it."""
        self._put(_Job(lambda: None))

    def _button_pressed(self, button: int) -> None:
        self._put(_Job(lambda: self._croupier.pressed(button)))

    def _put(self, job: _Job) -> bool:
        with self._gate:
            if not self._closed:
                self._queue.put(job)
            return not self._closed

    def _run(self) -> None:
        while True:
            try:
                job = self._queue.get(timeout=self._patience())
            except Empty:
                job = _Job(self._overdue)
            if job is None:
                return
            self._handle(job)

    def _patience(self) -> float | None:
        dues = self._croupier.patience(), *(lent.due_in() for lent in (self.lending, self.panel))
        return min((due for due in dues if due is not None), default=None)

    def _overdue(self) -> None:
        for lent in (self.lending, self.panel):
            if lent.due_in() == 0:
                lent.give_back()
        self._croupier.overdue()

    def _handle(self, job: _Job) -> None:
        if job.done is not None and not job.done.set_running_or_notify_cancel():
            return
        failure: Exception | None = None
        try:
            job.work()
        except DiceTableError as refusal:
            failure = refusal
        except Exception as error:  # the table must outlive a fault in one of its parts
            log.exception("The table could not handle what came in")
            failure = error
        try:
            shown = self._publish()
        except Exception as error:
            log.exception("The table could not show how it stands")
            shown, failure = self._bus.latest, failure or error
        if job.done is None:
            return
        if failure is None:
            job.done.set_result(shown)
        else:
            job.done.set_exception(failure)

    def _publish(self) -> TableSnapshot:
        latest = self._bus.latest
        shown = self._croupier.show(latest.version + 1)
        if replace(shown, version=latest.version) == latest:
            return latest
        self._bus.publish(shown)
        return shown

    def _new_game_id(self) -> str:
        """Make a name that sorts by time, and differs for games begun in the same second."""
        return f"{self._clock.now():%Y%m%dT%H%M%S}x{secrets.token_hex(2)}"

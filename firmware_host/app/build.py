"""The application put together: the only module that knows every part."""

import logging
import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from firmware_host.app.backups import BackupDownload, BackupKeeper, automatic_backups, naming_newest
from firmware_host.app.diagnostics import diagnostics
from firmware_host.app.errors import SourceError
from firmware_host.app.games import load_games
from firmware_host.app.log import log_to, old_logs
from firmware_host.app.page_loop import PageLoop, listen
from firmware_host.app.persistent_source import PersistentSource
from firmware_host.app.program_notices import ProgramNotices
from firmware_host.app.service_manager import ServiceManager
from firmware_host.app.setup import open_wizard
from firmware_host.app.short_turns import take_short_turns
from firmware_host.app.spare_memory import give_back_spare_memory, limit_spare_memory
from firmware_host.app.starts import MOST_FAILED, SAFE_MODE_AFTER_FAILURES, SAFE_MODE_ASKED_FOR, STEADY_S, Starts
from firmware_host.app.stopping import STARTED_AGAIN_VARIABLE, Stopping, start_again
from firmware_host.app.supervision import Part, Supervisor
from firmware_host.clock import Clock, SystemClock
from firmware_host.errors import DiceTableError
from firmware_host.journal.errors import JournalError
from firmware_host.journal.folder_lock import FolderLock
from firmware_host.journal.store import Journal
from firmware_host.settings import DEFAULTS, JOURNAL_FILE, PICTURE_FOLDER, SETUP_FILE, Settings
from firmware_host.setup.ports import CameraSetupPort
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.table.coach.analysis import Analyser
from firmware_host.table.coach.session import OpponentPace
from firmware_host.table.coach.worker import CoachWorker
from firmware_host.table.device_text import DEVICE_ERRORS
from firmware_host.table.disk_room import MEGABYTE, DiskRoom
from firmware_host.table.orphans import sweep_drafts, sweep_pictures
from firmware_host.table.pictures import Pictures
from firmware_host.table.ports import CameraPort, NoticesChanged, PanelPort
from firmware_host.table.service import TableService
from firmware_host.words import say
from web_ui.app import create_app

if TYPE_CHECKING:
    from vision.watcher import FrameObserver

COACH_HANG_TICKS = 120  # a step of the coach may take a minute on a slow machine
CAMERA_AGAIN = say("The dice were no longer read. Reading was started again.")
COACH_AGAIN = say("The coach no longer responded and was started again.")
STARTED_AGAIN = say("The program no longer responded and was started again. Nothing was lost.")
TABLE_AGAIN = say("The table no longer responded and was started again. Nothing was lost.")
log = logging.getLogger(__name__)


class Application:
    """Journal, table and page around a camera and a panel; `close` closes them all.

    `open_camera` returns the camera as the table sees it, and as the setup does. Opening raises AddressError if the
    page cannot answer at its address, FolderInUseError if another program plays in the data folder, and JournalError if
    the games there cannot be read; with `new_journal` these are then set aside and an empty journal is begun.
    Everything opened until then is closed again, camera and panel included. The start is counted in `starts`; `parts`
    are supervised together with those that are opened here, and `told` is a notice on the page, if it is not empty.
    """

    def __init__(
        self,
        settings: Settings,
        open_camera: Callable[[], tuple[CameraPort, CameraSetupPort]],
        open_panel: Callable[[], PanelPort],
        starts: Starts | None = None,
        parts: Sequence[Part] = (),
        told: str = "",
        clock: Clock | None = None,
        *,
        new_journal: bool = False,
    ) -> None:
        limit_spare_memory()
        take_short_turns()
        clock = clock or SystemClock()
        self._starts = starts
        self._manager = ServiceManager()
        with ExitStack() as opened:
            listening = opened.enter_context(listen(settings.host, settings.port))
            opened.callback(FolderLock(settings.data, "dice-table play", clock.now()).close)
            opened.enter_context(log_to(settings.data))
            opened.push(self._on_refusal)
            if starts is not None:
                starts.begin()
            notices = _notices(told)
            with naming_newest(settings.data):
                journal = Journal.open(settings.data / JOURNAL_FILE, clock, new=new_journal)
            opened.callback(journal.close)
            panel = open_panel()
            opened.callback(panel.close)
            opened_camera, camera_setup = open_camera()
            camera = PersistentSource(opened_camera, settings.data, notices)
            opened.callback(camera.close)
            games = load_games(settings.data)
            for line in games.fault_lines():
                log.warning("%s", line)
            pictures = settings.data / PICTURE_FOLDER
            _sweep(settings.data, pictures, journal)
            room = DiskRoom(pictures, settings.pictures_limit * MEGABYTE, old_logs(settings.data))
            backups = automatic_backups(settings)
            keeper = BackupKeeper(backups)
            coach = CoachWorker(SolutionStore(settings.data), Analyser(journal, games.rulesets))
            table = TableService(
                journal,
                camera,
                panel,
                Pictures(pictures, room),
                clock,
                games.rulesets,
                games.faults,
                coach,
                OpponentPace.of(settings.pause),
                lambda: (*room.notices(), *keeper.notices()),
            )
            opened.callback(room.close)
            opened.callback(keeper.close)
            opened.callback(table.close)
            self._panel = panel
            self.table = table
            self._room = room
            self._keeper = keeper
            notices.changed = lambda: table.tray.on_tray_event(NoticesChanged())
            self._supervisor = Supervisor(
                (
                    *parts,
                    Part("coach", coach.pulse, coach.mend, COACH_AGAIN, vital=False, hang_ticks=COACH_HANG_TICKS),
                    Part("table", table.pulse, table.mend, TABLE_AGAIN),
                    Part("server", lambda: self._page.turns, None, ""),
                ),
                notices,
                self._start_again,
                self._go_well,
                STEADY_S,
                give_back_spare_memory,
                self._manager.well,
            )
            opened.callback(self._supervisor.close)
            self.journal = journal
            wizard = open_wizard(table, camera, camera_setup, settings.data, backups.status)
            self.pages = create_app(
                table,
                wizard,
                lambda: diagnostics(settings, wizard.show(), table.live_jpeg()),
                names=(settings.host, *settings.names.split(",")),
                backup=BackupDownload(settings.data),
            )
            self._page = PageLoop(self.pages, listening)
            opened.callback(self._page.close)
            self.host, self.port = self._page.host, self._page.port
            self._opened = opened.pop_all()

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the page."""
        return self._page.address

    def serve(self, ready: Callable[[str], None], stopping: Stopping | None = None) -> None:
        """Run until SIGINT or SIGTERM; call `ready` with the address once the page answers. For the main thread."""
        stopping = stopping or Stopping()
        stopping.take_signals(self._page.wake)
        self.table.start()
        self._room.start(self.table.notices_changed)
        self._keeper.start(self.table)
        self._supervisor.start()

        def on_ready(address: str) -> None:
            self._manager.ready()
            ready(address)

        self._page.serve(on_ready, stopping)
        self._manager.stopping()
        self._go_well()
        self._supervisor.close()
        # What matters first: a driver that hangs may take the rest of the time there is.
        self.table.close()
        self._panel.close()
        self._keeper.close()  # which reads the journal once more
        self.journal.close()

    def close(self) -> None:
        """Close everything; closing twice is allowed."""
        self._opened.close()

    def _on_refusal(self, kind: type[BaseException] | None, *_: object) -> None:
        """Take the start back if opening ends in a sentence for people, or because somebody stopped it."""
        if self._starts is not None and kind is not None and issubclass(kind, DiceTableError | SystemExit):
            self._starts.take_back()

    def _start_again(self) -> None:
        self._manager.well()  # or the time until the program is loaded again counts from when it last was
        start_again()

    def _go_well(self) -> None:
        if self._starts is not None:
            self._starts.went_well()


def open_application(
    settings: Settings,
    observer: "FrameObserver | None" = None,
    *,
    safe_mode: bool | None = None,
    new_journal: bool = False,
) -> Application:
    """Open the application with the camera and panel in the settings; `observer` gets every frame and reading.

    In safe mode, which None chooses after MOST_FAILED starts that failed, with a simulated tray and no panel.
    Raises what Application raises, and SourceError.
    """
    starts = Starts(settings.data)
    after_failures = safe_mode is None and starts.failed >= MOST_FAILED
    told = SAFE_MODE_AFTER_FAILURES if after_failures else SAFE_MODE_ASKED_FOR if safe_mode else ""
    if told:
        settings = replace(settings, camera=str(DEFAULTS["camera"]))
    parts: list[Part] = []

    def open_camera() -> tuple[CameraPort, CameraSetupPort]:
        # OpenCV and the networks take a while to load, so import them only once the address is ours.
        from firmware_host.app.watcher_camera import WatcherCamera, WatcherSetup  # noqa: PLC0415 - likewise
        from vision.read import DiceSetError  # noqa: PLC0415 - likewise
        from vision.watcher import open_camera as open_vision  # noqa: PLC0415

        dice_set = settings.dice_set or None
        try:
            watcher = open_vision(settings.camera, data_dir=settings.data, observer=observer, dice_set=dice_set)
        except DiceSetError as error:
            raise SourceError(
                f"{error} ({settings.origins['dice_set']}) Choose another set with --dice-set, or play without one."
            ) from error
        except DEVICE_ERRORS as error:
            origin = settings.origins["camera"]
            if origin == str(settings.data / SETUP_FILE):
                # It was chosen on the setup page, so the setup page must open to choose another.
                log.warning("The source %s chosen on the setup page cannot be opened: %s", settings.camera, error)
                default = str(DEFAULTS["camera"])
                watcher = open_vision(default, data_dir=settings.data, observer=observer, dice_set=dice_set)
            else:
                raise SourceError(
                    f"The source {settings.camera} ({origin}) cannot be opened. {error} "
                    "Choose another source with --camera, or play with --camera sim."
                ) from error
        parts.append(Part("camera watcher", watcher.pulse, watcher.mend, CAMERA_AGAIN))
        return WatcherCamera(watcher), WatcherSetup(watcher.current, watcher.dice)

    def open_panel() -> PanelPort:
        from gpiozero.pins.mock import MockFactory  # noqa: PLC0415 - likewise

        from hardware.panel import open_panel as open_hardware  # noqa: PLC0415 - likewise

        return open_hardware(factory=MockFactory() if told else None)

    return Application(settings, open_camera, open_panel, starts, parts, told, new_journal=new_journal)


def _notices(told: str) -> ProgramNotices:
    """Return what the page says of this start of the program."""
    notices = ProgramNotices()
    notices.tell("safe mode", told)
    if told:
        log.warning("%s", told)
    if os.environ.pop(STARTED_AGAIN_VARIABLE, ""):
        notices.tell("started again", STARTED_AGAIN)
    return notices


def _sweep(data: Path, pictures: Path, journal: Journal) -> None:
    """Remove what a kill has left; what cannot be removed is no reason not to play."""
    try:
        sweep_pictures(pictures, journal)
        if journal.unsaved_since is None:
            sweep_drafts((data, *(path for path in data.iterdir() if path.is_dir())))
    except (OSError, JournalError) as error:
        log.warning("What a kill may have left was not swept up: %s", error)

"""The application put together: the only module that knows every part."""

import errno
import http.client
import logging
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.server import create_server

from firmware_host.app.diagnostics import diagnostics
from firmware_host.app.errors import AddressError, SourceError
from firmware_host.app.games import load_games
from firmware_host.app.log import log_to, old_logs
from firmware_host.app.persistent_source import PersistentSource
from firmware_host.app.setup import open_wizard
from firmware_host.clock import SystemClock
from firmware_host.journal.errors import JournalError
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
from firmware_host.table.ports import CameraPort, PanelPort
from firmware_host.table.service import TableService
from web_ui.app import create_app

if TYPE_CHECKING:
    from vision.watcher import FrameObserver

THREADS = 32  # each open page takes one for its event stream: twenty pages leave a dozen for everything else
BACKLOG = 64
ANSWER_S = 5.0
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - a browser needs another address
log = logging.getLogger(__name__)


class Application:
    """Journal, table and page around a camera and a panel; `close` closes them all, the camera first.

    `open_camera` returns the camera as the table sees it, and as the setup does. Opening raises AddressError if the
    page cannot answer at its address, and JournalError or HistoryError if the games in the data folder cannot be read.
    Everything opened until then is closed again, camera and panel included.
    """

    def __init__(
        self,
        settings: Settings,
        open_camera: Callable[[], tuple[CameraPort, CameraSetupPort]],
        open_panel: Callable[[], PanelPort],
    ) -> None:
        with ExitStack() as opened:
            listening = opened.enter_context(listen(settings.host, settings.port))
            opened.enter_context(log_to(settings.data))
            journal = Journal.open(settings.data / JOURNAL_FILE)
            opened.callback(journal.close)
            panel = open_panel()
            opened.callback(panel.close)
            opened_camera, camera_setup = open_camera()
            camera = PersistentSource(opened_camera, settings.data)
            games = load_games(settings.data)
            for line in games.fault_lines():
                log.warning("%s", line)
            pictures = settings.data / PICTURE_FOLDER
            _sweep(settings.data, pictures, journal)
            room = DiskRoom(pictures, settings.pictures_limit * MEGABYTE, old_logs(settings.data))
            table = TableService(
                journal,
                camera,
                panel,
                Pictures(pictures, room),
                SystemClock(),
                games.rulesets,
                games.faults,
                CoachWorker(SolutionStore(settings.data), Analyser(journal, games.rulesets)),
                OpponentPace.of(settings.pause),
                room.notices,
            )
            opened.callback(room.close)
            opened.callback(table.close)
            opened.callback(camera.close)
            self.table = table
            self._room = room
            self.journal = journal
            self._connections: dict[int, Any] = {}  # waitress keeps the server and every open connection here
            # Reading ahead shows a stream when its page has gone, which frees its thread.
            wizard = open_wizard(table, camera, camera_setup, settings.data)
            self._server = create_server(
                create_app(table, wizard, lambda: diagnostics(settings, wizard.show(), table.live_jpeg())),
                map=self._connections,
                sockets=[listening],
                threads=THREADS,
                channel_request_lookahead=1,
            )
            opened.callback(self._close_server)
            host, self.port = listening.getsockname()[:2]
            self.host = EVERYWHERE.get(host, host)
            self._opened = opened.pop_all()

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the page."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/"

    def serve(self, ready: Callable[[str], None]) -> None:
        """Run until SIGINT or SIGTERM; call `ready` with the address once the page answers. For the main thread."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        self.table.start()
        self._room.start(self.table.notices_changed)
        threading.Thread(target=self._announce, args=(ready,), name="announce", daemon=True).start()
        self._server.run()

    def close(self) -> None:
        """Close everything; closing twice is allowed."""
        self._opened.close()

    def _close_server(self) -> None:
        self._server.task_dispatcher.shutdown()
        wasyncore.close_all(self._connections, ignore_all=True)

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        # The server waits for the streams to end, and these end with the table.
        self.table.close()
        raise SystemExit(0)

    def _announce(self, ready: Callable[[str], None]) -> None:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=ANSWER_S)
        try:
            connection.request("GET", "/")
            status = connection.getresponse().status
        except OSError as error:
            log.error("The page does not answer at %s: %s", self.address, error)
            return
        finally:
            connection.close()
        if status == http.client.OK:
            ready(self.address)
        else:
            log.error("The page at %s answers with status %d", self.address, status)


def open_application(settings: Settings, observer: "FrameObserver | None" = None) -> Application:
    """Open the application with the camera and panel in the settings; `observer` gets every frame and reading.

    Raises what Application raises, and SourceError.
    """

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
        return WatcherCamera(watcher), WatcherSetup(watcher.current, watcher.dice)

    def open_panel() -> PanelPort:
        from hardware.panel import open_panel as open_hardware  # noqa: PLC0415 - gpiozero, likewise

        return open_hardware()

    return Application(settings, open_camera, open_panel)


def _sweep(data: Path, pictures: Path, journal: Journal) -> None:
    """Remove what a kill has left; what cannot be removed is no reason not to play."""
    try:
        sweep_pictures(pictures, journal)
        if journal.unsaved_since is None:
            sweep_drafts((data, *(path for path in data.iterdir() if path.is_dir())))
    except (OSError, JournalError) as error:
        log.warning("What a kill may have left was not swept up: %s", error)


def listen(host: str, port: int) -> socket.socket:
    """Open the page's address; AddressError says why that is not possible and what to do."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = "another program is using it, perhaps a dice table that is already running"
            what = f"Stop that program, or choose another port, such as --port {port + 1 if port < 65535 else 8080}"
        elif error.errno == errno.EACCES:
            why = "ports below 1024 are reserved for the system"
            what = "Choose another port, such as --port 8080"
        else:
            why = str(error.strerror or error)
            what = "Choose one of this machine's addresses with --host, such as 127.0.0.1 or 0.0.0.0"
        raise AddressError(f"The page cannot answer at {host} port {port}: {why}. {what}.") from error

"""The house put together: the only module that knows every part."""

import errno
import http.client
import logging
import signal
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack
from types import FrameType
from typing import TYPE_CHECKING, Any

from waitress import wasyncore
from waitress.server import create_server

from firmware_host.assembly.diagnostics import diagnostics
from firmware_host.assembly.errors import AddressError, EyeError
from firmware_host.assembly.games import load_games
from firmware_host.assembly.logbook import log_to
from firmware_host.assembly.remembering import RememberingEye
from firmware_host.assembly.wizard import open_wizard
from firmware_host.clock import SystemClock
from firmware_host.coach.store import Store
from firmware_host.journal.store import Journal
from firmware_host.settings import DEFAULTS, SETUP_FILE, Settings
from firmware_host.table.analysis import Analyser
from firmware_host.table.coaching import Coaching
from firmware_host.table.companion import Pace
from firmware_host.table.devices import DEVICE_ERRORS
from firmware_host.table.loop import Table
from firmware_host.table.pictures import Pictures
from firmware_host.table.ports import Eye, Panel
from web_ui.app import create_app

if TYPE_CHECKING:
    from vision.eye import Witness

JOURNAL_FILE = "journal.sqlite"
PICTURE_FOLDER = "pictures"
THREADS = 32  # each open page holds one for its event stream: twenty of these leave a dozen for everything else
BACKLOG = 64
ANSWER_S = 5.0
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - an address to listen on has to be called by another
log = logging.getLogger(__name__)


class House:
    """Journal, table and page around an eye and a panel; `close` lets go of all of them, the eye first.

    Opening raises AddressError when the page cannot answer where it should, and JournalError or HistoryError when the
    games kept in the data folder cannot be read. What was opened until then is closed again, eye and panel too.
    """

    def __init__(self, settings: Settings, open_eye: Callable[[], Eye], open_panel: Callable[[], Panel]) -> None:
        with ExitStack() as opened:
            listening = opened.enter_context(listen(settings.host, settings.port))
            opened.enter_context(log_to(settings.data))
            journal = Journal.open(settings.data / JOURNAL_FILE)
            opened.callback(journal.close)
            panel = open_panel()
            opened.callback(panel.close)
            eye = RememberingEye(open_eye(), settings.data)
            games = load_games(settings.data)
            for line in games.told_faults():
                log.warning("%s", line)
            table = Table(
                journal,
                eye,
                panel,
                Pictures(settings.data / PICTURE_FOLDER),
                SystemClock(),
                games.rulesets,
                games.faults,
                Coaching(Store(settings.data), Analyser(journal, games.rulesets)),
                Pace.of(settings.pause),
            )
            opened.callback(table.close)
            opened.callback(eye.close)
            self.table = table
            self.journal = journal
            self._connections: dict[int, Any] = {}  # waitress keeps the server and every open connection here
            # Reading ahead tells a stream that its page has gone, so that its thread is free again.
            wizard = open_wizard(table, eye, settings.data)
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
        """Play until SIGINT or SIGTERM; `ready` is told the address once the page answers. For the main thread."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        self.table.start()
        threading.Thread(target=self._announce, args=(ready,), name="announce", daemon=True).start()
        self._server.run()

    def close(self) -> None:
        """Let go of everything; closing twice is allowed."""
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
            log.error("The page at %s answers with status %d instead of itself", self.address, status)


def open_house(settings: Settings, witness: "Witness | None" = None) -> House:
    """Open the house as set, with the real eye and panel; a witness is shown all that the eye sees and tells.

    Raises what House raises, and EyeError.
    """

    def open_eye() -> Eye:
        # OpenCV and the networks take a while to load: only once the address is ours.
        from vision.eye import open_eye as open_vision  # noqa: PLC0415
        from vision.read import DiceSetError  # noqa: PLC0415 - likewise

        dice_set = settings.dice_set or None
        try:
            return open_vision(settings.camera, data_dir=settings.data, witness=witness, dice_set=dice_set)
        except DiceSetError as error:
            raise EyeError(
                f"{error} ({settings.origins['dice_set']}) Choose another one with --dice-set, or play without it."
            ) from error
        except DEVICE_ERRORS as error:
            origin = settings.origins["camera"]
            if origin == str(settings.data / SETUP_FILE):
                # Whoever chose it on the setup page must be able to choose again there.
                log.warning("The source %s chosen on the setup page cannot be opened: %s", settings.camera, error)
                return open_vision(str(DEFAULTS["camera"]), data_dir=settings.data, witness=witness, dice_set=dice_set)
            raise EyeError(
                f"The source {settings.camera} ({origin}) cannot be opened. {error} "
                "Choose another one with --camera, or play with --camera sim."
            ) from error

    def open_panel() -> Panel:
        from hardware.panel import open_panel as open_hardware  # noqa: PLC0415 - gpiozero, likewise

        return open_hardware()

    return House(settings, open_eye, open_panel)


def listen(host: str, port: int) -> socket.socket:
    """Take the address for the page; AddressError says why it cannot be had and what to do."""
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = "another program, perhaps a dice table already running, answers there"
            what = f"Stop that one, or choose another port, such as --port {port + 1 if port < 65535 else 8080}"
        elif error.errno == errno.EACCES:
            why = "ports below 1024 are reserved for the system"
            what = "Choose another port, such as --port 8080"
        else:
            why = str(error.strerror or error)
            what = "Choose an address of this machine with --host, such as 127.0.0.1 or 0.0.0.0"
        raise AddressError(f"The page cannot answer at {host} port {port}: {why}. {what}.") from error

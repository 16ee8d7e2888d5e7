"""Stopping: SIGINT and SIGTERM end the program with everything put away, in a time that nothing can draw out."""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

SIGNALS = (signal.SIGINT, signal.SIGTERM)
STOP_S = 2.4
"""Seconds until a stop that does not get on is cut short: whatever was acknowledged is on the disk long since."""
KILL_S = 0.3
"""How long to wait until killed processes are gone."""
STARTED_AGAIN_VARIABLE = "DICE_TABLE_STARTED_AGAIN"
"""Set for a start of the program that the program made by itself."""
log = logging.getLogger(__name__)


class Stopping:
    """Whether the program was `asked` to end. The first signal ends what is being done; later ones change nothing.

    Until there is something to `wake`, that is by SystemExit: the program is still opening its parts.
    """

    def __init__(self) -> None:
        self.asked = False
        self._wake: Callable[[], object] | None = None
        self._bell, self._rope = os.pipe()

    def take_signals(self, wake: Callable[[], object] | None = None) -> None:
        """Take the signals from now on, in the main thread; `wake` must not wait for a lock."""
        self._wake = wake
        for number in SIGNALS:
            signal.signal(number, self._on_signal)

    def wait(self) -> None:
        """Wait until the program is asked to end."""
        os.read(self._bell, 1)

    def _on_signal(self, _signal: int, _frame: FrameType | None) -> None:
        if self.asked:
            return
        self.asked = True
        os.write(self._rope, b"!")  # not an Event: the signal may have come while this thread held its lock
        if self._wake is None:
            raise SystemExit(0)
        self._wake()


@contextmanager
def ending_in_time() -> Iterator[Stopping]:
    """Take the signals, and after one end this process with status 0: after the block, or STOP_S after the signal.

    The interpreter is not taken down. It would unwind the threads that are still reading dice or working something
    out, through frames of C++ that do not stand for it: onnxruntime then aborts the process.
    """
    stopping = Stopping()
    stopping.take_signals()
    threading.Thread(target=_cut_short, args=(stopping,), name="stopping", daemon=True).start()
    try:
        yield stopping
    except BaseException as error:
        if not stopping.asked:
            raise
        if not isinstance(error, SystemExit):
            log.exception("The program could not put everything away")
    if stopping.asked:
        _leave()


def _cut_short(stopping: Stopping) -> None:
    stopping.wait()
    threading.Event().wait(STOP_S)
    names = [thread.name for thread in threading.enumerate() if thread is not threading.current_thread()]
    log.warning("The program was stopped while these threads were still at work: %s", ", ".join(names))
    _leave()


def _leave() -> None:
    """End this process and its children at once."""
    end_children()
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(0)


def start_again() -> None:
    """Replace this process by a new start of the program, as it was started; what is on the disk is all it needs.

    For a part that hangs and that nothing else can mend: nothing is put away, as when the plug is pulled.
    """
    end_children()
    logging.shutdown()
    os.environ[STARTED_AGAIN_VARIABLE] = "1"
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])  # noqa: S606 - this very program


def end_children() -> None:
    """Kill the child processes; only Linux says which there are, elsewhere they end when their pipes do.

    One that hangs in a driver ends when the driver lets it go.
    """
    killed = []
    for children in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):
            killed += [int(child) for child in children.read_text(encoding="ascii").split()]
    for child in killed:
        with suppress(OSError):
            os.kill(child, signal.SIGKILL)
    given_up = time.monotonic() + KILL_S
    for child in killed:
        with suppress(OSError):
            while os.waitpid(child, os.WNOHANG) == (0, 0) and time.monotonic() < given_up:
                time.sleep(0.005)

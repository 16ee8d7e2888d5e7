"""The log, on stderr and in a file of limited size in the data folder."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

from firmware_host.characters import harmless

FOLDER = "log"
FILE_NAME = "dice-table.log"
MOST_BYTES = 256 * 1024
"""Of one file; one older file is kept, so the log never takes more than twice as much."""

OURS = ("firmware_host", "hardware", "vision", "web_ui")
_FORMAT = "%(levelname)s %(name)s: %(message)s"


class _OneLine(logging.Formatter):
    """A message is one line that steers no terminal, whatever a file that it names is called; tracebacks have more."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as logging calls it
        return harmless(super().formatMessage(record))


def log_to_screen() -> None:
    """Log warnings on stderr from now on."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr)
    for handler in logging.getLogger().handlers:
        handler.setLevel(logging.WARNING)
        handler.setFormatter(_OneLine(_FORMAT))


@contextmanager
def log_to(data: Path) -> Iterator[None]:
    """Log into the data folder while the context lasts: warnings, and from our own packages information too.

    If that folder cannot be written to, a warning goes to the other logs and the game goes on.
    """
    root = logging.getLogger()
    try:
        handler = to_file(data)
    except OSError as error:
        logging.getLogger(__name__).warning("No log can be kept in %s: %s", data / FOLDER, error)
        yield
        return
    levels = {room: logging.getLogger(room).level for room in OURS}
    for room in OURS:
        logging.getLogger(room).setLevel(logging.INFO)
    root.addHandler(handler)
    try:
        yield
    finally:
        root.removeHandler(handler)
        handler.close()
        for room, level in levels.items():
            logging.getLogger(room).setLevel(level)


def to_file(data: Path) -> RotatingFileHandler:
    """Return the handler that writes the log of a data folder; OSError if it cannot be written."""
    folder = data / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    handler = _LogFile(folder / FILE_NAME, maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8")
    handler.setFormatter(_OneLine("%(asctime)s " + _FORMAT))
    return handler


class _LogFile(RotatingFileHandler):
    """A log file that a full or worn disk may refuse: what it misses stands on stderr, where it matters."""

    def handleError(self, _record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """Leave the line out; logging itself would print a traceback for each."""


def old_logs(data: Path) -> tuple[Path, ...]:
    """Return the log files of a data folder that nothing is written to any more; they need not exist."""
    return (data / FOLDER / f"{FILE_NAME}.1",)


def kept_log(data: Path) -> str:
    """Return the log of a data folder, the oldest first; empty if there is none."""
    files = (*old_logs(data), data / FOLDER / FILE_NAME)
    return "".join(file.read_text(encoding="utf-8", errors="replace") for file in files if file.is_file())

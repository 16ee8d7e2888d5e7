"""A recorder of what the camera sees, what is read, and what the players correct."""

import logging
import platform
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

from firmware_host import __version__
from firmware_host.app.build import Application
from firmware_host.app.doctor import PACKAGES
from firmware_host.app.spoken_rolls import TruthRecorder
from firmware_host.errors import DiceTableError
from firmware_host.game.events import Event
from vision.network import model_hashes
from vision.read import DiceSets
from vision.recording import Limits, Parts, Recorder, RecordingError, opened

log = logging.getLogger(__name__)

POLL_S = 0.5
"""Seconds between checks for what the players corrected."""


class RecordingRefusedError(DiceTableError, OSError):
    """A recording cannot be started or continued there."""


@contextmanager
def open_recorder(folder: Path, most: int, data: Path) -> Iterator[Recorder]:
    """Open a recorder into a folder, for at most `most` bytes; taught sets come from `data`.

    Raises RecordingRefusedError, also at the end if not everything was saved.
    """
    made_by = {"dice-table": __version__, "python": platform.python_version()}
    made_by |= {package: metadata.version(package) for package in PACKAGES if package != "gpiozero"}
    made_by |= {"machine": f"{platform.system()} {platform.machine()}"} | model_hashes()
    try:
        recorder = Recorder(Parts(folder, lambda: opened(made_by), Limits.of(most)), DiceSets(data))
        try:
            yield recorder
        finally:
            recorder.close()
    except RecordingError as error:
        raise RecordingRefusedError(str(error)) from error


@contextmanager
def recording_corrections(application: Application, recorder: Recorder) -> Iterator[None]:
    """Record what the players say about the rolls while the context lasts."""
    ended = threading.Event()
    thread = threading.Thread(
        target=_follow, args=(application, recorder, ended), name="recording-corrections", daemon=True
    )
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _follow(application: Application, recorder: Recorder, ended: threading.Event) -> None:
    """Follow the game until `ended` is set, and once more after that."""
    truth = TruthRecorder(recorder)
    truth.take_up(_events(application))
    version = application.table.snapshot().version
    last = False
    while not last:
        last = ended.wait(POLL_S)
        shown = application.table.snapshot().version
        if shown != version:
            version = shown
            truth.follow(_events(application))


def _events(application: Application) -> Sequence[Event]:
    """Return all events of the game shown; none if there is no game, or the journal cannot be read now."""
    game = application.table.snapshot().game
    try:
        return () if game is None else application.journal.events(game.game)
    except DiceTableError as error:
        log.warning("The players' corrections are not being recorded: %s", error)
        return ()

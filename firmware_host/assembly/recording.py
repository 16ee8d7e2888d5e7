"""`dice-table record`, and `play --record`: everything that the eye sees and tells is kept, to be watched again."""

import logging
import platform
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from types import FrameType

import click

from firmware_host.assembly.build import House
from firmware_host.assembly.doctor import PACKAGES
from firmware_host.assembly.errors import EyeError
from firmware_host.assembly.truth import Truth
from firmware_host.errors import DiceTableError
from firmware_host.game.events import Event
from firmware_host.settings import Settings
from vision.errors import VisionError
from vision.eye import Eye, open_eye
from vision.network import model_hashes
from vision.pipeline import Reader, SettledRoll
from vision.read import DiceSets
from vision.recording import Limits, Parts, Recorder, RecordingError, opened

log = logging.getLogger(__name__)

LOOK_S = 0.5
"""How often it is looked whether recording is to end, and what the players have said."""


class RecordingRefusedError(DiceTableError, OSError):
    """Nothing can be recorded where it should be, or no more."""


def record(settings: Settings, folder: Path, most: int, seconds: float | None, reader: Reader | None) -> None:
    """Record what the camera sees into `folder` until Ctrl-C, or for some seconds; `most` is in bytes.

    `reader` defaults to the project's own. Raises EyeError, and RecordingRefusedError when the disk refuses, at the
    start or later.
    """
    began = time.monotonic()
    with _until_told() as ended, recorder_in(folder, most, settings.data) as recorder:
        eye = _opened(settings, recorder, reader)
        try:
            eye.start(_Teller(began))
            click.echo(f"Recording {eye.source} into {folder}. End with Ctrl-C.")
            if eye.can_throw and not eye.source.startswith("sim:script="):
                click.echo(
                    f"Nobody throws the dice of {eye.source} here: play, with dice-table play --record.", err=True
                )
            until = None if seconds is None else time.monotonic() + seconds
            while not recorder.fault and (until is None or time.monotonic() < until):
                if ended.wait(LOOK_S if until is None else min(LOOK_S, max(0.0, until - time.monotonic()))):
                    break
        finally:
            eye.close()
    if not recorder.rolls:
        click.echo(f"No dice lay still before {settings.camera}, or it gave no pictures.", err=True)
    click.echo(f"Recorded. What is read of it is told by: dice-table watch {folder}")


@contextmanager
def _until_told() -> Iterator[threading.Event]:
    """An event that is set by SIGINT and SIGTERM."""
    ended = threading.Event()

    def end(_signal: int, _frame: FrameType | None) -> None:
        ended.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def recorder_in(folder: Path, most: int, data: Path) -> Iterator[Recorder]:
    """A recorder into a folder, for so many bytes at most; taught sets come from `data`.

    Raises RecordingRefusedError, at the end too, where not everything was kept.
    """
    made_by = {"dice-table": metadata.version("dice-table"), "python": platform.python_version()}
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
def players_word(house: House, recorder: Recorder) -> Iterator[None]:
    """While the house plays, keep in the recording what its players say of its rolls."""
    ended = threading.Event()
    thread = threading.Thread(target=_follow, args=(house, recorder, ended), name="players-word", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _follow(house: House, recorder: Recorder, ended: threading.Event) -> None:
    """Follow the game until the end, and a last time then."""
    truth = Truth(recorder)
    truth.take_up(_events(house))
    version = house.table.snapshot().version
    last = False
    while not last:
        last = ended.wait(LOOK_S)
        shown = house.table.snapshot().version
        if shown != version:
            version = shown
            truth.follow(_events(house))


class _Teller:
    """Prints what happens in the tray."""

    def __init__(self, began: float) -> None:
        self._began = began

    def tray_moving(self, *, hand: bool = False) -> None:
        """Say nothing: the roll follows."""

    def tray_settled(self, roll: SettledRoll) -> None:
        """Print the dice, those that are not sure with a question mark."""
        dice = "  ".join(f"{die.face}{'' if die.sure else '?'}" for die in roll.dice) or "no dice"
        self._tell(roll.time, " ".join((dice, *roll.problems)))

    def camera_lost(self, reason: str) -> None:
        """Print why."""
        self._tell(time.monotonic(), f"camera lost: {reason}")

    def camera_back(self) -> None:
        """Print it."""
        self._tell(time.monotonic(), "camera back")

    def notices_changed(self) -> None:
        """Say nothing: what matters goes with the rolls."""

    def _tell(self, at: float, what: str) -> None:
        click.echo(f"{at - self._began:8.1f} s  {what}")


def _opened(settings: Settings, recorder: Recorder, reader: Reader | None) -> Eye:
    try:
        return open_eye(settings.camera, data_dir=settings.data, reader=reader, witness=recorder)
    except VisionError as error:
        raise EyeError(f"The source {settings.camera} cannot be opened. {error}") from error


def _events(house: House) -> Sequence[Event]:
    """All events of the game that is shown; none where there is none, or the journal cannot be read just now."""
    game = house.table.snapshot().game
    try:
        return () if game is None else house.journal.events(game.game)
    except DiceTableError as error:
        log.warning("What the players say is not recorded: %s", error)
        return ()

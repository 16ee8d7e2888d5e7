"""`dice-table record`: what the camera sees and what is read, recorded to be played again."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import click

from firmware_host.app.errors import SourceError
from firmware_host.app.reader import dice_reader
from firmware_host.app.recorder import POLL_S, open_recorder
from firmware_host.cli.options import (
    MEGABYTE,
    camera_option,
    data_option,
    dice_set_option,
    faces_option,
    max_size_option,
    settings_of,
)
from firmware_host.settings import Settings
from vision.errors import VisionError
from vision.pipeline import PictureReader, SettledRoll
from vision.recording import Recorder
from vision.settle import Moving
from vision.sources import kind_of
from vision.watcher import (
    CameraWatcher,
    SourceBack,
    SourceLost,
    WatcherEvent,
    WatcherListener,
    WatcherNoticesChanged,
    open_camera,
)


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@camera_option
@click.option("--seconds", type=click.FloatRange(0.1), metavar="N", help="Stop after N seconds.  [default: at Ctrl-C]")
@max_size_option
@faces_option
@dice_set_option
@data_option
def command(
    folder: Path,
    camera: str | None,
    seconds: float | None,
    max_size: int,
    faces: str | None,
    dice_set: str | None,
    data: Path | None,
) -> None:
    """Record what the camera sees, and what is read, into the folder DIR.

    An existing recording is continued. `dice-table play --record DIR` does the same during a game, and also records
    what the players correct.
    """
    settings = settings_of(camera=camera, data=data)
    reader = dice_reader(faces or "any", dice_set, settings.data) if faces or dice_set else None
    _record(settings, folder, max_size * MEGABYTE, seconds, reader)


def _record(settings: Settings, folder: Path, most: int, seconds: float | None, reader: PictureReader | None) -> None:
    """Record what the camera sees into `folder` until Ctrl-C, or for `seconds`; `most` is in bytes.

    `reader` defaults to the project's own. Raises SourceError, and RecordingRefusedError if the disk refuses, at the
    start or later.
    """
    began = time.monotonic()
    with _until_interrupted() as ended, open_recorder(folder, most, settings.data) as recorder:
        watcher = _opened(settings, recorder, reader)
        try:
            watcher.start(_printer(began))
            click.echo(f"Recording {watcher.source} into {folder}. Press Ctrl-C to stop.")
            if watcher.can_throw and not kind_of(watcher.source).plays_itself:
                click.echo(f"{watcher.source} throws dice only during a game. Use dice-table play --record.", err=True)
            until = None if seconds is None else time.monotonic() + seconds
            while not recorder.fault and (until is None or time.monotonic() < until):
                if ended.wait(POLL_S if until is None else min(POLL_S, max(0.0, until - time.monotonic()))):
                    break
        finally:
            watcher.close()
    if not recorder.rolls:
        click.echo(f"No dice came to rest in front of {settings.camera}, or it gave no pictures.", err=True)
    click.echo(f"Recorded. To see what was read, run: dice-table watch {folder}")


@contextmanager
def _until_interrupted() -> Iterator[threading.Event]:
    """Yield an event that is set by SIGINT or SIGTERM."""
    ended = threading.Event()

    def end(_signal: int, _frame: FrameType | None) -> None:
        ended.set()

    before = {number: signal.signal(number, end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _printer(began: float) -> WatcherListener:
    """Return what prints the events of a watcher that began to watch at this monotonic time."""

    def line(at: float, what: str) -> None:
        click.echo(f"{at - began:8.1f} s  {what}")

    def listen(event: WatcherEvent) -> None:
        match event:
            case SettledRoll():
                dice = "  ".join(f"{die.face}{'' if die.sure else '?'}" for die in event.dice) or "no dice"
                line(event.time, " ".join((dice, *event.problems)))
            case SourceLost(reason):
                line(time.monotonic(), f"camera lost: {reason}")
            case SourceBack():
                line(time.monotonic(), "camera back")
            case Moving() | WatcherNoticesChanged():  # the roll follows, and says what matters
                pass

    return listen


def _opened(settings: Settings, recorder: Recorder, reader: PictureReader | None) -> CameraWatcher:
    try:
        return open_camera(settings.camera, data_dir=settings.data, reader=reader, observer=recorder)
    except VisionError as error:
        raise SourceError(f"The source {settings.camera} cannot be opened. {error}") from error

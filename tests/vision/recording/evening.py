"""An evening at the tray of grey squares, recorded as an eye would have it recorded."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from tests.vision.square_tray import Lying, SquareReader, tray_with
from vision.calibration import Calibration
from vision.frame import Frame
from vision.geometry import WHOLE, Corners
from vision.pipeline import PictureReader, SettledRoll, settled_rolls
from vision.read import DiceSets
from vision.recording import DiceInUse, Limits, Parts, Recorder, opened
from vision.sources.base import Report
from vision.watcher.observer import observed

FIRST: Lying = ((50, 60, 3), (120, 150, 5), (250, 100, 1))
SECOND: Lying = ((70, 180, 6), (120, 150, 5), (200, 40, 2))
TUMBLING: tuple[Lying, ...] = (((60, 100, 2),), ((120, 110, 4), (200, 60, 3)), ((180, 120, 1),))
TWO_ROLLS: tuple[tuple[float, Sequence[Lying]], ...] = ((4.0, [FIRST]), (0.8, TUMBLING), (5.0, [SECOND]))
RATE = 10


def frames(*parts: tuple[float, Sequence[Lying]], start: float = 100.0) -> Iterator[Frame]:
    """Frames of noisy trays: each part lasts some seconds and goes through its trays again and again."""
    random = np.random.default_rng(3)
    number = 0
    for seconds, trays in parts:
        for step in range(round(seconds * RATE)):
            noise = random.integers(-4, 5, (240, 320, 3))
            image = np.clip(tray_with(trays[step % len(trays)]) + noise, 0, 255).astype(np.uint8)
            yield Frame(image, start + number / RATE, number)
            number += 1


def recorder_in(folder: Path, limits: Limits | None = None, queue: int = 10_000) -> Recorder:
    """A recorder that skips nothing, however fast it is fed."""
    return Recorder(Parts(folder, lambda: opened({"dice-table": "1"}), limits), DiceSets(folder.parent), queue)


def show(
    recorder: Recorder, seen: Iterable[Frame], reader: PictureReader | None = None, corners: Corners = WHOLE
) -> None:
    """Let a recorder observe frames and results."""
    reader = reader or SquareReader()
    recorder.on_source("usb:0", Report("Squares"), Calibration.of_corners(corners), None, ())
    for news in settled_rolls(observed(seen, recorder), reader, outline=corners):
        recorder.on_result(news, reader)


def record(folder: Path, seen: Iterable[Frame] | None = None, limits: Limits | None = None) -> Path:
    """Record frames, by default of two rolls."""
    recorder = recorder_in(folder, limits)
    show(recorder, frames(*TWO_ROLLS) if seen is None else seen)
    recorder.close()
    return folder


def squares(_dice: DiceInUse) -> PictureReader:
    """The reader for every kind of dice."""
    return SquareReader()


def faces(roll: SettledRoll | object) -> list[str]:
    """What a roll's dice show, left to right."""
    return [die.face for die in getattr(roll, "dice", ())]

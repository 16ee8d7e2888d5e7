"""A scenario's script seen through the whole of vision, faster than it happens."""

from functools import cache
from pathlib import Path

import cv2

from tests.system.bench.judging import Findings, Told, judge
from tests.system.bench.scenario import Scenario
from tests.vision.watched import Watched
from vision.overlay import draw_readings
from vision.pipeline import SettledRoll, settled_rolls
from vision.read import DiceReader
from vision.simulate.tray import CAMERA_POSE


def begin() -> None:
    """Work in one thread: it is scenarios that are done at the same time."""
    cv2.setNumThreads(1)


def run(scenario: Scenario, folder: Path, pictures: Path | None = None, models: Path | None = None) -> Findings:
    """Watch a scenario whose script is written into `folder`, and judge it; each fault is drawn into `pictures`.

    Its dice are read by the networks in `models`, the project's own where that is None.
    """
    found = judge(scenario, watch(scenario, folder, models))
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        for number, fault in enumerate(found.faults):
            if fault.told is not None:
                drawn = draw_readings(fault.told.roll.picture, fault.told.roll.dice)
                cv2.imwrite(str(pictures / f"{scenario.name}-{number}-{fault.kind}.jpg"), drawn)
    return found.without_pictures()


def watch(scenario: Scenario, folder: Path, models: Path | None = None) -> list[Told]:
    """All that is told of a scenario's dice."""
    path = folder / f"{scenario.name}.toml"
    path.write_text(scenario.toml(), encoding="utf-8")
    tray = Watched(path)
    return [
        Told(tray.clock.time, news)
        for frames in tray.watches(scenario.seconds)
        for news in settled_rolls(frames, _reader(models), camera_pose=lambda _: CAMERA_POSE)
        if isinstance(news, SettledRoll)
    ]


@cache
def _reader(models: Path | None) -> DiceReader:
    return DiceReader.load(models, threads=1, kind="pips")

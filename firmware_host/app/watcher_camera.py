"""The camera as table and setup see it. Vision's events and texts become ours here, and nowhere else."""

from collections.abc import Sequence
from dataclasses import replace

from firmware_host.table.device_text import words_of
from firmware_host.table.ports import (
    CameraBack,
    CameraLost,
    DicePort,
    KeptDie,
    Notice,
    NoticesChanged,
    OnTrayEvent,
    TrayEvent,
    TrayMoving,
    TraySettled,
)
from vision import watcher as vision
from vision.calibration import Verdict
from vision.calibration.tray_watch import CAMERA_MOVED
from vision.pipeline import SettledRoll
from vision.settle import Moving
from vision.sources.cameras import SourceChoice
from vision.watcher.camera_setup import CameraSetup, TrayMarking


class WatcherCamera:
    """A CameraWatcher as the table's `ports.CameraPort`."""

    def __init__(self, watcher: vision.CameraWatcher) -> None:
        self._watcher = watcher

    @property
    def source(self) -> str:
        """The source being watched."""
        return self._watcher.source

    @property
    def can_throw(self) -> bool:
        """Whether the source throws on request."""
        return self._watcher.can_throw

    @property
    def dice(self) -> DicePort:
        """The dice that it reads."""
        return self._watcher.dice

    def start(self, on_tray_event: OnTrayEvent) -> None:
        """Begin to watch."""
        self._watcher.start(lambda event: on_tray_event(tray_event(event)))

    def throw(self, kept: Sequence[KeptDie], count: int) -> None:
        """Throw all of `count` dice but the kept ones."""
        self._watcher.throw(kept, count)

    def live_jpeg(self) -> bytes | None:
        """Return the latest picture with the readings drawn over it."""
        return self._watcher.live_jpeg()

    def rolling_jpeg(self, after: int) -> tuple[int, bytes] | None:
        """Return the newest frame's number and a small picture of the tray in it."""
        return self._watcher.rolling_jpeg(after)

    def notices(self) -> Sequence[Notice]:
        """Return what people are to know of the camera, and where on the setup page it is put right."""
        tray = self._watcher.watch.notices
        return (
            *(Notice(words_of(problem), "tray") for problem in self._watcher.watch.problems),
            *(Notice(words_of(notice), "tray" if notice == CAMERA_MOVED else "light") for notice in tray),
            *(Notice(words_of(notice), "dice") for notice in self._watcher.dice.notices),
        )

    def use_source(self, spec: str) -> None:
        """Watch another source."""
        self._watcher.use_source(spec)

    def close(self) -> None:
        """Stop watching."""
        self._watcher.close()


class WatcherSetup(CameraSetup):
    """The setup of a CameraWatcher as the setup's `ports.CameraSetupPort`."""

    @property
    def lost(self) -> str:
        """Why there are no pictures; empty while there are."""
        return words_of(super().lost)

    def cameras(self, *, refresh: bool = False) -> tuple[SourceChoice, ...]:
        """Return the sources to choose from."""
        return tuple(replace(choice, title=words_of(choice.title)) for choice in super().cameras(refresh=refresh))

    def tray(self) -> TrayMarking:
        """Return how the tray is marked."""
        marking = super().tray()
        notices = tuple(words_of(notice) for notice in marking.notices)
        return replace(marking, fault=words_of(marking.fault), notices=notices)

    def verdicts(self, *, refresh: bool) -> tuple[Verdict, ...]:
        """Return what was found of light, lens and dice."""
        return tuple(
            replace(verdict, sentence=words_of(verdict.sentence)) for verdict in super().verdicts(refresh=refresh)
        )


def tray_event(event: vision.WatcherEvent) -> TrayEvent:
    """Return the table's event for one of vision's, its texts as Words."""
    match event:
        case Moving(hand):
            return TrayMoving(hand)
        case SettledRoll():
            return TraySettled(replace(event, problems=tuple(words_of(problem) for problem in event.problems)))
        case vision.SourceLost(reason):
            return CameraLost(words_of(reason))
        case vision.SourceBack():
            return CameraBack()
        case vision.WatcherNoticesChanged():
            return NoticesChanged()

"""A camera that remembers: the source chosen on the setup page is used again after a restart."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from firmware_host.settings import NotSavedError, save_camera
from firmware_host.table.ports import CameraPort, DicePort, KeptDie, Notice, OnTrayEvent
from firmware_host.words import say

log = logging.getLogger(__name__)


class PersistentSource:
    """Wraps a camera and saves its source in the data folder each time it changes (`table.ports.CameraPort`).

    `more` returns notices that are told before the camera's own.
    """

    def __init__(self, camera: CameraPort, data: Path, more: Callable[[], Sequence[Notice]] = tuple) -> None:
        self._camera = camera
        self._data = data
        self._more = more
        self._not_saved: tuple[Notice, ...] = ()

    @property
    def source(self) -> str:
        """The source being watched."""
        return self._camera.source

    @property
    def can_throw(self) -> bool:
        """Whether it throws on request."""
        return self._camera.can_throw

    @property
    def dice(self) -> DicePort:
        """The dice it reads."""
        return self._camera.dice

    def start(self, on_tray_event: OnTrayEvent) -> None:
        """Start watching."""
        self._camera.start(on_tray_event)

    def throw(self, kept: Sequence[KeptDie], count: int) -> None:
        """Throw all of `count` dice except the kept ones."""
        self._camera.throw(kept, count)

    def live_jpeg(self) -> bytes | None:
        """Return the latest picture with the readings drawn over it."""
        return self._camera.live_jpeg()

    def rolling_jpeg(self, after: int) -> tuple[int, bytes] | None:
        """Return the newest frame's number and a small picture of the tray in it."""
        return self._camera.rolling_jpeg(after)

    def notices(self) -> Sequence[Notice]:
        """Return notices for people, about the camera too."""
        return (*self._more(), *self._not_saved, *self._camera.notices())

    def use_source(self, spec: str) -> None:
        """Watch another source, and save it once that has worked; a notice says if it could not be saved."""
        self._camera.use_source(spec)
        self._not_saved = ()
        try:
            save_camera(self._data, spec)
        except NotSavedError as error:
            log.warning("The source %s is in use, but could not be saved for the next start: %s", spec, error)
            told = say("The table watches this camera only until the program ends. {why}", why=error.sentence)
            self._not_saved = (Notice(told, "camera"),)

    def close(self) -> None:
        """Stop watching."""
        self._camera.close()

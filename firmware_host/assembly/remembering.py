"""An eye that remembers: the source chosen on the setup page is there again after a restart."""

import logging
from collections.abc import Sequence
from pathlib import Path

from firmware_host.settings import save_camera
from firmware_host.table.ports import DiceInPlay, Eye, KeptDie, TrayListener
from firmware_host.table.setup.ports import SetupDesk

log = logging.getLogger(__name__)


class RememberingEye:
    """Another eye, whose source is kept in the data folder each time it is changed (`table.ports.Eye`)."""

    def __init__(self, eye: Eye, data: Path) -> None:
        self._eye = eye
        self._data = data

    @property
    def source(self) -> str:
        """The source being watched."""
        return self._eye.source

    @property
    def can_throw(self) -> bool:
        """Whether it throws on request."""
        return self._eye.can_throw

    @property
    def desk(self) -> SetupDesk:
        """Where the eye is set up."""
        return self._eye.desk

    @property
    def dice(self) -> DiceInPlay:
        """The dice that it reads."""
        return self._eye.dice

    def start(self, listener: TrayListener) -> None:
        """Begin to watch."""
        self._eye.start(listener)

    def throw(self, kept: Sequence[KeptDie], count: int) -> None:
        """Throw all of `count` dice but the kept ones."""
        self._eye.throw(kept, count)

    def live_jpeg(self) -> bytes | None:
        """Return the latest picture with the readings drawn over it."""
        return self._eye.live_jpeg()

    def notices(self) -> Sequence[str]:
        """Return what people are to know of the camera."""
        return self._eye.notices()

    def use_source(self, spec: str) -> None:
        """Watch another source, and remember it once that has worked."""
        self._eye.use_source(spec)
        try:
            save_camera(self._data, spec)
        except OSError as error:
            log.warning("The source %s is watched, but will be forgotten at the next start: %s", spec, error)

    def close(self) -> None:
        """Stop watching."""
        self._eye.close()

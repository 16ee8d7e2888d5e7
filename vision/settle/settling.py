"""Deciding when dice move and when they lie still, at any frame rate."""

import math
from dataclasses import dataclass, field
from enum import Enum

import numpy as np
import numpy.typing as npt

from vision.frame import Frame
from vision.settle.change import ChangeThresholds, Grid, Mask, changed_cells, grid_of, mask_of
from vision.settle.states import TrayState


@dataclass(frozen=True, slots=True)
class SettleThresholds:
    """When the tray counts as moving and when as lying still."""

    moving_cells: int = 14
    """Changed cells from which something moves: a small die that turns on its spot changes about 20."""

    still_cells: int = 5
    """Changed cells up to which nothing moves: what is left of a shadow's edge; lower than `moving_cells`, so that
    the verdict does not tremble between the two."""

    still_seconds: float = 0.35
    """How long nothing may move: a die on its edge, about to fall, does not wait longer than this."""

    still_frames: int = 3
    """How many frames must show it, for three are read; a slow camera's come later than `still_seconds` say."""

    adapt_seconds: float = 12.0
    """How fast the picture of the still tray follows the light: daylight takes minutes, a moved die no time."""

    change: ChangeThresholds = field(default_factory=ChangeThresholds)


class State(Enum):
    """What the tray does now."""

    MOVING = "moving"
    SETTLING = "settling"
    STILL = "still"


@dataclass(frozen=True, slots=True)
class Moving:
    """Something began to move, or lies differently than before; `hand` where a hand is in the tray, moving or not."""

    hand: bool = False

    @property
    def state(self) -> TrayState:
        """THROWING, or HAND."""
        return TrayState.HAND if self.hand else TrayState.THROWING


@dataclass(frozen=True, slots=True)
class Still:
    """Everything lies still; `moved` tells whether anything moved since it last did (or since the start)."""

    moved: bool


class Settling:
    """Watches frames; each call of `update` answers with a transition or None.

    Every frame is compared with one picture: while things move with the first one of the present quiet time, once
    they lie still with the picture of the still tray. So a die that creeps is not still, and dice that changed
    between two frames have moved although nobody saw it. `outline` (N x 2, fractions of the picture) limits what is
    looked at; outside of it people may move.
    """

    def __init__(
        self, thresholds: SettleThresholds | None = None, outline: npt.NDArray[np.float64] | None = None
    ) -> None:
        self._thresholds = thresholds or SettleThresholds()
        self._outline = outline
        self._mask: Mask | None = None
        self._before: Grid | None = None
        self._quiet_since = 0.0
        self._quiet_frames = 0
        self._seen_at = 0.0
        self._moved = False
        self._state = State.SETTLING

    @property
    def state(self) -> State:
        """What the tray does now."""
        return self._state

    @property
    def quiet_since(self) -> float:
        """Time of the first frame that every later one agrees with, in monotonic seconds."""
        return self._quiet_since

    def update(self, frame: Frame) -> Moving | Still | None:
        """Take the next frame in; tell what it changes."""
        now = grid_of(frame.image, self._thresholds.change.cells)
        cells = self._changed(now)
        passed = frame.time - self._seen_at
        self._seen_at = frame.time
        if self._state is State.STILL:
            return self._while_still(now, cells, frame.time, passed)
        return self._until_still(now, cells, frame.time)

    def _while_still(self, now: Grid, cells: int, time: float, passed: float) -> Moving | None:
        if self._before is None or cells >= self._thresholds.moving_cells:
            return self._move(now, time)
        weight = np.float32(1 - math.exp(-max(passed, 0.0) / self._thresholds.adapt_seconds))
        self._before = self._before + (now - self._before) * weight
        return None

    def _until_still(self, now: Grid, cells: int, time: float) -> Moving | Still | None:
        self._quiet_frames += 1
        if self._before is None:
            self._begin_quiet(now, time)
        elif cells > self._thresholds.still_cells:
            if cells >= self._thresholds.moving_cells:
                return self._move(now, time)
            self._begin_quiet(now, time)
        elif self._quiet_frames >= self._thresholds.still_frames and self._quiet_for(time):
            moved, self._moved, self._state = self._moved, False, State.STILL
            return Still(moved)
        else:
            self._state = State.SETTLING
        return None

    def _move(self, now: Grid, time: float) -> Moving | None:
        announced, self._moved, self._state = self._moved, True, State.MOVING
        self._begin_quiet(now, time)
        return None if announced else Moving()

    def _begin_quiet(self, now: Grid, time: float) -> None:
        """Take this frame for the first in which nothing moves."""
        self._before, self._quiet_since, self._quiet_frames = now, time, 1

    def _quiet_for(self, time: float) -> bool:
        return time - self._quiet_since >= self._thresholds.still_seconds

    def _changed(self, now: Grid) -> int:
        if self._before is None:
            return 0
        if self._mask is None or self._mask.shape != now.shape:
            rows, columns = now.shape
            self._mask = mask_of((rows, columns), self._outline)
        return changed_cells(now, self._before, self._mask, self._thresholds.change)

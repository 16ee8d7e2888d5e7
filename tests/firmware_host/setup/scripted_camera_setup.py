"""A `setup.ports.CameraSetupPort` that is told what cameras, tray and light it has."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

import cv2
import numpy as np

from firmware_host.setup.ports import CheckResult, ListedCamera, MarkedTray, Outline
from firmware_host.table.device_text import words_of
from vision.errors import CalibrationError
from vision.sources import kind_of
from vision.sources.cameras import SourceChoice
from vision.sources.kind import CameraInfo

WHOLE: Outline = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
SIDES: Mapping[str, tuple[Outline, ...]] = {
    "left": tuple(((0.0, 0.0), (wide, 0.0), (wide, 1.0), (0.0, 1.0)) for wide in (0.1, 0.2, 0.3)),
    "top": tuple(((0.0, 0.0), (1.0, 0.0), (1.0, wide), (0.0, wide)) for wide in (0.1, 0.2, 0.3)),
    "right": tuple(((1 - wide, 0.0), (1.0, 0.0), (1.0, 1.0), (1 - wide, 1.0)) for wide in (0.1, 0.2, 0.3)),
    "bottom": tuple(((0.0, 1 - wide), (1.0, 1 - wide), (1.0, 1.0), (0.0, 1.0)) for wide in (0.1, 0.2, 0.3)),
}


class Mark(Enum):
    OK = "ok"
    WARN = "warn"
    BAD = "bad"


def listed(spec: str, name: str = "", sizes: tuple[tuple[int, int], ...] = ()) -> ListedCamera:
    choice = SourceChoice.of(CameraInfo(spec, name, sizes))
    return replace(choice, title=words_of(choice.title))


@dataclass(frozen=True)
class Marked:
    outline: Outline = WHOLE
    marked: bool = False
    size: tuple[float, float] | None = None
    rail: Outline | None = None
    lens: float | None = None
    photos: int = 0
    fault: str = ""
    notices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Checked:
    id: str
    grade: Mark = Mark.OK
    number: float | None = 120.0
    unit: str = "grey levels"
    sentence: str = "The light is right (120 of 255)."


@dataclass(frozen=True)
class Setting:
    setting: str
    asked: float | None
    answered: float | None

    @property
    def held(self) -> bool:
        return self.asked is not None and self.asked == self.answered


@dataclass
class ScriptedCameraSetup:
    """Its fields are what it tells; `fault` is raised by whatever changes the tray."""

    source: str = "sim:seed=7"
    lost: str = ""
    size: tuple[int, int] | None = (1280, 960)
    locks: tuple[Setting, ...] = ()
    listed: tuple[ListedCamera, ...] = (listed("sim:seed=7"), listed("usb:0"), listed("folder:photos"))
    marked: Marked = field(default_factory=Marked)
    measured: tuple[Checked, ...] = ()
    to_measure: tuple[Checked, ...] = (Checked("light"),)
    fault: Exception | None = None
    cards: bool = False
    locked_anew: int = 0
    asked_drivers: int = 0

    @property
    def is_camera(self) -> bool:
        return kind_of(self.source).is_camera

    def lock_anew(self) -> None:
        self.locked_anew += 1

    def cameras(self, *, refresh: bool = False) -> Sequence[ListedCamera]:
        self.asked_drivers += refresh
        return self.listed

    def thumbnail(self, spec: str) -> bytes:
        if self.fault is not None:
            raise self.fault
        shade = 40 + 60 * [camera.spec for camera in self.listed].index(spec)
        return cv2.imencode(".jpg", np.full((24, 32, 3), shade, np.uint8))[1].tobytes()

    def tray(self) -> MarkedTray:
        return self.marked

    def mark(self, outline: Sequence[tuple[float, float]]) -> None:
        self._change(Marked(tuple(outline), marked=True))

    def find(self, *, is_round: bool) -> None:
        size = (250.0, 250.0) if is_round else (300.0, 200.0)
        self._change(Marked(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)), marked=True, size=size))
        self.cards = True

    def photograph_board(self) -> None:
        if self.fault is not None:
            raise self.fault
        self.marked = replace(self.marked, photos=self.marked.photos + 1)

    def forget_photos(self) -> None:
        self.marked = replace(self.marked, photos=0)

    def sees_cards(self) -> bool:
        return self.cards

    def strips(self) -> Mapping[str, Sequence[Outline]]:
        return SIDES

    def mark_rail(self, side: str, width: int) -> None:
        if side not in SIDES or not 0 <= width < len(SIDES[side]):
            raise CalibrationError("There is no such strip of the tray. Tap one of its sides.")
        self._change(replace(self.marked, rail=SIDES[side][width]))

    def clear_rail(self) -> None:
        self._change(replace(self.marked, rail=None))

    def verdicts(self, *, refresh: bool) -> Sequence[CheckResult]:
        if refresh:
            self.measured = self.to_measure
        return self.measured

    def sheet(self, paper: str) -> bytes:
        return b"%PDF-1.4 " + paper.encode()

    def _change(self, marked: Marked) -> None:
        if self.fault is not None:
            raise self.fault
        self.marked = marked

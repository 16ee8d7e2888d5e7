"""Setting up the camera: listing cameras, marking the tray, and checking light and lens."""

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2

from vision.calibration import (
    Calibration,
    Verdict,
    card_mask,
    check_position,
    check_view,
    examine,
    find_lens,
    find_tray,
    sees_board,
    sheet,
)
from vision.calibration.rail import SIDES, WIDTHS, in_picture, strip
from vision.errors import CalibrationError, SourceLostError, SourceSpecError
from vision.frame import Frame, Picture, as_picture
from vision.geometry import Outline, outline_in_pixels
from vision.pipeline import jpeg
from vision.sentence import say
from vision.sources import kind_of
from vision.sources.base import Lock, no_picture
from vision.sources.cameras import THUMBNAIL_WIDTH, SourceChoice, list_cameras, thumbnail
from vision.sources.kind import CameraInfo
from vision.sources.named import system_name
from vision.watcher.active_reader import ActiveReader
from vision.watcher.current_source import CurrentSource
from vision.watcher.watched_source import WatchedSource

PICTURES = 6
"""Pictures that the light is judged by: enough for a lamp's flicker to show."""

PATIENCE = 3.0
"""Seconds to wait for a picture."""

LIST_AGE = 10.0
"""Seconds for which a list of cameras is good: asking their drivers takes a process of its own."""

MOST_PHOTOS = 20
"""Photos of the board that are kept, the newest: more tell nothing new, and each takes 4 MB."""

THUMBNAIL_AGE = 30.0
"""Seconds for which a thumbnail is good: opening a camera takes seconds, and a page shows it again and again."""


@dataclass(frozen=True, slots=True)
class TrayMarking:
    """The tray of the source being watched.

    `outline` and `rail` are fractions 0-1 of the picture. `marked` is False until somebody marks the tray.
    `size` is its width and depth in mm, None if unknown. `lens` is the error in pixels of the lens that was
    measured, None where it was not; `photos` of the board are there to measure it. `fault` says why the file of
    trays cannot be read, `notices` what has changed since the tray was marked.
    """

    outline: Outline
    marked: bool
    size: tuple[float, float] | None
    rail: Outline | None
    lens: float | None
    photos: int
    fault: str
    notices: tuple[str, ...]


class CameraSetup:
    """What people do to set up the camera, tray and light of the `current` source; `dice` reads them meanwhile.

    It keeps what only setting up needs: listed cameras, thumbnails, photos of the board, check results. What is asked
    of every frame is known to the WatchedSource. Calls may come from many threads; they may take seconds.
    """

    def __init__(self, current: CurrentSource, dice: ActiveReader) -> None:
        self._current = current
        self._dice = dice
        self._asking = threading.Lock()
        self._listed: tuple[CameraInfo, ...] = ()
        self._listed_at = -LIST_AGE
        self._thumbnails: dict[str, tuple[float, bytes]] = {}
        self._photos: tuple[str, tuple[Picture, ...]] = ("", ())
        self._measuring = threading.Lock()
        self._verdicts: tuple[object, tuple[Verdict, ...]] = (None, ())

    @property
    def source(self) -> str:
        """The source being watched."""
        return self._current.spec

    @property
    def is_camera(self) -> bool:
        """Whether that is a camera, and neither a file nor a simulation."""
        return kind_of(self.source).is_camera

    @property
    def lost(self) -> str:
        """Why there are no pictures; empty while there are."""
        capture = self._current.watch.capture
        return capture.lost or ("" if capture.newest else no_picture(capture.title, 0))

    @property
    def size(self) -> tuple[int, int] | None:
        """Width and height of the pictures in pixels, None before the first."""
        newest = self._current.watch.capture.newest
        return None if newest is None else newest.frame.size

    @property
    def locks(self) -> tuple[Lock, ...]:
        """The camera's settings that are to stay as they are, as its driver answers now."""
        return self._current.report.locks

    def lock_anew(self) -> None:
        """Let the camera find light and focus again, and lock its settings there."""
        self._current.reopen()

    def cameras(self, *, refresh: bool = False) -> tuple[SourceChoice, ...]:
        """The sources to choose from, with titles and sizes; `refresh` asks the drivers, at most every LIST_AGE."""
        if refresh:
            with self._asking:
                if time.monotonic() - self._listed_at >= LIST_AGE:
                    self._listed = list_cameras()
                    self._listed_at = time.monotonic()
        known = {camera.spec: camera for camera in self._listed}
        specs = dict.fromkeys((*self._current.choices(), *known))
        return tuple(SourceChoice.of(known.get(spec) or CameraInfo(spec, system_name(spec))) for spec in specs)

    def thumbnail(self, spec: str) -> bytes:
        """What a source sees, as a small JPEG; raises SourceSpecError, SourceUnavailableError or SourceLostError.

        Only sources that may be chosen are opened.
        """
        if spec == self.source:
            return _small(self._newest())
        if spec not in {camera.spec for camera in self.cameras()}:
            raise SourceSpecError(f"There is no source {spec} to choose.")
        with self._asking:
            taken_at, picture = self._thumbnails.get(spec, (0.0, b""))
            if not picture or time.monotonic() - taken_at >= THUMBNAIL_AGE:
                picture = thumbnail(spec, self._current.opener)
                self._thumbnails[spec] = (time.monotonic(), picture)
        return picture

    def tray(self) -> TrayMarking:
        """How the tray is marked."""
        watch = self._current.watch
        tray = watch.tray_now
        around = tray.to_tray(tray.outline)
        wide, deep = (float(side) for side in around.max(axis=0) - around.min(axis=0))
        return TrayMarking(
            outline=tray.outline,
            marked=watch.is_marked,
            size=(wide, deep) if tray.millimetres else None,
            rail=None if tray.rail is None else in_picture(tray, tray.rail),
            lens=None if tray.lens is None else tray.lens.error,
            photos=len(self._photos_of(watch.capture.spec)),
            fault=watch.fault,
            notices=(*watch.notices, *self._dice.notices),
        )

    def sees_cards(self) -> bool:
        """Whether printed cards lie in the picture; finding out takes a Raspberry Pi a fifth of a second."""
        newest = self._current.watch.capture.newest
        return newest is not None and bool(card_mask(newest.frame.image).any())

    def mark(self, outline: Sequence[tuple[float, float]]) -> None:
        """Keep an outline as the tray; four convex corners are taken for a rectangle in perspective.

        A rail is taken away with the tray that it was part of. Raises CalibrationError.
        """
        self._current.set_tray(Calibration.of_corners(outline) if len(outline) == 4 else Calibration(tuple(outline)))

    def find(self, *, is_round: bool) -> None:
        """Find the tray by the printed cards that lie in it, and keep it; CalibrationError where it is not found.

        The lens is measured by the photos of the board, where there are any, and otherwise taken as it was known.
        """
        watch = self._current.watch
        photos = self._photos_of(watch.capture.spec)
        lens = find_lens(photos) if photos else watch.tray.lens
        self._current.set_tray(find_tray(self._newest().image, is_round=is_round, lens=lens).tray)
        self.forget_photos()

    def photograph_board(self) -> None:
        """Keep what the camera sees as a photo of the board; CalibrationError where too little of it is seen."""
        picture = self._newest().image
        if not sees_board(picture):
            raise CalibrationError(
                say(
                    "The camera sees too little of the board. Hold the sheet's second page flat and still, so close "
                    "that it fills half of the picture."
                )
            )
        spec = self._current.spec
        self._photos = (spec, (*self._photos_of(spec), picture.copy())[-MOST_PHOTOS:])

    def forget_photos(self) -> None:
        """Forget all photos of the board."""
        self._photos = ("", ())

    def strips(self) -> Mapping[str, tuple[Outline, ...]]:
        """What a rail along each side would be, in each of the widths that there are, in fractions of the picture."""
        tray = self._current.watch.tray_now
        return {side: tuple(in_picture(tray, strip(tray, side, width)) for width in WIDTHS) for side in SIDES}

    def mark_rail(self, side: str, width: int) -> None:
        """Keep a strip along a side as the keep rail, in the width of this number; CalibrationError where it cannot."""
        if side not in SIDES or not 0 <= width < len(WIDTHS):
            raise CalibrationError("There is no such strip of the tray. Tap one of its sides.")  # not for players
        tray = self._current.watch.tray_now
        self._current.set_tray(tray.with_rail(strip(tray, side, WIDTHS[width])))

    def clear_rail(self) -> None:
        """Take the keep rail away; CalibrationError where that cannot be kept."""
        self._current.set_tray(self._current.watch.tray_now.with_rail(None))

    def verdicts(self, *, refresh: bool) -> tuple[Verdict, ...]:
        """The check results for light, lens and dice; `refresh` measures now, otherwise they are the latest ones.

        Empty where nothing was measured since the source was opened or another tray was marked. Raises SourceLostError.
        """
        watch = self._current.watch
        measured_of = (watch.capture, watch.tray.outline)
        if refresh:
            with self._measuring:
                self._verdicts = (measured_of, self._measure(watch))
        known_of, verdicts = self._verdicts
        return verdicts if known_of == measured_of else ()

    def sheet(self, paper: str) -> bytes:
        """The cards to print, as PDF; KeyError for a paper that is not in `calibration.PAPERS`."""
        return sheet(paper)

    def _photos_of(self, spec: str) -> tuple[Picture, ...]:
        """The photos of the board that were taken with a source."""
        taken_with, photos = self._photos
        return photos if taken_with == spec else ()

    def _measure(self, watch: WatchedSource) -> tuple[Verdict, ...]:
        frames = self._frames(PICTURES)
        last, outline = frames[-1].image, watch.tray_now.outline
        dice = self._dice.read(last, outline_in_pixels(outline, frames[-1].size))
        verdicts = examine([frame.image for frame in frames], dice, outline, card_mask(last))
        camera_pose = watch.camera_pose(frames[-1].size)
        if camera_pose is not None:
            verdicts = (*verdicts, check_view(camera_pose, outline, frames[-1].size))
        marked = self._current.trays.picture(watch.capture.spec) if watch.guard else None
        return verdicts if marked is None else (*verdicts, check_position(marked, last, watch.tray))

    def _newest(self) -> Frame:
        taken = self._current.watch.capture.newest
        return taken.frame if taken is not None and not self.lost else self._frames(1)[-1]

    def _frames(self, count: int) -> list[Frame]:
        """The next frames; SourceLostError where they do not come."""
        capture = self._current.watch.capture
        taken = capture.newest
        number = 0 if taken is None else taken.number
        frames: list[Frame] = []
        while len(frames) < count:
            taken = capture.newer_than(number, PATIENCE)
            if taken is None:
                raise SourceLostError(capture.lost or no_picture(capture.title, PATIENCE))
            number = taken.number
            frames.append(taken.frame)
        return frames


def _small(frame: Frame) -> bytes:
    width, height = frame.size
    size = (THUMBNAIL_WIDTH, max(1, round(THUMBNAIL_WIDTH * height / width)))
    return jpeg(as_picture(cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)))

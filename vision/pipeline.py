"""From frames to settled rolls.

Read `settled_rolls` from top to bottom: every frame is watched for motion and hands; once the dice lie still, they are
located in the latest frames, each is cropped and read, and the readings vote.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.calibration.rail import lie_on_rail
from vision.calibration.tray_watch import CAMERA_MOVED
from vision.camera_pose import CameraPose
from vision.detection import Detection
from vision.frame import Frame, Picture
from vision.geometry import WHOLE, Outline, lies_inside, outline_in_pixels, square_cut
from vision.read.example import example
from vision.sentence import say
from vision.settle import HandWatch, Moving, SettleThresholds, Settling, State, Still
from vision.settle.states import TrayState, state_of
from vision.settle.vote import agree

READINGS = 5
"""Pictures of the same still dice that are read at most: noise that misleads one seldom misleads three."""

ENOUGH = 3
"""Readings that are enough where they agree in everything; a roll is shown the sooner."""

FOREIGN = say("Something other than dice is in the tray.")
"""Said with what is read where something has been taken for a hand for too long."""

ALIKE = 1.5
"""How many times wider or narrower than the dice in the tray one beside it may be: it lies lower or aslant."""

CUT_SIDE = 160
"""Pixels: how large each die's cut-out is, sharp on a tablet's screen."""

CUT_MARGIN = 0.2
"""Parts of the die's box shown around it."""

JPEG_QUALITY = 88


class PictureReader(Protocol):
    """Reads every die of a picture (BGR uint8), left to right; only those inside the outline (N, 2), in pixels.

    The camera pose is where the tray is seen from, where that is known.
    """

    def read(
        self, image: Picture, outline: NDArray[np.floating] | None = None, camera_pose: CameraPose | None = None
    ) -> tuple[Detection, ...]:
        """A detection for each die."""


@dataclass(frozen=True, slots=True, eq=False)
class SettledRoll:
    """Dice that lie still, left to right, in the `picture` they were read from (BGR uint8).

    `thrown` is False when nothing moved before. `problems` are sentences on what could not be read. `since` is the time
    of the first frame that shows them lying still, `time` that of the last one looked at (monotonic seconds).
    `outside` are dice that lie beside the tray, each surely seen. `state` is EMPTY, SETTLED or TAKEN_OUT.
    """

    picture: Picture
    dice: tuple[Detection, ...]
    thrown: bool
    problems: tuple[str, ...] = ()
    since: float = 0.0
    time: float = 0.0
    outside: tuple[Detection, ...] = ()
    state: TrayState = TrayState.SETTLED

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels."""
        height, width = self.picture.shape[:2]
        return width, height

    def picture_jpeg(self) -> bytes:
        """The whole picture."""
        return jpeg(self.picture)

    def die_jpegs(self) -> tuple[bytes, ...]:
        """A square cut-out of each die, CUT_SIDE pixels, in the order of `dice`."""
        return tuple(jpeg(square_cut(self.picture, die.box, CUT_SIDE, CUT_MARGIN)) for die in self.dice)

    def in_tray(self, tray: Calibration, *, misplaced: bool) -> Self:
        """The roll, with each die marked that lies on the tray's keep rail.

        Where the camera was moved (`misplaced`) it has a problem instead: with dice outside the tray nobody can win.
        """
        if misplaced:
            return replace(self, problems=(*self.problems, CAMERA_MOVED))
        height, width = self.picture.shape[:2]
        kept = lie_on_rail(tray, np.array([die.centre for die in self.dice]).reshape(-1, 2) / (width, height))
        dice = tuple(replace(die, on_rail=True) if on else die for die, on in zip(self.dice, kept, strict=True))
        return replace(self, dice=dice)

    def die_example(self, die: int) -> bytes:
        """One die (from 0 on) as an example of its face, for a set that learns it: a picture file without losses."""
        return cv2.imencode(".png", example(self.picture, self.dice[die].box))[1].tobytes()


def settled_rolls(
    frames: Iterable[Frame],
    reader: PictureReader,
    *,
    outline: Outline = WHOLE,
    outline_now: Callable[[], Outline] | None = None,
    camera_pose: Callable[[tuple[int, int]], CameraPose | None] | None = None,
    problems: Sequence[str] = (),
    thresholds: SettleThresholds | None = None,
) -> Iterator[Moving | SettledRoll]:
    """Yield Moving when motion begins and when a hand comes or goes, and a SettledRoll whenever dice have come to rest.

    Nothing is read while dice move, nor again while they lie still; what is read below a hand is not yielded.
    The tray's `outline` limits what is watched and which dice count; a tray that has been found elsewhere since is
    asked for by `outline_now` before each reading, as is the `camera_pose` for pictures of a size (width, height).
    `problems` that every roll shares are passed on with it.
    """
    tray = _Tray(reader, outline, outline_now or (lambda: outline), camera_pose or (lambda _: None), thresholds)
    for frame in frames:
        change = tray.settle(frame)
        if isinstance(change, Moving):
            yield change
        if tray.is_to_be_read(change, frame):
            roll = tray.read(change)
            hand: bool | None = tray.see_hand_over(roll, frame)
            if not hand:
                yield tray.remember(roll, problems)
        else:
            hand = tray.see_hand(frame)
        if hand is not None and hand != tray.hand:
            yield tray.hand_changed(hand)


class _Tray:
    """The steps from frames to rolls, and what each of them has to know about the frames before."""

    def __init__(
        self,
        reader: PictureReader,
        outline: Outline,
        outline_now: Callable[[], Outline],
        camera_pose: Callable[[tuple[int, int]], CameraPose | None],
        thresholds: SettleThresholds | None,
    ) -> None:
        polygon = None if outline == WHOLE else np.asarray(outline, np.float64)
        self._reader = reader
        self._outline_now = outline_now
        self._camera_pose = camera_pose
        self._settling = Settling(thresholds, polygon)
        self._hands = HandWatch(polygon)
        self._recent: deque[Frame] = deque(maxlen=READINGS)
        self._dice: tuple[Detection, ...] = ()
        self._foreign = False
        self.hand = False

    def settle(self, frame: Frame) -> Moving | Still | None:
        """Compare a frame with those before: whether something begins to move, or everything has come to rest.

        Motion below a hand is no news.
        """
        self._recent.append(frame)
        change = self._settling.update(frame)
        return None if isinstance(change, Moving) and self.hand else change

    def is_to_be_read(self, change: Moving | Still | None, frame: Frame) -> bool:
        """Whether the dice are read now: once they lie still, or once what seemed a hand has stayed for too long."""
        self._foreign = self._hands.stays(frame.time)
        return isinstance(change, Still) or self._foreign

    def read(self, change: Moving | Still | None) -> SettledRoll:
        """Locate and read the dice in the latest frames that show them at rest, and let the readings vote."""
        since = self._settling.quiet_since
        still = [frame for frame in self._recent if frame.time >= since]
        pose = self._camera_pose(still[-1].size)
        thrown = self._foreign or (isinstance(change, Still) and change.moved)
        return _read(still, self._reader, self._outline_now(), pose, thrown, since)

    def see_hand_over(self, roll: SettledRoll, frame: Frame) -> bool:
        """Whether a hand rests in the tray, so that the roll may not be what lies there."""
        return not self._foreign and self._hands.see_resting(frame, [die.box for die in roll.dice])

    def see_hand(self, frame: Frame) -> bool | None:
        """Whether a hand is in a tray that is not read now; None where the frame comes too soon to tell."""
        return self.hand if self._settling.state is State.STILL else self._hands.see_moving(frame)

    def hand_changed(self, hand: bool) -> Moving:
        """Keep that a hand has come or gone, and say so."""
        self.hand = hand
        return Moving(hand)

    def remember(self, roll: SettledRoll, problems: Sequence[str]) -> SettledRoll:
        """Take the tray as it lies there for what it looks like without a hand; the roll with state and problems."""
        self._hands.remember(self._recent[-1].image, [die.box for die in roll.dice])
        self.hand = False
        state, self._dice = state_of(roll.dice, self._dice), roll.dice
        foreign = (FOREIGN,) if self._foreign else ()
        return replace(roll, problems=(*roll.problems, *foreign, *problems), state=state)


def jpeg(picture: Picture) -> bytes:
    """A picture as JPEG."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _read(
    still: Sequence[Frame], reader: PictureReader, outline: Outline, pose: CameraPose | None, thrown: bool, since: float
) -> SettledRoll:
    """Read the same still dice in several pictures and let the readings vote."""
    polygon = outline_in_pixels(outline, still[-1].size)
    # A source that shows a photograph gives the very same picture again and again: reading it once is enough.
    pictures = list({id(frame.image): frame.image for frame in still}.values())
    readings = [reader.read(picture, None, pose) for picture in pictures[:ENOUGH]]
    agreed = agree([_inside(reading, polygon) for reading in readings])
    if not agreed.unanimous:
        readings += [reader.read(picture, None, pose) for picture in pictures[ENOUGH:]]
        agreed = agree([_inside(reading, polygon) for reading in readings])
    last = still[-1]
    beside = _beside(readings, polygon, agreed.dice)
    return SettledRoll(last.image, agreed.dice, thrown, agreed.problems, since, last.time, beside)


def _inside(reading: tuple[Detection, ...], outline: NDArray[np.float64] | None) -> tuple[Detection, ...]:
    return tuple(die for die in reading if lies_inside(*die.centre, outline))


def _beside(
    readings: Sequence[tuple[Detection, ...]], outline: NDArray[np.float64] | None, dice: Sequence[Detection]
) -> tuple[Detection, ...]:
    """The dice outside of the tray: every reading is sure of them, and they are about as wide as those inside."""
    if outline is None:
        return ()
    usual = float(np.median([die.width for die in dice])) if dice else 0.0
    found = [
        tuple(
            die
            for die in reading
            if die.sure
            and not lies_inside(*die.centre, outline)
            and (not usual or usual / ALIKE < die.width < usual * ALIKE)
        )
        for reading in readings
    ]
    agreed = agree(found)
    return agreed.dice if agreed.unanimous else ()

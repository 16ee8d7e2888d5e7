"""From frames to settled rolls: the whole way, read from top to bottom."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame, Picture
from vision.geometry import WHOLE, Outline, lies_inside, outline_in_pixels, square_cut
from vision.read.example import example
from vision.sentence import say
from vision.settle import HandWatch, Moving, SettleThresholds, Settling, State, Still
from vision.settle.states import TrayState, state_of
from vision.settle.vote import agree
from vision.sighting import Sighting
from vision.vantage import Vantage

READINGS = 5
"""Pictures of the same still dice that are read at most: noise that misleads one seldom misleads three."""

ENOUGH = 3
"""Readings that are enough where they agree in everything; a roll is shown the sooner."""

FOREIGN = say("Something that is no die lies in the tray or reaches into it.")
"""Said with what is read where something has been taken for a hand for too long."""

ALIKE = 1.5
"""How many times wider or narrower than the dice in the tray one beside it may be: it lies lower or aslant."""

CUT_SIDE = 160
"""Pixels: how large each die's cut-out is, sharp on a tablet's screen."""

CUT_MARGIN = 0.2
"""Parts of the die's box shown around it."""

JPEG_QUALITY = 88


class Reader(Protocol):
    """Reads every die of a picture (BGR uint8), left to right; only those inside the outline (N, 2), in pixels.

    The vantage is where the tray is looked at from, where that is known.
    """

    def read(
        self, image: Picture, outline: NDArray[np.floating] | None = None, vantage: Vantage | None = None
    ) -> tuple[Sighting, ...]:
        """The dice's sightings."""


@dataclass(frozen=True, slots=True, eq=False)
class SettledRoll:
    """Dice that lie still, left to right, in the `picture` they were read from (BGR uint8).

    `thrown` is False when nothing moved before. `problems` are sentences on what could not be read. `since` is the time
    of the first frame that shows them lying still, `time` that of the last one looked at (monotonic seconds).
    `outside` are dice that lie beside the tray, each surely seen. `state` is EMPTY, SETTLED or TAKEN_OUT.
    """

    picture: Picture
    dice: tuple[Sighting, ...]
    thrown: bool
    problems: tuple[str, ...] = ()
    since: float = 0.0
    time: float = 0.0
    outside: tuple[Sighting, ...] = ()
    state: TrayState = TrayState.SETTLED

    def picture_jpeg(self) -> bytes:
        """The whole picture."""
        return jpeg(self.picture)

    def die_jpegs(self) -> tuple[bytes, ...]:
        """A square cut-out of each die, CUT_SIDE pixels, in the order of `dice`."""
        return tuple(jpeg(square_cut(self.picture, die.box, CUT_SIDE, CUT_MARGIN)) for die in self.dice)

    def die_example(self, die: int) -> bytes:
        """One die (from 0 on) as an example of its face, for a set that learns it: a picture file without losses."""
        return cv2.imencode(".png", example(self.picture, self.dice[die].box))[1].tobytes()


def settled_rolls(
    frames: Iterable[Frame],
    reader: Reader,
    *,
    corners: Outline = WHOLE,
    corners_now: Callable[[], Outline] | None = None,
    seen_from: Callable[[tuple[int, int]], Vantage | None] | None = None,
    problems: Sequence[str] = (),
    thresholds: SettleThresholds | None = None,
) -> Iterator[Moving | SettledRoll]:
    """Tell of each beginning of motion, of a hand in the tray and its leaving, and of each roll once it lies still.

    Nothing is read while dice move, nor again while they lie still; what is read below a hand is not told. `corners`
    limit what is looked at to the tray; a tray that was found a little elsewhere since is asked for by `corners_now`
    before each reading, as is where pictures of a size (width, height) are `seen_from`. `problems` that every roll
    shares are passed on with it.
    """
    outline = None if corners == WHOLE else np.asarray(corners, np.float64)
    settling, hands = Settling(thresholds, outline), HandWatch(outline)
    told = Moving()
    before: tuple[Sighting, ...] = ()
    recent: deque[Frame] = deque(maxlen=READINGS)
    for frame in frames:
        recent.append(frame)
        news = settling.see(frame)
        if isinstance(news, Moving) and not told.hand:
            yield news
        foreign = hands.stays(frame.time)
        if isinstance(news, Still) or foreign:
            still = [kept for kept in recent if kept.time >= settling.quiet_since]
            thrown = foreign or (isinstance(news, Still) and news.moved)
            vantage = seen_from(frame.size) if seen_from else None
            where = corners_now() if corners_now else corners
            roll = _read(still, reader, where, vantage, thrown, settling.quiet_since)
            boxes = [die.box for die in roll.dice]
            hand: bool | None = not foreign and hands.see_resting(frame, boxes)
            if not hand:
                hands.remember(frame.image, boxes)
                told, state, before = Moving(), state_of(roll.dice, before), roll.dice
                foreigners = (FOREIGN,) if foreign else ()
                yield replace(roll, problems=(*roll.problems, *foreigners, *problems), state=state)
        else:
            hand = told.hand if settling.state is State.STILL else hands.see_moving(frame)
        if hand is not None and hand != told.hand:
            told = Moving(hand)
            yield told


def jpeg(picture: Picture) -> bytes:
    """A picture as JPEG."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _read(
    still: Sequence[Frame], reader: Reader, corners: Outline, vantage: Vantage | None, thrown: bool, since: float
) -> SettledRoll:
    """Read the same still dice in several pictures and let the readings vote."""
    outline = outline_in_pixels(corners, still[-1].size)
    # A source that shows a photograph gives the very same picture again and again: reading it once is enough.
    pictures = list({id(frame.image): frame.image for frame in still}.values())
    readings = [reader.read(picture, None, vantage) for picture in pictures[:ENOUGH]]
    agreed = agree([_inside(reading, outline) for reading in readings])
    if not agreed.unanimous:
        readings += [reader.read(picture, None, vantage) for picture in pictures[ENOUGH:]]
        agreed = agree([_inside(reading, outline) for reading in readings])
    last = still[-1]
    beside = _beside(readings, outline, agreed.dice)
    return SettledRoll(last.image, agreed.dice, thrown, agreed.problems, since, last.time, beside)


def _inside(reading: tuple[Sighting, ...], outline: NDArray[np.float64] | None) -> tuple[Sighting, ...]:
    return tuple(die for die in reading if lies_inside(*die.centre, outline))


def _beside(
    readings: Sequence[tuple[Sighting, ...]], outline: NDArray[np.float64] | None, dice: Sequence[Sighting]
) -> tuple[Sighting, ...]:
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

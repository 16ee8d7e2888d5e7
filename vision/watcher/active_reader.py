"""The reader in play: limited to the kind of dice in play, and to a taught set if one is chosen."""

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera_pose import CameraPose
from vision.detection import Detection
from vision.errors import VisionError
from vision.frame import Picture
from vision.pipeline import PictureReader
from vision.read import (
    KINDS,
    AskingReader,
    DiceReader,
    DiceSet,
    DiceSetError,
    DiceSets,
    Enroller,
    check_set,
    restricted,
)
from vision.sentence import Sentence, say

log = logging.getLogger(__name__)

UNKNOWN_KINDS: Mapping[str, Sentence] = MappingProxyType(
    {
        "pips": say("The reader cannot read pips. Teach it your dice; until then it asks about every die."),
        "poker": say("The reader cannot read poker dice. Teach it your dice; until then it asks about every die."),
    }
)


@dataclass(frozen=True, slots=True)
class DiceChoice:
    """What is played with: a kind of dice (a key of KINDS) and the name of a set that was taught, empty for none."""

    kind: str = "any"
    dice_set: str = ""


class ActiveReader:
    """Reads the dice in play, and learns the set that is in use from corrections.

    Every call returns at once: sets are learnt in a thread of its own, and until one is, the network reads by itself.
    `changed` is called when `notices` are others than before. A reader that is no DiceReader reads whatever is played.
    """

    def __init__(self, reader: PictureReader, sets: DiceSets) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.sets = sets
        self.chosen = DiceChoice()
        self.now: PictureReader = reader
        self.notices: tuple[str, ...] = ()
        self._choice_fault: tuple[str, ...] = ()
        self._full_reader = reader if isinstance(reader, DiceReader) else None
        self._enroller = None if self._full_reader is None else Enroller(self._full_reader.faces)
        self._choosing = threading.Lock()
        self._learning = ThreadPoolExecutor(1, "learning")

    @property
    def in_use(self) -> str:
        """The name of the set in use; empty where there is none."""
        return self.chosen.dice_set

    def read(
        self, image: Picture, outline: NDArray[np.floating] | None = None, camera_pose: CameraPose | None = None
    ) -> tuple[Detection, ...]:
        """Dice of a picture, left to right; with an `outline` (N, 2) in pixels, those inside it."""
        return self.now.read(image, outline, camera_pose)

    def use_kind(self, kind: str) -> None:
        """Read dice of this kind from now on; ValueError for one that is no key of KINDS."""
        if kind not in KINDS:
            raise ValueError(f"There are no dice of the kind {kind!r}. Known are {', '.join(KINDS)}.")
        if kind != self.chosen.kind:
            self._choose(DiceChoice(kind, self.chosen.dice_set))

    def use_set(self, name: str, *, keep: bool = True) -> None:
        """Read by the set of this name from now on, and learn it; by none where it is empty.

        The choice is kept for the next start unless `keep` is False. Raises DiceSetError, and changes nothing, for a
        set that is not there, is broken, or was taught too little to be read by.
        """
        if name and self._full_reader is not None:
            check_set(self.sets.load(name), self._full_reader.faces)
        if keep:
            self.sets.use(name or None)
        self._choice_fault = ()
        self._choose(DiceChoice(self.chosen.kind, name))

    def begin(self, name: str | None) -> None:
        """Read by a set for this time, raising what `use_set` does; without a name by the one that was kept.

        If that set fails, a notice says why until other dice are chosen, whatever kind is played with meanwhile.
        """
        if name is not None:
            self.use_set(name, keep=False)
            return
        try:
            self.use_set(self.sets.in_use() or "", keep=False)
        except DiceSetError as error:
            log.warning("%s", error)
            self._choice_fault = (error.sentence,)
            self._set_notices((), self.chosen)

    def learn(self, corrections: Sequence[tuple[str, bytes]]) -> None:
        """Let corrections, each a face and its example as a picture file, join the set in use."""
        if corrections and self.chosen.dice_set:
            self._submit(self._add_corrections, self.chosen, tuple(corrections))

    def catch_up(self) -> None:
        """Wait until all that has been asked so far is learnt. For tests: people see how their dice are read."""
        self._learning.submit(lambda: None).result()

    def close(self) -> None:
        """Learn nothing more."""
        self._learning.shutdown(wait=False, cancel_futures=True)

    def _choose(self, dice: DiceChoice) -> None:
        """Read by the network itself, as far as it knows these dice, and by the set as soon as that is learnt."""
        if self._full_reader is None:
            self.chosen = dice
            return
        by_itself = restricted(self._full_reader, dice.kind)
        with self._choosing:
            self.chosen, self.now = dice, by_itself
        if dice.dice_set:
            self._submit(self._fit, dice)
        else:
            self._set_notices((), dice)

    def _submit(self, work: Callable[..., None], dice: DiceChoice, *arguments: object) -> None:
        """Do it in the learning thread, and say there what goes wrong."""

        def do() -> None:
            try:
                work(dice, *arguments)
            except VisionError as error:
                log.warning("%s", error)
                self._set_notices((error.sentence,), dice)
            except Exception:
                log.exception("The dice set %s cannot be learnt", dice.dice_set)

        with suppress(RuntimeError):  # it was closed meanwhile
            self._learning.submit(do)

    def _fit(self, dice: DiceChoice) -> None:
        known = self.sets.load(dice.dice_set)
        lacking = _lacking(known, dice)
        if lacking:
            unfit = say(
                "The dice set {name} is not used in this game: it needs more examples of {faces}.",
                name=dice.dice_set,
                faces=", ".join(lacking),
            )
            self._set_notices((unfit,), dice)
        else:
            self._read_by(known, dice)

    def _add_corrections(self, dice: DiceChoice, corrections: tuple[tuple[str, bytes], ...]) -> None:
        known = grown = self.sets.load(dice.dice_set)
        if self._enroller is None or _lacking(known, dice):
            return
        for face, crop_file in corrections:
            crop = np.asarray(cv2.imdecode(np.frombuffer(crop_file, np.uint8), cv2.IMREAD_COLOR), np.uint8)
            grown = self._enroller.add_correction(grown, face, crop)
        if grown is not known:
            self.sets.save(grown)
            self._read_by(grown, dice)

    def _read_by(self, known: DiceSet, dice: DiceChoice) -> None:
        """Read by a set, unless other dice were chosen while it was learnt."""
        if self._full_reader is None or self._enroller is None:
            return
        reader = self._full_reader.for_set(self._enroller.fit(known.of_faces(KINDS[dice.kind])))
        with self._choosing:
            if dice != self.chosen:
                return
            self.now = reader
        self._set_notices((), dice)

    def _set_notices(self, notices: tuple[str, ...], dice: DiceChoice) -> None:
        """Let people know, unless other dice were chosen meanwhile; and of a reader that asks about every die, too."""
        with self._choosing:
            notices = (*self._choice_fault, *notices)
            if isinstance(self.now, AskingReader):
                notices = (*notices, UNKNOWN_KINDS[dice.kind])
            if dice != self.chosen or notices == self.notices:
                return
            self.notices = notices
        self.changed()


def _lacking(known: DiceSet, dice: DiceChoice) -> tuple[str, ...]:
    """The faces of the dice in play at which a set has too few looks."""
    return () if dice.kind == "any" else known.lacking(KINDS[dice.kind])

"""The reader at the table: restricted to the dice in play, and to the set of them that was taught."""

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

from vision.errors import VisionError
from vision.frame import Picture
from vision.pipeline import Reader
from vision.read import KINDS, AskingReader, DiceReader, DiceSet, DiceSetError, DiceSets, Learner, check, restricted
from vision.sentence import Sentence, say
from vision.sighting import Sighting
from vision.vantage import Vantage

log = logging.getLogger(__name__)

UNKNOWN_KINDS: Mapping[str, Sentence] = MappingProxyType(
    {
        "pips": say("The reader does not know dice with pips. Teach it yours; until then it asks about every die."),
        "poker": say("The reader does not know poker dice. Teach it yours; until then it asks about every die."),
    }
)


@dataclass(frozen=True, slots=True)
class Dice:
    """What is played with: a kind of dice (a key of KINDS) and the name of a set that was taught, empty for none."""

    kind: str = "any"
    dice_set: str = ""


class DiceInPlay:
    """Reads the dice in play, and learns the set that is in use from corrections.

    Every call returns at once: sets are learnt in a thread of its own, and until one is, the network reads by itself.
    `changed` is called when `notices` are others than before. A reader that is no DiceReader reads whatever is played.
    """

    def __init__(self, reader: Reader, sets: DiceSets) -> None:
        self.changed: Callable[[], None] = lambda: None
        self.sets = sets
        self.chosen = Dice()
        self.now: Reader = reader
        self.notices: tuple[str, ...] = ()
        self._whole = reader if isinstance(reader, DiceReader) else None
        self._learner = None if self._whole is None else Learner(self._whole.faces)
        self._choosing = threading.Lock()
        self._learning = ThreadPoolExecutor(1, "learning")

    @property
    def in_use(self) -> str:
        """The name of the set in use; empty where there is none."""
        return self.chosen.dice_set

    def read(
        self, image: Picture, outline: NDArray[np.floating] | None = None, vantage: Vantage | None = None
    ) -> tuple[Sighting, ...]:
        """Dice of a picture, left to right; with an `outline` (N, 2) in pixels, those inside it."""
        return self.now.read(image, outline, vantage)

    def use_kind(self, kind: str) -> None:
        """Read dice of this kind from now on; ValueError for one that is no key of KINDS."""
        if kind not in KINDS:
            raise ValueError(f"There are no dice of the kind {kind!r}. Known are {', '.join(KINDS)}.")
        if kind != self.chosen.kind:
            self._choose(Dice(kind, self.chosen.dice_set))

    def use_set(self, name: str, *, keep: bool = True) -> None:
        """Read by the set of this name from now on, and learn it; by none where it is empty.

        The choice is kept for the next start unless `keep` is False. Raises DiceSetError, and changes nothing, for a
        set that is not there, is broken, or was taught too little to be read by.
        """
        if name and self._whole is not None:
            check(self.sets.load(name), self._whole.faces)
        if keep:
            self.sets.use(name or None)
        self._choose(Dice(self.chosen.kind, name))

    def begin(self, name: str | None) -> None:
        """Read by a set for this time, raising what `use_set` does; without a name by the one that was kept.

        Where that one fails, people are told why.
        """
        if name is not None:
            self.use_set(name, keep=False)
            return
        try:
            self.use_set(self.sets.in_use() or "", keep=False)
        except DiceSetError as error:
            log.warning("%s", error)
            self._tell((error.sentence,), self.chosen)

    def learn(self, looks: Sequence[tuple[str, bytes]]) -> None:
        """Let corrections, each a face and its example as a picture file, join the set in use."""
        if looks and self.chosen.dice_set:
            self._later(self._take_in, self.chosen, tuple(looks))

    def catch_up(self) -> None:
        """Wait until all that has been asked so far is learnt. For tests: people see how their dice are read."""
        self._learning.submit(lambda: None).result()

    def close(self) -> None:
        """Learn nothing more."""
        self._learning.shutdown(wait=False, cancel_futures=True)

    def _choose(self, dice: Dice) -> None:
        """Read by the network itself, as far as it knows these dice, and by the set as soon as that is learnt."""
        if self._whole is None:
            self.chosen = dice
            return
        by_itself = restricted(self._whole, dice.kind)
        with self._choosing:
            self.chosen, self.now = dice, by_itself
        if dice.dice_set:
            self._later(self._learn, dice)
        else:
            self._tell((), dice)

    def _later(self, work: Callable[..., None], dice: Dice, *arguments: object) -> None:
        """Do it in the learning thread, and say there what goes wrong."""

        def do() -> None:
            try:
                work(dice, *arguments)
            except VisionError as error:
                log.warning("%s", error)
                self._tell((error.sentence,), dice)
            except Exception:
                log.exception("The dice set %s cannot be learnt", dice.dice_set)

        with suppress(RuntimeError):  # it was closed meanwhile
            self._learning.submit(do)

    def _learn(self, dice: Dice) -> None:
        known = self.sets.load(dice.dice_set)
        lacking = _lacking(known, dice)
        if lacking:
            unfit = say(
                "The dice set {name} is not used in this game: it was shown too little of {faces}.",
                name=dice.dice_set,
                faces=", ".join(lacking),
            )
            self._tell((unfit,), dice)
        else:
            self._read_by(known, dice)

    def _take_in(self, dice: Dice, looks: tuple[tuple[str, bytes], ...]) -> None:
        known = grown = self.sets.load(dice.dice_set)
        if self._learner is None or _lacking(known, dice):
            return
        for face, look in looks:
            crop = np.asarray(cv2.imdecode(np.frombuffer(look, np.uint8), cv2.IMREAD_COLOR), np.uint8)
            grown = self._learner.corrected(grown, face, crop)
        if grown is not known:
            self.sets.save(grown)
            self._read_by(grown, dice)

    def _read_by(self, known: DiceSet, dice: Dice) -> None:
        """Read by a set, unless other dice were chosen while it was learnt."""
        if self._whole is None or self._learner is None:
            return
        reader = self._whole.of_set(self._learner.taught(known.of_faces(KINDS[dice.kind])))
        with self._choosing:
            if dice != self.chosen:
                return
            self.now = reader
        self._tell((), dice)

    def _tell(self, notices: tuple[str, ...], dice: Dice) -> None:
        """Let people know, unless other dice were chosen meanwhile; and of a reader that asks about every die, too."""
        with self._choosing:
            if isinstance(self.now, AskingReader):
                notices = (*notices, UNKNOWN_KINDS[dice.kind])
            if dice != self.chosen or notices == self.notices:
                return
            self.notices = notices
        self.changed()


def _lacking(known: DiceSet, dice: Dice) -> tuple[str, ...]:
    """The faces of the dice in play at which a set has too few looks."""
    return () if dice.kind == "any" else known.lacking(KINDS[dice.kind])

"""Fitting a set again as corrections join it, without letting a wrong tap spoil it."""

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.network import Floats
from vision.read.dice_set import DiceSet, TaughtSet, check_set, embed_views, fit_views
from vision.read.faces import FaceReader, unit

Image = NDArray[np.uint8]

log = logging.getLogger(__name__)

ANOTHER = 0.5
"""Chance of another face from which on a set's examples contradict a correction: on simulated poker dice taught by five
looks a face they do so for 98 of 100 wrong taps, and for 2 to 5 of 100 true ones of blurred or dark dice."""

MAX_PENDING = 24
"""Corrections that are kept in mind, though not in the set, in case another one bears them out."""


@dataclass(frozen=True, slots=True, eq=False)
class _Correction:
    """A die that people corrected: the face they gave it, and its crop."""

    face: str
    crop: Image


class Enroller:
    """Learns sets of dice; what it has seen of an example once it does not look at again.

    A correction that contradicts all the examples of a set is not learnt, but kept in mind: when a later one of the
    same face looks most like it, nobody has mistapped, and both are.
    """

    def __init__(self, faces: FaceReader) -> None:
        self._faces = faces
        self._embedded: dict[bytes, Floats] = {}
        self._last: tuple[DiceSet, TaughtSet] | None = None
        self._pending: list[_Correction] = []

    def fit(self, dice_set: DiceSet) -> TaughtSet:
        """Learn a set; DiceSetError when its examples are too few or the reader's network cannot be taught."""
        if self._last is None or self._last[0] is not dice_set:
            check_set(dice_set, self._faces)
            self._last = dice_set, fit_views(dice_set, self._views(dice_set.crops))
        return self._last[1]

    def add_correction(self, dice_set: DiceSet, face: str, crop: Image) -> DiceSet:
        """The set grown by a correction and by what it bears out; as it was where its examples contradict that.

        Raises DiceSetError as `fit` does.
        """
        new = _Correction(face, crop)
        if face not in dice_set.faces:
            log.warning("%s was never shown %s, so a correction to it is not learnt", dice_set.name, face)
            return dice_set
        says, chance = self._read(dice_set, crop)
        if says == face or chance < ANOTHER:
            return dice_set.with_correction(face, crop)
        nearest = self._nearest(dice_set, new)
        if isinstance(nearest, _Correction):
            self._pending.remove(nearest)
            return dice_set.with_correction(face, nearest.crop).with_correction(face, crop)
        if nearest == face:
            return dice_set.with_correction(face, crop)
        log.warning(
            "A correction to %s is not learnt: to all examples of %s that die is %s (%.0f %%)",
            face,
            dice_set.name,
            says,
            100 * chance,
        )
        self._pending = [*self._pending, new][-MAX_PENDING:]
        return dice_set

    def _read(self, dice_set: DiceSet, crop: Image) -> tuple[str, float]:
        """What a set's examples say that a crop shows, and how likely."""
        learnt = self.fit(dice_set)
        chances = learnt.probabilities(self._views([crop])[:, 0]).mean(0)
        best = int(chances.argmax())
        return learnt.faces[best], float(chances[best])

    def _nearest(self, dice_set: DiceSet, new: _Correction) -> str | _Correction:
        """The face of the example that looks most like a correction, or an earlier doubted one of the same face."""
        pending = [one for one in self._pending if one.face == new.face]
        known = (*dice_set.crops, *(one.crop for one in pending))
        alike = self._middle(known) @ self._middle([new.crop])[0]
        best = int(alike.argmax())
        return dice_set.labels[best] if best < len(dice_set.crops) else pending[best - len(dice_set.crops)]

    def _middle(self, crops: Sequence[Image]) -> Floats:
        """Embeddings (N, E) averaged over the ways round."""
        return unit(np.asarray(self._views(crops).mean(0), np.float32))

    def _views(self, crops: Sequence[Image]) -> Floats:
        """What `embed_views` gives of the crops, (TURNS, N, E)."""
        keys = [hashlib.sha256(crop.tobytes()).digest() for crop in crops]
        new = {key: crop for key, crop in zip(keys, crops, strict=True) if key not in self._embedded}
        if new:
            self._embedded.update(zip(new, embed_views(list(new.values()), self._faces).swapaxes(0, 1), strict=True))
        return np.asarray(np.stack([self._embedded[key] for key in keys], 1), np.float32)

"""Batches for the face reader: labelled crops of every kind, and sets of dice whose faces are to be told apart."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import IterableDataset, get_worker_info

from models.training.face_data import Crops, augmented, folder_crops, photo_crops, rendered_crops
from models.training.negatives import empty_places, false_dice
from models.training.photos import labelled
from models.training.set_crops import SetCrops, load_set_crops
from models.training.stored import LABELS, UNREADABLE
from vision.locate.locator import Locator
from vision.network import models_folder
from vision.read.faces import FaceReader
from vision.read.kinds import POKER

Rng = np.random.Generator
Batch = tuple[torch.Tensor, torch.Tensor]
Row = tuple[NDArray[np.uint8], float, int, int]
"""A stored crop, its die's width in pixels, class and set."""

SETS = 2
"""Sets of dice in a batch, every face of each in VIEWS looks."""
VIEWS = 3
NO_SET = -1
UNMIRRORED = [LABELS.index(face) for face in POKER]
"""Classes that are not what they were in a mirror."""

# Crops of each source in a batch besides the sets. Rings are grey and mostly out of focus, the folder crops few.
SOURCES = {
    "rune55/tray": 18,
    "rune55/ring": 6,
    "nell-byler": 11,
    "matteop65": 8,
    "folder": 2,
    "cocked": 3,
    "nothing": 6,
    "rendered": 6,
}
PHOTOS = ("rune55/tray", "rune55/ring", "nell-byler", "matteop65")
FALSE_DICE = ("rune55/tray", "nell-byler", "matteop65")
"""Sources in which what is found without a label is hardly ever a die."""


def gathered(scenes: Path, sets: SetCrops, seed: int, networks: Path | None, most: int | None) -> dict[str, Crops]:
    """The crops of every source that is there; without rendered scenes the other sources do. See FaceBatches."""
    cocked = sets.classes == UNREADABLE
    found = {
        "cocked": Crops(sets.pictures[cocked], sets.classes[cocked], sets.widths[cocked]),
        "nothing": _nothing(seed, networks or models_folder(), most),
        "folder": folder_crops(),
        **{source: photo_crops(labelled(source, False, most)) for source in PHOTOS},
    }
    shards = sorted(scenes.glob("scenes-????.npz"))
    if shards:
        found["rendered"], empty = rendered_crops(shards)
        found["nothing"] = _joined(found["nothing"], empty)
    return found


def _nothing(seed: int, networks: Path, most: int | None) -> Crops:
    locator, faces = Locator.load(networks), FaceReader.load(networks)
    every = [
        found
        for source in FALSE_DICE
        for found in (
            *false_dice(labelled(source, False, most), locator, faces),
            *(empty_places(labelled(source, False, most), seed) if source != "rune55/tray" else ()),
        )
    ]
    pictures, widths = zip(*every, strict=True)
    classes = np.full(len(every), UNREADABLE, np.int64)
    return Crops(np.stack(pictures), classes, np.array(widths, np.float32))


def _joined(one: Crops, other: Crops) -> Crops:
    return Crops(
        np.concatenate([one.pictures, other.pictures]),
        np.concatenate([one.classes, other.classes]),
        np.concatenate([one.widths, other.widths]),
    )


class FaceBatches(IterableDataset[Batch]):
    """Endless random batches: crops (B, 3, SIDE, SIDE) uint8, and (B, 2) their classes and sets, NO_SET for none.

    `networks` is the folder of those that look for false dice in the photographs, the project's own by default; of
    each source of photographs the first `most` are taken, if given.
    """

    def __init__(
        self, scenes: Path, sets: Path, seed: int, networks: Path | None = None, most: int | None = None
    ) -> None:
        super().__init__()
        self.seed = seed
        found = load_set_crops(sets, "training")
        if found is None:
            raise FileNotFoundError(f"There are no sets of dice in {sets}; render them with set_crops.")
        self.sets = found
        self.crops = gathered(scenes, self.sets, seed, networks, most)
        self.classes = {source: crops.by_class() for source, crops in self.crops.items()}
        faces = self.sets.classes != UNREADABLE
        self.looks = {
            int(one): [
                np.flatnonzero((self.sets.sets == one) & (self.sets.classes == face))
                for face in np.unique(self.sets.classes[(self.sets.sets == one) & faces])
            ]
            for one in np.unique(self.sets.sets)
        }

    def __iter__(self) -> Iterator[Batch]:
        """Batches of this worker, from a seed of its own."""
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        while True:
            rows = [*self._of_sets(rng), *self._of_sources(rng)]
            views = [augmented(rng, crop, width, face not in UNMIRRORED) for crop, width, face, _ in rows]
            pictures = np.stack(views).transpose(0, 3, 1, 2)
            yield torch.from_numpy(pictures), torch.tensor([row[2:] for row in rows])

    def _of_sets(self, rng: Rng) -> Iterator[Row]:
        crops = self.sets
        for one in rng.choice(list(self.looks), SETS, replace=False).tolist():
            for looks in self.looks[one]:
                for index in rng.choice(looks, VIEWS, replace=len(looks) < VIEWS).tolist():
                    yield crops.pictures[index], float(crops.widths[index]), int(crops.classes[index]), one

    def _of_sources(self, rng: Rng) -> Iterator[Row]:
        """Crops of the sources, of each every class as often as any other."""
        for source, crops in self.crops.items():
            groups = self.classes[source]
            for _ in range(SOURCES[source]):
                index = int(rng.choice(groups[rng.integers(len(groups))]))
                yield crops.pictures[index], float(crops.widths[index]), int(crops.classes[index]), NO_SET

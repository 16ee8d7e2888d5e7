"""How well sets that nobody trained on are read after a few looks at each face, by their crops alone."""

import numpy as np
from numpy.typing import NDArray

from vision.read.discriminant import fit

Floats = NDArray[np.float32]


def taught_right(views: Floats, classes: NDArray[np.int64], sets: NDArray[np.int64], looks: int) -> float:
    """Part of the other looks (0-1) read right by discriminants of the first `looks` at each face, set by set.

    `views` (V, N, E) are embeddings of length 1 of N crops in V ways round, all of readable faces.
    """
    right = total = 0
    for one in np.unique(sets):
        inside = np.flatnonzero(sets == one)
        faces = np.unique(classes[inside])
        groups = [inside[classes[inside] == face] for face in faces]
        shown = np.concatenate([group[:looks] for group in groups])
        asked = np.concatenate([group[looks:] for group in groups])
        order = np.searchsorted(faces, classes[shown])
        learnt = fit(views[:, shown].reshape(-1, views.shape[2]), np.tile(order, len(views)), len(faces))
        read = learnt.scores(views[0, asked]).argmax(1)
        right += int((faces[read] == classes[asked]).sum())
        total += len(asked)
    return right / max(1, total)

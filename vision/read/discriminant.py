"""Telling a set's faces apart in the embedding: linear discriminants from a handful of examples each, in NumPy."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.network import Floats
from vision.read.faces import softmax

SHRINKAGE = 0.3
"""Part of the spread taken as equal in all directions: few examples tell little of how a face's looks vary."""

TEMPERATURES = np.geomspace(0.25, 32, 43)


@dataclass(frozen=True, slots=True, eq=False)
class Discriminant:
    """Scores of C faces: an embedding (E,) times `weights` (E, C) plus `offsets` (C,)."""

    weights: Floats
    offsets: Floats

    def scores(self, embeddings: Floats) -> Floats:
        """Scores (N, C) of embeddings (N, E); their softmax is how likely each face is."""
        return np.asarray(embeddings @ self.weights + self.offsets, np.float32)


def fit(embeddings: Floats, classes: NDArray[np.intp], count: int) -> Discriminant:
    """Fisher's discriminants of `count` classes, each with at least one of the embeddings (N, E)."""
    means = np.stack([embeddings[classes == one].mean(0) for one in range(count)]).astype(np.float64)
    apart = embeddings - means[classes]
    spread = apart.T @ apart / max(1, len(embeddings) - count)
    size = len(spread)
    spread = (1 - SHRINKAGE) * spread + (SHRINKAGE * np.trace(spread) / size + 1e-4) * np.eye(size)
    weights = np.linalg.solve(spread, means.T)
    return Discriminant(weights.astype(np.float32), (-0.5 * (means.T * weights).sum(0)).astype(np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """What the examples of a set say of each other: each is read by what was learnt from the others.

    `chances` (N, C) are calibrated, `classes` (N,) the truth, `temperature` is what calibrates them.
    """

    chances: Floats
    classes: NDArray[np.intp]
    temperature: float


def leave_one_out(views: Floats, classes: NDArray[np.intp], count: int) -> LeftOut:
    """Read each example by the others; `views` (V, N, E) are the embeddings of N examples in V ways round.

    An example that is its face's only one is read by the other faces, so it counts as misread.
    """
    turns, examples, _ = views.shape
    scores = np.full((turns, examples, count), -1e3, np.float32)
    for out in range(examples):
        rest = np.arange(examples) != out
        there = np.unique(classes[rest])
        order = np.searchsorted(there, classes[rest])
        kept = views[:, rest].reshape(-1, views.shape[2])
        learnt = fit(kept, np.tile(order, turns), len(there))
        scores[:, out, there] = learnt.scores(views[:, out])
    temperature = _temperature(scores.reshape(-1, count), np.tile(classes, turns))
    chances = softmax((scores / np.float32(temperature)).reshape(-1, count)).reshape(scores.shape).mean(0)
    return LeftOut(np.asarray(chances, np.float32), classes, temperature)


def _temperature(scores: Floats, classes: NDArray[np.intp]) -> float:
    """The temperature under which the scores (N, C) say the truth best.

    As if one example more had been read wrongly: where all are right, no temperature would be low enough otherwise.
    """
    count = scores.shape[1]
    truth = np.full(scores.shape, 1 / (len(scores) + 1) / count, np.float32)
    truth[np.arange(len(scores)), classes] += len(scores) / (len(scores) + 1)
    possible = scores > -1e3
    losses = [-(truth * np.log(softmax(scores / np.float32(t)) + 1e-6))[possible].sum() for t in TEMPERATURES]
    return float(TEMPERATURES[int(np.argmin(losses))])


def confusable(left_out: LeftOut, faces: Sequence[str], level: float) -> list[tuple[str, str]]:
    """Pairs of faces that are taken for each other with at least `level` chance, the worst first."""
    worst = []
    for one in range(len(faces)):
        for other in range(one):
            mixed = max(
                float(left_out.chances[left_out.classes == a, b].mean()) for a, b in ((one, other), (other, one))
            )
            if mixed >= level:
                worst.append((mixed, (faces[other], faces[one])))
    return [pair for _, pair in sorted(worst, reverse=True)]

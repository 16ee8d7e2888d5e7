"""Telling a set's faces apart in the embedding: linear discriminants from a handful of examples each, in NumPy."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.network import Floats
from vision.read.faces import softmax

Doubles = NDArray[np.float64]

SHRINKAGE = 0.3
"""Part of the spread taken as equal in all directions: few examples tell little of how a face's looks vary."""

TEMPERATURES = np.geomspace(0.25, 4096, 85)


@dataclass(frozen=True, slots=True, eq=False)
class Discriminant:
    """Scores of C faces: an embedding (E,) times `weights` (E, C) plus `offsets` (C,)."""

    weights: Floats
    offsets: Floats

    def scores(self, embeddings: Floats) -> Floats:
        """Scores (N, C) of embeddings (N, E); their softmax is how likely each face is."""
        return np.asarray(embeddings @ self.weights + self.offsets, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class _Sums:
    """All that the discriminants need of embeddings: squares (E, E), and of each class the sum (C, E) and count (C,).

    To leave an example out is to take its own sums away: far less work than to add up all the others again.
    """

    squares: Doubles
    sums: Doubles
    counts: Doubles

    def __sub__(self, other: "_Sums") -> "_Sums":
        return _Sums(self.squares - other.squares, self.sums - other.sums, self.counts - other.counts)

    def discriminant(self) -> Discriminant:
        means = self.sums / self.counts[:, None]
        spread = self.squares - (self.sums.T / self.counts) @ self.sums
        spread /= max(1.0, float(self.counts.sum()) - len(means))
        size = len(spread)
        spread = (1 - SHRINKAGE) * spread + (SHRINKAGE * np.trace(spread) / size + 1e-4) * np.eye(size)
        weights = np.linalg.solve(spread, means.T)
        return Discriminant(weights.astype(np.float32), (-0.5 * (means.T * weights).sum(0)).astype(np.float32))


def _sums(embeddings: Floats, classes: NDArray[np.intp], count: int) -> _Sums:
    exact = embeddings.astype(np.float64)
    member = np.eye(count)[classes]
    return _Sums(exact.T @ exact, member.T @ exact, member.sum(0))


def fit(embeddings: Floats, classes: NDArray[np.intp], count: int) -> Discriminant:
    """Fisher's discriminants of `count` classes, each with at least one of the embeddings (N, E)."""
    return _sums(embeddings, classes, count).discriminant()


@dataclass(frozen=True, slots=True, eq=False)
class LeaveOneOut:
    """What the examples of a set say of each other: each is read by what was learnt from the others.

    `chances` (N, C) are calibrated, `classes` (N,) the truth, `temperature` is what calibrates them.
    """

    chances: Floats
    classes: NDArray[np.intp]
    temperature: float


def leave_one_out(views: Floats, classes: NDArray[np.intp], count: int) -> LeaveOneOut:
    """Read each example by the others; `views` (V, N, E) are the embeddings of N examples in V ways round.

    An example that is its face's only one is read by the other faces, so it counts as misread.
    """
    turns, examples, _ = views.shape
    scores = np.full((turns, examples, count), -np.inf, np.float32)
    every = _sums(views.reshape(-1, views.shape[2]), np.tile(classes, turns), count)
    for out in range(examples):
        rest = every - _sums(views[:, out], np.repeat(classes[out], turns), count)
        there = rest.counts > 0
        learnt = _Sums(rest.squares, rest.sums[there], rest.counts[there]).discriminant()
        scores[:, out, there] = learnt.scores(views[:, out])
    temperature = _temperature(scores, classes)
    chances = softmax((scores / np.float32(temperature)).reshape(-1, count)).reshape(scores.shape).mean(0)
    return LeaveOneOut(np.asarray(chances, np.float32), classes, temperature)


def _temperature(scores: Floats, classes: NDArray[np.intp]) -> float:
    """The temperature under which the scores (V, N, C) of N examples say the truth (N,) best.

    As if one example more had been read wrongly: where all are right, no temperature would be low enough otherwise.
    """
    _, examples, count = scores.shape
    wrong = 1 / (examples + 1)
    truth = np.where(np.eye(count, dtype=bool)[classes], 1 - wrong, 0) + wrong / count
    exact = scores.astype(np.float64)
    losses = []
    for temperature in TEMPERATURES:
        raised = exact / temperature
        chances = raised - np.logaddexp.reduce(raised, axis=2, keepdims=True)
        losses.append(-np.where(np.isfinite(scores), truth * chances, 0).sum())
    return float(TEMPERATURES[int(np.argmin(losses))])


def confusable(left_out: LeaveOneOut, faces: Sequence[str], level: float) -> list[tuple[str, str]]:
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

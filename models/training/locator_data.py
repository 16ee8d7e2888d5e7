"""Training samples for the locator: pictures zoomed so that dice fall into its band, with target maps."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import IterableDataset, get_worker_info

from models.training.augment import camera_faults
from models.training.labels import COLUMNS, UNDER
from models.training.network import STRIDE
from models.training.photos import Labelled, labelled, read, whole_dice
from models.training.render import load_shard
from models.training.scenes import bare_scene

Rng = np.random.Generator
Floats = NDArray[np.float32]
Sample = tuple[torch.Tensor, torch.Tensor]

SIDE = 192
"""Side of a sample in pixels."""
CELLS = SIDE // STRIDE
BAND = (17.0, 76.0)
"""Widths in pixels that a die has at the network's input when it is to be found."""
TOO_LARGE = 92.0
"""A die wider than this is left to a coarser scale: it must not be found here."""
UNIT = 32.0
"""Unit of the size maps in pixels."""
BARE = 1500
"""Scenes without anything in them that are shown, unless told otherwise."""
BARE_SHARE = 0.12
"""How often one of these is shown, unless told otherwise."""
BARE_SEED = 1_000_000
"""Their seeds begin here: others than those of the examination."""
SEEN = 0.5
"""A rendered die of which less is seen need not be found."""

# How often a sample comes from each source, and how much the ground of a source counts: rings hold odd dice and
# trays lie beside other trays whose dice nobody labelled.
RENDERED_OR_BARE = 0.56
SOURCES = {
    "rune55/tray": 0.17,
    "nell-byler": 0.11,
    "matteop65": 0.08,
    "rune55/ring": 0.08,
}
GROUND_WEIGHT = {
    "rendered": 1.0,
    "bare": 1.0,
    "rune55/tray": 0.25,
    "nell-byler": 1.0,
    "matteop65": 1.0,
    "rune55/ring": 0.1,
}


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture with dice boxes (N, 4); `sized` is False where only the boxes' centres can be trusted.

    `open` (M, 4) are the boxes of dice hardly seen or under another one: whether they are found is left open.
    """

    picture: NDArray[np.uint8]
    boxes: Floats
    source: str
    sized: bool
    open: Floats = field(default_factory=lambda: np.zeros((0, 4), np.float32))


class LocatorSamples(IterableDataset[Sample]):
    """Endless random samples: picture (3, SIDE, SIDE) uint8 and target (7, CELLS, CELLS) float32.

    Target channels: heat 0-1, weight of the heat, log width, log height (in units of UNIT), offset x, offset y,
    and where the last four count (0 or 1).
    """

    def __init__(self, scenes: Path, seed: int, bare: int = BARE, bare_share: float = BARE_SHARE) -> None:
        super().__init__()
        self.scenes, self.seed = scenes, seed
        self.shares = {"rendered": RENDERED_OR_BARE - bare_share, "bare": bare_share, **SOURCES}
        self.photos: dict[str, list[Labelled]] = {source: labelled(source, held_back=False) for source in SOURCES}
        self.bare = bare_scenes(bare)
        self.kept: dict[Path, NDArray[np.uint8]] = {}

    def __iter__(self) -> Iterator[Sample]:
        """Samples of this worker, from a seed of its own."""
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        shard = self._shard(rng)
        left = 150
        while True:
            source = str(rng.choice(list(self.shares), p=list(self.shares.values())))
            if source == "rendered":
                if left == 0:
                    shard, left = self._shard(rng), 150
                left -= 1
                index = int(rng.integers(len(shard[0])))
                picture = np.asarray(cv2.imdecode(shard[0][index], cv2.IMREAD_COLOR), np.uint8)
                scene = rendered(picture, shard[1][shard[1][:, 0] == index])
            elif source == "bare":
                picture = self.bare[rng.integers(len(self.bare))]
                scene = Scene(picture, np.zeros((0, 4), np.float32), source, sized=True)
            else:
                photo = self.photos[source][rng.integers(len(self.photos[source]))]
                if photo.path not in self.kept:
                    self.kept[photo.path] = read(photo.path)
                scene = Scene(self.kept[photo.path], whole_dice(photo), source, source != "matteop65")
            yield sample(rng, scene)

    def _shard(self, rng: Rng) -> tuple[list[NDArray[np.uint8]], Floats]:
        paths = sorted(self.scenes.glob("scenes-????.npz"))
        return load_shard(paths[rng.integers(len(paths))])


@cache
def bare_scenes(count: int) -> tuple[NDArray[np.uint8], ...]:
    """Scenes in which nothing lies; rendering 1500 takes a minute."""
    return tuple(bare_scene(BARE_SEED + number) for number in range(count))


def rendered(picture: NDArray[np.uint8], rows: Floats) -> Scene:
    """A rendered picture with its label rows (N, len(COLUMNS))."""
    lies, seen = rows[:, COLUMNS.index("lies")], rows[:, COLUMNS.index("seen")]
    clear = (lies != UNDER) & (seen >= SEEN)
    return Scene(picture, rows[clear, 1:5], "rendered", True, rows[~clear, 1:5])


def sample(rng: Rng, scene: Scene) -> Sample:
    """One random view of a scene, zoomed and turned; see LocatorSamples."""
    picture, boxes = scene.picture, scene.boxes
    height, width = picture.shape[:2]
    sizes = (boxes[:, 2:] - boxes[:, :2]).mean(1)
    usual = float(np.median(sizes)) if len(boxes) else float(rng.uniform(20, 90))
    kind = rng.random()
    if kind < 0.12:
        wanted = float(np.exp(rng.uniform(np.log(TOO_LARGE * 1.05), np.log(260))))
    else:
        wanted = float(np.exp(rng.uniform(np.log(BAND[0]), np.log(BAND[1]))))
    zoom = wanted / usual
    if len(boxes) and rng.random() < 0.8:
        x0, y0, x1, y1 = boxes[rng.integers(len(boxes))]
        centre = np.array([(x0 + x1) / 2, (y0 + y1) / 2]) + rng.uniform(-0.45, 0.45, 2) * SIDE / zoom
    else:
        centre = rng.uniform(0, 1, 2) * (width, height)
    if zoom < 0.7:
        small = cv2.resize(picture, None, fx=zoom * 1.2, fy=zoom * 1.2, interpolation=cv2.INTER_AREA)
    else:
        small = picture
    ratio = np.array([small.shape[1] / width, small.shape[0] / height])
    turn = _quarter_turn(rng)
    matrix = turn * zoom
    shift = np.array([SIDE / 2, SIDE / 2]) - matrix @ centre
    warp = np.concatenate([matrix / ratio, shift[:, None]], 1)
    fill = int(rng.integers(4))
    border = (cv2.BORDER_REPLICATE, cv2.BORDER_CONSTANT, cv2.BORDER_CONSTANT, cv2.BORDER_REFLECT_101)[fill]
    view = np.asarray(cv2.warpAffine(np.asarray(small, np.uint8), warp, (SIDE, SIDE), borderMode=border), np.uint8)
    target = _target(_moved(boxes, matrix, shift), scene)
    _leave_open(target, _moved(scene.open, matrix, shift))
    if fill == 3:  # mirrored dice beyond the picture's edge are unlabelled
        inside = cv2.warpAffine(np.ones(small.shape[:2], np.float32), warp, (SIDE, SIDE))
        target[1] *= cv2.resize(inside, (CELLS, CELLS), interpolation=cv2.INTER_AREA) > 0.9
    view = camera_faults(rng, view, max(0.5, min(wanted, 80) * 0.02))
    return torch.from_numpy(np.ascontiguousarray(view.transpose(2, 0, 1))), torch.from_numpy(target)


def _moved(boxes: Floats, matrix: NDArray[np.float64], shift: NDArray[np.float64]) -> NDArray[np.float64]:
    """Boxes (N, 4) after quarter turns, flips, zoom and shift."""
    moved = np.concatenate([boxes[:, :2] @ matrix.T, boxes[:, 2:] @ matrix.T], 1) + np.tile(shift, 2)
    return np.concatenate([np.minimum(moved[:, :2], moved[:, 2:]), np.maximum(moved[:, :2], moved[:, 2:])], 1)


def _leave_open(target: Floats, boxes: NDArray[np.float64]) -> None:
    """Let the heat around these boxes' middles count nothing, but where another die's middle is; in place."""
    rows, columns = np.mgrid[:CELLS, :CELLS].astype(np.float32) + 0.5
    for x0, y0, x1, y1 in boxes:
        far = np.hypot(columns - (x0 + x1) / 2 / STRIDE, rows - (y0 + y1) / 2 / STRIDE)
        target[1][(far < (x1 - x0 + y1 - y0) / 2 / STRIDE * 0.6) & (target[0] < 0.05)] = 0


def _quarter_turn(rng: Rng) -> NDArray[np.float64]:
    """One of the eight ways to turn and flip a picture, shape (2, 2)."""
    turn = np.linalg.matrix_power(np.array([[0.0, -1.0], [1.0, 0.0]]), int(rng.integers(4)))
    return turn @ np.diag([rng.choice([-1.0, 1.0]), 1.0])


def _target(boxes: NDArray[np.float64], scene: Scene) -> Floats:
    target = np.zeros((7, CELLS, CELLS), np.float32)
    target[1] = GROUND_WEIGHT[scene.source]
    rows, columns = np.mgrid[:CELLS, :CELLS].astype(np.float32) + 0.5
    for x0, y0, x1, y1 in boxes:
        x, y = (x0 + x1) / 2 / STRIDE, (y0 + y1) / 2 / STRIDE
        wide, high = x1 - x0, y1 - y0
        size = (wide + high) / 2
        far = np.hypot(columns - x, rows - y)
        if size > TOO_LARGE:
            continue
        if not BAND[0] <= size <= BAND[1] or not (0 <= x < CELLS and 0 <= y < CELLS):
            target[1][far < size / STRIDE * 0.6] = 0
            continue
        spread = 0.5 + 0.09 * size / STRIDE
        heat = np.exp(-np.square(far) / (2 * spread * spread))
        column, row = int(x), int(y)
        target[0] = np.maximum(target[0], heat)
        target[0, row, column] = 1
        target[1][heat > 0.05] = np.maximum(target[1][heat > 0.05], 1)
        target[3 - 1 : 6, row, column] = (np.log(wide / UNIT), np.log(high / UNIT), x - column, y - row)
        target[6, row, column] = 1.0 if scene.sized else 0.0
    return target

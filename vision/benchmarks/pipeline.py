"""How long a roll takes to read on this machine: `python -m vision.benchmarks.pipeline`.

Milliseconds of each stage at one and two threads, for frames of several sizes with five dice, beside the floor (the
blob counter) on the very same frames. Medians of interleaved runs, so that other work disturbs all stages alike.
"""

import sys
import time
from collections.abc import Callable, Mapping

import cv2
import numpy as np

from vision.blobs import BlobReader
from vision.frame import Frame, Picture
from vision.read import DiceReader
from vision.settle import Settling
from vision.settle.vote import agree
from vision.simulate.dice import DiePose, LightSource, VirtualCamera, lying, render

SIZES = ((640, 480), (1280, 960), (4000, 3000))
THREADS = (1, 2)
REPEATS = 15
VALUES = (3, 1, 6, 5, 2)
CAMERA = VirtualCamera((0.0, -20.0, 420.0), (0.0, 0.0, 0.0), 2400.0, (1280, 960))
SPOTS = ((-62.0, 10.0), (-30.0, -30.0), (2.0, 22.0), (34.0, -18.0), (66.0, 8.0))


def main() -> None:
    """Print a line for every size and number of threads."""
    rows = ["frame        threads  watch  locate   read cocked   vote   roll  blobs  roll to blobs"]
    before = cv2.getNumThreads()
    try:
        for threads in THREADS:
            cv2.setNumThreads(threads)
            reader = DiceReader.load(threads=threads)
            reader.warm_up()
            for width, height in SIZES:
                spent = measure(reader, throw((width, height)))
                numbers = "  ".join(f"{milliseconds:5.1f}" for milliseconds in spent.values())
                ratio = spent["roll"] / spent["blobs"]
                rows.append(f"{f'{width} x {height}':<12} {threads:>7}  {numbers}  {ratio:13.1f}")
    finally:
        cv2.setNumThreads(before)
    sys.stdout.write("\n".join(rows) + "\n")


def throw(size: tuple[int, int]) -> Picture:
    """Five ivory dice on green cloth, as a frame of this size (width, height)."""
    rng = np.random.default_rng(3)
    cloth: Picture = np.clip(np.array([60, 105, 45]) + rng.normal(0, 4, (960, 1280, 1)), 0, 255).astype(np.uint8)
    dice = [DiePose((x, y, 8.0), lying(value, 20.0 + 40 * value)) for value, (x, y) in zip(VALUES, SPOTS, strict=True)]
    picture = render(dice, CAMERA, LightSource(), cloth)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def measure(reader: DiceReader, picture: Picture) -> Mapping[str, float]:
    """Median milliseconds of each stage; `roll` is all that one look at a still roll takes: locate, read and judge."""
    settling, blobs, camera_pose = Settling(), BlobReader(), CAMERA.camera_pose()
    located = reader.locator.locate(picture)
    seen = reader.read(picture)
    settling.update(Frame(picture, 0.0, 0))
    stages: dict[str, Callable[[], object]] = {
        "watch": lambda: settling.update(Frame(picture, time.monotonic(), 1)),
        "locate": lambda: reader.locator.locate(picture),
        "read": lambda: reader.faces.predict(picture, located),
        "cocked": lambda: reader.cocked_classifier.probabilities(picture, located, camera_pose),
        "vote": lambda: agree([seen, seen]),
        "roll": lambda: reader.read(picture, None, camera_pose),
        "blobs": lambda: blobs.read(picture),
    }
    spent: dict[str, list[float]] = {stage: [] for stage in stages}
    for _ in range(REPEATS):
        for stage, run in stages.items():
            began = time.perf_counter()
            run()
            spent[stage].append((time.perf_counter() - began) * 1000)
    return {stage: float(np.median(each)) for stage, each in spent.items()}


if __name__ == "__main__":
    main()

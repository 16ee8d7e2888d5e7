"""The simulated tray seen through the whole of vision: what is read is what lies there."""

import math

import pytest

from vision.pipeline import SettledRoll, settled_rolls
from vision.read import DiceReader
from vision.settle import Moving
from vision.simulate.tray import SimulatedTray
from vision.sources.simulated import SimulatedCamera

SEEDS = {"green": 0, "red": 1, "black": 3, "ivory": 11, "blue": 12, "white": 21}
"""A seed for each set of dice."""


class NoWaiting:
    """A clock that passes only when someone waits."""

    def __init__(self) -> None:
        self.time = 0.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader.load()


@pytest.mark.parametrize("seed", SEEDS.values(), ids=SEEDS.keys())
def test_throws_are_read_as_they_lie(seed: int, reader: DiceReader) -> None:
    # Five times as fast as real, to draw fewer pictures of dice in flight.
    camera = SimulatedCamera(f"sim:seed={seed}", SimulatedTray(seed, speed=5), NoWaiting())
    news = settled_rolls((camera.read(1.0) for _ in range(200)), reader)
    empty = next(news)
    assert isinstance(empty, SettledRoll)
    assert empty.dice == ()
    assert not empty.thrown

    for _ in range(2):
        kept = camera.tray.truth()[1:3]
        camera.throw(kept)
        assert isinstance(next(news), Moving)
        roll = next(news)
        assert isinstance(roll, SettledRoll)
        truth = camera.tray.truth()

        assert roll.thrown
        assert len(roll.dice) == 5
        # Of two dice one above the other either may count as the left one.
        for x, y, face in truth:
            nearest = min(roll.dice, key=lambda die: math.dist(die.centre, (x, y)))
            assert nearest.face == face
            assert nearest.centre == pytest.approx((x, y), abs=0.2 * nearest.width)
        assert set(kept) <= set(truth)
        assert not roll.problems

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.simulate.dice import DiePose, lying
from vision.simulate.layout import EDGE, FROM_RIM, HALF_DEPTH, HALF_WIDTH, DiePlace, free_place
from vision.simulate.tumble import Tumble, plan

tumbles = st.builds(
    Tumble,
    st.builds(DiePlace, st.floats(-100, 100), st.floats(-75, 75), st.floats(0, 360)),
    st.integers(1, 6),
    direction=st.floats(0, 2 * math.pi),
    way=st.floats(190, 430),
    twist=st.floats(-300, 300),
    seconds=st.floats(0.95, 1.3),
)


@settings(max_examples=25)
@given(tumbles)
def test_it_ends_flat_at_its_place_with_its_value_up(tumble: Tumble) -> None:
    for time in (tumble.seconds, tumble.seconds + 5):
        x, y, z = tumble.centre(time)
        end = DiePose((x, y, z), tumble.rotation(time), EDGE)

        assert (x, y, z) == pytest.approx((tumble.place.x, tumble.place.y, EDGE / 2), abs=1e-4)
        assert end.top == tumble.value
        assert end.tilt < 0.1
        assert end.rotation == pytest.approx(lying(tumble.value, tumble.place.heading), abs=1e-5)


@settings(max_examples=25)
@given(tumbles, st.floats(0, 1.3))
def test_it_stays_in_the_tray_and_above_the_cloth(tumble: Tumble, time: float) -> None:
    x, y, z = tumble.centre(time)

    assert abs(x) <= HALF_WIDTH - FROM_RIM + 1e-6
    assert abs(y) <= HALF_DEPTH - FROM_RIM + 1e-6
    assert z >= EDGE / 2 - 1e-4


@settings(max_examples=25)
@given(tumbles)
def test_it_slows_down_and_never_jumps(tumble: Tumble) -> None:
    steps = [tumble.seconds * step / 100 for step in range(101)]
    left = [tumble.left(time) for time in steps]
    ways = -np.diff(left)

    assert left[0] == pytest.approx(tumble.way)
    assert left[-1] == pytest.approx(0, abs=1e-9)
    assert (np.diff(ways) <= 1e-9).all()
    places = np.array([tumble.centre(time) for time in steps])
    assert np.linalg.norm(np.diff(places, axis=0), axis=1).max() < 28


@settings(max_examples=25)
@given(tumbles)
def test_it_turns_over_while_it_rolls(tumble: Tumble) -> None:
    tops = {DiePose((0, 0, 0), tumble.rotation(tumble.seconds * step / 40)).top for step in range(41)}

    assert len(tops) >= 3


@settings(max_examples=10)
@given(st.integers(0, 1000))
def test_planned_ways_mostly_keep_clear_of_each_other_and_of_dice_that_stay(seed: int) -> None:
    random = np.random.default_rng(seed)
    staying = [free_place([], random)]
    targets: list[tuple[DiePlace, int]] = []
    for value in (1, 2, 3, 4):
        taken = [*staying, *(place for place, _ in targets)]
        targets.append((free_place(taken, random, touching=0), value))

    ways = plan(targets, staying, random)

    assert [(way.place, way.value) for way in ways] == targets
    times = [step / 20 for step in range(1, 20)]
    meeting = sum(
        math.dist(one.centre(time), other.centre(time)) < EDGE * 0.7
        for i, one in enumerate(ways)
        for other in ways[:i]
        for time in times
    )
    assert meeting <= 0.08 * len(times) * 6

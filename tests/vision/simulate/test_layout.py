import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.simulate.layout import (
    EDGE,
    FROM_RIM,
    HALF_DEPTH,
    HALF_WIDTH,
    DiePlace,
    beside,
    free_place,
    inside,
    overlap,
)

places = st.builds(DiePlace, st.floats(-60, 60), st.floats(-60, 60), st.floats(0, 360))


def test_worked_examples_of_overlap() -> None:
    here = DiePlace(0, 0, 0)

    assert overlap(here, DiePlace(EDGE - 0.1, 0, 0))
    assert not overlap(here, DiePlace(EDGE + 0.1, 0, 0))
    assert overlap(here, DiePlace(EDGE * 1.15, 0, 45)), "a corner reaches further than a side"
    assert not overlap(here, DiePlace(EDGE * 1.25, 0, 45))
    assert not overlap(DiePlace(0, 0, 45), DiePlace(EDGE * 0.75, EDGE * 0.75, 45)), "diamonds fit side by side"


@given(places, places)
def test_overlap_is_mutual_and_bounded_by_the_circles_in_and_around_a_die(one: DiePlace, other: DiePlace) -> None:
    assert overlap(one, other) == overlap(other, one)
    if one.away(other) < EDGE - 1e-6:
        assert overlap(one, other)
    if one.away(other) > EDGE * math.sqrt(2) + 1e-6:
        assert not overlap(one, other)


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.floats(0, 1))
def test_dice_find_places_in_the_tray_beside_each_other(seed: int, touching: float) -> None:
    random = np.random.default_rng(seed)
    taken: list[DiePlace] = []
    for _ in range(6):
        taken.append(free_place(taken, random, touching=touching))

    assert not any(overlap(one, other) for i, one in enumerate(taken) for other in taken[:i])
    assert all(abs(place.x) <= HALF_WIDTH - FROM_RIM and abs(place.y) <= HALF_DEPTH - FROM_RIM for place in taken)


def test_some_dice_touch_and_most_do_not() -> None:
    random = np.random.default_rng(5)
    neighbour = DiePlace(0, 0, 30)

    gaps = [free_place([neighbour], random).away(neighbour) for _ in range(300)]

    touching = sum(gap < EDGE * 1.2 for gap in gaps)
    assert 30 <= touching <= 110


@settings(max_examples=40)
@given(st.lists(places, max_size=5), st.floats(-300, 300), st.floats(-300, 300))
def test_a_wanted_place_gives_way_to_dice_and_rim(taken: list[DiePlace], x: float, y: float) -> None:
    place = beside(DiePlace(x, y, 0), taken)

    assert place == inside(place)
    assert not any(overlap(place, other) for other in taken)


def test_a_free_place_is_taken_as_wanted() -> None:
    assert beside(DiePlace(10, 20, 30), [DiePlace(60, 20, 0)]) == DiePlace(10, 20, 30)

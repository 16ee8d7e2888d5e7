import numpy as np
import pytest

from vision.frame import Picture
from vision.simulate.effects import camera_shift, light_level
from vision.simulate.layout import EDGE, DiePlace
from vision.simulate.script import (
    Blur,
    Bump,
    DiceThrown,
    Event,
    Face,
    Glare,
    Landing,
    Light,
    Push,
    Put,
    ReachIn,
    Script,
    Take,
)
from vision.simulate.scripted import ScriptedTray
from vision.simulate.tray import SIZE

LYING = 10.0  # seconds after a throw at 1 s: everything lies still
THREE = DiceThrown(1, (Landing(4, -60, 30), Landing(2, 0, 0, 30), Landing(6, 60, 30)))


def tray_after(*events: Event, at: float = LYING) -> tuple[ScriptedTray, Picture]:
    tray = ScriptedTray(Script(seed=12, events=events))
    return tray, tray.picture(at)


def places(*events: Event) -> dict[int, tuple[DiePlace, int]]:
    return tray_after(*events)[0].tray.places()


def changed(one: Picture, other: Picture) -> float:
    """Parts of the picture that differ by more than noise."""
    return float(np.mean(np.abs(one.astype(np.int16) - other).max(axis=2) > 25))


def test_dice_lie_as_the_script_says() -> None:
    lying = places(THREE)

    assert [(round(place.x), round(place.y), value) for place, value in lying.values()] == [
        (-60, 30, 4),
        (0, 0, 2),
        (60, 30, 6),
    ]
    assert lying[1][0].heading == 30


def test_kept_dice_stay_and_the_lowest_other_numbers_are_thrown() -> None:
    before = places(THREE)
    after = places(THREE, DiceThrown(5, (Landing(1, 20, -40), Landing(5, -20, -40)), keep=(2,)))

    assert after.keys() == {0, 1, 2}
    assert after[1] == before[1]
    assert (after[0][1], after[2][1]) == (1, 5)


def test_a_die_beside_another_touches_it() -> None:
    lying = places(DiceThrown(1, (Landing(x=0, y=0), Landing(beside=1), Landing(beside=2))))

    for one, other in ((0, 1), (1, 2)):
        assert EDGE <= lying[one][0].away(lying[other][0]) < 1.2 * EDGE


def test_a_die_on_another_is_an_edge_higher() -> None:
    lying = places(DiceThrown(1, (Landing(x=0, y=0), Landing(on=1), Landing(on=2))))

    assert [place.base for place, _ in lying.values()] == [0, EDGE, 2 * EDGE]
    assert lying[2][0].away(lying[0][0]) < EDGE / 2


def test_a_die_off_the_tray_is_out_of_sight() -> None:
    tray, _ = tray_after(DiceThrown(1, (Landing(), Landing(off=True), Landing(off=True))))

    seen = [0 <= x < SIZE[0] and 0 <= y < SIZE[1] for x, y, _ in tray.tray.truth()]

    assert sorted(seen) == [False, False, True]


def test_a_cocked_die_looks_otherwise_than_a_flat_one() -> None:
    _, flat = tray_after(DiceThrown(1, (Landing(3, 0, 0, 10),)))
    _, cocked = tray_after(DiceThrown(1, (Landing(3, 0, 0, 10, lean=35),)))

    assert changed(flat, cocked) > 0.001


def test_dice_are_put_from_the_hand_and_change_places() -> None:
    swap = (Put(5, 1, 2, 60, 0), Put(5, 2, 6, -60, 0, turn=30))
    tray = ScriptedTray(Script(seed=12, events=(THREE, Take(3, 3), *swap, Put(7, 3, 4, 0, 40))))

    tray.picture(6)
    lying = {index: (place.x, place.y, place.heading, value) for index, (place, value) in tray.tray.places().items()}
    assert lying == {0: (60, 0, 0, 2), 1: (-60, 0, 30, 6)}
    tray.picture(8)
    place, value = tray.tray.places()[2]
    assert (place.x, place.y, value) == (0, 40, 4)


def test_dice_are_pushed_turned_over_and_taken_out() -> None:
    tray = ScriptedTray(Script(seed=12, events=(THREE, Push(5, 1, 10, -5, 40, 1.0), Face(7, 2, 5), Take(8, 3))))
    tray.picture(4.0)
    start = tray.tray.places()[0][0]
    halfway, arrived = tray.picture(5.5), tray.picture(6.5)
    end = tray.tray.places()[0][0]
    tray.picture(9.0)

    assert (end.x - start.x, end.y - start.y, end.heading - start.heading) == pytest.approx((10, -5, 40))
    assert changed(halfway, arrived) > 0.001
    assert {index: value for index, (_, value) in tray.tray.places().items()} == {0: 4, 1: 5}


def test_what_is_done_to_a_die_that_is_not_there_does_nothing() -> None:
    assert places(THREE, Push(5, 4, 10), Face(6, 5, 1), Take(7, 6)) == places(THREE)


def test_looking_late_shows_the_same_as_looking_on() -> None:
    events = (THREE, Push(5, 1, 10), DiceThrown(6, (Landing(),) * 3))
    watched = ScriptedTray(Script(seed=3, events=events))
    for step in range(12):
        watched.picture(float(step))

    late = ScriptedTray(Script(seed=3, events=events)).picture(12.0)

    assert changed(watched.picture(12.0), late) == 0


def test_a_tray_goes_on_from_the_state_of_another() -> None:
    script = Script(
        seed=3, events=(THREE, Push(5, 1, 10), DiceThrown(6, (Landing(),) * 3), DiceThrown(9, (Landing(),) * 2))
    )
    first = ScriptedTray(script)
    first.picture(7.0)

    second = ScriptedTray(script, first.state())

    assert second.tray.places() == first.tray.places()
    assert changed(first.picture(8.5), second.picture(8.5)) == 0
    assert changed(first.picture(12.0), second.picture(12.0)) == 0, "the next throw is the same"
    assert second.tray.places() == first.tray.places()


def test_another_script_is_followed_in_what_is_to_come() -> None:
    tray = ScriptedTray(Script(seed=3, events=(THREE, Take(8, 1))))
    tray.picture(5.0)

    tray.follow(Script(seed=3, events=(Take(4, 2), Take(6, 3))))
    tray.picture(9.0)

    assert tray.tray.places().keys() == {0}


def test_a_hand_covers_dice_and_leaves_them_as_they_were() -> None:
    hand = ReachIn(5, 0, 0, 1.0)
    _, before = tray_after(THREE, hand, at=4.9)
    _, there = tray_after(THREE, hand, at=5.9)
    _, gone = tray_after(THREE, hand, at=7.0)

    assert changed(before, there) > 0.05
    assert np.abs(there[430:500, 600:680].astype(int) - before[430:500, 600:680]).mean() > 30
    assert changed(before, gone) == 0


def test_glare_and_blur_pass() -> None:
    events = (THREE, Glare(4, 0, 0, 1.0), Blur(6, 5, 1.0))
    _, before = tray_after(*events, at=3.5)
    _, glaring = tray_after(*events, at=4.5)
    _, blurred = tray_after(*events, at=6.5)
    _, after = tray_after(*events, at=8.0)

    assert glaring[480, 640].min() > 180
    assert changed(before, blurred) > 0.005
    assert changed(before, after) == 0


def test_light_changes_on_its_way_from_one_level_to_the_next() -> None:
    events = (Light(2, 0.5, 2.0), Light(10, 1.0, 1.0))

    assert [light_level(events, time) for time in (1, 3, 4, 9, 10.5, 12)] == pytest.approx([1, 0.75, 0.5, 0.5, 0.75, 1])


def test_a_dimmed_tray_is_darker_by_as_much() -> None:
    _, before = tray_after(THREE, Light(4, 0.6), at=3.5)
    _, after = tray_after(THREE, Light(4, 0.6), at=8.0)

    assert after.mean() / before.mean() == pytest.approx(0.6, abs=0.02)


def test_bumps_add_up_and_their_shaking_dies_away() -> None:
    events = (Bump(2, 10, -4, 1.0, 0.5), Bump(5, 3, 3))

    assert camera_shift(events, 1.0) == (0, 0, 0)
    assert abs(camera_shift(events, 2.01)[0] - 10) > 1
    assert camera_shift(events, 4.0) == (10, -4, 1.0)
    assert camera_shift(events, 9.0) == (13, -1, 1.0)
    _, before = tray_after(THREE, *events, at=1.9)
    _, after = tray_after(THREE, *events, at=9.0)
    assert changed(before, after) > 0.01

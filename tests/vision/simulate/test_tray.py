import numpy as np
import pytest

from vision.errors import CannotThrowError
from vision.frame import Picture
from vision.simulate.tray import GATHER_SECONDS, NOISE, SIZE, SimulatedTray

LYING = 10.0  # seconds after a throw: everything lies still


@pytest.fixture(scope="module")
def empty() -> Picture:
    return SimulatedTray(7).picture(0.0)


@pytest.fixture(scope="module")
def thrown() -> SimulatedTray:
    """A tray with five dice thrown at 0 s. Tests that throw them again do so at 100 s and later."""
    tray = SimulatedTray(7)
    tray.throw((), 0.0)
    return tray


def differing(one: Picture, other: Picture) -> np.ndarray:
    """Pixels that differ by more than noise, rows x columns."""
    return np.asarray(np.abs(one.astype(np.int16) - other).max(axis=2) > 10 * NOISE)


def test_before_the_first_throw_it_is_empty_and_nothing_but_noise_changes(empty: Picture) -> None:
    tray = SimulatedTray(7)
    first, later = tray.picture(0.0), tray.picture(60.0)

    assert tray.truth() == ()
    assert first.shape == (SIZE[1], SIZE[0], 3)
    assert np.array_equal(first, empty), "the seed says all"
    assert not np.array_equal(later, first)
    assert differing(later, first).sum() == 0


def test_five_dice_lie_where_the_truth_says(empty: Picture, thrown: SimulatedTray) -> None:
    changed = differing(thrown.picture(LYING), empty)

    assert len(thrown.truth()) == 5
    for x, y, face in thrown.truth():
        assert face in "123456"
        assert changed[round(y) - 15 : round(y) + 15, round(x) - 15 : round(x) + 15].mean() > 0.9
    for x, y, _ in thrown.truth():
        changed[max(0, round(y) - 110) : round(y) + 110, max(0, round(x) - 110) : round(x) + 110] = False
    assert changed.sum() == 0, "nothing else was drawn"


def test_the_dice_are_gathered_then_tumble_then_lie_still(empty: Picture, thrown: SimulatedTray) -> None:
    gathered, early, late = (thrown.picture(GATHER_SECONDS + time) for time in (-0.05, 0.3, 0.6))
    lying, still_lying = thrown.picture(2.0), thrown.picture(LYING)

    assert differing(gathered, empty).sum() == 0
    assert differing(early, empty).sum() > 5_000
    assert differing(early, late).sum() > 5_000
    assert differing(lying, still_lying).sum() == 0


def test_a_faster_tray_lies_still_sooner() -> None:
    tray = SimulatedTray(7, speed=10)
    tray.throw((), 0.0)

    assert differing(tray.picture(0.2), tray.picture(LYING)).sum() == 0


def throws(seed: int, count: int) -> list[list[str]]:
    tray = SimulatedTray(seed)
    faces = []
    for number in range(count):
        tray.throw((), 10.0 * number)
        faces.append([face for _, _, face in tray.truth()])
    return faces


def test_a_seed_repeats_its_throws() -> None:
    assert throws(7, 3) == throws(7, 3)
    assert throws(7, 3) != throws(8, 3)


def test_all_faces_come_about_equally_often() -> None:
    tray = SimulatedTray(3)
    faces = []
    for number in range(120):
        tray.throw((), float(number))
        faces += [face for _, _, face in tray.truth()]

    counts = [faces.count(face) for face in "123456"]
    assert sum(counts) == 600
    assert sum((count - 100) ** 2 / 100 for count in counts) < 20.5, "chi-squared with 5 degrees, 1 in 1000"


def test_kept_dice_stay_as_they_lie(thrown: SimulatedTray) -> None:
    before = thrown.picture(LYING)
    kept = thrown.truth()[1], thrown.truth()[3]

    thrown.throw([(x + 8, y - 8, face) for x, y, face in kept], 100.0)
    gathered, after = thrown.picture(100.1), thrown.picture(100.0 + LYING)

    assert set(kept) <= set(thrown.truth())
    assert len(thrown.truth()) == 5
    for x, y, _ in kept:
        around = np.s_[round(y) - 20 : round(y) + 20, round(x) - 20 : round(x) + 20]
        assert differing(before[around], gathered[around]).sum() == 0
        assert differing(before[around], after[around]).sum() == 0


def test_a_kept_die_that_shows_another_face_is_turned_to_it() -> None:
    tray = SimulatedTray(7)
    tray.throw((), 0.0)
    x, y, face = tray.truth()[2]
    wanted = str(7 - int(face))

    tray.throw([(x, y, wanted)], LYING)

    assert (x, y, wanted) in tray.truth()


def test_a_die_that_is_nowhere_near_is_put_there() -> None:
    tray = SimulatedTray(7)

    tray.throw([(400.0, 300.0, "6"), (640.0, 500.0, "2")], 0.0)

    put = {face: (x, y) for x, y, face in tray.truth() if (round(x), round(y)) in {(400, 300), (640, 500)}}
    assert put == {"6": pytest.approx((400, 300), abs=0.5), "2": pytest.approx((640, 500), abs=0.5)}
    assert len(tray.truth()) == 5


def test_two_kept_dice_side_by_side_are_not_mixed_up() -> None:
    tray = SimulatedTray(7)
    tray.throw([(600.0, 500.0, "6"), (680.0, 500.0, "2")], 0.0)
    pair = {(x, y, face) for x, y, face in tray.truth() if 590 < x < 690 and 490 < y < 510}

    tray.throw([(684.0, 497.0, "2"), (604.0, 503.0, "6")], LYING)

    assert pair <= set(tray.truth())


def test_all_five_may_be_kept() -> None:
    tray = SimulatedTray(7)
    tray.throw((), 0.0)
    lying = tray.truth()

    tray.throw(lying, LYING)

    assert tray.truth() == lying


@pytest.mark.parametrize("counts", [(3, 6, 8), (6, 5, 3)])
def test_as_many_dice_lie_as_are_asked_for(counts: tuple[int, ...]) -> None:
    tray = SimulatedTray(7)
    for number, count in enumerate(counts):
        tray.throw((), LYING * number, count)
        assert len(tray.truth()) == count
        kept = tray.truth()[1:3]

        tray.throw(kept, LYING * number + LYING / 2, count)

        assert len(tray.truth()) == count
        assert set(kept) <= set(tray.truth())


def test_no_more_dice_are_thrown_than_there_are() -> None:
    with pytest.raises(CannotThrowError, match="has 8 dice"):
        SimulatedTray(7).throw((), 0.0, 9)


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        ([(400.0, 300.0, "K")], "1 2 3 4 5 6.*shows K"),
        ([(100.0 * n, 300.0, "1") for n in range(1, 7)], "throw 5 and keep 6"),
    ],
)
def test_what_these_dice_cannot_do_is_told(kept: list[tuple[float, float, str]], why: str) -> None:
    tray = SimulatedTray(7)
    tray.throw((), 0.0)
    lying = tray.truth()

    with pytest.raises(CannotThrowError, match=why):
        tray.throw(kept, LYING)

    assert tray.truth() == lying

import numpy as np
import pytest

from vision.frame import Frame, Picture
from vision.sources.frame_health import BLACK_PATIENCE, PATIENCE, FrameHealth

RANDOM = np.random.default_rng(5)


def noisy(level: int, size: tuple[int, int] = (320, 240)) -> Picture:
    noise = RANDOM.integers(-3, 4, (size[1], size[0], 3))
    return np.clip(level + noise, 0, 255).astype(np.uint8)


def doubts(health: FrameHealth, *pictures: Picture) -> list[str]:
    """Why each picture is not believed, "" where it is; each is seen as soon as it is taken."""
    told = (health.fault(Frame(picture, 10.0 + n, n), 10.0 + n) for n, picture in enumerate(pictures))
    return ["" if fault is None else fault.reason for fault in told]


def test_what_a_sensor_gives_is_believed() -> None:
    assert doubts(FrameHealth(live=True), noisy(90), noisy(90), noisy(60), noisy(250)) == [""] * 4


def test_the_same_picture_again_is_not() -> None:
    frozen = noisy(90)

    assert doubts(FrameHealth(live=True), frozen, frozen, frozen, noisy(90)) == [
        "",
        *["The camera keeps giving the same picture."] * 2,
        "",
    ]


def test_black_is_not_and_a_dim_room_is() -> None:
    stuck = noisy(3)
    stuck[64, 64] = 255

    told = doubts(FrameHealth(live=True), noisy(3), stuck, np.zeros((240, 320, 3), np.uint8), noisy(35))

    assert ["black" in reason for reason in told] == [True, True, True, False]


def test_a_black_camera_is_given_more_time_before_it_is_opened_anew() -> None:
    health = FrameHealth(live=True)
    picture = noisy(90)
    health.fault(Frame(picture, 0.0, 0), 0.0)
    frozen = health.fault(Frame(picture, 0.1, 1), 0.1)
    black = health.fault(Frame(noisy(2), 0.2, 2), 0.2)

    assert frozen is not None
    assert black is not None
    assert (frozen.patience, black.patience) == (PATIENCE, BLACK_PATIENCE)


def test_another_size_is_not_however_long_it_lasts() -> None:
    told = doubts(FrameHealth(live=True), noisy(90), noisy(90, (160, 120)), noisy(90, (160, 120)), noisy(90))

    assert told == ["", *["The camera's pictures have changed from 320 x 240 to 160 x 120 pixels."] * 2, ""]


@pytest.mark.parametrize("live", [True, False])
def test_old_pictures_are_not(live: bool) -> None:
    health = FrameHealth(live=live)

    fault = health.fault(Frame(noisy(90), 10.0, 1), 14.2)

    assert fault is not None
    assert fault.reason == "The camera's pictures are 4 s old."
    assert health.fault(Frame(noisy(90), 10.0, 2), 10.4) is None


def test_recordings_and_photographs_may_stand_still_be_dark_and_differ_in_size() -> None:
    photograph = noisy(90)

    assert doubts(FrameHealth(live=False), photograph, photograph, noisy(2), noisy(90, (160, 120))) == [""] * 4

import numpy as np
import pytest

from vision.sources.brightness import MOST_TRIES, ExposureSearch, brightness


def found(search: ExposureSearch, light_at_one: float, bend: float = 1.0) -> float:
    """The light that a search comes to in front of a camera, `bend` of which is none of an exposure's business."""
    light = light_at_one * search.exposure**bend
    while (exposure := search.judge(light)) is not None:
        light = light_at_one * exposure**bend
    return float(light)


@pytest.mark.parametrize("bend", [0.6, 1.0, 1.4])
@pytest.mark.parametrize("told", [20.0, 100.0, 700.0])
def test_it_comes_to_as_much_light_as_there_was(told: float, bend: float) -> None:
    light_at_one = 0.2 / 100.0**bend
    search = ExposureSearch(0.2, told, 1.0, 5000.0)
    assert found(search, light_at_one, bend) == pytest.approx(0.2, rel=0.3)
    assert search.agrees


def test_a_shadow_is_no_reason_to_change_anything() -> None:
    search = ExposureSearch(0.2, 100.0, 1.0, 5000.0)
    assert search.judge(0.12) is None
    assert (search.agrees, search.exposure) == (True, 100.0)


def test_it_ends_at_the_cameras_limit_and_does_not_agree() -> None:
    search = ExposureSearch(0.2, 100.0, 1.0, 300.0)
    found(search, 0.2 / 1000.0)
    assert (search.agrees, search.exposure) == (False, 300.0)


def test_light_that_keeps_changing_ends_it_too() -> None:
    search = ExposureSearch(0.2, 100.0, 0.0, 1e9)
    tries = 0
    while search.judge(0.02 if tries % 2 else 0.9) is not None:
        tries += 1
    assert tries == MOST_TRIES
    assert not search.agrees


def test_brightness_is_in_proportion_to_the_light() -> None:
    dark, bright = (np.full((64, 64, 3), round(255 * light ** (1 / 2.2)), np.uint8) for light in (0.1, 0.4))
    assert brightness(bright) / brightness(dark) == pytest.approx(4.0, rel=0.03)

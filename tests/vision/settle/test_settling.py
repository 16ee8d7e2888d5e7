from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.frame import Frame, Picture
from vision.settle import Moving, Settling, Still

Grey = npt.NDArray[np.float32]
Place = tuple[float, float, float]
"""A die's centre in pixels and its turn in degrees."""


@dataclass
class Scene:
    """Drawn dice on a speckled table under a lamp, seen by a noisy camera of 640 x 480."""

    seed: int = 1
    noise: float = 3.0
    flicker: float = 0.0
    width: int = 640
    height: int = 480
    body: int = 225
    table: int = 90
    die: float = 40.0
    random: np.random.Generator = field(init=False)
    ground: Grey = field(init=False)
    grain: Grey = field(init=False)

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)
        speckle = cv2.GaussianBlur(self.random.normal(0, 25, (self.height, self.width)).astype(np.float32), (0, 0), 1.5)
        self.ground = np.clip(speckle + self.table, 0, 255)
        self.grain = self.random.normal(0, self.noise, (self.height + 64, self.width + 64, 3)).astype(np.float32)

    def still(self, dice: Sequence[Place]) -> Grey:
        picture = self.ground.copy()
        for x, y, turn in dice:
            corners = cv2.boxPoints(((x, y), (self.die, self.die), turn))
            cv2.fillPoly(picture, [np.round(corners * 8).astype(np.int32)], self.body, cv2.LINE_AA, 3)
            for corner in corners:
                pip = (0.45 * corner + 0.55 * np.array([x, y])) * 8
                cv2.circle(picture, np.round(pip).astype(int).tolist(), round(self.die), 20, -1, cv2.LINE_AA, 3)
        return picture

    def take(self, dice: Sequence[Place], time: float, number: int = 0, light: float = 1.0) -> Frame:
        bands = np.sin(2 * np.pi * (11.3 * time + np.arange(self.height) / 150))
        picture = self.still(dice) * (light * (1 + self.flicker * bands)).astype(np.float32)[:, None]
        top, left = self.random.integers(0, 64, 2)
        picture = picture[..., None] + self.grain[top : top + self.height, left : left + self.width]
        image: Picture = np.clip(picture, 0, 255).astype(np.uint8)
        return Frame(image, time, number)


LYING: tuple[Place, ...] = ((120.0, 120.0, 10.0), (300.0, 200.0, 40.0), (450.0, 330.0, 75.0))


def frames(scene: Scene, rate: float, seconds: float, dice: Callable[[float], Sequence[Place]]) -> Iterator[Frame]:
    """What a camera sees in `seconds` at `rate` frames a second when the dice lie as `dice(time)` says."""
    for number in range(round(seconds * rate)):
        yield scene.take(dice(number / rate), number / rate, number)


Told = list[tuple[float, Moving | Still]]


@pytest.fixture
def scene() -> Scene:
    return Scene()


def watch(seen: Iterable[Frame], settling: Settling | None = None) -> Told:
    settling = settling or Settling()
    return [(frame.time, news) for frame in seen if (news := settling.update(frame)) is not None]


def rolled(time: float, start: float = 1.0, stop: float = 2.0) -> Sequence[Place]:
    """The second die rolls 150 pixels to the right between `start` and `stop`, slower and slower."""
    part = min(max((time - start) / (stop - start), 0.0), 1.0)
    eased = 1 - (1 - part) ** 2
    first, (x, y, turn), third = LYING
    return first, (x + 150 * eased, y, turn + 200 * eased), third


@settings(max_examples=12)
@given(
    rate=st.floats(5, 30),
    noise=st.floats(0, 12),
    flicker=st.floats(0, 0.04),
    seed=st.integers(0, 1000),
)
def test_a_roll_is_told_once_and_alike_at_any_rate(rate: float, noise: float, flicker: float, seed: int) -> None:
    scene = Scene(seed, noise, flicker)

    told = watch(frames(scene, rate, 3.2, rolled))

    assert [news for _, news in told] == [Still(moved=False), Moving(), Still(moved=True)]
    first, moving, still = (time for time, _ in told)
    assert 0.35 <= first <= 0.35 + 2 / rate
    assert 1.0 <= moving <= 1.15 + 2 / rate
    # The last hundredths of a slowing roll are smaller than a cell.
    assert 2.2 <= still <= 2.4 + 2 / rate


@pytest.mark.parametrize("noise", [0.0, 5.0, 15.0])
def test_a_noisy_camera_is_no_motion(noise: float) -> None:
    told = watch(frames(Scene(noise=noise), 15, 5, lambda _: LYING))

    assert [news for _, news in told] == [Still(moved=False)]


@pytest.mark.parametrize("flicker", [0.02, 0.05, 0.08])
def test_a_lamp_on_the_mains_is_no_motion(flicker: float) -> None:
    told = watch(frames(Scene(flicker=flicker), 15, 4, lambda _: LYING))

    assert [news for _, news in told] == [Still(moved=False)]


def test_a_setting_sun_is_no_motion() -> None:
    scene = Scene()
    dimming = (scene.take(LYING, number / 5, number, light=1 - number / 300) for number in range(150))

    assert [news for _, news in watch(dimming)] == [Still(moved=False)]


def test_a_lamp_switched_on_is_no_throw_where_it_lights_the_whole_tray(scene: Scene) -> None:
    switched = (scene.take(LYING, number / 10, number, light=0.6 if number < 15 else 1.05) for number in range(30))

    assert [news for _, news in watch(switched)] == [Still(moved=False)]


def test_dice_that_changed_while_the_camera_looked_away_have_moved(scene: Scene) -> None:
    settling = Settling()
    watch(frames(scene, 10, 1, lambda _: LYING), settling)

    later = [scene.take(rolled(9.0), 30 + number / 10) for number in range(10)]

    assert [news for _, news in watch(later, settling)] == [Moving(), Still(moved=True)]


def test_a_die_turned_on_its_spot_has_moved(scene: Scene) -> None:
    first, (x, y, turn), third = LYING
    turned = (first, (x, y, turn + 30), third)

    told = watch(frames(scene, 10, 3, lambda time: LYING if time < 1.5 else turned))

    assert [news for _, news in told] == [Still(moved=False), Moving(), Still(moved=True)]


def test_a_creeping_die_does_not_lie_still(scene: Scene) -> None:
    def creeping(time: float) -> Sequence[Place]:
        return ((100 + 25 * time, 120, 10), *LYING[1:])

    assert [news for _, news in watch(frames(scene, 15, 4, creeping))] == [Moving()]


def test_a_cream_die_on_a_white_table_is_seen_to_move() -> None:
    pale = Scene(body=235, table=210, noise=4)

    told = watch(frames(pale, 15, 3.2, rolled))

    assert [news for _, news in told] == [Still(moved=False), Moving(), Still(moved=True)]


def test_what_moves_outside_the_tray_is_not_looked_at(scene: Scene) -> None:
    left_part = np.array([(0.0, 0.0), (0.35, 0.0), (0.35, 1.0), (0.0, 1.0)])

    told = watch(frames(scene, 15, 3.2, rolled), Settling(outline=left_part))

    assert [news for _, news in told] == [Still(moved=False)]


def test_a_picture_of_another_size_is_another_picture(scene: Scene) -> None:
    settling = Settling()
    watch(frames(scene, 10, 1, lambda _: LYING), settling)
    upright = Scene(width=480, height=640)

    told = watch((upright.take(LYING, 1 + number / 10) for number in range(8)), settling)

    assert [news for _, news in told] == [Moving(), Still(moved=True)]

from collections.abc import Iterable

import numpy as np
import pytest

from vision.calibration import Calibration, Grade
from vision.calibration.tray_watch import (
    CameraInPlace,
    CameraMoved,
    Followed,
    LightBack,
    LightChanged,
    News,
    TrayWatch,
    check_position,
)
from vision.frame import Picture
from vision.simulate.effects import seen_through
from vision.simulate.layout import HALF_DEPTH, HALF_WIDTH
from vision.simulate.script import Bump, Event, Light
from vision.simulate.tray import CAMERA, SIZE, SimulatedTray

CORNERS = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * (HALF_WIDTH, HALF_DEPTH, 1)
TRAY = Calibration.of_corners(CAMERA.project(CORNERS) / np.array(SIZE))


class Play:
    """A tray with dice in it, seen once a second while this and that happens to the camera and the light."""

    def __init__(self) -> None:
        self.tray = SimulatedTray(11, speed=1000)
        self.reference = self.tray.picture(0.0)
        self.tray.throw((), 1.0)
        self.scene = self.tray.scene(60.0)

    def seen(self, *events: Event) -> Picture:
        return self.tray.noisy(seen_through(self.scene, events, 10.0, CAMERA))


@pytest.fixture(scope="module")
def play() -> Play:
    return Play()


@pytest.fixture
def watch(play: Play) -> TrayWatch:
    return TrayWatch(play.reference, TRAY)


def told(watch: TrayWatch, pictures: Iterable[Picture]) -> list[News]:
    return [news for picture in pictures for news in watch.check(picture)]


def test_an_evening_in_which_nothing_happens_is_quiet(watch: TrayWatch, play: Play) -> None:
    assert told(watch, (play.seen() for _ in range(6))) == []
    assert watch.tray == TRAY
    assert watch.problems == ()


def test_a_small_shift_is_followed(watch: TrayWatch, play: Play) -> None:
    before = told(watch, [play.seen(Bump(0, 3.0, 0.0)) for _ in range(2)])
    (news,) = told(watch, [play.seen(Bump(0, 3.0, 0.0)) for _ in range(4)])

    assert before == []
    assert isinstance(news, Followed)
    assert news.shift * SIZE[0] == pytest.approx(3, abs=0.7)
    moved = (np.array(watch.tray.outline) - np.array(TRAY.outline)) * SIZE
    assert moved == pytest.approx(np.array([[3.0, 0.0]] * 4), abs=0.7)
    assert watch.problems == ()


def test_a_camera_that_sinks_is_followed_step_by_step(watch: TrayWatch, play: Play) -> None:
    steps = [play.seen(Bump(0, 0.0, 9.0 * step, 0.3 * step)) for step in (1, 2, 3, 4, 5) for _ in range(3)]

    news = told(watch, steps)

    assert [type(one) for one in news] == [Followed] * 5
    assert np.mean(watch.tray.outline, axis=0)[1] - np.mean(TRAY.outline, axis=0)[1] == pytest.approx(
        45 / SIZE[1], abs=2 / SIZE[1]
    )


@pytest.mark.parametrize("bump", [Bump(0, 30.0, 0.0), Bump(0, 0.0, 0.0, 3.0)], ids=["30 px", "3 degrees"])
def test_a_knocked_camera_is_told_once_and_so_is_its_return(watch: TrayWatch, play: Play, bump: Bump) -> None:
    (news,) = told(watch, [play.seen(bump) for _ in range(6)])

    assert isinstance(news, CameraMoved)
    assert news.shift is not None
    assert news.shift * SIZE[0] > 25
    assert watch.tray == TRAY, "where people are asked nothing is changed behind their backs"
    (problem,) = watch.problems
    assert problem.startswith("The camera was moved.")
    assert told(watch, [play.seen() for _ in range(6)]) == [CameraInPlace()]
    assert watch.problems == ()


def test_a_camera_that_is_put_back_nearly_is_followed_there(watch: TrayWatch, play: Play) -> None:
    told(watch, [play.seen(Bump(0, 40.0, 0.0)) for _ in range(4)])

    back, followed = told(watch, [play.seen(Bump(0, 6.0, 0.0)) for _ in range(4)])

    assert back == CameraInPlace()
    assert isinstance(followed, Followed)


def test_a_camera_that_looks_far_away_is_told_without_a_number(watch: TrayWatch, play: Play) -> None:
    away = [play.seen(Bump(0, 300.0, 50.0)) for _ in range(8)]

    assert told(watch, away[:4]) == []
    assert told(watch, away[4:]) == [CameraMoved(None)]


def test_what_is_over_soon_is_not_told(watch: TrayWatch, play: Play) -> None:
    shaken = [play.seen(Bump(0, shift, 0.0)) for shift in (0, 30, 0, 30, 30, 0, 8, -8, 8, -8, 8, -8)]
    dimmed = [play.seen(Light(0, level)) for level in (1.0, 0.4, 0.4, 1.0, 0.4, 1.0)]

    assert told(watch, shaken + dimmed) == []


@pytest.mark.parametrize("level", [0.45, 2.2])
def test_other_light_is_told_once_and_so_is_its_return(watch: TrayWatch, play: Play, level: float) -> None:
    (news,) = told(watch, [play.seen(Light(0, level)) for _ in range(6)])

    assert isinstance(news, LightChanged)
    assert news.level == pytest.approx(level, rel=0.1)
    (problem,) = watch.problems
    assert f"{news.level:.0%}" in problem
    assert told(watch, [play.seen() for _ in range(4)]) == [LightBack()]
    assert watch.problems == ()


@pytest.mark.parametrize("level", [0.75, 1.4])
def test_clouds_are_not_told(watch: TrayWatch, play: Play, level: float) -> None:
    assert told(watch, [play.seen(Light(0, level)) for _ in range(6)]) == []


def test_light_at_the_limit_does_not_tremble(watch: TrayWatch, play: Play) -> None:
    levels = [0.55] * 4 + [0.63] * 4 + [0.57] * 4

    news = told(watch, [play.seen(Light(0, level)) for level in levels])

    assert [type(one) for one in news] == [LightChanged]


def test_without_light_nobody_can_tell_where_the_camera_looks(watch: TrayWatch, play: Play) -> None:
    news = told(watch, [play.seen(Light(0, 0.05)) for _ in range(8)])

    assert [type(one) for one in news] == [LightChanged]


@pytest.mark.parametrize(
    ("bump", "grade", "shift"),
    [
        (Bump(0, 3.0, 4.0), Grade.OK, 5.0),
        (Bump(0, 30.0, 0.0), Grade.BAD, 30.0),
        (Bump(0, 300.0, 0.0), Grade.BAD, None),
    ],
    ids=["5 px", "30 px", "far"],
)
def test_where_the_camera_looks_is_a_verdict_too(play: Play, bump: Bump, grade: Grade, shift: float | None) -> None:
    verdict = check_position(play.reference, play.seen(bump), TRAY)

    assert (verdict.id, verdict.grade, verdict.unit) == ("place", grade, "px")
    assert verdict.number == (None if shift is None else pytest.approx(shift, abs=1))


def test_a_bare_table_is_told_before_the_camera_moves(play: Play) -> None:
    plain: Picture = np.full_like(play.reference, 90)

    assert check_position(plain, plain, TRAY).grade is Grade.WARN
    assert TrayWatch(plain, TRAY).check(plain) == ()

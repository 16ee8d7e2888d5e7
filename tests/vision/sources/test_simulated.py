import pytest

from vision.errors import CannotThrowError
from vision.simulate.tray import SimulatedTray
from vision.sources.pace import FrameClock
from vision.sources.simulated import SimulatedCamera


@pytest.fixture
def camera(clock: FrameClock) -> SimulatedCamera:
    return SimulatedCamera("sim:seed=7", SimulatedTray(7), clock)


def test_a_throw_happens_with_the_next_frame(camera: SimulatedCamera) -> None:
    camera.throw([])
    assert camera.tray.truth() == ()

    camera.read(1.0)

    assert len(camera.tray.truth()) == 5


def test_other_games_are_thrown_with_other_numbers_of_dice(camera: SimulatedCamera) -> None:
    camera.throw([], 3)
    camera.read(1.0)

    assert len(camera.tray.truth()) == 3


def test_kept_dice_reach_the_tray(camera: SimulatedCamera) -> None:
    camera.throw([])
    camera.read(1.0)
    kept = camera.tray.truth()[1:3]

    camera.throw(kept)
    camera.read(1.0)

    assert set(kept) <= set(camera.tray.truth())


def test_a_throw_that_cannot_be_is_refused_to_whoever_asks(camera: SimulatedCamera) -> None:
    with pytest.raises(CannotThrowError, match="shows K"):
        camera.throw([(100.0, 100.0, "K")])

    camera.read(1.0)

    assert camera.tray.truth() == ()

"""What holds for every source, whatever it shows."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from vision.errors import CannotThrowError, SourceLostError
from vision.settle import Moving, Settling, Still
from vision.sources import Source, open_in_child, open_source
from vision.sources.pace import FrameClock

Film = Callable[[int, float], Path]
THROWING = ("sim:seed=7", "folder", "script")
WATCHING = ("video",)


@pytest.fixture
def spec(request: pytest.FixtureRequest, tmp_path: Path, folder: Path, film: Film) -> str:
    """The source that the test names."""
    script = tmp_path / "quiet.toml"
    script.write_text("seed = 7")
    specs = {"folder": f"folder:{folder}", "video": f"video:{film(10, 10.0)}", "script": f"sim:script={script}"}
    named: str = request.param
    return specs.get(named, named)


@pytest.fixture
def source(spec: str, clock: FrameClock) -> Source:
    """It, opened in this process."""
    return open_source(spec, clock=clock)


@pytest.fixture
def distant(spec: str) -> Iterator[Source]:
    """It, opened in a process of its own."""
    with open_in_child(spec) as source:
        yield source


every = pytest.mark.parametrize("spec", THROWING + WATCHING, indirect=True)


@every
def test_it_is_opened_again_by_its_own_name(source: Source, clock: FrameClock) -> None:
    with open_source(source.spec, clock=clock) as again:
        assert again.spec == source.spec
        assert again.read(1.0).size == source.read(1.0).size


@every
def test_frames_are_numbered_pictures_in_the_order_of_time(source: Source) -> None:
    with source:
        frames = [source.read(1.0) for _ in range(5)]

    assert [frame.number for frame in frames] == [0, 1, 2, 3, 4]
    assert all(later.time > earlier.time for earlier, later in pairwise(frames))
    assert all(frame.image.dtype == np.uint8 and frame.image.shape[2] == 3 for frame in frames)


@every
def test_it_keeps_to_its_frame_rate(source: Source) -> None:
    with source:
        frames = [source.read(1.0) for _ in range(11)]

    assert 1 / 31 <= (frames[-1].time - frames[0].time) / 10 <= 1 / 9


@every
def test_a_reader_that_was_away_gets_a_fresh_frame_and_no_backlog(source: Source, clock: FrameClock) -> None:
    with source:
        source.read(1.0)
        clock.sleep(20)
        away = clock.now()
        frames = [source.read(1.0) for _ in range(3)]

    assert frames[0].time == pytest.approx(away)
    assert frames[2].time > frames[1].time + 1 / 31


@every
def test_once_closed_it_is_lost(source: Source) -> None:
    source.close()
    source.close()

    with pytest.raises(SourceLostError, match="closed"):
        source.read(1.0)


@pytest.mark.parametrize("spec", THROWING, indirect=True)
def test_a_throw_is_seen_as_motion_and_then_as_stillness(source: Source) -> None:
    assert source.can_throw
    settling = Settling()
    with source:
        before = [news for _ in range(10) if (news := settling.update(source.read(1.0)))]
        source.throw([])
        after = [news for _ in range(50) if (news := settling.update(source.read(1.0)))]

    assert before == [Still(moved=False)]
    assert after == [Moving(), Still(moved=True)]


@pytest.mark.parametrize("spec", WATCHING, indirect=True)
def test_what_only_watches_says_so_when_asked_to_throw(source: Source) -> None:
    assert not source.can_throw
    with pytest.raises(CannotThrowError, match="by hand"):
        source.throw([])


@every
def test_it_tells_what_it_is_called(source: Source) -> None:
    with source:
        assert source.report.name
        assert source.report.locks == ()


@every
def test_in_a_process_of_its_own_it_is_the_same_source(distant: Source, clock: FrameClock) -> None:
    frames = [distant.read(60.0) for _ in range(3)]

    assert [frame.number for frame in frames] == [0, 1, 2]
    assert all(later.time > earlier.time for earlier, later in pairwise(frames))
    with open_source(distant.spec, clock=clock) as near:
        assert near.spec == distant.spec
        assert (near.can_throw, near.is_live) == (distant.can_throw, distant.is_live)
        assert near.report.name == distant.report.name
        assert near.read(60.0).size == frames[0].size


@every
def test_in_a_process_of_its_own_it_is_lost_once_closed(distant: Source) -> None:
    distant.read(60.0)

    distant.close()

    with pytest.raises(SourceLostError, match="closed"):
        distant.read(1.0)
    with pytest.raises(CannotThrowError):
        distant.throw([])

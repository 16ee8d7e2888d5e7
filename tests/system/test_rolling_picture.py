"""The live tray of a real throw; how live it is is for the command, `python -m tests.system.rolling_picture`."""

from pathlib import Path

from tests.system.rolling_picture import follow
from tests.system.test_play import START, running


def test_the_frames_of_a_throw_differ_and_a_slow_reader_gets_newer_ones(tmp_path: Path) -> None:
    with running(tmp_path, speed="1") as table:
        table.ask("start", **START)
        seen = follow(table, pause=0.0)
        assert table.call("GET", "/rolling.jpg")[0] == 204, "nothing is sent once they lie still"

    numbers = [number for number, _ in seen.frames]
    assert len(numbers) >= 5
    assert numbers == sorted(set(numbers)), "no frame comes twice, none after a newer one"
    assert len({picture for _, picture in seen.frames}) > 0.8 * len(numbers), "a tray at rest may look the same twice"
    assert seen.slow
    assert all(late >= newest for late, newest in seen.slow), "what it was too slow for was not kept for it"

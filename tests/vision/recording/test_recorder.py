import shutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.vision.recording.evening import (
    FIRST,
    RATE,
    SECOND,
    TUMBLING,
    TWO_ROLLS,
    faces,
    frames,
    record,
    recorder_in,
    show,
)
from tests.vision.square_tray import SquareReader
from vision.frame import Frame
from vision.read import AskingReader, DiceReader, DiceSet, DiceSets, fit_set
from vision.read.example import SIDE
from vision.recording import Limits, Parts, Recording, RecordingError, opened, read_recording
from vision.recording.lines import Began, Settled
from vision.recording.recorder import STILL_STEP
from vision.recording.recording import KeptFrame

SMALL = Limits(most=600_000, part=60_000, least_free=0, check_every=10_000)
"""A part holds a roll or two of the grey trays."""


def times(recording: Recording) -> list[float]:
    return [kept.shown.time for span in recording.spans for kept in span.lines if isinstance(kept, KeptFrame)]


def test_what_was_seen_and_told_is_read_back(tmp_path: Path) -> None:
    recording = read_recording(record(tmp_path / "evening"))

    (span,) = recording.spans
    assert (span.watching.source, span.watching.name) == ("usb:0", "Squares")
    assert [(roll.thrown, faces(roll)) for roll in recording.rolls] == [
        (False, ["3", "5", "1"]),
        (True, ["6", "5", "2"]),
    ]
    assert [type(line) for line in span.lines if isinstance(line, Began | Settled)] == [Settled, Began, Settled]
    assert recording.opened.made_by == {"dice-table": "1"}
    assert (recording.damage, recording.skipped) == ([], 0)


def test_frames_come_back_with_their_times_and_pictures(tmp_path: Path) -> None:
    seen = list(frames(*TWO_ROLLS))

    kept = list(read_recording(record(tmp_path / "evening", seen)).spans[0].frames())

    by_time = {frame.time: frame for frame in seen}
    for frame in kept:
        assert frame.number == by_time[frame.time].number
        assert np.abs(frame.image.astype(int) - by_time[frame.time].image).mean() < 3


def test_all_frames_of_motion_are_kept_and_few_of_stillness(tmp_path: Path) -> None:
    kept = times(read_recording(record(tmp_path / "evening")))

    lying, rolling = 100.0, 104.0
    settled = rolling + 0.8
    assert [time for time in kept if rolling <= time < settled] == [
        pytest.approx(rolling + step / RATE) for step in range(8)
    ]
    assert sum(lying + 1 <= time < rolling - 1 / RATE for time in kept) <= 3 / STILL_STEP + 1
    assert rolling - 1 / RATE in [pytest.approx(time) for time in kept], "what changed is told by the frame before"


def test_a_recording_in_the_same_folder_goes_on_behind(tmp_path: Path) -> None:
    record(tmp_path / "evening")
    record(tmp_path / "evening", frames((2.0, [SECOND]), start=20.0))

    recording = read_recording(tmp_path / "evening")

    assert [faces(roll) for roll in recording.rolls] == [["3", "5", "1"], ["6", "5", "2"], ["6", "5", "2"]]
    assert len(recording.spans) == 2


def test_the_oldest_parts_go_when_a_recording_grows_too_large(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    many = [part for _ in range(12) for part in ((1.0, [FIRST]), (0.8, TUMBLING), (1.0, [SECOND]), (0.8, TUMBLING))]

    record(folder, frames(*many), SMALL)

    assert sum(path.stat().st_size for path in folder.iterdir()) <= SMALL.most
    assert not (folder / "part-000001.jsonl").exists()
    recording = read_recording(folder)
    assert len(recording.spans) == 1
    assert 4 <= len(recording.rolls) < 24
    assert all(roll.thrown for roll in recording.rolls), "a part begins where something begins to move"
    assert [faces(roll) for roll in recording.rolls[-2:]] in (
        [["3", "5", "1"], ["6", "5", "2"]],
        [["6", "5", "2"], ["3", "5", "1"]],
    )


def test_a_tray_that_never_lies_still_fills_no_disk(tmp_path: Path) -> None:
    folder = tmp_path / "evening"

    record(folder, frames((30.0, TUMBLING)), SMALL)

    assert sum(path.stat().st_size for path in folder.iterdir()) <= SMALL.most
    assert len(read_recording(folder).spans) == 1


@pytest.mark.parametrize("place", ["taken", "taken/below"])
def test_a_folder_that_cannot_be_written_is_told(place: str, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")

    with pytest.raises(RecordingError, match=r"cannot be kept in .*taken"):
        Parts(tmp_path / place, lambda: opened({}))


def test_a_disk_with_too_little_room_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="Less than 1000000000 MB are free"):
        Parts(tmp_path, lambda: opened({}), Limits(least_free=10**15))


def test_a_disk_that_fills_up_ends_the_recording_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter([SimpleNamespace(free=1)] * 6)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: next(looks, SimpleNamespace(free=-1)))
    recorder = recorder_in(tmp_path / "evening", SMALL)

    show(recorder, frames(*TWO_ROLLS, *TWO_ROLLS, *TWO_ROLLS))

    with pytest.raises(RecordingError, match="nothing more is recorded"):
        recorder.close()
    assert "nothing more is recorded" in recorder.fault
    kept = read_recording(tmp_path / "evening")
    assert [faces(roll) for roll in kept.rolls][:1] == [["3", "5", "1"]]
    assert len(kept.rolls) < len(recorder.rolls) == 6


def test_a_slow_disk_costs_frames_that_are_counted_and_no_rolls(tmp_path: Path) -> None:
    recorder = recorder_in(tmp_path / "evening", queue=0)
    show(recorder, frames((1.0, [FIRST])))
    recorder.close()

    recording = read_recording(tmp_path / "evening")
    assert recording.skipped == len(times(read_recording(record(tmp_path / "quick", frames((1.0, [FIRST]))))))
    assert times(recording) == []
    assert [faces(roll) for roll in recording.rolls] == [["3", "5", "1"]]


def test_where_nothing_was_watched_nothing_is_left(tmp_path: Path) -> None:
    recorder_in(tmp_path / "evening").close()

    assert list((tmp_path / "evening").iterdir()) == []


def test_after_the_end_nothing_is_kept(tmp_path: Path) -> None:
    recorder = recorder_in(tmp_path / "evening")
    show(recorder, frames((1.0, [FIRST])))
    recorder.close()

    recorder.on_frame(Frame(next(frames((1.0, [FIRST]))).image, 300.0, 1))
    recorder.on_lost("It is unplugged.")
    recorder.close()

    assert max(times(read_recording(tmp_path / "evening"))) < 300.0


def test_a_taught_set_is_kept_with_what_was_read_by_it(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    crops = tuple(random.integers(0, 255, (SIDE, SIDE, 3)).astype(np.uint8) for _ in range(6))
    ivory = DiceSet("ivory", ("K",) * 3 + ("9",) * 3, crops)
    DiceSets(tmp_path).save(ivory)
    project = DiceReader.load()
    reader = project.for_set(fit_set(ivory, project.faces))
    recorder = recorder_in(tmp_path / "evening")

    show(recorder, frames((1.0, [FIRST])), reader)
    recorder.close()

    recording = read_recording(tmp_path / "evening")
    assert DiceSets(recording.folder).load("ivory").labels == ivory.labels
    assert "ivory" in [line.set for line in recording.spans[0].lines if hasattr(line, "set")]


def test_dice_that_the_reader_only_asked_about_are_kept_as_what_they_were(tmp_path: Path) -> None:
    recorder = recorder_in(tmp_path / "evening")

    show(recorder, frames((1.0, [FIRST])), AskingReader(DiceReader.load(), "poker"))
    recorder.close()

    told = read_recording(tmp_path / "evening").spans[0].lines
    assert "poker" in [line.faces for line in told if hasattr(line, "faces")]


def test_words_about_a_roll_come_back_the_last_one_counts(tmp_path: Path) -> None:
    recorder = recorder_in(tmp_path / "evening")
    show(recorder, frames(*TWO_ROLLS), SquareReader())
    first, second = recorder.rolls
    recorder.on_confirmed(first, ((50.0, 60.0, "3"),))
    recorder.on_confirmed(second, ((70.0, 180.0, "6"),))
    recorder.on_confirmed(first, ((50.0, 60.0, "4"),))
    recorder.on_confirmed(second, ())
    recorder.on_entered(("1", "2", "3"))
    recorder.close()

    recording = read_recording(tmp_path / "evening")

    assert recording.truth == {first.time: ((50.0, 60.0, "4"),), second.time: ()}
    assert recording.entered == [(2, ("1", "2", "3"))]

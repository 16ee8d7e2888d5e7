from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.recording.evening import FIRST, SECOND, TUMBLING, faces, frames, record, recorder_in, show, squares
from tests.vision.square_tray import SquareReader, tray_with
from vision.calibration import Calibration
from vision.calibration.tray_watch import CAMERA_MOVED
from vision.camera_pose import CameraPose
from vision.detection import Detection
from vision.frame import Frame, Picture
from vision.pipeline import PictureReader
from vision.recording import Began, DiceInUse, DiePair, RollPair, Settled, compare_rolls, cut, read_recording, replay
from vision.recording.errors import RecordingError
from vision.sources.base import Report

LEFT_HALF = ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))


class Taught(SquareReader):
    """Reads as a newer reader might: what `changed` makes of every die."""

    def __init__(self, changed: Callable[[Detection], Detection | None]) -> None:
        super().__init__()
        self._changed = changed

    def read(
        self, image: Picture, outline: NDArray[np.floating] | None = None, camera_pose: CameraPose | None = None
    ) -> tuple[Detection, ...]:
        return tuple(die for seen in super().read(image, outline, camera_pose) if (die := self._changed(seen)))


def watched(folder: Path, reader: Callable[[DiceInUse], PictureReader] = squares) -> list[RollPair]:
    recording = read_recording(folder)
    return [pair for span in recording.spans for pair in compare_rolls(span, replay(span, reader), recording.truth)]


def changes(pair: RollPair) -> list[tuple[str, str]]:
    """Of the dice that are read otherwise, what they were and what they are."""

    def told(die: Detection | None) -> str:
        return "-" if die is None else f"{die.face}{'' if die.sure else '?'}"

    return [(told(die.was), told(die.now)) for die in pair.dice if not die.same]


def test_the_same_program_tells_the_same(tmp_path: Path) -> None:
    folder = record(tmp_path / "evening")

    (span,) = read_recording(folder).spans
    told = replay(span, squares)

    assert [type(line) for line in told] == [Settled, Began, Settled]
    assert [pair.same for pair in watched(folder)] == [True, True]
    assert [pair.fault for pair in watched(folder)] == [False, False]


def test_a_tray_is_looked_for_where_it_was(tmp_path: Path) -> None:
    recorder = recorder_in(tmp_path / "evening")
    show(recorder, frames((2.0, [FIRST])), corners=LEFT_HALF)
    recorder.close()

    (pair,) = watched(tmp_path / "evening")

    assert pair.same
    assert faces(pair.now) == ["3", "5"]


def test_problems_of_the_tray_are_there_again(tmp_path: Path) -> None:
    recorder = recorder_in(tmp_path / "evening")
    recorder.on_source("usb:0", Report(), Calibration.of_corners(LEFT_HALF), None, ("The corners are lost.",))
    recorder.close()
    show(again := recorder_in(tmp_path / "evening"), frames((2.0, [FIRST])))
    again.close()

    recording = read_recording(tmp_path / "evening")
    recording.spans[1].watching = replace(recording.spans[1].watching, problems=recording.spans[0].watching.problems)

    (roll,) = replay(recording.spans[1], squares)
    assert isinstance(roll, Settled)
    assert roll.problems == ("The corners are lost.",)


@pytest.mark.parametrize(
    ("changed", "first", "second"),
    [
        (lambda die: replace(die, face="4") if die.face == "5" else die, [("5", "4")], [("5", "4")]),
        (lambda die: replace(die, sure=False) if die.face == "1" else die, [("1", "1?")], []),
        (lambda die: None if die.face == "6" else die, [], [("6", "-")]),
    ],
    ids=["another face", "unsure", "not seen"],
)
def test_what_is_read_otherwise_is_told_die_by_die(
    changed: Callable[[Detection], Detection | None],
    first: list[tuple[str, str]],
    second: list[tuple[str, str]],
    tmp_path: Path,
) -> None:
    pairs = watched(record(tmp_path / "evening"), lambda _: Taught(changed))

    assert [changes(pair) for pair in pairs] == [first, second]
    assert [pair.same for pair in pairs] == [not first, not second]


def test_a_die_that_was_not_seen_then_is_told(tmp_path: Path) -> None:
    recorder = recorder_in(tmp_path / "evening")
    show(recorder, frames((1.0, [FIRST])), Taught(lambda die: None if die.face == "5" else die))
    recorder.close()

    (pair,) = watched(tmp_path / "evening")

    assert changes(pair) == [("-", "5")]
    assert pair.fault, "nobody said that it is right"


def die(face: str, x: float = 10.0, *, sure: bool = True) -> Detection:
    return Detection(face, 0.9, sure, (face,), (x - 5, 5.0, x + 5, 15.0))


def roll(at: float, *dice: Detection, thrown: bool = True, problems: tuple[str, ...] = ()) -> Settled:
    return Settled(at, at - 0.2, thrown, dice, problems)


@pytest.mark.parametrize(
    ("now", "told"),
    [
        ([Began(1.0), roll(2.0), Began(3.0), roll(4.0)], ["same", "same"]),
        ([Began(1.0), roll(2.3), Began(3.0), roll(3.8)], ["same", "same"]),
        ([Began(1.0), roll(2.0)], ["same", "lost"]),
        ([], ["lost", "lost"]),
        ([Began(1.0), roll(1.6), Began(1.7), roll(2.0), Began(3.0), roll(4.0)], ["new", "same", "same"]),
        ([Began(1.0), roll(2.0), Began(3.0), roll(4.0), Began(5.0), roll(6.0)], ["same", "same", "new"]),
    ],
    ids=["the same", "at other moments", "the last lost", "all lost", "one more before", "one more after"],
)
def test_rolls_that_lie_still_at_one_time_are_the_same(
    now: list[Began | Settled], told: list[str], tmp_path: Path
) -> None:
    (span,) = read_recording(record(tmp_path / "evening")).spans
    span.lines = [Began(1.0), roll(2.0), Began(3.0), roll(4.0)]

    pairs = compare_rolls(span, now, {})

    assert ["new" if pair.was is None else "lost" if pair.now is None else "same" for pair in pairs] == told
    assert [pair.same for pair in pairs] == [what == "same" for what in told]
    assert [pair.fault for pair in pairs] == [what != "same" for what in told]


def test_whether_it_was_thrown_and_whether_there_are_problems_matters() -> None:
    before = roll(2.0)

    assert RollPair(before, roll(2.1)).same
    assert not RollPair(before, roll(2.0, thrown=False)).same
    assert not RollPair(before, roll(2.0, problems=("A hand.",))).same


@pytest.mark.parametrize(
    ("was", "now", "truth", "fault"),
    [
        (die("5"), die("6"), "6", False),
        (die("5"), die("5"), "6", True),
        (die("5"), die("5", sure=False), "6", False),
        (die("6"), die("5"), "6", True),
        (die("6"), None, "6", True),
        (None, None, "6", True),
        (None, die("6"), "6", False),
        (die("5"), die("5"), None, False),
        (die("5"), die("6"), None, True),
        (die("5"), die("6", sure=False), None, False),
        (die("5", sure=False), die("6"), None, False),
        (die("5"), None, None, True),
        (None, die("5"), None, True),
    ],
    ids=range(13),
)
def test_what_is_a_fault(was: Detection | None, now: Detection | None, truth: str | None, fault: bool) -> None:
    pair = DiePair(was, now, truth)

    assert pair.fault is fault
    assert RollPair(roll(2.0), roll(2.0), (pair,), has_truth=truth is not None).fault is fault


def test_the_players_word_belongs_to_the_die_at_its_place(tmp_path: Path) -> None:
    recorder = recorder_in(tmp_path / "evening")
    show(recorder, frames((1.0, [FIRST])))
    recorder.on_confirmed(
        recorder.rolls[0], ((249.0, 101.0, "1"), (51.0, 59.0, "4"), (120.0, 150.0, "5"), (10.0, 10.0, "2"))
    )
    recorder.close()

    (pair,) = watched(tmp_path / "evening")

    seen = [(None if one.was is None else one.was.face, one.truth) for one in pair.dice]
    assert sorted(seen, key=str) == [("1", "1"), ("3", "4"), ("5", "5"), (None, "2")]
    assert pair.same is False
    assert pair.fault


def on_a_table(shift: int) -> Picture:
    """Two dice in a tray on a patterned table, seen so many pixels elsewhere."""
    coarse = np.random.default_rng(8).integers(10, 80, (80, 100), np.uint8)
    table = cv2.resize(coarse, (400, 320), interpolation=cv2.INTER_NEAREST)
    cv2.rectangle(table, (104, 88), (296, 232), 40, -1)
    ground = table[40:280, 40 - shift : 360 - shift, None]
    dice = np.roll(tray_with(((100, 80, 3), (160, 150, 5))), shift, axis=1)
    return np.where(dice > 41, dice, ground).astype(np.uint8)


def test_a_camera_that_was_moved_is_noticed_again(tmp_path: Path) -> None:
    inside = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))
    noise = np.random.default_rng(3).integers(-4, 5, (20, 240, 320, 3))
    pictures = [np.clip(on_a_table(14 * (n >= 10)) + noise[n], 0, 255).astype(np.uint8) for n in range(20)]
    recorder = recorder_in(tmp_path / "evening")
    recorder.on_source("usb:0", Report("Squares"), Calibration.of_corners(inside), on_a_table(0), ())
    for number, picture in enumerate(pictures):
        recorder.on_frame(Frame(picture, 100 + number / 10, number))
    recorder.close()

    (span,) = read_recording(tmp_path / "evening").spans
    rolls = [line for line in replay(span, squares) if isinstance(line, Settled)]

    assert [(faces(roll), roll.problems) for roll in rolls] == [(["3", "5"], ()), (["3", "5"], (CAMERA_MOVED,))]


def test_a_roll_is_cut_out_with_little_and_reads_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "evening"
    recorder = recorder_in(folder)
    rolling = tuple(((60 + 9 * step, 100, 2), (250 - 9 * step, 60, 3)) for step in range(20))
    show(recorder, frames((4.0, [FIRST]), (2.0, rolling), (4.0, [SECOND]), (2.0, rolling), (4.0, [FIRST])))
    recorder.on_confirmed(recorder.rolls[1], ((70.0, 180.0, "6"), (120.0, 150.0, "5"), (200.0, 40.0, "2")))
    recorder.close()

    cut(read_recording(folder), 2, tmp_path / "second")

    (pair,) = watched(tmp_path / "second")
    assert pair.same
    assert pair.has_truth
    assert pair.now is not None
    assert pair.now.thrown
    assert faces(pair.now) == ["6", "5", "2"]
    size, whole = (sum(path.stat().st_size for path in each.iterdir()) for each in (tmp_path / "second", folder))
    assert size < whole / 4


def test_motion_that_comes_back_to_itself_is_kept_whole(tmp_path: Path) -> None:
    to_and_fro = ((2.0, [TUMBLING[1], TUMBLING[2]]), (2.0, [SECOND]))
    cut(read_recording(record(tmp_path / "evening", frames((2.0, [FIRST]), *to_and_fro))), 2, tmp_path / "second")

    (pair,) = watched(tmp_path / "second")

    assert pair.same


def test_the_first_roll_is_cut_out_too(tmp_path: Path) -> None:
    cut(read_recording(record(tmp_path / "evening")), 1, tmp_path / "first")

    (pair,) = watched(tmp_path / "first")

    assert pair.same
    assert pair.now is not None
    assert not pair.now.thrown


def test_what_cannot_be_cut_is_told(tmp_path: Path) -> None:
    recording = read_recording(record(tmp_path / "evening"))

    with pytest.raises(RecordingError, match="has no roll 3; it has 1 to 2"):
        cut(recording, 3, tmp_path / "third")
    with pytest.raises(RecordingError, match="holds a recording already"):
        cut(recording, 1, tmp_path / "evening")
    assert not (tmp_path / "third").exists()

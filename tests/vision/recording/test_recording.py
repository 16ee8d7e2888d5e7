import json
from pathlib import Path

import pytest

from tests.vision.recording.evening import faces, record
from vision.recording import RecordingError, read_recording
from vision.recording.recording import KeptFrame

TWO = [["3", "5", "1"], ["6", "5", "2"]]


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    return record(tmp_path / "evening")


def lines(folder: Path) -> Path:
    return folder / "part-000001.jsonl"


def video(folder: Path) -> Path:
    return folder / "part-000001.mjpeg"


def test_a_line_cut_off_by_a_power_cut_is_told_and_the_rest_is_read(evening: Path) -> None:
    content = lines(evening).read_bytes()
    lines(evening).write_bytes(content[: content.rindex(b'{"is":"settled"') + 40])

    recording = read_recording(evening)

    assert [faces(roll) for roll in recording.rolls] == TWO[:1]
    (damage,) = recording.damage
    assert damage.endswith("it is cut off, as by a power cut")


def test_a_frame_cut_off_by_a_power_cut_is_told_and_the_rest_is_read(evening: Path) -> None:
    whole = len(list(read_recording(evening).spans[0].frames()))
    content = video(evening).read_bytes()
    video(evening).write_bytes(content[:-100])

    recording = read_recording(evening)

    assert [faces(roll) for roll in recording.rolls] == TWO
    assert recording.damage == ["1 frame at the end of a part is not in its video"]
    assert len(list(recording.spans[0].frames())) == whole - 1


def test_a_video_that_is_gone_leaves_what_was_told(evening: Path) -> None:
    video(evening).unlink()

    recording = read_recording(evening)

    assert [faces(roll) for roll in recording.rolls] == TWO
    assert list(recording.spans[0].frames()) == []
    assert "frames at the end of a part are not in its video" in recording.damage[0]


def test_a_frame_that_the_disk_spoilt_is_left_out(evening: Path) -> None:
    (span,) = read_recording(evening).spans
    frames = [kept for kept in span.lines if isinstance(kept, KeptFrame)]
    content = bytearray(video(evening).read_bytes())
    content[frames[1].shown.at + 200] ^= 0xFF
    video(evening).write_bytes(content)

    assert len(list(read_recording(evening).spans[0].frames())) == len(frames) - 1


def test_a_damaged_line_in_the_middle_is_named_by_its_number(evening: Path) -> None:
    told = lines(evening).read_text().splitlines()
    told.insert(3, "\x00\x00\x00")
    lines(evening).write_text("\n".join(told) + "\n")

    recording = read_recording(evening)

    assert [faces(roll) for roll in recording.rolls] == TWO
    assert recording.damage == ["part-000001.jsonl, line 4: it is damaged"]


def test_a_newer_recording_is_refused(evening: Path) -> None:
    first, _, rest = lines(evening).read_text().partition("\n")
    newer = {**json.loads(first), "version": 2}
    lines(evening).write_text(f"{json.dumps(newer)}\n{rest}")

    with pytest.raises(RecordingError, match=r"newer program \(format 2, this one knows 1\)"):
        read_recording(evening)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "holds no recording"),
        ("", "does not begin as a recording does"),
        ("once upon a time\n", "does not begin as a recording does"),
        (
            '{"is":"opened","version":1,"at":"2030-01-01T00:00:00+00:00","time":1.0,"made_by":{}}\n',
            "holds an empty recording",
        ),
    ],
    ids=["nothing", "no lines", "other lines", "nothing watched"],
)
def test_what_is_no_recording_is_refused(content: str | None, why: str, tmp_path: Path) -> None:
    if content is not None:
        lines(tmp_path).write_text(content)

    with pytest.raises(RecordingError, match=why):
        read_recording(tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="cannot be read"):
        read_recording(tmp_path / "nowhere")


def test_the_truth_may_be_written_beside_a_recording(evening: Path) -> None:
    (evening / "truth.txt").write_text("# by hand\n2: 6 5 3  # not a 2\n\n")

    recording = read_recording(evening)

    _, second = recording.rolls
    assert [face for _, _, face in recording.truth[second.time]] == ["6", "5", "3"]
    assert [(x, y) for x, y, _ in recording.truth[second.time]] == [die.centre for die in second.dice]


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("3: 1 2 3", "line 1: '3: 1 2 3' names no roll; there are 1 to 2"),
        ("one: 1 2 3", "names no roll"),
        ("\n1: 3 5", "line 2: of roll 1, 3 dice were read, not 2"),
    ],
    ids=["no such roll", "no number", "too few"],
)
def test_a_truth_that_does_not_fit_is_refused(said: str, why: str, evening: Path) -> None:
    (evening / "truth.txt").write_text(said)

    with pytest.raises(RecordingError, match=why):
        read_recording(evening)

from dataclasses import replace

import pytest

from vision.calibration import Calibration
from vision.detection import Detection
from vision.recording.lines import (
    Back,
    Began,
    ConfirmedFaces,
    DiceInUse,
    EnteredFaces,
    Line,
    Lost,
    Opened,
    Settled,
    Shown,
    Skipped,
    Watching,
    line_from_json,
    line_to_json,
)
from vision.sources.base import Lock

CORNERS = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
DIE = Detection("5", 0.9, True, ("5", "6"), (1.5, 2.0, 3.0, 4.0))
LINES: list[Line] = [
    Opened(1, "2030-01-02T03:04:05.678000+00:00", 12.5, {"dice-table": "1.0", "faces.onnx": "ab"}),
    Watching(1.0, "usb:0", "Squares", (Lock("focus", 2.0, None),), Calibration.of_corners(CORNERS), "tray-1.jpg"),
    Watching(1.0, "usb:0", "", (), Calibration.of_corners(CORNERS), None, ("No tray.",), goes_on=True),
    Shown(1868.639153829, 7, 100, 20, 4_000_000_000),
    DiceInUse(2.0, "poker", "ivory"),
    Began(3.25),
    Began(3.5, hand=True),
    Settled(4.5, 4.25, True, (DIE, replace(DIE, trouble="cocked", on_rail=True)), ("Too dark.",), (DIE,), "empty"),
    Settled(4.5, 4.25, False, ()),
    Lost(5.0, "It is unplugged."),
    Back(6.0),
    Skipped(7.0, 3),
    ConfirmedFaces(4.5, ((1.5, 2.5, "5"), (7.0, 8.0, "K"))),
    ConfirmedFaces(4.5, ()),
    EnteredFaces(8.0, ("9", "10")),
]


@pytest.mark.parametrize("line", LINES, ids=range(len(LINES)))
def test_a_line_is_understood_as_it_was_meant(line: Line) -> None:
    assert line_from_json(line_to_json(line)) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"is":"shown","time":1.5,"number":7,"at":100,"size":20,"crc":9}', Shown(1.5, 7, 100, 20, 9)),
        ('{"is":"dice","time":2.0,"faces":"poker","set":null}', DiceInUse(2.0, "poker")),
        ('{"is":"counted","roll":4.5,"dice":[[1.5,2.5,"5"]]}', ConfirmedFaces(4.5, ((1.5, 2.5, "5"),))),
        ('{"is":"began","time":3.25,"hand":false}', Began(3.25)),
    ],
)
def test_lines_are_written_so(text: str, line: Line) -> None:
    assert line_to_json(line) == text
    assert line_from_json(text) == line


def test_an_older_line_knows_less() -> None:
    assert line_from_json('{"is":"began","time":3.25}') == Began(3.25)


@pytest.mark.parametrize(
    "text",
    [
        "",
        '{"is":"began","ti',
        "[]",
        "7",
        "{}",
        '{"is":"unheard"}',
        '{"is":"began"}',
        '{"is":"began","time":"soon"}',
        '{"is":"began","time":1.0,"mood":"fair"}',
        '{"is":"settled","time":1.0,"since":1.0,"thrown":true,"dice":[{"face":"5"}]}',
        '{"is":"watching","time":1.0,"source":"sim","name":"","locks":[],"tray":{"outline":[[0,0]]}}',
    ],
)
def test_what_is_no_line_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        line_from_json(text)

"""What the page may ask in the steps of the setup that people carry out."""

import pytest

from firmware_host.table.setup import dice, panel, throws
from web_ui.asking import Body
from web_ui.errors import BadAskError
from web_ui.setup.deeds import DEEDS


@pytest.mark.parametrize(
    ("step", "deed", "fields", "meant"),
    [
        ("dice", "use", {"name": ""}, dice.UseSet("")),
        ("dice", "begin", {"name": " Red dice ", "kind": "poker"}, dice.BeginLesson("Red dice", "poker")),
        ("dice", "show", {"face": "10", "dice": [0, 3]}, dice.ShowFace("10", (0, 3))),
        ("dice", "back", {}, dice.TakeBack()),
        ("dice", "throw", {}, dice.LessonThrow()),
        ("dice", "learn", {}, dice.Learn()),
        ("dice", "drop", {}, dice.DropLesson()),
        ("throws", "start", {}, throws.StartTrial()),
        ("throws", "stop", {}, throws.StopTrial()),
        ("throws", "throw", {}, throws.TrialThrow()),
        ("throws", "truth", {"throw": 1, "die": 2, "face": "6"}, throws.TellTruth(1, 2, "6")),
        ("throws", "truth", {"throw": 1, "die": 2, "face": ""}, throws.TellTruth(1, 2, "")),
        ("throws", "missed", {"throw": 1, "count": 2}, throws.TellMissed(1, 2)),
        ("throws", "leave-out", {"throw": 1}, throws.LeaveOut(1)),
        ("throws", "learn", {}, throws.LearnCorrections()),
        ("panel", "start", {}, panel.StartPanelTrial()),
        ("panel", "stop", {}, panel.StopPanelTrial()),
        ("panel", "light", {"lamp": 4}, panel.LightLamp(4)),
        ("panel", "press", {"button": 0}, panel.PressButton(0)),
    ],
)
def test_a_body_means_a_deed(step: str, deed: str, fields: dict[str, object], meant: object) -> None:
    assert DEEDS[step, deed](Body(fields)) == meant


@pytest.mark.parametrize(
    ("step", "deed", "fields"),
    [
        ("dice", "show", {"face": "10", "dice": "all"}),
        ("dice", "begin", {"name": "Red dice"}),
        ("throws", "truth", {"throw": "first", "die": 2, "face": "6"}),
        ("panel", "light", {"lamp": True}),
    ],
)
def test_a_body_that_means_nothing_is_refused(step: str, deed: str, fields: dict[str, object]) -> None:
    with pytest.raises(BadAskError):
        DEEDS[step, deed](Body(fields))

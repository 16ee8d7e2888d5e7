"""What the page may ask in the steps of the setup that people carry out."""

import pytest

from firmware_host.setup import dice, panel, throws
from web_ui.asking import Body
from web_ui.errors import BadAskError
from web_ui.setup.actions import ACTIONS


@pytest.mark.parametrize(
    ("step", "action", "fields", "meant"),
    [
        ("dice", "use", {"name": ""}, dice.UseSet("")),
        ("dice", "begin", {"name": " Red dice ", "kind": "poker"}, dice.BeginEnrolment("Red dice", "poker")),
        ("dice", "show", {"face": "10", "dice": [0, 3]}, dice.ShowFace("10", (0, 3))),
        ("dice", "back", {}, dice.RemoveExamples()),
        ("dice", "throw", {}, dice.EnrolmentThrow()),
        ("dice", "learn", {}, dice.FinishEnrolment()),
        ("dice", "drop", {}, dice.CancelEnrolment()),
        ("throws", "start", {}, throws.StartTrial()),
        ("throws", "stop", {}, throws.StopTrial()),
        ("throws", "throw", {}, throws.TrialThrow()),
        ("throws", "truth", {"throw": 1, "die": 2, "face": "6"}, throws.ConfirmFace(1, 2, "6")),
        ("throws", "truth", {"throw": 1, "die": 2, "face": ""}, throws.ConfirmFace(1, 2, "")),
        ("throws", "missed", {"throw": 1, "count": 2}, throws.ReportMissed(1, 2)),
        ("throws", "leave-out", {"throw": 1}, throws.LeaveOut(1)),
        ("throws", "learn", {}, throws.LearnCorrections()),
        ("panel", "start", {}, panel.StartPanelTrial()),
        ("panel", "stop", {}, panel.StopPanelTrial()),
        ("panel", "light", {"lamp": 4}, panel.LightLamp(4)),
        ("panel", "press", {"button": 0}, panel.PressButton(0)),
    ],
)
def test_a_body_means_an_action(step: str, action: str, fields: dict[str, object], meant: object) -> None:
    assert ACTIONS[step, action](Body(fields)) == meant


@pytest.mark.parametrize(
    ("step", "action", "fields"),
    [
        ("dice", "show", {"face": "10", "dice": "all"}),
        ("dice", "begin", {"name": "Red dice"}),
        ("throws", "truth", {"throw": "first", "die": 2, "face": "6"}),
        ("panel", "light", {"lamp": True}),
    ],
)
def test_a_body_that_means_nothing_is_refused(step: str, action: str, fields: dict[str, object]) -> None:
    with pytest.raises(BadAskError):
        ACTIONS[step, action](Body(fields))

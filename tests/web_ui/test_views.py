"""What the pages are sent has the declared shapes, which the scripts know by files that are up to date."""

from typing import Any, TypedDict

import pytest

from tests.web_ui.js import views as kept
from tests.web_ui.shapes import faults
from web_ui import views
from web_ui.setup import views as setup_views
from web_ui.typescript import FILES, STATIC, declarations

FACTS = {
    "camera": setup_views.CameraFacts,
    "tray": setup_views.TrayFacts,
    "light": None,
    "lock": setup_views.LockFacts,
    "dice": setup_views.DiceFacts,
    "rail": setup_views.RailFacts,
    "throws": setup_views.ThrowsFacts,
    "panel": setup_views.PanelFacts,
}


class Strange(TypedDict):
    """A shape that no page can be sent."""

    when: complex


def test_the_views_are_as_declared() -> None:
    for name, view in kept.views().items():
        assert faults(view, views.View, name) == []


def test_the_steps_and_their_facts_are_as_declared() -> None:
    steps = kept.steps()
    assert {step["id"] for step in steps.values()} == set(FACTS)
    for step in steps.values():
        assert faults(step, setup_views.StepData) == []
        shape = FACTS[step["id"]]
        assert step["facts"] == {} if shape is None else faults(step["facts"], shape) == []


@pytest.mark.parametrize("path", FILES)
def test_the_types_of_the_scripts_are_up_to_date(path: str) -> None:
    assert (STATIC / path).read_text(encoding="utf-8") == declarations(FILES[path]), "run python -m web_ui.typescript"


def test_what_the_scripts_are_tested_with_is_up_to_date() -> None:
    for name, text in kept.files():
        written = (kept.FOLDER / name).read_text(encoding="utf-8")
        assert written == text, f"{name} is out of date: run python -m tests.web_ui.js.views"


@pytest.mark.parametrize(
    ("value", "kind", "fault"),
    [
        ({"value": 1, "face": 2}, views.FaceChoice, ".face: 2 is not <class 'str'>"),
        ({"value": 1}, views.FaceChoice, ".face is missing"),
        ({"value": 1, "face": "1", "lit": True}, views.FaceChoice, ".lit is not declared"),
        ({"state": "gone"}, views.VacantPlace, ".state: 'gone' is none of ('empty', 'tumbling')"),
        ([0.1, 0.2, 0.3], setup_views.Point, ": [0.1, 0.2, 0.3] is not tuple[float, float]"),
    ],
)
def test_a_wrong_shape_is_noticed(value: object, kind: Any, fault: str) -> None:
    assert faults(value, kind) == [fault]


def test_what_json_cannot_carry_is_refused() -> None:
    module = type(views)("strange")
    vars(module)["Strange"] = Strange
    with pytest.raises(TypeError, match="cannot be sent a <class 'complex'>"):
        declarations(module)

"""What no page of ours sends is answered with a sentence on every route: never a status of 500, nothing in the log."""

from collections import Counter
from pathlib import Path

from firmware_host.app.setup import open_wizard
from tests.firmware_host.setup.scripted_camera_setup import ScriptedCameraSetup
from tests.firmware_host.table.scripted import TWO, Sitting, lying
from tests.system.malformed import trial
from web_ui.app import create_app

ONE_IN = 7
"""The rest is sent by `python -m tests.system.malformed`, to the whole program."""


def test_every_route_answers_with_a_sentence(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        wizard = open_wizard(sitting.table, sitting.camera, ScriptedCameraSetup(), tmp_path)
        app = create_app(sitting.table, wizard, lambda: b"PK")
        sitting.table.ask(TWO)
        sitting.lay(lying("1 2 3 4 5"))
        # No dice are taught here: the scripted camera takes no pictures.
        answered = trial(app, ONE_IN, without={"/api/setup/dice/begin"})
    assert [fault for answers in answered.values() for fault in answers.faults] == []
    statuses = sum((answers.statuses for answers in answered.values()), Counter[int]())
    assert statuses[200] > 100
    assert statuses[400] > 300
    assert {403, 404, 405, 409, 413, 415} < set(statuses)

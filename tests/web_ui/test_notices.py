"""What is amiss with the camera is told in the view, in the page's language, as long as it is so."""

from firmware_host.table.device_text import words_of
from firmware_host.table.lease.tray import TRAY_LEASED
from firmware_host.table.ports import Notice
from tests.web_ui.fake_table import FakeTable
from tests.web_ui.speaking import speaking
from vision.calibration.tray_watch import CAMERA_MOVED
from web_ui.present import present


def test_notices_hold_as_long_as_it_is_so(playing: FakeTable) -> None:
    assert present(playing.snapshot())["notices"] == []

    playing.notice(Notice("The camera was moved.", "tray"), Notice(TRAY_LEASED))
    shown = present(playing.snapshot())
    assert shown["notices"] == [
        {"text": "The camera was moved.", "step": "tray"},
        {"text": str(TRAY_LEASED), "step": ""},
    ]
    assert shown["phase"] == "rolled"

    playing.notice()
    assert present(playing.snapshot())["notices"] == []


def test_notices_are_told_in_the_pages_language(playing: FakeTable) -> None:
    playing.notice(Notice(words_of(CAMERA_MOVED)), Notice(TRAY_LEASED))

    moved, lent = (notice["text"] for notice in present(playing.snapshot(), speaking("pl"))["notices"])

    assert moved not in {"", str(CAMERA_MOVED)}
    assert lent not in {"", str(TRAY_LEASED)}

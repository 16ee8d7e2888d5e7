from pathlib import Path

from firmware_host.app.persistent_source import PersistentSource
from firmware_host.settings import SETUP_FILE, load_settings
from tests.firmware_host.table.scripted import ScriptedCamera


def test_a_camera_that_cannot_be_saved_is_watched_and_the_page_says_so_until_it_is_saved(tmp_path: Path) -> None:
    camera = PersistentSource(ScriptedCamera(), tmp_path)
    in_the_way = tmp_path / SETUP_FILE
    in_the_way.mkdir()
    camera.use_source("usb:1")
    [notice] = camera.notices()
    assert camera.source == "usb:1"
    assert notice.step == "camera"
    assert notice.text.startswith("The table watches this camera only until the program ends. This choice cannot be")
    in_the_way.rmdir()
    camera.use_source("usb:2")
    assert camera.notices() == ()
    assert load_settings({"data": tmp_path}, {}).camera == "usb:2"

"""The eye's setup desk: cameras, the tray, the light, and the keep rail."""

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

import vision.watcher.camera_setup
from firmware_host.setup.ports import CameraSetupPort
from tests.vision.calibration.printed import in_corners, laid
from tests.vision.calibration.test_straightening import TILTS, photo
from tests.vision.square_tray import Lying, ScriptedCamera, SquareReader
from tests.vision.watcher.listening import Cameras, Ear
from vision.calibration import PAPERS, Grade
from vision.errors import CalibrationError, SourceSpecError
from vision.frame import Frame, Picture
from vision.simulate.dice import VirtualCamera as Lens
from vision.sources import ResumeState
from vision.sources.base import Lock, Report
from vision.sources.kind import CameraInfo
from vision.watcher import CameraWatcher, open_camera

HEXAGON = ((0.3, 0.1), (0.7, 0.1), (0.9, 0.5), (0.7, 0.9), (0.3, 0.9), (0.1, 0.5))
LEFT, MIDDLE, RIGHT = (40, 120, 3), (160, 120, 5), (250, 120, 1)
DICE: Lying = (LEFT, MIDDLE, RIGHT)
PATIENCE_S = 60.0


class Still(ScriptedCamera):
    """Shows one picture, which may be exchanged; it has no noise, as no camera's picture would be."""

    is_live = False

    def __init__(self, picture: Picture) -> None:
        super().__init__()
        self.picture = picture

    def read(self, timeout: float) -> Frame:
        frame = super().read(timeout)
        return Frame(self.picture, frame.time, frame.number)


class Locked(ScriptedCamera):
    """A camera that says how its settings are locked, in the order in which it is opened."""

    exposures = iter(range(100, 1000, 50))

    def __init__(self, spec: str) -> None:
        super().__init__(spec, DICE)
        self.exposure = float(next(self.exposures))

    @property
    def report(self) -> Report:
        return Report("Scripted camera", "", (Lock("exposure", self.exposure, self.exposure),))


Opened = Callable[..., CameraWatcher]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    eyes: list[CameraWatcher] = []

    def open_one(opener: Callable[[str, ResumeState], ScriptedCamera], spec: str = "usb:0") -> CameraWatcher:
        eyes.append(open_camera(spec, data_dir=tmp_path, reader=SquareReader(), opener=opener))
        until(lambda: not eyes[-1].desk.lost)
        return eyes[-1]

    yield open_one
    for eye in eyes:
        eye.close()


@pytest.fixture
def eye(opened: Opened) -> CameraWatcher:
    return opened(lambda spec, _: ScriptedCamera(spec, DICE))


def newest(eye: CameraWatcher) -> Picture:
    taken = eye.watch.capture.newest
    assert taken is not None
    return taken.frame.image


def small(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (640, 480), interpolation=cv2.INTER_AREA), np.uint8)


def until(happens: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not happens():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


def test_it_fits_the_tables_port(eye: CameraWatcher) -> None:
    desk: CameraSetupPort = eye.desk
    assert (desk.source, desk.size, desk.lost) == ("usb:0", (320, 240), "")


def test_cameras_are_listed_with_what_their_drivers_tell(eye: CameraWatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def listed() -> tuple[CameraInfo, ...]:
        asked.append(1)
        return (CameraInfo("usb:acme_cam", "ACME Cam", ((640, 480),)), CameraInfo("usb:0", "Other Cam"))

    monkeypatch.setattr(vision.watcher.camera_setup, "list_cameras", listed)
    assert [camera.title for camera in eye.desk.cameras()] == ["Simulated tray", "USB camera 0"]
    assert asked == []

    cameras = {camera.spec: camera.title for camera in eye.desk.cameras(refresh=True)}

    assert cameras == {"sim": "Simulated tray", "usb:0": "USB camera Other Cam", "usb:acme_cam": "USB camera ACME Cam"}
    assert eye.desk.cameras(refresh=True) == eye.desk.cameras()
    assert asked == [1]


def test_thumbnails_are_taken_of_sources_that_can_be_chosen(opened: Opened) -> None:
    cameras = Cameras()
    eye = opened(cameras.open)
    eye.use_source("usb:1")
    until(lambda: not eye.desk.lost)

    own, other = eye.desk.thumbnail("usb:1"), eye.desk.thumbnail("usb:0")

    sizes = [cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR) for jpeg in (own, other)]
    assert [picture is not None and picture.shape for picture in sizes] == [(240, 320, 3)] * 2
    assert cameras.opened[-1].closed.is_set()
    before = len(cameras.opened)
    assert eye.desk.thumbnail("usb:0") == other
    assert len(cameras.opened) == before
    with pytest.raises(SourceSpecError, match="no source folder:/etc"):
        eye.desk.thumbnail("folder:/etc")


def test_an_outline_of_many_sides_stays_as_it_is(opened: Opened, eye: CameraWatcher) -> None:
    assert not eye.desk.tray().marked
    eye.desk.mark(HEXAGON)

    again = opened(lambda spec, _: ScriptedCamera(spec, DICE))

    assert (again.desk.tray().marked, again.desk.tray().outline) == (True, HEXAGON)


@pytest.mark.parametrize(
    "outline",
    [((0.1, 0.1), (0.9, 0.9)), ((0.1, 0.1), (0.9, 0.9), (0.9, 0.1), (0.1, 0.9)), ((0.5, 0.5),) * 70],
    ids=["two corners", "crossing", "too many"],
)
def test_what_is_no_tray_changes_nothing(eye: CameraWatcher, outline: tuple[tuple[float, float], ...]) -> None:
    eye.desk.mark(HEXAGON)
    with pytest.raises(CalibrationError):
        eye.desk.mark(outline)
    assert eye.desk.tray().outline == HEXAGON


def test_the_tray_is_found_by_its_cards(opened: Opened) -> None:
    lens = Lens((-20.0, -200.0, 420.0), (0.0, 0.0, 0.0), 700.0, (640, 480))
    ground = np.full((480, 640, 3), 90, np.uint8)
    eye = opened(lambda *_: Still(laid(ground, lens, in_corners(100, 80))))

    eye.desk.find(is_round=False)

    tray = eye.desk.tray()
    assert tray.size == pytest.approx((200, 160), abs=3)
    assert eye.desk.sees_cards()
    assert len(tray.outline) == 4


def test_photos_of_the_board_measure_the_lens_with_the_tray(opened: Opened) -> None:
    lens = Lens((-20.0, -200.0, 420.0), (0.0, 0.0, 0.0), 700.0, (640, 480))
    cards = laid(np.full((480, 640, 3), 90, np.uint8), lens, in_corners(100, 80))
    camera = Still(cards)
    eye = opened(lambda *_: camera)
    with pytest.raises(CalibrationError, match="too little of the board"):
        eye.desk.photograph_board()

    for turn in TILTS:
        camera.picture = small(photo(turn))
        until(lambda: np.array_equal(newest(eye), camera.picture))
        eye.desk.photograph_board()
    assert eye.desk.tray().photos == len(TILTS)
    camera.picture = cards
    until(lambda: np.array_equal(newest(eye), cards))
    eye.desk.find(is_round=False)

    tray = eye.desk.tray()
    assert tray.photos == 0
    assert tray.lens is not None
    assert tray.lens < 0.5
    assert len(tray.outline) > 4
    eye.desk.find(is_round=False)
    assert eye.desk.tray().lens == tray.lens, "a lens that is known is not forgotten"


def test_photos_are_forgotten_with_the_source(opened: Opened) -> None:
    board = small(photo(TILTS[0]))
    eye = opened(lambda *_: Still(board))
    eye.desk.photograph_board()
    eye.use_source("usb:1")
    assert eye.desk.tray().photos == 0


def test_without_cards_no_tray_is_found(eye: CameraWatcher) -> None:
    with pytest.raises(CalibrationError, match="None of the four cards"):
        eye.desk.find(is_round=False)
    assert not eye.desk.tray().marked
    assert not eye.desk.sees_cards()


def test_a_broken_file_is_told_and_marking_mends_it(opened: Opened, tmp_path: Path) -> None:
    (tmp_path / "tray.json").write_text("{")
    eye = opened(lambda spec, _: ScriptedCamera(spec, DICE))
    assert "tray.json cannot be read" in eye.desk.tray().fault

    eye.desk.mark(HEXAGON)

    assert eye.desk.tray().fault == ""
    assert json.loads((tmp_path / "tray.json").read_text())["version"] == 2
    assert (tmp_path / "tray.unreadable.json").read_text() == "{"


def test_dice_on_the_rail_are_told_and_kept_ones_survive_a_restart(opened: Opened, eye: CameraWatcher) -> None:
    ear = Ear()
    eye.start(ear)
    assert [die.on_rail for die in ear.next().dice] == [False, False, False]

    eye.desk.mark_rail("left", 3)
    assert [die.on_rail for die in ear.next().dice] == [True, False, False]

    rail = eye.desk.tray().rail
    assert rail is not None
    assert np.max(rail, axis=0) == pytest.approx((0.25, 1.0))
    again = opened(lambda spec, _: ScriptedCamera(spec, DICE))
    assert again.desk.tray().rail == rail

    eye.desk.clear_rail()
    assert [die.on_rail for die in ear.next().dice] == [False, False, False]
    assert eye.desk.tray().rail is None


def test_the_strips_offered_are_those_that_can_be_marked(eye: CameraWatcher) -> None:
    eye.desk.mark(HEXAGON)
    for side, strips in eye.desk.strips().items():
        eye.desk.mark_rail(side, 2)
        rail = eye.desk.tray().rail
        assert rail is not None
        assert np.array(rail) == pytest.approx(np.array(strips[2]))
    with pytest.raises(CalibrationError, match="no such strip"):
        eye.desk.mark_rail("middle", 2)
    with pytest.raises(CalibrationError, match="no such strip"):
        eye.desk.mark_rail("left", 99)


def test_the_live_picture_shows_the_rail(eye: CameraWatcher) -> None:
    def brightness() -> float:
        jpeg = eye.live_jpeg()
        assert jpeg is not None
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
        return float(np.asarray(picture)[10:60, 10:60].mean())

    dark = brightness()
    eye.desk.mark_rail("left", 3)
    assert brightness() > dark + 20


def test_the_light_is_measured_when_asked_and_forgotten_with_the_tray(eye: CameraWatcher) -> None:
    assert eye.desk.verdicts(refresh=False) == ()

    found = {verdict.id: verdict.grade for verdict in eye.desk.verdicts(refresh=True)}

    assert {"light", "glare", "flicker", "die-size", "contrast"} <= set(found)
    assert found["light"] is Grade.WARN
    assert {verdict.id for verdict in eye.desk.verdicts(refresh=False)} == set(found)
    eye.desk.mark_rail("left", 1)
    assert {verdict.id for verdict in eye.desk.verdicts(refresh=False)} == set(found)
    eye.desk.mark(HEXAGON)
    assert eye.desk.verdicts(refresh=False) == ()


def test_where_the_camera_looks_from_is_measured_once_the_tray_is_marked(eye: CameraWatcher) -> None:
    eye.desk.mark(HEXAGON)
    assert "view" not in {verdict.id for verdict in eye.desk.verdicts(refresh=True)}

    eye.desk.mark(((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)))

    (view,) = (verdict for verdict in eye.desk.verdicts(refresh=True) if verdict.id == "view")
    assert view.grade is Grade.OK
    assert view.number == pytest.approx(0, abs=0.1)


def test_settings_are_locked_anew_by_opening_the_camera_again(opened: Opened) -> None:
    eye = opened(lambda spec, _: Locked(spec))
    (before,) = eye.desk.locks

    eye.desk.lock_anew()
    until(lambda: not eye.desk.lost)

    (after,) = eye.desk.locks
    assert after.asked != before.asked


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_can_be_printed(eye: CameraWatcher, paper: str) -> None:
    assert eye.desk.sheet(paper).startswith(b"%PDF-")

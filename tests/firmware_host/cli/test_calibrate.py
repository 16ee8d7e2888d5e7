import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from firmware_host.cli import main
from firmware_host.setup import SkipFile
from tests.vision.calibration.printed import in_corners, laid
from vision.calibration import TrayFile
from vision.frame import Picture
from vision.simulate.layout import HALF_DEPTH, HALF_WIDTH
from vision.simulate.tray import CAMERA, SIZE, SimulatedTray

CORNERS = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * (HALF_WIDTH, HALF_DEPTH, 1)
SEEN = CAMERA.project(CORNERS)
CAMERA_SPEC = "sim:seed=7"


def calibrate(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["calibrate", *map(str, arguments)])


def told(result: Result) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


@pytest.fixture(scope="module")
def empty() -> Picture:
    return SimulatedTray(7).picture(0.0)


@pytest.fixture(scope="module")
def with_cards(empty: Picture, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "cards.png"
    cv2.imwrite(str(path), laid(empty, CAMERA, in_corners(HALF_WIDTH, HALF_DEPTH)))
    return path


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_is_written(tmp_path: Path, paper: str) -> None:
    result = calibrate("sheet", tmp_path / "new" / "sheet.pdf", "--paper", paper)

    assert result.exit_code == 0, result.output
    assert (tmp_path / "new" / "sheet.pdf").read_bytes().startswith(b"%PDF-")
    assert "Print it at 100 %" in result.stdout


def test_a_sheet_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    result = calibrate("sheet", tmp_path)

    assert result.exit_code == 1
    assert "cannot be written" in result.stderr


def test_the_tray_is_found_told_and_kept(with_cards: Path, tmp_path: Path) -> None:
    result = calibrate("find", with_cards, "--camera", CAMERA_SPEC, "--save", "--json", "--data", tmp_path)

    assert result.exit_code == 0, result.output
    answer = told(result)
    assert np.array(answer["outline"]) == pytest.approx(SEEN, abs=1)
    assert answer["millimetres"] == pytest.approx([2 * HALF_WIDTH, 2 * HALF_DEPTH], abs=1)
    assert answer["picture"] == list(SIZE)
    verdicts = {verdict["id"]: verdict["grade"] for verdict in answer["verdicts"]}
    assert verdicts == {"light": "ok", "glare": "ok", "focus": "ok"}, "the white cards are no glare"
    kept = TrayFile(tmp_path).load(CAMERA_SPEC)
    assert kept is not None
    assert np.array(kept.outline) * SIZE == pytest.approx(SEEN, abs=1)
    assert TrayFile(tmp_path).picture(CAMERA_SPEC) is not None


def test_people_are_told_in_lines_and_nothing_is_kept_unasked(with_cards: Path, tmp_path: Path) -> None:
    result = calibrate("find", with_cards, "--data", tmp_path / "data")

    assert result.exit_code == 0, result.output
    assert "The tray is 256 x 188 mm" in result.stdout
    assert "ok    light " in result.stdout
    assert not (tmp_path / "data" / "tray.json").exists()


@pytest.mark.parametrize("corners", [SEEN.tolist(), [[100, 480], [600, 60], [1200, 400], [1000, 900], [400, 880]]])
def test_corners_may_be_given_by_hand(with_cards: Path, tmp_path: Path, corners: list[list[float]]) -> None:
    given = [part for x, y in corners for part in ("--corner", f"{x},{y}")]

    result = calibrate("find", with_cards, *given, "--json", "--save", "--data", tmp_path)

    assert result.exit_code == 0, result.output
    assert np.array(told(result)["outline"]) == pytest.approx(np.array(corners), abs=0.1)
    assert told(result)["millimetres"] is None


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--round",), "outside the picture"),
        (("--corner", "here"), "'here' is not a corner"),
        (("--corner", "1,1", "--corner", "9,9"), "3 to 64 corners, not 2"),
        (("--lens", "none.jpg"), "there is no such file"),
    ],
    ids=["round", "no number", "two corners", "no photo"],
)
def test_why_no_tray_is_found_is_a_sentence(with_cards: Path, options: tuple[str, ...], why: str) -> None:
    result = calibrate("find", with_cards, *options)

    assert result.exit_code == 1
    assert why in result.stderr
    assert "Traceback" not in result.output


def test_a_missing_tray_is_an_error_in_json(tmp_path: Path, empty: Picture) -> None:
    cv2.imwrite(str(tmp_path / "empty.png"), empty)

    result = calibrate("find", tmp_path / "empty.png", "--json")

    assert result.exit_code == 1
    assert told(result)["error"].startswith("None of the four cards was found.")


def test_the_camera_is_checked_in_its_tray(with_cards: Path, tmp_path: Path) -> None:
    calibrate("find", with_cards, "--camera", CAMERA_SPEC, "--save", "--data", tmp_path)

    result = calibrate("check", "--camera", CAMERA_SPEC, "--json", "--data", tmp_path)

    assert result.exit_code == 0, result.output
    answer = told(result)
    assert answer["marked"]
    grades = {verdict["id"]: verdict["grade"] for verdict in answer["verdicts"]}
    assert grades == {"light": "ok", "glare": "ok", "flicker": "ok", "focus": "ok", "view": "ok", "place": "ok"}


def test_a_bad_picture_ends_with_status_1(with_cards: Path, tmp_path: Path) -> None:
    thrown = SimulatedTray(7, speed=1000)
    thrown.throw((), 0.0)
    turned = cv2.getRotationMatrix2D((640, 480), 3.0, 1.0)
    seen = cv2.warpAffine(thrown.picture(60.0), turned, SIZE, borderMode=cv2.BORDER_REPLICATE)
    cv2.imwrite(str(tmp_path / "now.png"), cv2.convertScaleAbs(seen, alpha=0.3))
    calibrate("find", with_cards, "--camera", CAMERA_SPEC, "--save", "--data", tmp_path)

    result = calibrate("check", tmp_path / "now.png", "--camera", CAMERA_SPEC, "--data", tmp_path)

    assert result.exit_code == 1
    assert "It is too dark" in result.stdout
    assert "The camera was moved by" in result.stdout


def test_without_a_tray_the_whole_picture_is_judged(with_cards: Path, tmp_path: Path) -> None:
    result = calibrate("check", with_cards, "--camera", CAMERA_SPEC, "--data", tmp_path)

    assert f"No tray is marked for {CAMERA_SPEC}" in result.stdout
    assert "Traceback" not in result.output


def test_a_camera_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    for command in ("find", "check"):
        result = calibrate(command, "--camera", f"folder:{tmp_path}/none", "--data", tmp_path)
        assert result.exit_code == 1
        assert "none" in result.stderr
        assert "Traceback" not in result.output


def test_the_steps_of_the_setup_are_told_with_what_is_to_do(tmp_path: Path) -> None:
    result = calibrate("status", "--camera", CAMERA_SPEC, "--json", "--data", tmp_path)

    steps = {step["id"]: step for step in told(result)["steps"]}
    assert result.exit_code == 1
    assert list(steps) == ["camera", "tray", "light", "lock", "dice", "rail", "throws", "panel"]
    assert (steps["camera"]["state"], steps["tray"]["state"], steps["lock"]["state"]) == ("done", "open", "done")
    light = {finding["id"]: finding for finding in steps["light"]["findings"]}
    assert (light["light"]["grade"], light["light"]["unit"]) == ("ok", "grey levels")
    assert light["dice"]["sentence"].startswith("There are no dice.")


def test_a_setup_of_which_nothing_is_left_to_do_has_exit_status_0(tmp_path: Path, with_cards: Path) -> None:
    calibrate("find", with_cards, "--camera", CAMERA_SPEC, "--save", "--data", tmp_path)
    SkipFile(tmp_path).keep(("dice", "rail", "throws"))

    result = calibrate("status", "--camera", CAMERA_SPEC, "--data", tmp_path)

    assert result.exit_code == 0, result.output
    assert "2 Mark the tray: done" in result.stdout
    assert "6 Mark the keep rail: skipped" in result.stdout


def test_a_broken_file_of_trays_is_told_as_what_is_to_be_mended(tmp_path: Path) -> None:
    (tmp_path / "tray.json").write_text("{")

    result = calibrate("status", "--camera", CAMERA_SPEC, "--data", tmp_path)

    assert result.exit_code == 1
    assert "tray.json cannot be read" in result.stdout
    assert "The broken file is kept beside the new one." in result.stdout


def test_a_source_that_cannot_be_opened_is_a_sentence(tmp_path: Path) -> None:
    result = calibrate("status", "--camera", f"folder:{tmp_path / 'none'}", "--data", tmp_path)

    assert result.exit_code == 1
    assert "cannot be opened" in result.stderr

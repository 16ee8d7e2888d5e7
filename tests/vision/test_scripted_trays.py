"""The scripted trays seen through the whole of vision, on a clock that nobody waits for."""

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.vision.watched import Watched
from vision.detection import Detection
from vision.geometry import Kept
from vision.pipeline import SettledRoll, settled_rolls
from vision.read import DiceReader
from vision.settle import Moving
from vision.simulate.script_file import read_script
from vision.simulate.scripted import ScriptedTray

TRAYS = Path(__file__).parents[1] / "data/trays"
MOVING = "moving"


def watched(name: str, folder: Path) -> Watched:
    """One of the trays, four times as fast as real, to draw fewer pictures of dice in flight."""
    path = folder / f"{name}.toml"
    path.write_text("speed = 4\n" + (TRAYS / path.name).read_text())
    return Watched(path)


Motions = Callable[[str, float], list[tuple[str, int]]]


class Blind:
    """Sees no dice, and so takes no time."""

    def read(self, *_asked: object) -> tuple[Detection, ...]:
        return ()


@pytest.fixture
def motions(tmp_path: Path) -> Motions:
    """Tells what is told of motion and stillness, each with the second of the script."""
    return lambda name, seconds: _motions(watched(name, tmp_path), seconds)


def _motions(tray: Watched, seconds: float) -> list[tuple[str, int]]:
    told = []
    for news in settled_rolls(tray.frames(seconds), Blind()):
        what = MOVING if isinstance(news, Moving) else "thrown" if news.thrown else "lying"
        told.append((what, math.floor(tray.clock.time)))
    return told


def settled_between(told: list[tuple[str, int]], start: int, end: int) -> list[str]:
    return [what for what, at in told if start <= at < end]


START = ["lying", MOVING, "thrown"]
"""What every script begins with: an empty tray, and a throw after one second."""


@pytest.mark.parametrize("name", ["touching", "stacked"])
def test_dice_thrown_into_each_other_are_one_throw(name: str, motions: Motions) -> None:
    assert settled_between(motions(name, 5), 0, 5) == START


@pytest.mark.parametrize("name", ["tumble", "cocked", "off_the_tray"])
def test_each_throw_is_told_once(name: str, motions: Motions) -> None:
    told = motions(name, 9)

    assert settled_between(told, 0, 5) == START
    assert settled_between(told, 5, 9) == [MOVING, "thrown"]


def test_a_hand_is_motion_until_it_is_out_again(motions: Motions) -> None:
    told = motions("hand", 9)

    assert settled_between(told, 0, 5) == START
    assert told[3][0] == MOVING
    assert told[3][1] == 5
    assert told[-1] == ("thrown", 7)


def test_every_touch_of_a_die_is_noticed(motions: Motions) -> None:
    told = motions("nudged", 13)

    for second in (5, 8, 11):
        assert settled_between(told, second, second + 2) == [MOVING, "thrown"]


def test_changing_light_moves_nothing_and_a_reflection_does(motions: Motions) -> None:
    told = motions("light", 17)

    assert settled_between(told, 0, 12) == START
    assert [what for what, _ in told[3:]] == [MOVING, "thrown"] * 2


def test_a_knocked_and_a_blurred_camera_are_noticed(motions: Motions) -> None:
    told = motions("camera_moved", 14)

    assert settled_between(told, 5, 7) == [MOVING, "thrown"]
    assert settled_between(told, 9, 11)[:1] == [MOVING]


def test_what_a_camera_does_wrong_moves_nothing_in_the_tray(tmp_path: Path) -> None:
    tray = watched("camera_faults", tmp_path)

    told = [type(news) for news in settled_rolls(tray.frames(52), Blind())]

    assert told == [SettledRoll, Moving, SettledRoll]
    assert tray.faults == [
        "The camera keeps giving the same picture.",
        "The camera's pictures are black. Is the light on and the lens uncovered?",
        f"sim:script={tray.path} has given something that is no picture.",
        "The camera's pictures are {seconds} s old.",
        "The camera's pictures have changed from {before} to {now} pixels.",
    ]
    assert tray.lost == ["{source} is unplugged by its script."]


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader.load()


@pytest.mark.parametrize(("name", "at", "dice"), [("touching", 4, 5), ("nudged", 4, 5), ("nudged", 12, 4)])
def test_what_lies_flat_is_read_as_it_lies(name: str, at: float, dice: int, reader: DiceReader) -> None:
    tray = ScriptedTray(read_script(TRAYS / f"{name}.toml"))

    seen = reader.read(tray.picture(at))

    truth: tuple[Kept, ...] = tray.tray.truth()
    assert len(truth) == len(seen) == dice
    for x, y, face in truth:
        assert min(seen, key=lambda die: math.dist(die.centre, (x, y))).face == face

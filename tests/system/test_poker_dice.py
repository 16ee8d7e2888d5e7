"""Poker dice from the simulated tray to the card, with the project's own networks and no page between."""

import math
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_host.app.build import Application, open_application
from firmware_host.game.commands import Player, StartGame, WriteBox
from firmware_host.rules.dice import face_names
from firmware_host.settings import load_settings
from firmware_host.table.ports import Notice
from firmware_host.table.requests import NameFace, ThrowDice, UseDiceSet
from firmware_host.table.snapshot import TableSnapshot
from vision.read import DiceReader, DiceSet, DiceSets, FaceReader, example
from vision.simulate.tray import SimulatedTray
from vision.watcher.active_reader import UNKNOWN_KINDS

SEED = 3
FAMILY = 4
POKER = face_names("poker")
GAME = StartGame((Player("Ada", "#aa3333"), Player("Ben", "#3333aa")), faces="poker")
PATIENCE_S = 120.0
TAUGHT_FROM = 900  # the throws that teach are others than those of the game
SPEED = 4.0


def truth(throw: int) -> tuple[tuple[float, float, str], ...]:
    """How the dice of this throw of the game lie (from 1 on), all of them thrown."""
    tray = SimulatedTray(SEED, speed=SPEED, kind="poker", family=FAMILY)
    for number in range(throw):
        tray.throw((), 100.0 * number)
    return tray.truth()


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DICE_TABLE_SIM_SPEED", f"{SPEED:g}")
    return tmp_path


@pytest.fixture
def house(data: Path) -> Iterator[Application]:
    """Give the program with its table at work, as `dice-table play` has it, and nobody at its page."""
    house = open_application(load_settings({"data": data, "camera": f"sim:seed={SEED},family={FAMILY}", "port": 0}, {}))
    house.table.start()
    yield house
    house.close()


def until(house: Application, wanted: Callable[[TableSnapshot], bool]) -> TableSnapshot:
    shown = house.table.snapshot()
    deadline = time.monotonic() + PATIENCE_S
    while not wanted(shown):
        newer = house.table.changes(shown.version, max(0.0, deadline - time.monotonic()))
        assert newer is not None, f"it never came to it: {shown}"
        shown = newer
    return shown


def lying(house: Application) -> TableSnapshot:
    """Wait until five thrown dice lie still and are counted or asked about."""
    return until(
        house, lambda shown: shown.tray.state == "still" and bool(shown.question or (shown.game and shown.game.dice))
    )


def name_all(house: Application, throw: int) -> tuple[list[int], list[int]]:
    """Say of every die that is asked about what it shows; tells the dice asked about, and those counted as read."""
    shown = lying(house)
    faces = [face for _, _, face in sorted(truth(throw))]
    asked = list(shown.question.dice) if shown.question else []
    for die in asked:
        house.table.ask(NameFace(die, POKER.index(faces[die]) + 1))
    counted = until(house, lambda shown: bool(shown.game and shown.game.dice))
    assert counted.game is not None
    assert [POKER[die.value - 1] for die in counted.game.dice] == faces, "nothing was read wrongly"
    return asked, [die for die in range(len(faces)) if die not in asked]


def taught(reader: DiceReader, looks: int) -> DiceSet:
    """Give a set, taught by so many looks at each face of the simulated dice."""
    tray = SimulatedTray(SEED, speed=1000, kind="poker", family=FAMILY)
    dice_set = DiceSet("simulated")
    for number in range(TAUGHT_FROM, TAUGHT_FROM + 200):
        if not dice_set.lacking(POKER) and min(dice_set.example_counts.values()) >= looks:
            return dice_set
        tray.throw((), float(number))
        picture = tray.picture(number + 0.5)
        for die in reader.read(picture):
            x, y, face = min(tray.truth(), key=lambda one: math.dist(one[:2], die.centre))
            if math.dist((x, y), die.centre) < 0.3 * die.width and dice_set.labels.count(face) < looks:
                dice_set = dice_set.with_example(face, example(picture, die.box))
    raise AssertionError(f"no {looks} looks at every face: {dice_set.example_counts}")


def test_what_the_network_does_not_know_is_asked_about_and_what_it_knows_is_read(house: Application) -> None:
    """It reads what its card says it knows, and claims nothing else."""
    knows = set(POKER) <= set(FaceReader.load().labels)
    house.table.ask(GAME)
    house.table.ask(ThrowDice())

    shown = lying(house)

    told = str(UNKNOWN_KINDS["poker"])
    faces = [face for _, _, face in sorted(truth(1))]
    if knows:
        assert Notice(told, "dice") not in shown.tray.notices
        offered = [(die.value, *die.choices[:2]) for die in shown.tray.dice]
        right = [POKER.index(face) + 1 in values for face, values in zip(faces, offered, strict=True)]
        assert right.count(True) >= 4, "its best two guesses are nearly always right"
    else:
        assert Notice(told, "dice") in shown.tray.notices
        assert shown.question is not None
        assert shown.question.dice == (0, 1, 2, 3, 4)
    name_all(house, 1)
    box = house.table.ask(WriteBox("chance")).game
    assert box is not None
    assert box.players[0].total == sum(POKER.index(face) + 1 for face in faces)


def test_a_set_that_was_taught_is_read_and_learns_from_what_players_say(house: Application, data: Path) -> None:
    sets = DiceSets(data)
    known = taught(DiceReader.load(), 8)
    sets.save(known)
    house.table.ask(GAME)
    house.table.ask(ThrowDice())
    lying(house)
    house.table.ask(UseDiceSet("simulated"))
    until(house, lambda shown: not shown.tray.notices)
    asked, read = 0, 0
    name_all(house, 1)
    house.table.ask(WriteBox("chance"))

    for throw, box in ((2, "chance"), (3, "ones"), (4, "ones")):
        house.table.ask(ThrowDice())
        doubtful, sure = name_all(house, throw)
        asked, read = asked + len(doubtful), read + len(sure)
        house.table.ask(WriteBox(box))

    assert read > asked
    deadline = time.monotonic() + PATIENCE_S
    while not any((grown := sets.load("simulated")).corrected):
        assert time.monotonic() < deadline, "no correction ever joined the set"
        time.sleep(0.1)
    assert grown.labels[: len(known.labels)] == known.labels
    assert grown.corrected[: len(known.labels)] == known.corrected

"""Dice that a hand lays onto the keep rail of the simulated tray: read by the real reader, run by the croupier."""

from collections.abc import Iterator

import numpy as np
import pytest

from tests.system.scripted_table import ScriptedTable
from vision.calibration import Calibration
from vision.calibration.rail import strip
from vision.pipeline import SettledRoll
from vision.read import DiceReader
from vision.simulate.layout import HALF_DEPTH, HALF_WIDTH
from vision.simulate.script import DiceThrown, Landing, Put, Script
from vision.simulate.tray import CAMERA, SIZE

GROUND = np.array([[-1, 1, 0], [1, 1, 0], [1, -1, 0], [-1, -1, 0]]) * (HALF_WIDTH, HALF_DEPTH, 1)
OUTLINE = tuple((float(x), float(y)) for x, y in CAMERA.project(GROUND) / np.array(SIZE))
TRAY = Calibration.of_corners(OUTLINE)
WITH_RAIL = TRAY.with_rail(strip(TRAY, "bottom", 0.25))
RAIL_Y = -78.0  # mm: well on the rail, which begins 47 mm before the middle

FIRST = ((4, -90, 60), (2, -30, 20), (4, 30, 50), (1, 90, 10), (6, 60, -10))
SECOND = ((5, -60, 50), (3, 0, 10), (2, 70, 40))


class RailTable(ScriptedTable):
    """A scripted table whose tray has a keep rail at its near side."""

    def _settled(self, roll: SettledRoll) -> None:
        super()._settled(roll.in_tray(WITH_RAIL, misplaced=False))


def landings(dice: tuple[tuple[int, int, int], ...]) -> tuple[Landing, ...]:
    return tuple(Landing(face=face, x=float(x), y=float(y), turn=20.0 * face) for face, x, y in dice)


SCRIPT = Script(
    seed=3,
    rate=10.0,
    speed=8.0,
    events=(
        DiceThrown(0.3, dice=landings(FIRST)),
        Put(2.0, die=1, face=4, x=-80.0, y=RAIL_Y, turn=5.0),
        Put(2.1, die=3, face=4, x=-20.0, y=RAIL_Y, turn=40.0),
        DiceThrown(4.0, keep=(1, 3), dice=landings(SECOND)),
        Put(6.0, die=3, face=4, x=-100.0, y=0.0, turn=10.0),
    ),
)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RailTable]:
    table = RailTable(SCRIPT, tmp_path_factory.mktemp("rail"), DiceReader.load(), corners=OUTLINE)
    yield table
    table.close()


def test_what_lies_on_the_rail_is_held_and_thrown_dice_count_with_it(table: RailTable) -> None:
    held: dict[float, list[int]] = {}
    rolls: dict[float, int] = {}
    for _ in table.play(8.0):
        held[table.time] = sorted(die.value for die in table.game.turn.dice if die.held)
        rolls[table.time] = table.game.turn.rolls_used
    values = sorted(die.value for die in table.game.turn.dice)

    def told(what: dict[float, list[int]] | dict[float, int], before: float) -> object:
        return [value for time, value in what.items() if time < before][-1]

    assert (told(held, 2.0), told(rolls, 2.0)) == ([], 1)
    assert (told(held, 4.0), told(rolls, 4.0)) == ([4, 4], 1)
    assert (told(held, 6.0), told(rolls, 6.0)) == ([4, 4], 2)
    assert (told(held, 8.0), told(rolls, 8.0)) == ([4], 2)
    assert values == sorted([4, 4, *(face for face, _, _ in SECOND)])
    assert table.asked == []

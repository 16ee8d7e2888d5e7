"""What may be wrong with a throw, on the simulated tray with the real reader: each is named, and nothing is counted."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware_host.table.requests import EnterRoll
from tests.system.scripted_table import ScriptedTable
from vision.geometry import WHOLE, Outline
from vision.read import DiceReader
from vision.simulate.script import DiceThrown, Landing, Put, ReachIn, Script, Take

FOUR = (Landing(4, -60, 30, 10), Landing(2, 0, 30, 30), Landing(6, 60, 30, 55), Landing(5, -30, -40, 80))
BESIDE = Landing(3, 112, -40, 20)
LEFT_OF_IT: Outline = ((0.0, 0.0), (0.85, 0.0), (0.85, 1.0), (0.0, 1.0))
"""A tray whose right edge is left of the die at BESIDE."""

Play = Callable[..., ScriptedTable]


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader.load()


@pytest.fixture
def play(tmp_path: Path, reader: DiceReader) -> Iterator[Play]:
    """Plays events to the end of a second; what was laid in the tray is then judged."""
    tables: list[ScriptedTable] = []

    def play(seconds: float, *events: DiceThrown | ReachIn | Put | Take, corners: Outline = WHOLE) -> ScriptedTable:
        script = Script(seed=5, rate=10, speed=8, events=events)
        table = ScriptedTable(script, tmp_path, reader, corners=corners)
        tables.append(table)
        for _ in table.play(seconds):
            pass
        return table

    yield play
    for table in tables:
        table.close()


def kinds(table: ScriptedTable) -> list[str]:
    return [question.kind for question in table.asked]


@pytest.mark.parametrize(
    ("fifth", "corners", "kind"),
    [
        (Landing(off=True), WHOLE, "missing"),
        (Landing(3, on=2), WHOLE, "missing"),
        (BESIDE, LEFT_OF_IT, "outside"),
    ],
)
def test_a_die_that_is_not_to_be_read_is_named(fifth: Landing, corners: Outline, kind: str, play: Play) -> None:
    table = play(2.0, DiceThrown(0.3, (*FOUR, fifth)), corners=corners)
    assert kinds(table) == [kind]
    assert table.game.turn.rolls_used == 0
    table.do(EnterRoll((4, 2, 6, 5, 3)))
    assert [die.value for die in table.game.turn.dice] == [4, 2, 6, 5, 3]
    assert table.question is None


def test_a_spare_die_beside_the_tray_is_never_the_missing_one(play: Play) -> None:
    spare = Put(0.1, 7, 3, 112, -40)
    table = play(3.0, spare, DiceThrown(1.5, (*FOUR, Landing(off=True)), keep=(7,)), corners=LEFT_OF_IT)
    assert kinds(table) == ["missing"]


def test_too_many_dice_are_named_until_one_is_taken_out(play: Play) -> None:
    table = play(3.2, DiceThrown(0.3, (*FOUR, Landing(3, 40, -40), Landing(1, 0, -70))), Take(2.0, 6))
    assert kinds(table) == ["too-many"]
    assert [die.value for die in table.game.turn.dice] == [4, 5, 2, 3, 6]


def test_a_hand_that_takes_all_dice_out_loses_no_roll(play: Play) -> None:
    thrown = DiceThrown(0.3, (*FOUR, Landing(3, 40, -40)))
    table = play(4.5, thrown, ReachIn(1.8, 0, 0, 0.8), *(Take(2.4, number) for number in range(1, 6)))
    assert kinds(table) == []
    assert [die.value for die in table.game.turn.dice] == [4, 5, 2, 3, 6]

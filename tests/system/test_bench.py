"""The bench of scripted throws: some of its scenarios, and that it sees what is wrong, invented or missed.

All of them, a thousand throws, are for the command.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.system.bench.judging import Findings, Told, judge
from tests.system.bench.running import run
from tests.system.bench.scenario import Scenario, scenarios
from tests.system.bench.truth import LyingDie, lies
from vision.detection import Detection
from vision.pipeline import SettledRoll
from vision.simulate.script import DiceThrown
from vision.simulate.script_file import read_script

SHORT = {scenario.name: scenario for scenario in scenarios(2)}
PICTURE = np.zeros((96, 128, 3), np.uint8)


def test_the_bench_is_a_thousand_throws_of_sixty_kinds() -> None:
    everything = scenarios()

    assert len({scenario.name for scenario in everything}) >= 60
    assert sum(isinstance(event, DiceThrown) for scenario in everything for event in scenario.script.events) >= 1000


@pytest.mark.parametrize(
    "name",
    [
        "white-dice-on-navy",
        "touching-row",
        "one-on-another",
        "one-off-the-tray",
        "taken-out-and-put-back",
        "lamp-switched-off-and-on",
        "thrown-while-unplugged",
        "hand-rests-beside-the-dice",
    ],
)
def test_nothing_is_wrong_invented_or_missed(name: str, tmp_path: Path) -> None:
    found = run(SHORT[name], tmp_path)

    assert found.throws >= 2
    assert [(fault.kind, fault.time, fault.what) for fault in found.faults] == []
    assert found.right + found.asked + found.unseen == found.throws + found.touches


def test_a_scenario_can_be_played_as_a_script(tmp_path: Path) -> None:
    path = tmp_path / "script.toml"
    for scenario in SHORT.values():
        path.write_text(scenario.toml(), encoding="utf-8")

        assert read_script(path) == scenario.script


def plain() -> Scenario:
    return SHORT["red-dice-on-slate"]


def read_as(dice: Sequence[LyingDie]) -> tuple[Detection, ...]:
    """The dice read just as they lie."""
    return tuple(
        Detection(str(die.face), 0.99, True, (str(die.face),), (die.x - 37, die.y - 37, die.x + 37, die.y + 37))
        for die in dice
    )


def told(
    number: int = 0, dice: tuple[Detection, ...] | None = None, *, thrown: bool = True, problems: tuple[str, ...] = ()
) -> Told:
    """The plain scenario's throw of that number, told half a second after it: as it lies, or as these `dice`."""
    lie = lies(plain().script, plain().seconds)[number]
    return Told(lie.rests + 0.5, SettledRoll(PICTURE, read_as(lie.dice) if dice is None else dice, thrown, problems))


def faults(found: Findings) -> list[str]:
    return [fault.kind for fault in found.faults]


def test_what_is_told_as_it_lies_is_right() -> None:
    found = judge(plain(), [told(0), told(1)])

    assert (found.throws, found.right, found.asked, faults(found)) == (2, 2, 0, [])


def test_silence_about_dice_in_plain_sight_is_a_fault() -> None:
    assert faults(judge(plain(), [told(1)])) == ["missed"]


def test_a_false_face_is_wrong_where_nobody_asks() -> None:
    first, *others = told().roll.dice
    false = replace(first, face="6" if first.face != "6" else "1")

    assert faults(judge(plain(), [told(dice=(false, *others)), told(1)])) == ["wrong"]
    for doubt in (
        told(dice=(replace(false, sure=False), *others)),
        told(dice=(false, *others), problems=("Something moved.",)),
        told(dice=tuple(others)),
        told(dice=(false, *others), thrown=False),
    ):
        found = judge(plain(), [doubt, told(1)])
        assert (found.right, found.asked, faults(found)) == (1, 1, [])


def test_a_die_that_lies_elsewhere_is_wrong() -> None:
    first, *others = told().roll.dice
    x0, y0, x1, y1 = first.box

    assert faults(judge(plain(), [told(dice=(replace(first, box=(x0, 10, x1, 84)), *others)), told(1)])) == ["wrong"]
    assert y1 > y0 > 84


def test_a_roll_told_in_flight_is_invented() -> None:
    early = replace(told(1), time=lies(plain().script, plain().seconds)[1].began + 0.1)

    assert faults(judge(plain(), [told(0), early, told(1)])) == ["invented"]


def test_a_second_roll_without_a_throw_is_invented_and_the_same_one_again_is_not() -> None:
    again = replace(told(), time=told().time + 0.2)
    first, *others = again.roll.dice
    other = replace(again.roll, dice=(replace(first, face="6" if first.face != "6" else "1"), *others))

    assert faults(judge(plain(), [told(), again, told(1)])) == []
    assert faults(judge(plain(), [told(), replace(again, roll=other), told(1)])) == ["invented"]


def test_what_was_found_is_kept_in_a_line() -> None:
    found = judge(plain(), [told(1)])

    again = Findings.from_json(found.as_json())

    assert (again.name, again.counts()) == (found.name, found.counts())
    assert [(fault.kind, fault.time, fault.what) for fault in again.faults] == [
        ("missed", found.faults[0].time, found.faults[0].what)
    ]


def test_a_hand_in_the_tray_is_no_settled_roll() -> None:
    scenario = SHORT["hand-rests-over-the-dice"]
    lie = lies(scenario.script, scenario.seconds)[0]
    roll = SettledRoll(PICTURE, (), thrown=True)

    covered = Told(lie.began + 2.5, roll)
    asked = Told(lie.began + 2.5, replace(roll, problems=("A hand.",)))

    assert faults(judge(scenario, [covered]))[:1] == ["invented"]
    assert "invented" not in faults(judge(scenario, [asked]))

"""Every box of every game, with every option, against tables of truth made without the scoring (tests/data)."""

import importlib.util
import json
from collections import Counter
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path
from types import ModuleType

import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import format_roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS, ruleset
from firmware_host.rules.scorecard import Scorecard

DATA = Path(__file__).parents[2] / "data"
TRUTH = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (DATA / "truth").glob("*.json")}
VARIANTS = [(game, variant) for game, table in sorted(TRUTH.items()) for variant in table]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("truth", DATA / "truth.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rolls(dice: int) -> list[tuple[Roll, int]]:
    """Return each roll once, whatever its order, with the number of rolls it stands for."""
    found = [Roll(values) for values in combinations_with_replacement(range(1, 7), dice)]
    return [(roll, factorial(dice) // prod(map(factorial, roll.counts))) for roll in found]


def varied(game: str, variant: str) -> tuple[Ruleset, int]:
    """Return the rules with the options of a variant such as "joker=free @1", and the rolls used."""
    rules = ruleset(game)
    settings, _, used = variant.partition("@")
    pairs = [setting.split("=") for setting in settings.split()]
    rules = rules.with_options({name: rules.parse_option(name, word) for name, word in pairs})
    return rules, int(used) if used else rules.rolls


def test_every_game_has_a_table() -> None:
    assert {*TRUTH, "poker-dice"} == set(RULESETS)


def test_the_tables_are_what_their_script_writes(script: ModuleType) -> None:
    assert script.tables() == TRUTH


@pytest.mark.parametrize(("game", "variant"), [pair for pair in VARIANTS if pair[0] != "poker-hands"])
def test_every_box_is_worth_what_the_table_says(game: str, variant: str) -> None:
    check(game, variant, *varied(game, variant))


@pytest.mark.parametrize("game", sorted(set(TRUTH) - {"poker-hands"}))
def test_a_ruleset_as_it_is_has_every_option_at_its_default(game: str) -> None:
    check(game, "", ruleset(game), ruleset(game).rolls)


def check(game: str, variant: str, rules: Ruleset, used: int) -> None:
    card = Scorecard.empty(rules)
    counted: dict[str, Counter[str]] = {box.id: Counter() for box in rules.boxes}
    for roll, times in rolls(rules.dice):
        for choice in card.choices(roll, used):
            counted[choice.box][json.dumps(choice.points)] += times
    assert counted == TRUTH[game][variant]


@pytest.mark.parametrize("variant", TRUTH["poker-hands"])
def test_every_hand_comes_as_often_as_the_table_says(variant: str) -> None:
    contest = varied("poker-hands", variant)[0].contest
    assert contest is not None
    counted: Counter[str] = Counter()
    for roll, times in rolls(5):
        counted[contest.rank(roll).name] += times
    assert counted == TRUTH["poker-hands"][variant]
    assert {hand: counted[hand] for hand in contest.odds} == contest.odds
    assert list(contest.odds) == list(contest.titles)


@pytest.mark.parametrize("variant", TRUTH["poker-hands"])
def test_every_hand_that_there_is_has_an_example_of_it(variant: str) -> None:
    contest = varied("poker-hands", variant)[0].contest
    assert contest is not None
    assert [contest.rank(Roll(values)).name for values in contest.examples.values()] == list(contest.examples)
    assert set(contest.examples) == {hand for hand, count in contest.odds.items() if count}


def test_text_000_examples() -> None:
    contest = ruleset("poker-hands").contest
    assert contest is not None
    assert [format_roll(Roll(values), "poker") for values in contest.examples.values()] == [
        "J J J J J",
        "10 10 10 10 A",
        "K K K 9 9",
        "A K Q J 10",
        "9 9 9 K J",
        "Q Q 9 9 A",
        "10 10 K Q 9",
        "A K Q J 9",
    ]


def test_text_000_counts_of_hands() -> None:
    contest = ruleset("poker-hands").contest
    assert contest is not None
    assert list(contest.odds.values()) == [6, 150, 300, 240, 1200, 1800, 3600, 480]
    percent = [round(100 * count / 7776, 2) for count in contest.odds.values()]
    assert percent == [0.08, 1.93, 3.86, 3.09, 15.43, 23.15, 46.30, 6.17]
    one_in = [round(7776 / count, 1) for count in contest.odds.values()]
    assert one_in == [1296, 51.8, 25.9, 32.4, 6.5, 4.3, 2.2, 16.2]

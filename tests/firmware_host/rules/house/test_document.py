"""The document on house rules says what the program knows, and its examples are games."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any

import pytest

from firmware_host.rules.house import HouseRulesError, house_ruleset
from firmware_host.rules.house.fields import Fields
from firmware_host.rules.house.figures import FIGURES, read_figure
from firmware_host.rules.house.kinds import AWARDS, BONUSES, FORBIDS, WORTH, Kind
from firmware_host.rules.house.parameters import Parameter
from firmware_host.rules.notation import parse_card, parse_roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import ruleset
from tests.firmware_host.rules.house.examples import DOCUMENT, EXAMPLES, HOUSE_RULES


def rows(heading: str) -> list[list[str]]:
    (section,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", DOCUMENT, re.DOTALL | re.MULTILINE)
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[2:]]


def quoted(*names: str) -> str:
    return ", ".join(f"`{name}`" for name in names)


def written(parameter: Parameter) -> str:
    default = getattr(parameter, "default", None)
    return parameter.name if default is None else f"{parameter.name} = {default}"


def test_every_figure_is_told() -> None:
    assert rows("Figures") == [[quoted(name), quoted(figure.example), figure.about] for name, figure in FIGURES.items()]


@pytest.mark.parametrize(
    ("heading", "kinds"), [("Bonuses", BONUSES), ("Awards", AWARDS), ("Worth", WORTH), ("Forbids", FORBIDS)]
)
def test_every_part_is_told(heading: str, kinds: Mapping[str, Kind[Any]]) -> None:
    assert rows(heading) == [
        [quoted(name), kind.about, quoted(*(written(parameter) for parameter in kind.parameters))]
        for name, kind in kinds.items()
    ]


@pytest.mark.parametrize(
    ("heading", "field", "text"),
    [
        ("Fields of a file", "nonsense", "nonsense = 1"),
        ("Fields of a box", "boxes[1].nonsense", "[[boxes]]\nnonsense = 1"),
        ("Options", "options.quick.nonsense", "[options.quick]\nnonsense = 1"),
    ],
)
def test_every_field_is_told(heading: str, field: str, text: str) -> None:
    with pytest.raises(HouseRulesError) as caught:
        house_ruleset(text)
    (known,) = re.findall(r"Choose one of: (.*)\.$", caught.value.faults[field])
    assert sorted(name for name, _ in rows(heading)) == sorted(quoted(name) for name in known.split(", "))


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_can_be_written_as_it_is_told(name: str) -> None:
    faults: dict[str, str] = {}
    table = tomllib.loads(f"figure = {FIGURES[name].example}")
    assert read_figure(Fields(table, "", faults), "figure") is not None
    assert faults == {}


def example(id_: str) -> Ruleset:
    return HOUSE_RULES[id_]


def offers(rules: Ruleset, card: str, dice: str, used: int = 3) -> dict[str, int | None]:
    choices = parse_card(card, rules).choices(parse_roll(dice), min(used, rules.rolls))
    return {choice.box: choice.points for choice in choices if choice.points}


def test_our_yatzy_is_yatzy_without_the_pair_and_with_a_greater_bonus() -> None:
    ours, yatzy = example("our-yatzy"), ruleset("yatzy")
    assert [box.id for box in ours.boxes] == [box.id for box in yatzy.boxes if box.id != "pair"]
    assert parse_card("sixes=30 fives=25 fours=8", ours).bonuses == {"upper": 75}
    assert ours.options == ()
    assert offers(ours, "-", "6 6 6 1 2")["three-of-a-kind"] == 18


def test_rich_poker_dice_count_a_full_house_and_have_two_pairs() -> None:
    rules = example("rich-poker-dice")
    assert offers(rules, "-", "6 6 6 5 5")["full-house"] == 28
    assert "full-house" not in offers(rules, "-", "6 6 6 6 5")
    assert offers(rules, "-", "6 6 5 5 1")["two-pairs"] == 15
    ids = [box.id for box in rules.boxes]
    assert ids.index("two-pairs") == ids.index("three-of-a-kind") - 1
    quick = rules.with_options({"quick": True})
    assert (quick.rolls, quick.turns) == (2, 13)
    assert (rules.rolls, rules.turns) == (3, 14)
    assert rules.decisions[0].startswith("A full house counts all its dice")


def test_harbour_dice_are_a_game_of_their_own() -> None:
    rules = example("harbour-dice")
    assert (rules.dice, rules.turns, rules.min_players, rules.max_players) == (4, 11, 2, 4)
    assert offers(rules, "-", "5 5 5 2") == {"fives": 15, "twos": 2, "lighthouse": 25, "catch": 17}
    assert offers(rules, "-", "5 5 5 2", used=1)["lighthouse"] == 50
    assert "harbour" not in offers(rules, "lighthouse=x", "5 5 2 2")
    assert offers(rules, "lighthouse=25", "5 5 2 2")["harbour"] == 30
    assert parse_card("sixes=24 fives=15 ones=3", rules).bonuses["upper"] == 25
    assert rules.with_options({"storm": "heavy"}).rolls == 2
    assert rules.with_options({"storm": "light"}).dice == 3


def test_every_example_has_been_looked_at() -> None:
    assert {house_ruleset(text).id for text in EXAMPLES} == {"our-yatzy", "rich-poker-dice", "harbour-dice"}

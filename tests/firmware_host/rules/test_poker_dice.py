"""The boxes of poker dice against the texts they come from and against a table of truth made without them.

Text 000 is the Romanian and English text, text 001 the Esperanto one; both tell the same thirteen rows.
"""

import importlib.util
import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import parse_roll
from firmware_host.rules.rulesets import RULESETS, UnknownRulesetError, ruleset
from firmware_host.rules.rulesets.poker_dice import POKER_DICE
from firmware_host.rules.scorecard import Scorecard

DATA = Path(__file__).parents[2] / "data"
ALL_ROLLS = [Roll(values) for values in product(range(1, 7), repeat=5)]


def offers(line: str, faces: str = "pips") -> dict[str, int | None]:
    card = Scorecard.empty(POKER_DICE)
    return {choice.box: choice.points for choice in card.choices(parse_roll(line, faces))}


def test_texts_000_and_001_example_1_3_2_4_4() -> None:
    assert offers("1 3 2 4 4") == {
        "ones": 1,
        "twos": 2,
        "threes": 3,
        "fours": 8,
        "fives": 0,
        "sixes": 0,
        "three-of-a-kind": 0,
        "four-of-a-kind": 0,
        "full-house": 0,
        "small-straight": 30,
        "large-straight": 0,
        "five-of-a-kind": 0,
        "chance": 14,
    }


# Text 000 lists the hands of five poker dice; here they are scored in the thirteen rows.
@pytest.mark.parametrize(
    ("line", "lower"),
    [
        ("J J J J J", {"three-of-a-kind": 15, "four-of-a-kind": 15, "five-of-a-kind": 50, "chance": 15}),
        ("10 10 10 10 A", {"three-of-a-kind": 14, "four-of-a-kind": 14, "chance": 14}),
        ("K K K 9 9", {"three-of-a-kind": 17, "full-house": 25, "chance": 17}),
        ("A K Q J 10", {"small-straight": 30, "large-straight": 40, "chance": 20}),
        ("9 9 9 K J", {"three-of-a-kind": 11, "chance": 11}),
        ("Q Q 9 9 A", {"chance": 16}),
        ("10 10 K Q 9", {"chance": 14}),
        ("A K Q J 9", {"small-straight": 30, "chance": 19}),
        ("A K Q 10 9", {"chance": 18}),
        ("A K J 10 9", {"chance": 17}),
        ("A Q J 10 9", {"small-straight": 30, "chance": 16}),
        ("K Q J 10 9", {"small-straight": 30, "large-straight": 40, "chance": 15}),
    ],
)
def test_text_000_hands_score_in_the_lower_boxes(line: str, lower: dict[str, int]) -> None:
    offered = offers(line, "poker")
    for box in POKER_DICE.boxes:
        if box.section == "lower":
            assert offered[box.id] == lower.get(box.id, 0), box.id


# Rows 7-13 of texts 000 and 001, each at and next to its condition.
@pytest.mark.parametrize(
    ("line", "box", "points"),
    [
        ("6 6 6 1 2", "three-of-a-kind", 21),
        ("6 6 6 6 2", "three-of-a-kind", 26),
        ("6 6 5 5 2", "three-of-a-kind", 0),
        ("1 1 1 1 1", "four-of-a-kind", 5),
        ("1 1 1 2 2", "four-of-a-kind", 0),
        ("2 3 2 3 2", "full-house", 25),
        ("4 4 4 4 4", "full-house", 0),
        ("4 4 4 4 5", "full-house", 0),
        ("3 4 5 6 6", "small-straight", 30),
        ("2 3 4 5 1", "small-straight", 30),
        ("5 6 1 2 3", "small-straight", 0),
        ("6 5 4 3 2", "large-straight", 40),
        ("1 2 3 4 6", "large-straight", 0),
        ("4 4 4 4 4", "five-of-a-kind", 50),
        ("4 4 4 4 5", "five-of-a-kind", 0),
        ("6 6 6 6 6", "chance", 30),
    ],
)
def test_rows_7_to_13_hold_their_condition(line: str, box: str, points: int) -> None:
    assert offers(line)[box] == points


def test_the_order_of_the_dice_never_counts() -> None:
    for roll in ALL_ROLLS[::37]:
        card = Scorecard.empty(POKER_DICE)
        assert card.choices(roll) == card.choices(Roll(tuple(sorted(roll.values))))


def test_every_box_agrees_with_the_table_of_truth() -> None:
    truth = json.loads((DATA / "poker_dice_counts.json").read_text(encoding="utf-8"))
    scored = {box.id: Counter(str(box.score(roll)) for roll in ALL_ROLLS) for box in POKER_DICE.boxes}
    assert scored == truth


def test_the_table_of_truth_is_what_its_script_writes() -> None:
    spec = importlib.util.spec_from_file_location("poker_dice_counts", DATA / "poker_dice_counts.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert json.loads((DATA / "poker_dice_counts.json").read_text(encoding="utf-8")) == script.table()


def test_text_000_odds_agree_with_the_table_of_truth() -> None:
    truth = json.loads((DATA / "poker_dice_counts.json").read_text(encoding="utf-8"))
    five, four, full, straight, three = 6, 150, 300, 240, 1200
    met = {box: 6**5 - counts.get("0", 0) for box, counts in truth.items()}
    assert met["five-of-a-kind"] == five
    assert met["four-of-a-kind"] == five + four
    assert met["full-house"] == full
    assert met["large-straight"] == straight
    assert met["three-of-a-kind"] == five + four + full + three


def test_the_highest_total_is_340() -> None:
    card = Scorecard.empty(POKER_DICE)
    for box in POKER_DICE.boxes:
        card = card.fill(box.id, max(ALL_ROLLS, key=box.score))
    assert card.complete
    assert card.total == 340


def test_poker_faces_title_the_upper_boxes() -> None:
    titled = POKER_DICE.titled("poker")
    assert [box.title for box in titled.boxes if box.section == "upper"] == ["9", "10", "J", "Q", "K", "A"]
    assert [box.hint for box in titled.boxes][:2] == ["1 for each 9", "2 for each 10"]
    assert titled.boxes[6:] == POKER_DICE.boxes[6:]
    assert POKER_DICE.titled("pips") == POKER_DICE


def test_the_registry_knows_games_by_id_and_names_them_when_asked_for_another() -> None:
    assert ruleset("poker-dice") is POKER_DICE
    assert all(rules.id == id_ for id_, rules in RULESETS.items())
    with pytest.raises(UnknownRulesetError, match=r"“whist”.*poker-dice"):
        ruleset("whist")

"""`dice-table score` and `dice-table rules`, as people and programs call them."""

import json
from itertools import product

import pytest
from click.testing import CliRunner, Result

from firmware_host.cli import main
from firmware_host.rules.dice import Roll
from firmware_host.rules.rulesets import RULESETS, ruleset
from firmware_host.rules.scorecard import Scorecard


def dice_table(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=typed)


def scored(*arguments: str) -> dict[str, int | None]:
    done = dice_table("score", *arguments, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    found: dict[str, int | None] = json.loads(done.stdout)
    return found


def test_one_roll_is_worth_something_in_each_box() -> None:
    found = scored("poker-dice", "1", "3", "2", "4", "4")
    assert list(found) == [box.id for box in ruleset("poker-dice").boxes]
    assert (found["ones"], found["fours"], found["small-straight"], found["full-house"]) == (1, 8, 30, 0)
    assert scored("poker-dice", "9 J 10 Q Q") == found


def test_without_rolls_used_all_of_them_are() -> None:
    assert scored("school-poker", "6", "6", "1", "2", "4")["pair"] == 12
    assert scored("school-poker", "6", "6", "1", "2", "4", "--rolls-used", "1")["pair"] == 24


def test_null_is_where_nothing_may_be_written() -> None:
    found = scored("yahtzee", "5", "5", "5", "5", "5", "--card", "five-of-a-kind=50")
    assert {box for box, points in found.items() if points is not None} == {"fives"}
    free = scored("yahtzee", "5", "5", "5", "5", "5", "--card", "five-of-a-kind=50", "--option", "joker=free")
    assert {box for box, points in free.items() if points is None} == {"five-of-a-kind"}
    assert scored("school-poker", "1", "1", "2", "2", "2")["threes"] is None
    assert scored("balut", "4", "4", "4", "1", "1", "--card", "fours=12,12,12")["fours"] == 12
    assert scored("balut", "4", "4", "4", "1", "1", "--card", "fours=12,12,12,x")["fours"] is None


def test_people_are_told_in_words() -> None:
    done = dice_table("score", "general", "5", "5", "5", "5", "5", "--card", "five-of-a-kind=50 fives=25")
    assert done.exit_code == 0
    lines = {line.split("  ")[0]: line for line in done.stdout.splitlines()}
    assert lines["Full house"].endswith(" 25  and 100 extra")
    assert "already scored: 50" in lines["General"]
    assert dice_table("score", "crag", "A", "A", "9").stdout.splitlines()[5].startswith("A ")
    assert dice_table("score", "poker-hands", "A", "K", "Q", "J", "10").stdout == "Straight\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["whist", "1"], "no game “whist”"),
        (["crag", "1", "2"], "You gave 2 dice"),
        (["crag", "1", "2", "7"], "no dice have all these faces"),
        (["crag", "1", "2", "K"], "no dice have all these faces"),
        (["crag"], "No dice given"),
        (["crag", "1", "2", "3", "--rolls-used", "3"], "after 3 rolls"),
        (["crag", "1", "2", "3", "--rolls-used", "0"], "after 0 rolls"),
        (["crag", "1", "2", "3", "--card", "pair=4"], "no box “pair”"),
        (["poker-dice", "1 2 3 4 5", "--card", "fours=99"], "Fours can hold 0, 4, 8, 12, 16 or 20, not 99."),
        (["yatzy", "1 2 3 4 5", "--card", "chance=4"], "Chance can hold 5 to 30, not 4."),
        (["school-poker", "1 2 3 4 5", "--card", "twos=x"], "Twos cannot be struck"),
        (["yahtzee", "1 2 3 4 5", "--card", "full-house=25+50"], "can earn 0 or 100 besides, not 50."),
        (["balut", "1 2 3 4 5", "--card", "fours=4,8,13"], "not 13."),
        (["crag", "1", "2", "3", "--option", "joker=free"], "no option “joker”"),
        (["balut", "1", "2", "3", "4", "5", "--option", "five-is-full-house"], "NAME=VALUE"),
        (["poker-hands", "1", "2", "3"], "You gave 3 dice"),
    ],
)
def test_what_cannot_be_scored_is_a_sentence_and_status_2(arguments: list[str], sentence: str) -> None:
    done = dice_table("score", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert sentence in done.stderr


def test_every_line_of_a_batch_is_what_the_card_offers() -> None:
    rolls = [Roll(values) for values in product(range(1, 7), repeat=5)]
    lines = [(roll, used) for used in (1, 2, 3) for roll in rolls]
    typed = "".join(f"{' '.join(map(str, roll.values))} @{used}\n" for roll, used in lines)
    done = dice_table("score", "school-poker", "--batch", typed=typed)
    assert done.exit_code == 0
    told = done.stdout.splitlines()
    assert len(told) == 3 * 6**5
    card = Scorecard.empty(ruleset("school-poker"))
    for (roll, used), line in list(zip(lines, told, strict=True))[::101]:
        assert json.loads(line) == {choice.box: choice.points for choice in card.choices(roll, used)}
    doubled = [json.loads(line)["pair"] for line in told[: len(rolls)]]
    assert doubled == [2 * json.loads(line)["pair"] for line in told[2 * len(rolls) :]]


def test_a_batch_of_hands() -> None:
    done = dice_table("score", "poker-hands", "--batch", typed="A A A K K\n1 2 3 4 5\nA A A K K @2\n9 9 9 9 9\n")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [hand["hand"] for hand in told] == ["full-house", "straight", "full-house", "five-of-a-kind"]
    assert told[1]["strength"] < told[0]["strength"] == told[2]["strength"] < told[3]["strength"]


def test_a_batch_takes_card_options_and_rolls_for_all_its_lines() -> None:
    arguments = ("score", "speed-yatzy", "--batch", "--option", "two-pairs-points=25", "--card", "chance=x")
    done = dice_table(*arguments, "--rolls-used", "1", typed="4 4 2 2 1\n4 4 2 2 1 @3\n")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["two-pairs"] for line in told] == [35, 25]
    assert {line["chance"] for line in told} == {None}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("1 2", "You gave 2 dice"),
        ("1 2 3 @x", "rolls used after @"),
        ("1 2 3 @3", "after 3 rolls"),
        ("", "not a roll"),
        ("1 2 ?", "'1 2 ?'"),
    ],
)
def test_a_faulty_line_ends_a_batch_and_is_named(line: str, sentence: str) -> None:
    done = dice_table("score", "crag", "--batch", typed=f"1 2 3\n{line}\n1 2 3\n")
    assert done.exit_code == 2
    assert len(done.stdout.splitlines()) == 1
    assert "Line 2: " in done.stderr
    assert sentence in done.stderr


def test_the_games_are_listed() -> None:
    listed = dice_table("rules").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(RULESETS)
    told = json.loads(dice_table("rules", "--json").stdout)
    assert [rules["id"] for rules in told] == list(RULESETS)


def test_rules_are_told_with_options_and_decisions() -> None:
    told = json.loads(dice_table("rules", "speed-yatzy", "--json").stdout)
    assert [option["id"] for option in told["options"]] == [
        "speed-bonus-on",
        "two-pairs-points",
        "clock-minutes",
        "clock-increment",
    ]
    assert told["options"][1]["choices"] == [20, 25]
    assert (told["dice"], told["rolls"], told["turns"], len(told["boxes"])) == (5, 3, 13, 13)
    hands = json.loads(dice_table("rules", "poker-hands", "--json").stdout)["hands"]
    assert [hand["odds"] for hand in hands] == [6, 150, 300, 240, 1200, 1800, 3600, 480]


@pytest.mark.parametrize("game", RULESETS)
def test_rules_are_told_in_words(game: str) -> None:
    done = dice_table("rules", game)
    rules = ruleset(game)
    assert done.exit_code == 0
    for words in (rules.source, rules.longest, *rules.decisions, *(option.explanation for option in rules.options)):
        assert words in done.stdout
    for box in rules.boxes:
        assert f"  {box.id} " in done.stdout


def test_rules_tell_what_bonuses_are_worth() -> None:
    told = dice_table("rules", "general").stdout
    assert "30 (4 values in a row)" in told
    assert "Bonus at 63: +35 once the sum reaches 63: Ones, Twos" in told
    assert "Extra generals: +100 for each joker used while General holds points" in told
    assert "A joker scores: Full house 25, Small straight 30, Large straight 40." in told


def squeezed(*arguments: str) -> list[str]:
    """Return the lines of a table with one space between its columns."""
    return [" ".join(line.split()) for line in dice_table(*arguments).stdout.splitlines()]


def test_the_odds_of_hands_are_told_as_the_source_prints_them() -> None:
    told = squeezed("rules", "poker-hands")
    assert "five-of-a-kind 5 of a kind 6 / 7776 0.08 % 1296 J J J J J" in told
    assert "one-pair One pair 3600 / 7776 46.30 % 2.2 10 10 K Q 9" in told
    assert "bust Bust 480 / 7776 6.17 % 16.2 A K Q J 9" in told
    assert "The only busts: A K Q J 9, A K Q 10 9, A K J 10 9, A Q J 10 9." in told


def test_the_odds_of_hands_follow_the_option() -> None:
    asked = ("rules", "poker-hands", "--option", "straights-are-busts=on")
    told = squeezed(*asked)
    assert "straight Straight 0 / 7776 0.00 % \N{EN DASH} \N{EN DASH}" in told
    assert "bust Bust 720 / 7776 9.26 % 10.8 A K Q J 9" in told
    assert "The only busts: A K Q J 10, A K Q J 9, A K Q 10 9, A K J 10 9, A Q J 10 9, K Q J 10 9." in told
    assert "bust Bust 720 / 7776 9.26 % 10.8 6 5 4 3 1" in squeezed(*asked, "--faces", "pips")
    assert dice_table("rules", "crag", "--option", "joker=free").exit_code == 2


def test_rules_of_no_game() -> None:
    done = dice_table("rules", "whist")
    assert done.exit_code == 2
    assert "no game “whist”" in done.stderr

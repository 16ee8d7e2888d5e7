"""`dice-table advise`, as people and programs call it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from firmware_host.cli import main


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a data folder in which generala has been solved."""
    folder = tmp_path_factory.mktemp("data")
    done = dice_table("solve", "generala", "--processes", "1", "--data", str(folder))
    assert done.exit_code == 0
    return folder


def dice_table(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=typed)


def options(done: Result) -> Iterator[dict[str, Any]]:
    assert (done.exit_code, done.stderr) == (0, "")
    yield from json.loads(done.stdout)["options"]


def test_it_says_what_to_do_in_words(data: Path) -> None:
    done = dice_table("advise", "generala", "5", "5", "5", "2", "3", "--rolls-used", "2", "--data", str(data))
    assert (done.exit_code, done.stderr) == (0, "")
    first, best, second, third, boxes, *rows = done.stdout.splitlines()
    assert first == "Generala, roll 2 of 3: 5 5 5 2 3"
    assert best.startswith("  Keep 5 5 5, going for ")
    assert "costs" not in best
    assert all("  costs " in line for line in (second, third))
    assert boxes == "Boxes:"
    assert any(row.startswith("  Score 15 in Fives ") for row in rows)


def test_the_same_for_programs(data: Path) -> None:
    asked = ("advise", "generala", "K K A A A", "--json", "--data", str(data))
    found = list(options(dice_table(*asked)))
    costs = [option["cost"] for option in found]
    assert costs == sorted(costs)
    assert costs[0] == 0
    assert {"do": "keep", "dice": ["A", "A", "A"]}.items() <= found[
        [option.get("dice") for option in found].index(["A", "A", "A"])
    ].items()
    closings = [option for option in found if option["do"] != "keep"]
    assert {"box": "full-house", "do": "write"}.items() <= closings[0].items()
    assert all(option["expected"] + option["cost"] == pytest.approx(found[0]["expected"]) for option in found)


def test_a_card_and_all_choices(data: Path) -> None:
    card = "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 straight=20 full-house=30 four-of-a-kind=40"
    done = dice_table("advise", "generala", "1 1 2 3 4", "--card", card, "--all", "--data", str(data))
    _, *lines = done.stdout.splitlines()
    kept = [line for line in lines if line.startswith(("  Keep ", "  Throw all the dice again"))]
    assert len(kept) == 3 * 2**3 - 1  # none, one or both ones with any others; but not all five dice
    assert all(", going for Generala" in line for line in kept)
    closed = [line.split("  costs")[0].rsplit(maxsplit=1)[0].strip() for line in lines if line not in kept]
    assert closed == ["Score 0 in Double Generala", "Score 0 in Generala"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("generala",), "No dice given. Give 5 faces"),
        (("generala", "1", "2"), "This game is played with 5 dice."),
        (("generala", "1 2 3 4 5", "--rolls-used", "4"), "A turn has 1 to 3 rolls."),
        (("generala", "1 2 3 4 5", "--card", "ones=x,x"), "is not a card"),
        (("crak", "1 2 3"), "crak"),
        (("maxi-yatzy", "1 2 3 4 5 6"), "Maxi yatzy is too large for the coach"),
    ],
)
def test_what_makes_no_sense_is_refused(data: Path, arguments: tuple[str, ...], sentence: str) -> None:
    done = dice_table("advise", *arguments, "--data", str(data))
    assert done.exit_code == 2
    assert sentence in done.stderr


GAME = """rules: generala
players: Ana, Bo
Ana: 1 1 2 3 4 | keep 2 | 2 5 5 5 6 | keep 2 | 1 1 1 3 2 -> ones
Bo: 6 6 6 6 6 -> generala
"""


def test_the_ledger_of_a_game_adds_up(data: Path) -> None:
    done = dice_table("replay", "-", "--ledger", "--json", "--data", str(data), typed=GAME)
    assert (done.exit_code, done.stderr) == (0, "")
    ana, bo = json.loads(done.stdout)["ledger"]
    for player in (ana, bo):
        assert player["start"] + player["luck"] - player["mistakes"] == player["now"]
    assert ana["name"] == "Ana"
    assert ana["mistakes"] > 0
    assert bo["luck"] > 40


def test_the_ledger_shows_the_costliest_mistake_and_the_luckiest_throw(data: Path) -> None:
    done = dice_table("replay", "-", "--ledger", "--data", str(data), typed=GAME)
    assert (done.exit_code, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert any(line.startswith("Player ") and line.endswith("= now") for line in lines)
    assert any(line.startswith("Ana, costliest mistake: to ") and "; it was best to " in line for line in lines)
    assert any(line.startswith("Bo, luckiest throw: 6 6 6 6 6 in turn 1, +") for line in lines)


def test_a_game_too_large_has_no_ledger(data: Path) -> None:
    done = dice_table("replay", "-", "--ledger", "--data", str(data), typed="rules: maxi-yatzy\nplayers: Ana\n")
    assert done.exit_code == 2
    assert "Maxi yatzy is too large for the coach" in done.stderr


def test_caution_weighs_points_against_spread(data: Path) -> None:
    asked = ("advise", "generala", "5 5 5 2 3", "--data", str(data))
    safe = dice_table(*asked, "--caution", "2")
    assert safe.exit_code == 0
    assert safe.stdout.endswith("The values are the totals that would be as good for certain.\n")
    best = [json.loads(dice_table(*asked, "--json", "--caution", caution).stdout)["expected"] for caution in "20"]
    assert best[0] < best[1]
    hands = dice_table("advise", "poker-hands", "5 5 5 2 3", "--caution", "2", "--data", str(data))
    assert hands.exit_code == 2
    assert "In Poker hands the total does not decide, so there is no caution to set." in hands.stderr

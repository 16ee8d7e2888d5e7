"""Worked examples: cards with sums, school, slots and awards, and matches, as the page draws them."""

from typing import Any

import pytest

from firmware_host.game.commands import Player, SpendTime, Stand, StartGame, Undo, WriteBox
from firmware_host.rules.rulesets import RULESETS
from firmware_host.rules.rulesets.poker_hands import POKER_HANDS
from firmware_host.rules.scorecard import CROSS, MINUS
from tests.web_ui.fake_table import FALLING, TWO, FakeTable
from tests.web_ui.shapes import Json, as_json
from web_ui.language import ENGLISH
from web_ui.present import present
from web_ui.sheet import odds

ANN = TWO[:1]


def seated(
    rules: str, *rolls: tuple[int, ...], players: tuple[Player, ...] = ANN, options: dict[str, Any] | None = None
) -> FakeTable:
    table = FakeTable(rolls or FALLING)
    table.ask(StartGame(players, rules, options or {}))
    return table


def game(table: FakeTable) -> Json:
    shown: Json = as_json(present(table.snapshot(), now=table.now()))["game"]
    return shown


def row(table: FakeTable, box: str) -> Json:
    (found,) = (known for known in game(table)["rows"] if known.get("box") == box)
    answer: Json = found
    return answer


def cell(table: FakeTable, box: str, seat: int = 0) -> Json:
    answer: Json = row(table, box)["cells"][seat]
    return answer


def thin(table: FakeTable) -> list[tuple[str, str, str]]:
    return [(row["kind"], row["section"], row.get("title", "")) for row in game(table)["rows"] if row["kind"] != "box"]


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_every_game_has_its_rows(rules: Any) -> None:
    table = FakeTable()
    table.ask(StartGame(TWO, rules.id))
    shown = game(table)
    boxes = [row for row in shown["rows"] if row["kind"] == "box"]
    assert [row["box"] for row in boxes] == [box.id for box in rules.boxes]
    assert [row["slots"] for row in boxes] == [box.slots for box in rules.boxes]
    assert (shown["match"] is None) == bool(rules.boxes)
    assert shown["dice"] == rules.dice == len(present(table.snapshot())["places"])


def test_the_sum_stands_under_the_upper_section_with_what_follows_from_it() -> None:
    table = seated("yatzy", (3, 3, 3, 3, 1))
    table.ask(WriteBox("threes"))
    kinds = [row["kind"] for row in game(table)["rows"]]
    assert kinds == ["box"] * 6 + ["sum", "bonus"] + ["box"] * 9
    assert game(table)["rows"][6]["cells"] == [{"points": 12, "par": 3}]
    assert thin(seated("general")) == [
        ("sum", "upper", ""),
        ("bonus", "upper", "Bonus at 63"),
        ("bonus", "lower", "Extra generals"),
    ]
    assert thin(seated("poker-dice")) == []


def test_the_school_is_marked_as_with_a_pencil() -> None:
    table = seated("school-poker", (3, 3, 3, 1, 6), (6, 6, 6, 6, 2))
    offers = {box: cell(table, box)["offer"] for box in ("ones", "threes", "sixes")}
    assert offers == {"ones": f"{MINUS}1", "threes": CROSS, "sixes": f"{MINUS}6"}
    assert {cell(table, box)["tap"] for box in offers} == {"write"}
    assert cell(table, "twos")["tap"] is None
    assert "No die shows what Twos collects" in cell(table, "twos")["why"]
    table.ask(WriteBox("threes"))
    table.ask(WriteBox("sixes"))
    assert [slot["mark"] for box in ("threes", "sixes") for slot in cell(table, box)["slots"]] == [CROSS, "+6"]


def test_a_box_worth_points_may_be_struck_where_the_game_allows_it() -> None:
    table = seated("school-poker", (3, 3, 1, 5, 6))
    assert (cell(table, "pair")["tap"], cell(table, "pair")["strike"]) == ("write", True)
    assert cell(table, "threes")["strike"] is False
    assert "cannot be struck" in cell(table, "threes")["whyNoStrike"]
    table.ask(WriteBox("pair", strike=True))
    (slot,) = cell(table, "pair")["slots"]
    assert (slot["struck"], slot["points"]) == (True, 0)


def test_what_a_turn_earns_beside_the_box_is_offered_and_kept() -> None:
    table = seated("speed-yatzy", (4, 4, 4, 4, 4))
    table.ask(WriteBox("five-of-a-kind"))
    assert (cell(table, "fours")["offer"], cell(table, "fours")["extra"]) == ("30", 40)
    table.ask(WriteBox("fours"))
    assert cell(table, "fours")["slots"][0]["extra"] == 40
    extra = next(row for row in game(table)["rows"] if row.get("title") == "Extra 5 of a kind")
    assert extra["cells"] == [{"points": 40}]


def test_slots_fill_one_after_the_other_each_with_its_photo() -> None:
    table = seated("balut", (4, 4, 4, 4, 1), (4, 4, 1, 2, 3), (5, 5, 5, 5, 5))
    table.ask(WriteBox("fours"))
    assert cell(table, "fours")["offer"] == "8"
    table.ask(WriteBox("fours"))
    table.ask(WriteBox("balut"))
    table.ask(WriteBox("fours", strike=True))
    fours = cell(table, "fours")
    assert [(slot["mark"], slot["struck"]) for slot in fours["slots"]] == [("16", False), ("8", False), ("0", True)]
    assert fours["slots"][1]["photo"] == "/pictures/roll-44123.jpg"
    assert (fours["points"], fours["award"]) == (24, 0)
    assert (cell(table, "balut")["award"], row(table, "balut")["award"]) == (2, "2 for each balut")
    assert thin(table) == [("award", "lower", "For the total")]
    assert game(table)["players"][0]["points"] == 0


def test_a_full_box_offers_nothing() -> None:
    table = seated("balut", (4, 4, 4, 4, 1))
    for _ in range(4):
        table.ask(WriteBox("fours"))
    assert (cell(table, "fours")["tap"], cell(table, "fours")["strike"], cell(table, "fours")["why"]) == (
        None,
        False,
        "",
    )
    assert len(cell(table, "fours")["slots"]) == 4
    table.ask(Undo())
    table.ask(Undo())
    assert (cell(table, "fours")["tap"], len(cell(table, "fours")["slots"])) == ("write", 3)


def test_the_rules_are_those_of_the_options() -> None:
    table = seated("speed-yatzy", options={"two-pairs-points": 25})
    assert row(table, "two-pairs")["hint"] == "25"
    assert game(table)["options"]["two-pairs-points"] == 25


def test_a_round_of_hands() -> None:
    table = seated("poker-hands", (6, 6, 6, 1, 2), (5, 5, 1, 2, 3), players=TWO, options={"rounds": 2})
    shown = game(table)["match"]
    assert (shown["round"], shown["rounds"], shown["hand"], shown["handTitle"]) == (
        1,
        2,
        "three-of-a-kind",
        "3 of a kind",
    )
    assert shown["hands"] == [[], []]
    assert present(table.snapshot())["can"]["stand"]
    table.ask(Stand())
    shown = game(table)["match"]
    assert shown["hands"][0] == [
        {"title": "3 of a kind", "faces": ["6", "6", "6", "1", "2"], "photo": "/pictures/roll-66612.jpg"}
    ]
    assert not shown["last"]
    table.ask(Stand())
    shown = game(table)["match"]
    assert (shown["last"], shown["roundWinners"], shown["round"]) == (True, ["Ann"], 2)
    assert [player["rounds"] for player in game(table)["players"]] == [1, 0]


def test_equal_hands_roll_off() -> None:
    table = seated("poker-hands", (6, 6, 6, 1, 2), players=TWO)
    table.ask(Stand())
    table.ask(Stand())
    shown = game(table)["match"]
    assert (shown["rollingOff"], shown["last"]) == (True, False)


def test_the_odds_are_those_of_one_roll() -> None:
    assert POKER_HANDS.contest is not None
    told = {hand["hand"]: (round(hand["percent"], 2), hand["oneIn"]) for hand in odds(POKER_HANDS.contest, 5, ENGLISH)}
    assert told["five-of-a-kind"] == (0.08, 1296)
    assert told["one-pair"] == (46.3, 2.16)
    busts = POKER_HANDS.with_options({"straights-are-busts": True}).contest
    assert busts is not None
    assert [(hand["hand"], hand["oneIn"]) for hand in odds(busts, 5, ENGLISH)][3] == ("straight", None)


def test_thinking_time_is_told_as_of_now() -> None:
    table = seated("speed-yatzy", players=TWO, options={"clock-minutes": 1})
    table.clock.advance(12.5)
    assert [player["seconds"] for player in game(table)["players"]] == [47.5, 60]
    table.ask(SpendTime(12.5))
    table.ask(WriteBox("chance"))
    table.clock.advance(100)
    assert [player["seconds"] for player in game(table)["players"]] == [47.5, 0]
    assert [player["seconds"] for player in game(seated("yatzy"))["players"]] == [None]

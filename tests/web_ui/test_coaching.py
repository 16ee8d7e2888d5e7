"""What the page is told by the coach and of opponents."""

import re
from dataclasses import replace
from html import unescape

import pytest
from flask.testing import FlaskClient

from firmware_host.coach.advice import Unit
from firmware_host.game.commands import Player, StartGame
from firmware_host.words import say
from tests.web_ui.advice import HINTED, KEEP, advised, analysis, play_out
from tests.web_ui.fake_table import TWO, FakeTable
from tests.web_ui.shapes import as_json
from tests.web_ui.speaking import speaking
from web_ui.analysing import MINUS
from web_ui.present import present

BOT = Player("Robo", "#1f4f8f", "casual")


def test_where_nobody_is_coached_the_coach_is_silent(playing: FakeTable) -> None:
    said = as_json(present(playing.snapshot()))["coach"]
    assert (said["state"], said["advice"], said["move"], said["chances"], said["mayAsk"]) == (
        "off",
        None,
        None,
        [],
        False,
    )


def test_advice_and_chances_are_values_for_the_page(table: FakeTable) -> None:
    advised(table)
    shown = as_json(present(table.snapshot()))
    advice = shown["coach"]["advice"]
    assert advice["unit"] == "points"
    assert [choice["do"] for choice in advice["best"]] == ["keep", "keep", "write"]
    assert advice["best"][0] == {
        "do": "keep",
        "dice": ["3", "3", "3"],
        "box": "",
        "title": "",
        "points": 0,
        "aim": "Threes",
        "expected": 231.24,
        "cost": 0.0,
    }
    assert shown["coach"]["chances"] == [{"win": 0.543, "error": 0.012}, {"win": 0.457, "error": 0.012}]
    assert shown["panel"]["hinted"] == list(HINTED)
    assert shown["game"]["coach"] == "always"


def test_box_titles_and_reasons_are_told_in_the_pages_language(table: FakeTable) -> None:
    advised(table)
    table.coach(why=say("No game has been started at this table. Start one first."))
    polish = as_json(present(table.snapshot(), speaking("pl")))["coach"]
    assert polish["advice"]["best"][0]["aim"] == speaking("pl").translate("Threes") != "Threes"
    assert polish["why"] == speaking("pl").translate("No game has been started at this table. Start one first.")


def test_people_decide_nothing_in_an_opponents_turn(table: FakeTable) -> None:
    table.ask(StartGame((BOT, TWO[0])))
    table.coach(state="ready", move=KEEP)
    shown = as_json(present(table.snapshot()))
    assert (shown["can"]["hold"], shown["can"]["throw"], shown["can"]["correct"]) == (False, False, True)
    assert not any(cell.get("tap") for row in shown["game"]["rows"] for cell in row.get("cells", ()))
    assert shown["coach"]["move"]["dice"] == ["3", "3", "3"]
    assert [player["opponent"] for player in shown["game"]["players"]] == ["casual", ""]


def test_where_there_is_no_coach_people_play_for_an_opponent(table: FakeTable) -> None:
    table.ask(StartGame((BOT, TWO[0])))
    table.coach(state="none", why="There is no coach at this table.")
    can = as_json(present(table.snapshot()))["can"]
    assert (can["hold"], can["throw"]) == (True, True)


def test_the_analysis_is_a_part_of_a_page(client: FlaskClient, table: FakeTable) -> None:
    assert client.get("/analysis").status_code == 404
    table.ask(StartGame(TWO))
    play_out(table)
    table.analysed(analysis())
    page = unescape(client.get("/analysis").text)
    for told in (
        "149.8",
        "+20.0",
        f"{MINUS}31.2",
        "115.4",
        "Ben's costliest mistake, with 1 3 2: throw all the dice again",
    ):
        assert told in page
    assert f"Turn 7: {MINUS}12.5. Best play: Threes for 9" in page
    assert "/pictures/roll-661.jpg" in page
    assert "+1234.5" in page.replace(",", "")


def test_near_the_end_mistakes_are_told_in_wins(client: FlaskClient, table: FakeTable) -> None:
    table.ask(StartGame(TWO))
    play_out(table)
    found = analysis()
    ann, ben = found.players
    assert ben.costliest is not None
    late = replace(ben.costliest, turn=12, change=-0.124)
    table.analysed(
        replace(found, players=(replace(ann, given=4.3), replace(ben, win_cost=0.151, costliest_for_win=late)))
    )
    page = unescape(client.get("/analysis").text)
    for told in (
        "points given away for it are no mistakes.",
        f"{MINUS}4.3",
        "Better play would have earned Ben 31 points more. Near the end mistakes cost Ben 15 % of a win.",
        "Ben's costliest mistake near the end, with 1 3 2: throw all the dice again",
        f"Turn 12: {MINUS}12.4 % of a win. Best play: Threes for 9",
    ):
        assert told in page


def test_luck_and_skill_are_told_in_sentences(client: FlaskClient, table: FakeTable) -> None:
    table.ask(StartGame(TWO))
    table.analysed(analysis())
    page = unescape(client.get("/analysis").text)
    for sentence in (
        "Ann won with better dice and better play.",
        "Ann was lucky: 20 points more than the dice owed. Ann made no mistake.",
        "Ben was unlucky: 3 points less than the dice owed. Better play would have earned Ben 31 points more.",
    ):
        assert f"<li>{sentence}</li>" in page


def test_the_chances_have_axes_and_a_table_behind_them(client: FlaskClient, table: FakeTable) -> None:
    table.ask(StartGame(TWO))
    table.analysed(analysis())
    page = unescape(client.get("/analysis").text)
    assert 'points="84.0,116.0 357.0,66.0 630.0,16.0"' in page
    assert re.findall(r'<text class="share"[^>]*>([^<]*)<', page) == ["100 %", "50 %", "0 %"]
    assert re.findall(r'<text class="turn" x="([^"]*)"[^>]*>([^<]*)<', page) == [("84.0", "1")]
    rows = re.search(r"<details>.*?<tbody>(.*?)</tbody>", page, re.DOTALL)
    assert rows is not None
    cells = re.findall(r"<t[hd][^>]*>([^<]*)<", rows.group(1))
    assert cells == ["1", "50 %", "50 %", "End", "100 %", "0 %"]


def test_a_game_alone_has_no_chances_to_show(client: FlaskClient, table: FakeTable) -> None:
    found = analysis()
    table.ask(StartGame(TWO[:1]))
    table.analysed(replace(found, players=found.players[:1], curve=(), rounds=(), evening=()))
    page = client.get("/analysis").text
    assert "polyline" not in page
    assert "won" not in page


def test_the_moments_to_remember_come_with_the_view(table: FakeTable) -> None:
    table.ask(StartGame(TWO))
    play_out(table)
    table.analysed(analysis())
    said = as_json(present(table.snapshot()))["coach"]
    throw, mistake = said["highlights"]
    assert (throw["kind"], throw["seat"], throw["turn"], throw["dice"]) == ("throw", 0, 4, ["6", "6", "1"])
    assert (throw["change"], throw["photo"], throw["made"]) == (12.34, "/pictures/roll-661.jpg", None)
    assert (mistake["kind"], mistake["seat"], mistake["photo"]) == ("mistake", 1, None)
    assert (mistake["made"]["do"], mistake["best"]["box"]) == ("keep", "threes")


def test_the_analysis_speaks_the_pages_language(client: FlaskClient, table: FakeTable) -> None:
    table.ask(StartGame(TWO))
    table.analysed(analysis())
    page = client.get("/analysis", headers={"Accept-Language": "pl"}).text
    assert "149,8" in page
    assert "Luck" not in page
    assert speaking("pl").translate("Threes") in page


@pytest.mark.parametrize(
    ("unit", "rest", "told", "named"),
    [
        ("points", 0.0, "149.8", ""),
        ("awards", -0.5, f"{MINUS}0.5", "Steps"),
        ("match", 0.25, "+25.0", "Others"),
        ("round", 1.5, "+150.0", "Others"),
    ],
)
def test_other_games_count_otherwise(
    client: FlaskClient, table: FakeTable, unit: Unit, rest: float, told: str, named: str
) -> None:
    found = analysis()
    table.ask(StartGame(TWO))
    table.analysed(replace(found, unit=unit, players=tuple(replace(player, rest=rest) for player in found.players)))
    page = client.get("/analysis").text
    assert told in page
    assert {name for name in ("Others", "Steps") if f">{name}<" in page} == ({named} if named else set())


def test_time_lost_to_the_clock_is_told(client: FlaskClient, table: FakeTable) -> None:
    found = analysis()
    late = replace(found.players[1], lost_to_time=40.04)
    table.ask(StartGame(TWO))
    table.analysed(replace(found, players=(found.players[0], late), evening=()))
    page = client.get("/analysis").text
    assert "Ben lost 40.0 to the clock." in page
    assert "This evening" not in page


def test_the_start_offers_opponents_and_the_coach(client: FlaskClient) -> None:
    page = client.get("/").text
    for style in ("exact", "steady", "casual", "wild"):
        assert f'<option value="{style}"' in page
    for when in ("off", "ask", "always"):
        assert f'name="coach" value="{when}"' in page

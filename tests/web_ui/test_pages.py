"""The pages themselves, their pictures, and errors as people see them."""

import re
from dataclasses import replace
from html import unescape

import pytest
from flask.testing import FlaskClient

from firmware_host.game.commands import StartGame
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from tests.web_ui.fake_table import TWO, FakeTable
from web_ui.app import create_app


def client_of(table: FakeTable) -> FlaskClient:
    return create_app(table, table.wizard).test_client()


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_the_start_explains_every_game_with_its_options(client: FlaskClient, rules: Ruleset) -> None:
    page = unescape(client.get("/").text)
    assert f'value="{rules.id}" data-least="{rules.min_players}"' in page
    hands = rules.contest.titles.values() if rules.contest else ()
    told = [rules.title, *rules.decisions, *hands, *(box.title for box in rules.boxes)]
    told += [option.title for option in rules.options] + [option.explanation for option in rules.options]
    assert [text for text in told if text not in page] == []


def test_the_games_are_those_of_the_table() -> None:
    ours = replace(RULESETS["crag"], id="our-crag", title="Our crag")
    page = client_of(FakeTable(games={ours.id: ours})).get("/").text
    assert "Our crag" in page
    assert "Balut" not in page


def test_files_of_house_rules_that_are_left_out_are_named_with_their_faults() -> None:
    faults = {"ours.toml": ("rolls: 0 is too few.", "boxes[2].id: “Ones” is no id."), "theirs.toml": ("No game.",)}
    page = unescape(client_of(FakeTable(faults=faults)).get("/").text)
    assert "2 house rules files were left out" in page
    assert [name for name, told in faults.items() if any(text not in page for text in (name, *told))] == []


def test_nothing_is_said_of_house_rules_where_none_is_left_out(client: FlaskClient) -> None:
    assert "house rules" not in client.get("/").text


def test_the_rules_of_the_game_being_played(client: FlaskClient, table: FakeTable) -> None:
    assert client.get("/rules").status_code == 404
    table.ask(StartGame(TWO, "speed-yatzy", {"two-pairs-points": 25, "clock-minutes": 7}))
    told = client.get("/rules").text
    assert '<td>25 <small class="figure">2 + 2 equal dice</small></td>' in told
    assert "Each player has 7 minutes of thinking time" in told


def test_odds_are_told_as_the_source_has_them(client: FlaskClient, table: FakeTable) -> None:
    table.ask(StartGame(TWO, "poker-hands"))
    told = client.get("/rules").text
    for percent, one_in in (("0.08", "1296"), ("23.15", "4.3"), ("6.17", "16.2")):
        assert re.search(rf"<td>{percent} %</td>\s*<td>{one_in}</td>", told)
    row = r'5 of a kind <small class="figure">3 3 3 3 3</small></th><td>6</td><td>0\.08 %</td>\s*<td>1296</td>'
    assert re.search(row, told)
    assert "The only busts: 6 5 4 3 1, 6 5 4 2 1, 6 5 3 2 1, 6 4 3 2 1." in told


def test_odds_follow_the_option(client: FlaskClient, table: FakeTable) -> None:
    start = client.get("/").text
    assert 'data-when="straights-are-busts" data-is="false">' in start
    assert 'data-when="straights-are-busts" data-is="true" hidden>' in start
    assert "The only busts: A K Q J 9, A K Q 10 9, A K J 10 9, A Q J 10 9." in start
    table.ask(StartGame(TWO, "poker-hands", {"straights-are-busts": True}, "poker"))
    told = client.get("/rules").text
    assert re.search(r"<td>720</td><td>9\.26 %</td>\s*<td>10\.8</td>", told)
    assert 'Bust <small class="figure">A K Q J 9</small>' in told
    assert re.search("<td>0</td><td>0\\.00 %</td>\\s*<td>\N{EN DASH}</td>", told)
    assert "The only busts: A K Q J 10, A K Q J 9, A K Q 10 9, A K J 10 9, A Q J 10 9, K Q J 10 9." in told


@pytest.mark.parametrize("address", ["/live.jpg", "/pictures/die-40.jpg", "/pictures/roll-12345.jpg"])
def test_pictures(client: FlaskClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.mimetype == "image/jpeg"
    assert answer.data.startswith(b"\xff\xd8\xff")
    assert answer.headers["Cache-Control"] == "no-store"


def test_no_such_picture(client: FlaskClient) -> None:
    answer = client.get("/pictures/lost.jpg", headers={"Accept": "image/*"})
    assert answer.status_code == 404
    assert answer.json == {"error": "The picture “lost.jpg” is no longer kept."}


def test_no_live_picture(client: FlaskClient, table: FakeTable) -> None:
    table.lose_camera()
    answer = client.get("/live.jpg", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert answer.headers["Content-Type"].startswith("text/html")
    assert "No picture from the camera yet" in answer.text


def test_healthz(client: FlaskClient) -> None:
    assert client.get("/healthz").json == {"status": "ok"}


def test_unknown_page_leads_back_to_the_game(client: FlaskClient) -> None:
    answer = client.get("/nowhere", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert 'href="/"' in answer.text


class BrokenTable(FakeTable):
    """A table whose program has a fault."""

    def now(self) -> float:
        raise KeyError("now")


def test_a_fault_is_a_sentence_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    answer = client_of(BrokenTable()).get("/api/state")
    assert answer.status_code == 500
    assert answer.json is not None
    assert "Your game is safe" in answer.json["error"]
    assert "KeyError" in caplog.text

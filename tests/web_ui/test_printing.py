"""Empty score sheets: what the page of one is sent."""

import json
import re
from html import unescape
from typing import Any

import pytest
from flask.testing import FlaskClient

from firmware_host.game.commands import StartGame
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from tests.web_ui.fake_table import TWO, FakeTable
from web_ui.present import present


def card(client: FlaskClient, address: str) -> Any:
    page = client.get(address)
    assert page.status_code == 200
    found = re.search(r'<script type="application/json" id="card">(.*?)</script>', page.text)
    assert found is not None
    return json.loads(found.group(1))


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_every_game_has_an_empty_sheet(client: FlaskClient, rules: Ruleset) -> None:
    shown = card(client, f"/sheet/{rules.id}?players=3")
    assert len(shown["players"]) == 3
    assert shown["title"] == rules.title
    assert [row["title"] for row in shown["rows"] if row["kind"] == "box"] == [box.title for box in rules.boxes]
    assert len(shown["house"]) == len(rules.options)


def test_there_are_as_many_columns_as_the_game_allows(client: FlaskClient) -> None:
    seats = [
        len(card(client, f"/sheet/poker-hands{query}")["players"])
        for query in ("", "?players=1", "?players=99", "?players=x")
    ]
    assert seats == [4, 2, 8, 4]


def test_the_sheet_is_for_the_house_rules_and_dice_it_is_asked_by(client: FlaskClient) -> None:
    shown = card(client, "/sheet/speed-yatzy?players=2&faces=poker&two-pairs-points=25&clock-minutes=7")
    assert shown["options"]["two-pairs-points"] == 25
    assert shown["rows"][0]["title"] == "9"
    assert client.get("/sheet/speed-yatzy?two-pairs-points=7").status_code == 409
    assert client.get("/sheet/speed-yatzy?no-such=7").status_code == 409
    assert client.get("/sheet/no-such-game").status_code == 404


def test_the_rules_of_a_game_lead_to_its_sheet(client: FlaskClient, table: FakeTable) -> None:
    assert 'href="/sheet/crag"' in client.get("/").text
    table.ask(StartGame(TWO, "speed-yatzy", {"two-pairs-points": 25, "clock-minutes": 7}, "poker"))
    address = re.search(r'href="(/sheet/[^"]+)"', unescape(client.get("/rules").text))
    assert address is not None
    shown = card(client, address.group(1))
    game = present(table.snapshot())["game"]
    assert game is not None
    assert (shown["options"], shown["kind"], shown["house"]) == (game["options"], "poker", game["house"])
    assert len(shown["players"]) == 2

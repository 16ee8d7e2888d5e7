"""From JSON bodies to commands and requests."""

import pytest

from firmware_host.game.commands import (
    AbandonGame,
    CorrectDie,
    PauseGame,
    Player,
    SetHold,
    Stand,
    StartGame,
    Undo,
    WriteBox,
)
from firmware_host.table.requests import (
    AcceptRoll,
    AskAnalysis,
    AskHint,
    EnterRoll,
    NameFace,
    SetAim,
    SetCaution,
    ThrowDice,
)
from web_ui.asking import ACTIONS, Body
from web_ui.errors import BadAskError

GOOD = [
    ("hold", {"die": 2, "held": True}, SetHold(2, True)),
    ("correct", {"die": 0, "value": 6}, CorrectDie(0, 6)),
    ("write", {"box": "chance"}, WriteBox("chance")),
    ("write", {"box": " chance ", "strike": True}, WriteBox("chance", strike=True)),
    ("stand", {}, Stand()),
    ("undo", {}, Undo()),
    ("pause", {"paused": True}, PauseGame(True)),
    ("abandon", {}, AbandonGame()),
    ("throw", {}, ThrowDice()),
    ("throw", {"keep": [1, 4]}, ThrowDice((1, 4))),
    ("throw", {"keep": []}, ThrowDice(())),
    ("accept", {}, AcceptRoll()),
    ("name-face", {"die": 4, "value": 1}, NameFace(4, 1)),
    ("enter", {"values": [1, 2, 3, 4, 5]}, EnterRoll((1, 2, 3, 4, 5))),
    (
        "start",
        {"players": [{"name": " Ann ", "colour": "#A3262A"}], "options": {"joker": True}},
        StartGame((Player("Ann", "#a3262a"),), options={"joker": True}),
    ),
    (
        "start",
        {
            "players": [
                {"name": "Ann", "colour": "#a3262a", "opponent": "", "advised": True},
                {"name": "Robo", "colour": "#1f4f8f", "opponent": "wild", "advised": False},
            ],
            "rules": "crag",
            "coach": "ask",
            "cocked": "throw",
        },
        StartGame(
            (Player("Ann", "#a3262a", advised=True), Player("Robo", "#1f4f8f", "wild")),
            rules="crag",
            coach="ask",
            cocked="throw",
        ),
    ),
    ("hint", {}, AskHint()),
    ("aim", {"win": False}, SetAim(for_win=False)),
    ("caution", {"caution": -2}, SetCaution(-2)),
    ("analyse", {}, AskAnalysis()),
]

BAD = [
    ("hold", {"held": True}, "needs “die”: a whole number"),
    ("hold", {"die": True, "held": True}, "“die” must be a whole number"),
    ("hold", {"die": 1.5, "held": True}, "“die” must be a whole number"),
    ("hold", {"die": 1, "held": 1}, "“held” must be true or false"),
    ("hold", {"die": 1}, "needs “held”"),
    ("caution", {"caution": 3}, "“caution” must be one of -2, -1, 0, 1, 2"),
    ("write", {"box": 4}, "“box” must be a text"),
    ("write", {"box": "x" * 201}, "“box” must be a text"),
    ("write", {"box": "chance", "strike": "yes"}, "“strike” must be true or false"),
    ("enter", {"values": 12345}, "“values” must be a list"),
    ("enter", {"values": [1, "2"]}, "“values” must be a whole number"),
    ("start", {"players": ["Ann"]}, "“players” must be a list of objects"),
    ("start", {"players": [{"name": "Ann", "colour": "red"}]}, "“colour” must be a colour"),
    ("start", {"players": [], "options": {"a": []}}, "“options” must be an object"),
]


@pytest.mark.parametrize(("action", "fields", "meant"), GOOD)
def test_good_body(action: str, fields: dict[str, object], meant: object) -> None:
    assert ACTIONS[action](Body(fields)) == meant


@pytest.mark.parametrize(("action", "fields", "sentence"), BAD)
def test_bad_body_says_what_is_wrong(action: str, fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadAskError, match=sentence):
        ACTIONS[action](Body(fields))


def test_every_action_is_tried() -> None:
    assert {action for action, _, _ in GOOD} == set(ACTIONS)

"""Games of house rules go on by the rules they were begun with, whatever becomes of the file."""

import pytest

from firmware_host.game.commands import Player, StartGame, WriteBox
from firmware_host.game.errors import HistoryError, StartRefusal
from firmware_host.game.events import BoxWritten, Event, GameStarted, Rolled
from firmware_host.game.session import decide, fold
from firmware_host.game.snapshot import snapshot
from firmware_host.rules.house import house_ruleset
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS

TEXT = """\
id = "our-yatzy"
title = "Our yatzy"
based-on = "yatzy"

[[boxes]]
id = "pair"
points = 7

[options.short]
title = "Short"
explanation = "One roll fewer."
default = false

[options.short.when.on]
rolls = 2
"""
CHANGED = TEXT.replace("7", "8").replace("rolls = 2", "rolls = 1")
PLAYERS = (Player("Ana", "#aa3333"),)


def begun(**options: bool) -> tuple[Event, ...]:
    rules = house_ruleset(TEXT)
    games = {**RULESETS, rules.id: rules}
    start = decide(None, StartGame(PLAYERS, "our-yatzy", options), lambda: "g", games)
    return (*start, Rolled((6, 6, 1, 2, 3), (False,) * 5, (), None))


def test_the_start_keeps_the_text_of_the_rules() -> None:
    start = begun()[0]
    assert isinstance(start, GameStarted)
    assert (start.rules, start.options, start.house) == (
        "our-yatzy",
        {"three-as-pair": False, "higher-counts-lower": True, "short": False},
        TEXT,
    )
    (stock,) = decide(None, StartGame(PLAYERS, "yatzy"), lambda: "g")
    assert isinstance(stock, GameStarted)
    assert stock.house == ""


@pytest.mark.parametrize(
    "games", [RULESETS, {**RULESETS, "our-yatzy": house_ruleset(CHANGED)}], ids=["gone", "changed"]
)
def test_a_game_goes_on_by_the_rules_it_was_begun_with(games: dict[str, Ruleset]) -> None:
    game = fold(begun(short=True), games)
    shown = snapshot(game)
    assert (shown.ruleset.title, shown.rolls_left) == ("Our yatzy", 1)
    (event,) = decide(game, WriteBox("pair"), lambda: "", games)
    assert event == BoxWritten("pair", 7, struck=False)


def test_a_new_game_is_begun_by_the_rules_as_they_are_now() -> None:
    rules = house_ruleset(CHANGED)
    (start,) = decide(None, StartGame(PLAYERS, rules.id), lambda: "g", {rules.id: rules})
    game = fold([start, *begun()[1:]], {})
    assert game.card.choice("pair", game.turn.roll).points == 8


def test_rules_that_are_gone_begin_no_game() -> None:
    with pytest.raises(StartRefusal, match="no game “our-yatzy” here"):
        decide(None, StartGame(PLAYERS, "our-yatzy"), lambda: "g")


def test_a_kept_text_that_makes_no_game_is_told_with_its_faults() -> None:
    start = GameStarted("g", "our-yatzy", {}, "pips", PLAYERS, TEXT.replace("points = 7", "points = -7"))
    with pytest.raises(HistoryError, match=r"boxes\[1\].points: It is -7"):
        fold([start])

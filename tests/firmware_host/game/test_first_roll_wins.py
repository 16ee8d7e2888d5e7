"""A Generala on the first roll that ends and wins the game, as it is often played; none of the sources has it."""

import pytest

from firmware_host.game.commands import CorrectDie, Player, RecordRoll, StartGame, Undo, WriteBox
from firmware_host.game.errors import GameRefusal
from firmware_host.game.replay import replay
from firmware_host.game.result import result
from firmware_host.game.session import apply, decide
from firmware_host.game.snapshot import snapshot
from firmware_host.game.state import Game
from firmware_host.game.transcript import TranscriptError
from firmware_host.game.transcript_parser import parse_transcript
from firmware_host.rules.house import HouseRulesError, house_ruleset
from firmware_host.rules.rulesets import RULESETS, ruleset
from firmware_host.solver.errors import SolverError
from firmware_host.solver.model import model_of

TEXT = """\
rules: generala
option first-roll-wins = on
players: Ana, Bo
Ana: 1 2 3 4 5 -> straight
"""


def played(lines: str) -> Game:
    return replay(parse_transcript(TEXT + lines))


def test_it_ends_and_wins_the_game_whatever_the_totals_are() -> None:
    game = played("Bo: 3 3 3 3 3 -> threes\nAna: 3 3 3 3 3 -> generala\n")
    assert game.finished
    assert [game.players[seat].name for seat in game.winners] == ["Ana"]
    assert result(played("Bo: 3 3 3 3 3 -> generala\n"))["winners"] == ["Bo"]
    second = played(
        "Bo: 1 2 3 3 6 | keep | 6 6 6 6 6 -> generala\n"
        "Ana: 1 1 2 3 4 -> strike sixes\n"
        "Bo: 5 5 5 5 5 -> double-generala\n"
    )
    assert (second.finished, second.winners) == (True, (1,))
    assert snapshot(second).won_at_once == "Bo"


@pytest.mark.parametrize(
    "line",
    [
        "Bo: 3 3 3 3 1 | keep 3 3 3 3 | 3 3 3 3 3 -> generala",
        "Bo: 3 3 3 3 3 -> threes",
        "Bo: 3 3 3 3 3 -> four-of-a-kind",
        "Bo: 3 3 3 3 3 -> double-generala",  # for 0, while it waits
        "Bo: 3 3 3 3 3 -> strike generala",
    ],
)
def test_nothing_else_does(line: str) -> None:
    assert not played(line).finished


def test_without_the_option_the_game_goes_on() -> None:
    text = (TEXT + "Bo: 3 3 3 3 3 -> generala\n").replace("= on", "= off")
    assert not replay(parse_transcript(text)).finished


def test_nobody_plays_on_and_undo_takes_it_back() -> None:
    with pytest.raises(TranscriptError, match="The game is over before this line"):
        played("Bo: 3 3 3 3 3 -> generala\nAna: 1 1 1 1 1 -> generala\n")
    game = played("Bo: 3 3 3 3 3 -> generala\n")
    with pytest.raises(GameRefusal, match="The game is over"):
        decide(game, RecordRoll((1, 2, 3, 4, 5), (False,) * 5), lambda: "")
    (undone,) = decide(game, Undo(), lambda: "")
    before = apply(game, undone)
    assert (before.finished, before.winners, before.now.seat) == (False, (), 1)
    (corrected,) = decide(before, CorrectDie(0, 2), lambda: "")  # the camera had misread it
    (written,) = decide(apply(before, corrected), WriteBox("generala"), lambda: "")
    assert not apply(apply(before, corrected), written).finished


def test_who_plays_alone_is_done_too() -> None:
    start = decide(None, StartGame((Player("Ana", "#aa3333"),), "generala", {"first-roll-wins": True}), lambda: "g")
    game = apply(None, start[0])
    for command in (RecordRoll((4,) * 5, (False,) * 5), WriteBox("generala")):
        for event in decide(game, command, lambda: ""):
            game = apply(game, event)
    assert (game.finished, game.winners) == (True, (0,))


def test_the_coach_says_that_it_cannot_play_this() -> None:
    with pytest.raises(SolverError, match="one roll can win the whole game"):
        model_of(ruleset("generala").with_options({"first-roll-wins": True}))


OURS = """\
id = "ours"
title = "Ours"
based-on = "poker-dice"
first-roll-wins = ["five-of-a-kind", "large-straight"]
"""


def test_house_rules_name_the_boxes() -> None:
    ours = house_ruleset(OURS)
    assert ours.first_roll_wins == ("five-of-a-kind", "large-straight")
    lines = "rules: ours\nplayers: Ana, Bo\nAna: 1 2 3 4 5 -> large-straight\n"
    games = {**RULESETS, "ours": ours}
    assert replay(parse_transcript(lines, games), games).winners == (0,)
    with pytest.raises(HouseRulesError) as caught:
        house_ruleset(OURS.replace("large-straight", "long-straight"))
    assert "no box 'long-straight'" in caught.value.faults["first-roll-wins"]


def test_house_rules_based_on_generala_keep_its_boxes_that_are_left() -> None:
    text = 'id = "ours"\ntitle = "Ours"\nbased-on = "generala"\n'
    assert house_ruleset(text).options == ()
    fixed = 'remove = ["double-generala"]\n[options]\nfirst-roll-wins = true\n'
    assert house_ruleset(text + fixed).first_roll_wins == ("generala",)

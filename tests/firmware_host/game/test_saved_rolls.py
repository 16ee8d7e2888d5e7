"""Unused rolls that are saved for later turns, as maxi yatzy is often played in Sweden; none of the sources has it."""

import pytest

from firmware_host.game.commands import Player, RecordRoll, StartGame, Undo, WriteBox
from firmware_host.game.errors import GameRefusal
from firmware_host.game.recount import recount
from firmware_host.game.replay import replay
from firmware_host.game.session import apply, decide
from firmware_host.game.snapshot import snapshot
from firmware_host.game.state import Game
from firmware_host.game.transcript import TranscriptError, format_transcript
from firmware_host.game.transcript_parser import parse_transcript
from firmware_host.rules.house import HouseRulesError, house_ruleset
from firmware_host.rules.rulesets import ruleset
from firmware_host.solver.errors import SolverError
from firmware_host.solver.model import model_of

TEXT = """\
rules: maxi-yatzy
option saved-rolls = on
players: Ana, Bo
Ana: 1 1 1 2 3 4 -> ones
Bo: 1 2 3 4 5 6 | keep | 6 6 2 3 4 4 -> strike ones
"""
THROW = " | keep | 1 2 3 4 5 6"


def played(lines: str = "") -> Game:
    return replay(parse_transcript(TEXT + lines))


def test_each_player_has_what_the_turns_before_left() -> None:
    """Ana threw once and has 3 + 2 rolls now; Bo threw twice and has 3 + 1."""
    game = played()
    assert (game.now.saved, game.turn.limit, snapshot(game).rolls_left) == ((2, 1), 5, 5)
    game = played(f"Ana: 1 2 3 4 5 6{3 * THROW} -> twos\n")
    assert (game.now.saved, game.turn.limit) == ((1, 1), 4)
    game = played(f"Ana: 1 2 3 4 5 6{4 * THROW} -> twos\nBo: 1 2 3 4 5 6 -> twos\n")
    assert (game.now.saved, game.turn.limit) == ((0, 3), 3)


def test_no_more_than_that_can_be_thrown() -> None:
    with pytest.raises(TranscriptError, match="No rolls are left in this turn"):
        played(f"Ana: 1 2 3 4 5 6{5 * THROW} -> twos\n")


def test_undo_gives_them_back() -> None:
    game = played(f"Ana: 1 2 3 4 5 6{3 * THROW} -> twos\n")
    (undone,) = decide(game, Undo(), lambda: "")
    before = apply(game, undone)
    assert (before.now.saved, before.turn.limit, before.turn.rolls_used) == ((2, 1), 5, 4)


def test_a_transcript_tells_such_a_game() -> None:
    start = StartGame((Player("Ana", "#aa3333"),), "maxi-yatzy", {"saved-rolls": True})
    events = list(decide(None, start, lambda: "g"))
    game = apply(None, events[0])
    ones, twos = (RecordRoll((value,) * 6, (False,) * 6) for value in (1, 2))
    commands: list[RecordRoll | WriteBox] = [ones, WriteBox("ones"), *[twos] * 5]
    for command in commands:
        for event in decide(game, command, lambda: ""):
            game = apply(game, event)
            events.append(event)
    with pytest.raises(GameRefusal, match="No rolls are left"):
        decide(game, twos, lambda: "")
    for event in decide(game, WriteBox("twos"), lambda: ""):
        game = apply(game, event)
        events.append(event)
    again = replay(parse_transcript(format_transcript(recount(events))))
    assert (again.now.cards, again.now.saved) == (game.now.cards, (0,))


def test_without_the_option_every_turn_has_three() -> None:
    game = replay(parse_transcript(TEXT.replace("= on", "= off")))
    assert (game.now.saved, game.turn.limit) == ((), 3)


def test_the_coach_says_that_it_cannot_play_this() -> None:
    for order in ("free", "top-down"):
        with pytest.raises(SolverError, match="unused rolls are saved"):
            model_of(ruleset("maxi-yatzy").with_options({"saved-rolls": True, "order": order}))


def test_house_rules_save_rolls_unless_they_earn_points() -> None:
    text = 'id = "ours"\ntitle = "Ours"\nbased-on = "{}"\nsaved-rolls = true\n'
    assert house_ruleset(text.format("crag")).most_rolls == 26
    with pytest.raises(HouseRulesError, match="Unused rolls earn points"):
        house_ruleset(text.format("speed-yatzy"))

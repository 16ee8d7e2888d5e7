from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.characters import harmless, is_visible
from firmware_host.game.commands import AbandonGame, CorrectDie, RecordRoll, SetHold, Undo, WriteBox
from firmware_host.game.errors import HistoryError
from firmware_host.game.events import Rolled, Undone
from firmware_host.game.recount import recount
from firmware_host.game.replay import replay
from firmware_host.game.result import result
from firmware_host.game.transcript import Move, Throw, Transcript, TranscriptError, format_move, format_transcript
from firmware_host.game.transcript_parser import parse_move, parse_transcript
from tests.firmware_host.game.conftest import PlayGame

EXAMPLE = """\
rules: school-poker
option higher-counts-lower = on
players: Ana, Bo
Ana: 6 6 1 2 4 -> pair
Bo: 1 3 2 4 4 | keep 4 4 | 4 4 4 2 6 | keep 4 4 4 | 4 4 4 4 1 -> strike low-straight
"""
ANA = Move("Ana", (Throw((6, 6, 1, 2, 4)),), "pair")
BO = Move(
    "Bo",
    (Throw((1, 3, 2, 4, 4)), Throw((4, 4, 4, 2, 6), (4, 4)), Throw((4, 4, 4, 4, 1), (4, 4, 4))),
    "low-straight",
    strike=True,
)


def test_a_transcript_is_what_people_write() -> None:
    wanted = Transcript("school-poker", ("Ana", "Bo"), (ANA, BO), {"higher-counts-lower": True})
    assert parse_transcript(EXAMPLE) == wanted
    assert format_transcript(wanted) == EXAMPLE


def test_a_transcript_is_played_by_the_rules() -> None:
    played = result(replay(parse_transcript(EXAMPLE)))
    ana, bo = played["players"]
    assert (ana["boxes"]["pair"], ana["total"], ana["bonuses"]) == (24, 24, {"penalty": 0})
    assert (bo["boxes"]["low-straight"], bo["boxes"]["chance"], bo["total"]) == (0, None, 0)
    assert (played["rules"], played["winners"], played["finished"]) == ("school-poker", [], False)


def test_a_line_is_one_turn() -> None:
    line = EXAMPLE.splitlines()[4]
    assert parse_move(line) == BO
    assert format_move(BO) == line


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("Ana:1 2 3->crag", Move("Ana", (Throw((1, 2, 3)),), "crag")),
        ("  Ana  :  3 1 2  |keep|6 6 6  ->  crag ", Move("Ana", (Throw((3, 1, 2)), Throw((6, 6, 6), ())), "crag")),
        ("Ana: A K Q", Move("Ana", (Throw((6, 5, 4)),))),
        ('"Bo: the #1": 1 2 3', Move("Bo: the #1", (Throw((1, 2, 3)),))),
        ("Bo the 1st -> x: out of time", Move("Bo the 1st -> x", (), out_of_time=True)),
    ],
)
def test_spaces_are_free_and_names_may_be_quoted(line: str, move: Move) -> None:
    assert parse_move(line) == move


def test_remarks_and_empty_lines_are_for_people() -> None:
    text = '# our game\n\nrules: crag # a short one\n  players: Ana\t#\n\nAna: 6 6 1 -> crag # "lucky\n#\n'
    game = replay(parse_transcript(text))
    assert game.card.total == 50


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_lines_end_as_they_do_anywhere(ending: str) -> None:
    assert parse_transcript(EXAMPLE.replace("\n", ending)) == parse_transcript(EXAMPLE)


HEAD = "rules: crag\nplayers: Ana, Bo\n"
SPEED = "rules: speed-yatzy\nplayers: Ana\n"


@pytest.mark.parametrize(
    ("text", "line", "position", "reason"),
    [
        ("", 1, 1, "rules: poker-dice"),
        ("rules: crag\n", 2, 1, "players: Ana, Bo"),
        ("players: Ana\n", 1, 1, "starts with its game"),
        ("rules: whist", 1, 8, "no game “whist”"),
        ("rules: crag\noption joker = on", 2, 8, "no option “joker”"),
        ("rules: balut\noption five-is-full-house = 7", 2, 29, "cannot be '7'"),
        ("rules: yahtzee\noption joker = free\noption joker = free", 3, 8, "set twice"),
        ("rules: crag\nAna: 1 2 3 -> crag", 2, 1, "or players"),
        ("rules: crag\nplayers:", 2, 9, "player's name"),
        ("rules: crag\nplayers: Ana,", 2, 14, "player's name"),
        ("rules: crag\nplayers: Ana | Bo", 2, 14, "with commas"),
        ("rules: crag\nplayers: Ana, ANA", 2, 15, "Two players"),
        ("rules: poker-hands\nplayers: Ana", 2, 1, "2 to 8 players"),
        (f"{HEAD}Ana 1 2 3 -> crag", 3, 18, "colon"),
        (f"{HEAD}Bo: 1 2 3 -> crag", 3, 1, "Ana's turn"),
        (f"{HEAD}Cem: 1 2 3 -> crag", 3, 1, "No player is called Cem"),
        (f"{HEAD}Ana: 1 2 7 -> crag", 3, 10, "'7' is not a face"),
        (f"{HEAD}Ana: 1 2 K -> crag", 3, 10, "different kind"),
        (f"{HEAD}Ana: 1 2 3 -> crag\nBo: A K Q -> crag", 4, 5, "different kind"),
        (f"{HEAD}Ana: 1 2 -> crag", 3, 6, "played with 3 dice"),
        (f"{HEAD}Ana: 1 2 3 4 -> crag", 3, 6, "this one lists 4"),
        (f"{HEAD}Ana: -> crag", 3, 6, "all its dice"),
        (f"{HEAD}Ana: 1 2 3", 3, 11, "ends with a box"),
        (f"{HEAD}Ana: 1 2 3 ->", 3, 14, "the id of a box"),
        (f"{HEAD}Ana: 1 2 3 -> crag ones", 3, 20, "'ones' does not belong"),
        (f"{HEAD}Ana: 1 2 3 -> pair", 3, 15, "no box “pair”"),
        (f"{HEAD}Ana: 1 2 3 -> crag\nBo: 1 2 3 -> crag\nAna: 1 2 3 -> crag", 5, 15, "already scored: 0"),
        (f"{HEAD}Ana: 1 2 3 | 1 2 | 1 2 4 -> crag", 3, 14, "keep, then the dice"),
        (f"{HEAD}Ana: 1 2 3 | keep 1 2 -> crag", 3, 23, "the next throw"),
        (f"{HEAD}Ana: 1 2 3 | keep 1 1 | 1 1 4 -> crag", 3, 14, "1 cannot be kept: the dice on the table are 1 2 3"),
        (f"{HEAD}Ana: 1 2 3 | keep 1 2 | 1 4 4 -> crag", 3, 25, "this throw lacks 2"),
        (f"{HEAD}Ana: 1 2 3 | keep 1 2 3 | 1 2 3 -> crag", 3, 27, "nothing was thrown"),
        (f"{HEAD}Ana: 1 2 3 | keep | 1 2 3 | keep 1 | 1 2 3 -> crag", 3, 38, "No rolls are left"),
        (f"{SPEED}Ana: 1 1 1 1 1 -> strike ones", 3, 26, "cannot be struck"),
        ("rules: school-poker\nplayers: Ana\nAna: 1 1 1 1 1 -> twos", 3, 19, "what Twos collects"),
        (f"{SPEED}Ana: out of time", 3, 6, "has no clock"),
        ('rules: crag\nplayers: "Ana\\x"', 2, 10, "not quoted correctly"),
        ("rules: poker-hands\nplayers: Ana, Bo\nAna: A K Q J 9 -> chance", 3, 19, "no boxes"),
    ],
)
def test_a_fault_names_line_position_and_reason(text: str, line: int, position: int, reason: str) -> None:
    with pytest.raises(TranscriptError, match=reason) as caught:
        replay(parse_transcript(text))
    assert (caught.value.at.line, caught.value.at.position) == (line, position)
    assert str(caught.value).startswith(f"Line {line}, position {position}: ")


def test_nothing_follows_the_end_of_a_game() -> None:
    boxes = ["ones", "twos", "threes", "fours", "fives", "sixes", "low-straight", "high-straight", "even-straight"]
    boxes += ["odd-straight", "three-of-a-kind", "thirteen", "crag"]
    text = "rules: crag\nplayers: Ana\n" + "".join(f"Ana: 6 6 1 -> {box}\n" for box in boxes)
    game = replay(parse_transcript(text))
    assert result(game)["winners"] == ["Ana"]
    assert game.card.total == 1 + 12 + 26 + 50
    with pytest.raises(TranscriptError, match="over before this line") as caught:
        replay(parse_transcript(f"{text}Ana: 6 6 1 -> crag\n"))
    assert caught.value.at.line == 16


def test_poker_faces_are_told_from_the_dice() -> None:
    text = "rules: poker-dice\nplayers: Ana\nAna: A K Q J 10 | keep A | A A 9 9 9 -> full-house\n"
    transcript = parse_transcript(text)
    assert transcript.faces == "poker"
    assert format_transcript(transcript) == text
    assert replay(transcript).card.total == 25


names = st.lists(
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=12)
    .map(lambda name: harmless(" ".join(name.split())))
    .filter(is_visible),
    min_size=1,
    max_size=4,
    unique_by=str.casefold,
)


@given(names)
@settings(max_examples=100)
def test_any_name_can_be_written(players: list[str]) -> None:
    moves = tuple(Move(player, (Throw((1, 2, 3)),), "chance") for player in players)
    transcript = Transcript("crag", tuple(players), moves)
    assert parse_transcript(format_transcript(transcript)) == transcript


def test_what_was_taken_back_is_not_told(play: PlayGame) -> None:
    table = play("Ana", "Ben")
    table.throw(1, 2, 3, 4, 6, photo="g-1.jpg")
    table.do(SetHold(0, True))
    table.throw(1, 5, 5, 5, 5, kept=(0,), photo="g-2.jpg")
    table.do(WriteBox("fives"))
    table.do(Undo())
    table.do(Undo())
    table.throw(1, 6, 6, 6, 6, kept=(0,))
    table.do(WriteBox("sixes"))
    table.throw(6, 6, 6, 1, 1)
    assert format_transcript(recount(table.events)) == (
        "rules: poker-dice\n"
        "players: Ana, Ben\n"
        "Ana: 1 2 3 4 6 | keep 1 | 1 6 6 6 6 -> sixes  # g-1.jpg -\n"
        "# not finished: Ben: 6 6 6 1 1\n"
    )


def test_a_game_whose_early_end_was_undone_is_told_as_if_it_had_gone_on(play: PlayGame) -> None:
    table = play("Ana")
    table.throw(1, 2, 3, 4, 6)
    table.do(SetHold(0, True))
    table.do(AbandonGame())
    table.do(Undo())
    table.throw(1, 6, 6, 6, 6, kept=(0,))
    table.do(AbandonGame())
    assert format_transcript(recount(table.events)).endswith("# not finished: Ana: 1 2 3 4 6 | keep 1 | 1 6 6 6 6\n")
    table.do(Undo())
    table.do(Undo())
    assert format_transcript(recount(table.events)).endswith("# not finished: Ana: 1 2 3 4 6\n")


def test_dice_held_in_a_throw_that_was_taken_back_were_held_for_nothing(play: PlayGame) -> None:
    table = play("Ana")
    table.throw(1, 2, 3, 4, 6)
    table.do(SetHold(0, True))
    table.do(Undo())
    table.throw(6, 6, 6, 1, 1)
    table.do(WriteBox("sixes"))
    assert format_transcript(recount(table.events)).endswith("Ana: 6 6 6 1 1 -> sixes\n")


def test_a_die_corrected_after_it_was_kept_had_been_misread_before(play: PlayGame) -> None:
    table = play("Ana")
    table.throw(4, 4, 1, 2, 3)
    table.do(SetHold(0, True))
    table.throw(4, 4, 2, 2, 2, kept=(0,))
    table.do(SetHold(1, True))
    table.throw(4, 4, 6, 6, 6, kept=(0, 1))
    table.do(CorrectDie(0, 5))
    table.do(CorrectDie(2, 1))
    table.do(WriteBox("chance"))
    told = format_transcript(recount(table.events))
    (line,) = told.splitlines()[2:]
    assert line.endswith("| 5 4 1 6 6 -> chance")
    assert result(replay(parse_transcript(told))) == result(table.game)


def test_a_correction_before_keeping_is_told_as_it_counts(play: PlayGame) -> None:
    table = play("Ana")
    table.throw(4, 4, 1, 2, 3)
    table.do(CorrectDie(0, 6))
    table.do(SetHold(0, True))
    table.do(RecordRoll((6, 1, 1, 1, 1), (True, False, False, False, False)))
    table.do(WriteBox("chance"))
    assert recount(table.events).moves == (
        Move("Ana", (Throw((6, 4, 1, 2, 3)), Throw((6, 1, 1, 1, 1), (6,))), "chance"),
    )


def test_a_history_without_a_start_has_nothing_to_tell(play: PlayGame) -> None:
    events = play("Ana").events
    for wrong in ([], [*events, Undone()], [Rolled((1,), (False,), (), None)]):
        with pytest.raises(HistoryError):
            recount(wrong)


def test_the_clock_of_a_replay_starts_full() -> None:
    text = "rules: speed-yatzy\noption clock-minutes = 5\nplayers: Ana, Bo\nAna: out of time\n"
    game = replay(parse_transcript(text))
    assert (game.out_of_time, game.winners) == (0, (0, 1))
    assert replace(parse_transcript(text), moves=()) == Transcript(
        "speed-yatzy", ("Ana", "Bo"), (), {"clock-minutes": 5}
    )

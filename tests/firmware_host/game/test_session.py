from typing import TYPE_CHECKING

import pytest

from firmware_host.game.commands import (
    AbandonGame,
    Command,
    CorrectDie,
    Player,
    RecordRoll,
    SetHold,
    StartGame,
    WriteBox,
)
from firmware_host.game.commands import Undo as TakeBack
from firmware_host.game.errors import GameRefusal, HistoryError
from firmware_host.game.events import BoxWritten, DieCorrected, Event, GameStarted, HoldSet, Rolled, Undone
from firmware_host.game.session import decide, fold
from firmware_host.rules.rulesets import ruleset

if TYPE_CHECKING:
    from tests.firmware_host.game.conftest import Played, PlayGame

BOXES = [box.id for box in ruleset("poker-dice").boxes]
START = GameStarted("g", "poker-dice", {}, "pips", (Player("Ana", "#112233"),))
THROW = Rolled((1, 2, 3, 4, 5), (False,) * 5, (), None)


def finish(table: "Played", *last: int) -> None:
    """Write every box of every player with 1 2 3 4 6, the last one with the dice given."""
    turns = len(table.game.players) * 13
    for turn in range(turns):
        table.throw(*(last if last and turn == turns - 1 else (1, 2, 3, 4, 6)))
        table.do(WriteBox(BOXES[turn // len(table.game.players)]))


def test_a_name_that_would_be_refused_today_is_shown_harmlessly() -> None:
    names = ("\u202eanA", "Zoë", "\U0001f469\u200d\U0001f467")
    game = fold([GameStarted("g", "poker-dice", {}, "pips", tuple(Player(name, "#112233") for name in names))])
    assert [player.name for player in game.players] == ["\ufffdanA", *names[1:]]


def test_players_take_turns_in_their_order(play: "PlayGame") -> None:
    table = play("Ana", "Ben", "Cem")
    seats = []
    for turn in range(6):
        seats.append(table.game.now.seat)
        table.throw(1, 2, 3, 4, 6)
        table.do(WriteBox(BOXES[turn // 3]))
    assert seats == [0, 1, 2, 0, 1, 2]


def test_a_written_box_is_worth_what_the_rules_say(play: "PlayGame") -> None:
    table = play("Ana")
    table.throw(1, 3, 2, 4, 4)
    assert table.do(WriteBox("small-straight")) == (BoxWritten("small-straight", 30, struck=False),)
    table.throw(1, 3, 2, 4, 4)
    assert table.do(WriteBox("full-house", strike=True)) == (BoxWritten("full-house", 0, struck=True),)
    assert table.game.card.total == 30


def test_holding_twice_changes_nothing_and_says_nothing(play: "PlayGame") -> None:
    table = play("Ana")
    table.throw(1, 3, 2, 4, 4)
    assert table.do(SetHold(3, True)) == (HoldSet(3, held=True),)
    assert table.do(SetHold(3, True)) == ()
    assert table.do(SetHold(3, False)) == (HoldSet(3, held=False),)
    assert table.do(SetHold(0, False)) == ()


def test_a_correction_keeps_what_the_reader_said(play: "PlayGame") -> None:
    table = play("Ana")
    table.throw(1, 3, 2, 4, 4)
    assert table.do(CorrectDie(4, 4)) == ()
    assert table.do(CorrectDie(4, 5)) == (DieCorrected(4, 5, was=4),)
    assert table.do(CorrectDie(4, 6)) == (DieCorrected(4, 6, was=4),)
    assert table.game.turn.roll.values == (1, 3, 2, 4, 6)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (WriteBox("chance"), "Throw the dice first"),
        (SetHold(0, True), "Throw the dice first"),
        (CorrectDie(0, 1), "Throw the dice first"),
        (TakeBack(), "nothing to undo"),
        (StartGame((Player("Cem", "#112233"),)), "A game is being played"),
    ],
)
def test_what_cannot_be_done_before_the_first_throw(play: "PlayGame", command: Command, sentence: str) -> None:
    table = play("Ana", "Ben")
    with pytest.raises(GameRefusal, match=sentence):
        table.do(command)
    assert len(table.events) == 1


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (WriteBox("pair"), "no box “pair”"),
        (WriteBox("chance", strike=True), "Chance is worth 16"),
        (WriteBox("ones"), "Ones is already scored: 1"),
        (WriteBox("ones", strike=True), "Ones is already scored: 1"),
        (RecordRoll((1, 2, 3, 4, 6), (False,) * 4), "which dice were kept"),
    ],
)
def test_what_cannot_be_done_with_these_dice(play: "PlayGame", command: Command, sentence: str) -> None:
    table = play("Ana")
    table.throw(1, 2, 3, 4, 6)
    table.do(WriteBox("ones"))
    table.throw(1, 2, 3, 4, 6)
    before = table.game
    with pytest.raises(GameRefusal, match=sentence):
        table.do(command)
    assert table.game is before


@pytest.mark.parametrize(
    "command",
    [
        RecordRoll((1,) * 5, (False,) * 5),
        SetHold(0, True),
        CorrectDie(0, 1),
        WriteBox("ones"),
        TakeBack(),
        AbandonGame(),
    ],
)
def test_nothing_is_done_without_a_game(command: Command) -> None:
    with pytest.raises(GameRefusal, match="Start one first"):
        decide(None, command, lambda: "g")


def test_undo_gives_back_the_roll_of_the_player_before_with_its_holds(play: "PlayGame") -> None:
    table = play("Ana", "Ben")
    table.throw(1, 3, 2, 4, 4, photo="a.jpg")
    table.do(SetHold(3, True))
    table.throw(6, 6, 4, 5, 1, kept=(2,), photo="b.jpg")
    table.do(SetHold(0, True))
    before = table.game
    table.do(WriteBox("chance"))
    assert table.do(TakeBack()) == (Undone(),)
    assert table.game == before
    assert table.shown() == [(6, True), (6, False), (4, True), (5, False), (1, False)]
    assert (table.game.now.seat, table.game.turn.photo) == (0, "b.jpg")


def test_undoing_a_throw_gives_back_the_holds_it_was_made_with(play: "PlayGame") -> None:
    table = play("Ana")
    table.throw(1, 3, 2, 4, 4)
    table.do(SetHold(3, True))
    table.do(SetHold(4, True))
    before = table.game
    table.throw(4, 4, 1, 1, 1, kept=(0, 1))
    table.do(SetHold(2, True))
    table.do(TakeBack())
    assert table.game == before
    table.do(TakeBack())
    assert table.shown() == []


def test_undoing_a_correction_gives_back_what_was_read(play: "PlayGame") -> None:
    table = play("Ana")
    table.throw(1, 3, 2, 4, 4)
    table.do(CorrectDie(0, 6))
    table.do(CorrectDie(0, 5))
    table.do(TakeBack())
    assert table.shown()[0] == (6, False)
    table.do(TakeBack())
    assert table.shown()[0] == (1, False)
    assert not table.game.turn.dice[0].corrected


def test_the_end_of_the_game_can_be_taken_back(play: "PlayGame") -> None:
    table = play("Ana", "Ben")
    finish(table)
    assert table.game.finished
    with pytest.raises(GameRefusal, match="The game is over"):
        table.throw(1, 2, 3, 4, 5)
    with pytest.raises(GameRefusal, match="The game is over"):
        table.do(WriteBox("chance"))
    with pytest.raises(GameRefusal, match="The game is over"):
        table.do(AbandonGame())
    table.do(TakeBack())
    assert (table.game.finished, table.game.now.seat) == (False, 1)
    assert table.shown() == [(value, False) for value in (1, 2, 3, 4, 6)]
    table.do(WriteBox("chance"))
    assert table.game.finished


def test_equal_totals_share_the_win(play: "PlayGame") -> None:
    table = play("Ana", "Ben")
    finish(table)
    assert table.game.winners == (0, 1)


def test_the_highest_total_wins(play: "PlayGame") -> None:
    table = play("Ana", "Ben")
    finish(table, 6, 6, 6, 6, 6)
    assert table.game.winners == (1,)


def test_an_abandoned_game_has_no_winner_and_takes_no_command_but_undo_and_a_start(play: "PlayGame") -> None:
    table = play("Ana", "Ben")
    table.throw(1, 2, 3, 4, 5)
    table.do(AbandonGame())
    assert (table.game.abandoned, table.game.over, table.game.winners) == (True, True, ())
    for command in (AbandonGame(), WriteBox("chance"), SetHold(0, True), CorrectDie(0, 6)):
        with pytest.raises(GameRefusal, match="Start a new one"):
            table.do(command)
    table.do(StartGame((Player("Cem", "#112233"),)))
    assert [player.name for player in table.game.players] == ["Cem"]
    assert not table.game.over


def test_undo_goes_across_the_end_of_an_abandoned_game(play: "PlayGame") -> None:
    table = play("Ana", "Ben")
    table.throw(1, 2, 3, 4, 5)
    table.do(WriteBox("chance"))
    table.throw(6, 6, 2, 1, 3)
    table.do(SetHold(0, True))
    before = table.game
    table.do(AbandonGame())
    assert table.do(TakeBack()) == (Undone(),)
    assert table.game == before
    table.do(AbandonGame())
    for _ in range(3):
        table.do(TakeBack())
    assert (table.game.over, table.game.now.seat, table.game.turn.rolls_used) == (False, 0, 1)
    assert table.shown() == [(value, False) for value in (1, 2, 3, 4, 5)]


def test_a_new_game_may_follow_a_finished_one(play: "PlayGame") -> None:
    table = play("Ana")
    finish(table)
    table.do(StartGame((Player("Cem", "#112233"), Player("Ana", "#445566"))))
    assert (len(table.game.players), table.game.past) == (2, ())


@pytest.mark.parametrize(
    ("events", "sentence"),
    [
        ([], "has no events"),
        ([THROW], "Event 1 of the game is Rolled"),
        ([START, START], "Event 2 of the game is GameStarted"),
        ([START, Undone()], "Event 2 of the game, Undone, cannot follow"),
        ([START, HoldSet(0, held=True)], "Event 2 of the game, HoldSet"),
        ([START, BoxWritten("ones", 1, struck=False)], "Event 2 of the game, BoxWritten"),
        ([START, THROW, BoxWritten("pair", 1, struck=False)], "no box “pair”"),
        ([GameStarted("g", "whist", {}, "pips", START.players)], "no game “whist”"),
        ([GameStarted("g", "poker-dice", {"jokers": True}, "pips", START.players)], "no option “jokers”"),
        ([GameStarted("g", "poker-dice", {}, "runes", START.players)], "“runes” faces"),
    ],
)
def test_a_history_that_cannot_be_names_its_first_wrong_event(events: list[Event], sentence: str) -> None:
    with pytest.raises(HistoryError, match=sentence):
        fold(events)


def test_a_fact_is_kept_as_it_was_written_even_if_rules_count_otherwise_now() -> None:
    assert fold([START, THROW, BoxWritten("ones", 7, struck=False)]).card.total == 7


def test_a_full_game_of_eight_folds_to_where_it_stands(play: "PlayGame") -> None:
    table = play(*"ABCDEFGH")
    for turn in range(8 * 13):
        table.throw(1, 2, 3, 4, 6)
        table.do(SetHold(0, True))
        table.throw(1, 6, 6, 6, 6, kept=(0,))
        table.throw(1, 5, 5, 5, 5, kept=(0,))
        table.do(WriteBox(BOXES[turn // 8]))
    assert fold(table.events) == table.game

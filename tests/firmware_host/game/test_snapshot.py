from typing import TYPE_CHECKING

import pytest

from firmware_host.game.commands import AbandonGame, CorrectDie, Player, SetHold, StartGame, WriteBox
from firmware_host.game.events import GameStarted
from firmware_host.game.session import apply, decide
from firmware_host.game.snapshot import BoxShown, DieShown, PlayerShown, SlotShown, snapshot
from firmware_host.rules.rulesets import ruleset

if TYPE_CHECKING:
    from tests.firmware_host.game.conftest import PlayGame

BOXES = [box.id for box in ruleset("poker-dice").boxes]


def cell(player: PlayerShown, box: str) -> BoxShown:
    (found,) = (shown for shown in player.boxes if shown.box == box)
    return found


def test_before_the_first_throw_nothing_lies_and_nothing_is_offered(play: "PlayGame") -> None:
    shown = snapshot(play("Ana", "Ben").game)
    assert (shown.game, shown.rules, shown.faces) == ("game-1", "poker-dice", "pips")
    assert (shown.current, shown.turn, shown.turns, shown.rolls_used, shown.rolls_left) == (0, 1, 13, 0, 3)
    assert (shown.dice, shown.photo, shown.steps) == ((), None, 0)
    assert [player.name for player in shown.players] == ["Ana", "Ben"]
    for player in shown.players:
        assert [box.box for box in player.boxes] == BOXES
        assert {(box.points, box.offer, box.writable) for box in player.boxes} == {(None, None, False)}


def test_the_dice_offer_points_to_the_player_whose_turn_it_is(play: "PlayGame") -> None:
    table = play("Ana", "Ben")
    table.throw(1, 3, 2, 4, 4, photo="a.jpg")
    table.do(SetHold(3, True))
    table.do(CorrectDie(0, 2))
    shown = snapshot(table.game)
    ana, ben = shown.players
    assert shown.dice[0] == DieShown(2, "2", held=False, corrected=True)
    assert shown.dice[3] == DieShown(4, "4", held=True, corrected=False)
    assert (shown.photo, shown.steps, shown.rolls_used, shown.rolls_left) == ("a.jpg", 2, 1, 2)
    assert [cell(ana, box).offer for box in ("ones", "twos", "fours", "small-straight", "chance")] == [0, 4, 8, 0, 15]
    assert (cell(ana, "chance").writable, cell(ana, "chance").strikable) == (True, False)
    assert (cell(ana, "ones").writable, cell(ana, "ones").strikable) == (True, True)
    assert {(box.offer, box.writable, box.strikable) for box in ben.boxes} == {(None, False, False)}


def test_a_written_box_shows_its_points_and_photo_and_why_it_is_closed(play: "PlayGame") -> None:
    table = play("Ana")
    table.throw(1, 3, 2, 4, 4, photo="a.jpg")
    table.do(WriteBox("fours"))
    table.throw(1, 3, 2, 4, 4)
    table.do(WriteBox("sixes", strike=True))
    table.throw(1, 3, 2, 4, 4)
    (ana,) = snapshot(table.game).players
    assert cell(ana, "fours") == BoxShown(
        box="fours",
        points=8,
        struck=False,
        offer=None,
        writable=False,
        strikable=False,
        why_not="Fours is already scored: 8. Choose an open box.",
        photo="a.jpg",
        slots=(SlotShown(8, struck=False, mark="8", extra=0, photo="a.jpg"),),
    )
    sixes = cell(ana, "sixes")
    assert (sixes.points, sixes.struck, sixes.photo) == (0, True, None)
    assert ana.total == 8
    assert snapshot(table.game).turn == 3


def test_poker_dice_show_their_faces_in_dice_and_sentences(play: "PlayGame") -> None:
    table = play("Ana", faces="poker")
    table.throw(1, 2, 3, 4, 6)
    table.do(WriteBox("sixes"))
    table.throw(1, 2, 3, 4, 6)
    shown = snapshot(table.game)
    assert [die.face for die in shown.dice] == ["9", "10", "J", "Q", "A"]
    assert cell(shown.players[0], "sixes").why_not.startswith("Aces is already scored: 6.")


def test_a_finished_game_has_winners_and_nobody_to_play(play: "PlayGame") -> None:
    table = play("Ana", "Ben")
    for turn in range(26):
        assert snapshot(table.game).winners == ()
        table.throw(6, 6, 6, 6, 6) if turn == 25 else table.throw(1, 2, 3, 4, 6)
        table.do(WriteBox(BOXES[turn // 2]))
    shown = snapshot(table.game)
    assert (shown.finished, shown.current, shown.turn, shown.rolls_left) == (True, None, 13, 0)
    assert shown.winners == ("Ben",)
    assert shown.steps == 52
    assert [player.total for player in shown.players] == [62, 76]


def test_an_abandoned_game_has_neither_and_its_end_can_be_undone(play: "PlayGame") -> None:
    table = play("Ana", "Ben")
    table.throw(1, 2, 3, 4, 6)
    table.do(AbandonGame())
    shown = snapshot(table.game)
    assert (shown.abandoned, shown.finished, shown.current, shown.winners, shown.steps) == (True, False, None, (), 2)
    assert {box.offer for player in shown.players for box in player.boxes} == {None}


@pytest.mark.parametrize("names", [("Ana",), ("Ana", "Ben", "Cem")])
def test_the_turn_counts_rounds(play: "PlayGame", names: tuple[str, ...]) -> None:
    table = play(*names)
    for turn in range(4):
        for _ in names:
            assert snapshot(table.game).turn == turn + 1
            table.throw(1, 2, 3, 4, 6)
            table.do(WriteBox(BOXES[turn]))


def test_pages_are_told_who_is_played_by_the_program_and_who_is_advised() -> None:
    seats = (Player("Ana", "#aa0000", advised=True), Player("Robo", "#00aa00", "steady"))
    (event,) = decide(None, StartGame(seats, coach="ask"), lambda: "g")
    shown = snapshot(apply(None, event))
    assert shown.coach == "ask"
    assert [(player.opponent, player.advised) for player in shown.players] == [("", True), ("steady", False)]


def test_a_game_from_before_an_option_shows_it_at_its_default() -> None:
    begun = GameStarted("old", "school-poker", {"higher-counts-lower": True}, "pips", (Player("Ana", "#aa3333"),))
    assert snapshot(apply(None, begun)).options == {"three-as-pair": False, "higher-counts-lower": True}

"""Balut at the table: slots with a photo each, and a game that points decide."""

from dataclasses import replace

import pytest

from firmware_host.game.commands import Command, Player, RecordRoll, StartGame, WriteBox
from firmware_host.game.session import apply, decide
from firmware_host.game.snapshot import SlotShown, snapshot
from firmware_host.game.state import Game
from firmware_host.rules.notation import parse_card

STRAIGHTS = "straight=15,15,15,15 full-house=8,8,8,8 balut=x,x,x,x fours=x,x,x,x fives=x,x,x,x sixes=x,x,x,x"
NUMBERS = "fives=15,15,15,15 sixes=18,18,18,18 fours=x,x,x,x straight=x,x,x,x full-house=x,x,x,x balut=x,x,x,x"


def begin(*names: str) -> Game:
    start = StartGame(tuple(Player(name, "#2a6f97") for name in names), "balut")
    return after(None, start)


def after(game: Game | None, command: Command) -> Game:
    for event in decide(game, command, lambda: "g"):
        game = apply(game, event)
    assert game is not None
    return game


@pytest.mark.parametrize(
    ("ana", "bo", "winners"),
    [
        (f"{STRAIGHTS} chance=10,10,10,10", f"{NUMBERS} chance=24,24,24,24", (0,)),
        (f"{STRAIGHTS} chance=10,10,10,10", f"{STRAIGHTS} chance=10,10,10,11", (1,)),
        (f"{STRAIGHTS} chance=10,10,10,10", f"{STRAIGHTS} chance=10,10,11,9", (0, 1)),
    ],
)
def test_most_points_win_then_the_higher_total(ana: str, bo: str, winners: tuple[int, ...]) -> None:
    game = begin("Ana", "Bo")
    cards = tuple(parse_card(card, game.ruleset) for card in (ana, bo))
    game = replace(game, now=replace(game.now, cards=cards))
    assert game.finished
    assert game.winners == winners
    assert [player.points for player in snapshot(game).players] == [card.points for card in cards]


def test_every_slot_keeps_its_points_and_its_photo() -> None:
    game = begin("Ana")
    for number, (values, strike) in enumerate((((4, 4, 4, 1, 2), False), ((4, 4, 1, 2, 3), True))):
        game = after(game, RecordRoll(values, (False,) * 5, photo=f"g-{number}.jpg"))
        game = after(game, WriteBox("fours", strike))
    (ana,) = snapshot(game).players
    fours = ana.boxes[0]
    assert (fours.points, fours.struck, fours.open, fours.photo) == (12, True, 2, "g-1.jpg")
    assert fours.slots == (
        SlotShown(12, struck=False, mark="12", extra=0, photo="g-0.jpg"),
        SlotShown(0, struck=True, mark="0", extra=0, photo="g-1.jpg"),
    )
    game = after(game, RecordRoll((4, 4, 1, 2, 3), (False,) * 5))
    offered = snapshot(game).players[0].boxes[0]
    assert (offered.offer, offered.writable, offered.strikable) == (8, True, True)

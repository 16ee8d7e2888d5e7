"""Whatever legal moves are made, a game keeps its promises."""

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.game.commands import CorrectDie, SetHold, Undo, WriteBox
from firmware_host.game.errors import GameRefusal
from firmware_host.game.session import Game, decide, fold
from firmware_host.game.snapshot import snapshot

if TYPE_CHECKING:
    from tests.firmware_host.game.conftest import Played, PlayGame

players = st.integers(1, 8)
seeds = st.integers(0, 2**32 - 1)


def throw(table: "Played", chance: random.Random) -> None:
    """Throw the dice that are not held; every die may end anywhere in the tray."""
    kept = [(die.value, True) for die in table.game.turn.held]
    dice = kept + [(chance.randint(1, 6), False) for _ in range(5 - len(kept))]
    chance.shuffle(dice)
    table.throw(*(value for value, _ in dice), kept=tuple(index for index, (_, stays) in enumerate(dice) if stays))


def write_some_box(table: "Played", chance: random.Random) -> None:
    shown = snapshot(table.game)
    assert shown.current is not None
    for box in shown.players[shown.current].boxes:
        if not box.writable:
            with pytest.raises(GameRefusal):
                decide(table.game, WriteBox(box.box), lambda: "")
        if not box.strikable:
            with pytest.raises(GameRefusal):
                decide(table.game, WriteBox(box.box, strike=True), lambda: "")
    offered = [box for box in shown.players[shown.current].boxes if box.writable]
    box = chance.choice(offered)
    before = shown.players[shown.current].total
    table.do(WriteBox(box.box, strike=box.strikable and chance.random() < 0.5))
    after = snapshot(table.game).players[shown.current]
    assert after.total == before + (box.offer or 0)


def play_turn(table: "Played", chance: random.Random, before: list[Game]) -> None:
    """Play one turn of some throws, holds and corrections; `before` gathers the state before each step."""
    for _ in range(chance.randint(1, 3)):
        if table.game.turn.dice and len(table.game.turn.held) == 5:
            table.do(SetHold(chance.randrange(5), False))
        before.append(table.game)
        throw(table, chance)
        if chance.random() < 0.2:
            die = chance.randrange(5)
            other = table.game.turn.dice[die].value % 6 + 1
            before.append(table.game)
            table.do(CorrectDie(die, other))
        if table.game.turn.rolls_left:
            for _ in range(chance.randrange(4)):
                table.do(SetHold(chance.randrange(5), chance.random() < 0.8))
    before.append(table.game)
    write_some_box(table, chance)


@given(players, seeds)
@settings(max_examples=15)
def test_it_ends_after_thirteen_turns_each_and_can_be_taken_back_to_its_start(
    play: "PlayGame", seats: int, seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311 - dice for a test
    table = play(*(f"Player {seat}" for seat in range(seats)))
    before: list[Game] = []
    for turn in range(13 * seats):
        assert not table.game.finished
        assert table.game.now.seat == turn % seats
        play_turn(table, chance, before)
    assert table.game.finished
    assert fold(table.events) == table.game
    assert {player.total for player in snapshot(table.game).players} <= set(range(341))
    assert snapshot(table.game).steps == len(before)
    while before:
        table.do(Undo())
        assert table.game == before.pop()
    with pytest.raises(GameRefusal, match="nothing to undo"):
        table.do(Undo())
    assert fold(table.events) == table.game


@given(players, seeds)
@settings(max_examples=15)
def test_its_state_is_the_fold_of_its_events_after_every_event(play: "PlayGame", seats: int, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - dice for a test
    table = play(*(f"Player {seat}" for seat in range(seats)))
    for _ in range(6):
        play_turn(table, chance, [])
        for _ in range(chance.randrange(4)):
            if table.game.past:
                table.do(Undo())
                assert fold(table.events) == table.game
        if chance.random() < 0.5 and not table.game.turn.dice:
            throw(table, chance)
        assert fold(table.events) == table.game
        if table.game.turn.dice:
            write_some_box(table, chance)

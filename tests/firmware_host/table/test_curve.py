"""The chances turn by turn: each point is worked out once, while the game is played."""

from collections.abc import Callable

import pytest

from firmware_host.coach.advice import Advice, Unit
from firmware_host.coach.coaches import Aim
from firmware_host.coach.distribution import Chance
from firmware_host.coach.luck import Account
from firmware_host.game.commands import SpendTime, Undo
from firmware_host.game.state import Game
from firmware_host.game.transcript import Transcript
from firmware_host.table.coach.curve import GAMES, Curve, moments, round_of
from tests.firmware_host.coach.random_games import RandomGame


class CountingCoach:
    """Knows nothing, but counts what it is asked."""

    unit: Unit = "points"
    turn_value = 10.0

    def __init__(self) -> None:
        self.asked: list[tuple[int, bool, int]] = []

    def advise(self, game: Game, aim: Aim = "win") -> Advice:
        raise AssertionError(f"the chances need no advice on {game} for {aim}")

    def chances(self, game: Game, games: int, checkpoint: Callable[[], object] = int) -> tuple[Chance, ...]:
        checkpoint()
        self.asked.append((sum(card.slots_closed for card in game.now.cards), game.over, games))
        return tuple(Chance(1 / len(game.players), 0.1) for _ in game.players)

    def precompute(self) -> bool:
        return False

    def accounts(self, transcript: Transcript) -> tuple[Account, ...]:
        raise AssertionError(f"the chances need no accounts of {transcript}")


def turns(coach: CountingCoach) -> list[int]:
    """After how many boxes the coach was asked for all the games of a point."""
    return [closed for closed, _, games in coach.asked if games == GAMES[-1]]


def test_each_point_is_worked_out_once_and_only_the_last_at_the_end() -> None:
    played, coach, curve = RandomGame("crag", 2, 1), CountingCoach(), Curve()
    while not played.game.over:
        curve.points(played.game, coach)
        played.step(slips=0)
    assert turns(coach) == list(range(26))
    coach.asked.clear()
    assert len(curve.points(played.game, coach)) == 27
    assert turns(coach) == [26]


def test_what_was_undone_is_worked_out_anew() -> None:
    played, coach, curve = RandomGame("crag", 2, 1), CountingCoach(), Curve()
    played.throw()
    played.close()
    curve.points(played.game, coach)
    played.do(Undo())
    assert len(curve.points(played.game, coach)) == 1
    played.close()
    assert len(curve.points(played.game, coach)) == 2
    assert turns(coach) == [0, 1, 1]


def test_it_stops_where_it_is_told_to_and_keeps_what_it_has() -> None:
    played, coach, curve = RandomGame("crag", 2, 1), CountingCoach(), Curve()
    for _ in range(3):
        played.throw()
        played.close()
    left = 5 * len(GAMES)

    def checkpoint() -> None:
        nonlocal left
        left -= 1
        if not left:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        curve.points(played.game, coach, checkpoint)
    known = len(turns(coach))
    assert 0 < known < 4
    curve.points(played.game, coach)
    assert turns(coach) == [0, 1, 2, 3]


def test_a_game_that_the_clock_ended_had_open_chances_before() -> None:
    played, coach = RandomGame("speed-yatzy", 2, 1, {"clock-minutes": 1}), CountingCoach()
    played.throw()
    played.close()
    played.do(SpendTime(61))
    assert played.game.over
    Curve().points(played.game, coach)
    assert [over for _, over, games in coach.asked if games == GAMES[-1]] == [False, True]


def test_moments_lie_in_the_turns_of_those_who_play() -> None:
    played = RandomGame("crag", 3, 1)
    played.play(slips=0)
    assert [round_of(position) for position in moments(played.game)] == [
        *(t for t in range(1, 14) for _ in range(3)),
        14,
    ]
    played = RandomGame("poker-hands", 2, 1, {"rounds": 2})
    played.play(slips=0)
    rounds = [round_of(position) for position in moments(played.game)]
    assert (rounds[0], rounds[-1]) == (1, 3)
    assert rounds == sorted(rounds)

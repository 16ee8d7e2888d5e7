"""Who wins a round and a match of whole hands, against what is known of them in other ways."""

from functools import cache

import numpy as np
import pytest

from firmware_host.coach.match_chances import chances_to_win, match_chances, round_winners
from firmware_host.rules.dice import Roll
from firmware_host.rules.match import Contest, Made, Match
from firmware_host.solver.hand_solver import HandSolver
from firmware_host.solver.match_solver import MatchSolver
from tests.firmware_host.solver.brute_force import poker_hands
from tests.firmware_host.solver.test_hand_solver import SMALL, SMALL_SHARED


@cache
def small(shared: bool) -> HandSolver:
    return HandSolver(SMALL_SHARED if shared else SMALL)


def contest_of(hands: HandSolver) -> Contest:
    assert hands.rules.contest is not None
    return hands.rules.contest


def made(hands: HandSolver, seat: int, *values: int) -> Made:
    return Made(seat, contest_of(hands).rank(Roll(values)), values)


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_before_its_first_roll_a_round_is_worth_what_it_is_solved_for(players: int, shared: bool) -> None:
    hands = small(shared)
    winners = round_winners(hands, Match.begin(contest_of(hands), players))
    assert chances_to_win(winners, players) == pytest.approx(hands.round_chances(players))
    assert sum(winners.values()) == pytest.approx(1)


@pytest.mark.parametrize("shared", [False, True])
def test_whoever_makes_a_hand_knows_his_own_chance(shared: bool) -> None:
    hands = small(shared)
    match = Match.begin(contest_of(hands), 3).stand(made(hands, 0, 5, 6))
    evaluation = hands.evaluate([match.stage[0].hand.strength], 1)
    assert chances_to_win(round_winners(hands, match), 3)[1] == pytest.approx(evaluation.chance)
    for values, used in (((1, 2), 1), ((3, 3), 1), ((5, 6), 2), ((1, 1), 2)):
        roll = Roll(values)
        found = chances_to_win(round_winners(hands, match, roll, used), 3)
        assert found[1] == pytest.approx(evaluation.after_roll(roll, used))


def test_the_average_over_all_rolls_is_the_chance_before_them() -> None:
    hands = small(False)
    match = Match.begin(contest_of(hands), 3).stand(made(hands, 0, 2, 6))
    rolls = [Roll(row) for row in hands.multisets.rows[hands.multisets.keeps :]]
    rolled = [chances_to_win(round_winners(hands, match, roll, 1), 3) for roll in rolls]
    assert hands.multisets.initial_chances @ np.array(rolled) == pytest.approx(
        chances_to_win(round_winners(hands, match), 3)
    )


def test_a_tie_is_rolled_off_among_those_who_tied() -> None:
    hands = small(False)
    match = Match.begin(contest_of(hands), 2).stand(made(hands, 0, 6, 6)).stand(made(hands, 1, 6, 6))
    assert match.rolling_off
    assert chances_to_win(round_winners(hands, match), 2) == pytest.approx(hands.round_chances(2))


def test_a_match_of_two_comes_to_about_what_match_play_finds() -> None:
    hands = poker_hands()
    match = Match.begin(contest_of(hands), 2)
    chances = match_chances(hands, match, round_winners(hands, match), np.random.default_rng(1))
    exact = MatchSolver(hands).chance(5, 0)
    assert chances[0].win == pytest.approx(exact, abs=4 * chances[0].error)
    assert 0 < chances[0].error < 0.004
    assert sum(chance.win for chance in chances) == pytest.approx(1)


def test_who_has_won_most_rounds_already_wins_the_match() -> None:
    hands = small(False)
    match = Match.begin(contest_of(hands), 3)
    for _ in range(2):
        for seat in match.due:
            match = match.stand(made(hands, seat, *((6, 6) if seat == 1 else (1, 2))))
    chances = match_chances(hands, match, round_winners(hands, match), np.random.default_rng(1))
    assert [chance.win for chance in chances] == [0, 1, 0]

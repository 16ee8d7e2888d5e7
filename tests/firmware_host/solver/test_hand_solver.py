"""Rounds of whole hands, against games small enough to be worked out by trying everything, and against thrown dice."""

from dataclasses import replace
from functools import cache
from itertools import combinations, product

import numpy as np
import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.match import Contest, Hand, Made, Match
from firmware_host.rules.options import Setting
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import ruleset
from firmware_host.solver.errors import SolverError
from firmware_host.solver.hand_solver import HandSolver
from firmware_host.solver.match_solver import MatchSolver
from tests.firmware_host.solver.brute_force import poker_hands

VARIANTS: list[dict[str, Setting]] = [{}, {"straights-are-busts": True}, {"equal-hands": "shared"}, {"wild": "aces"}]


def strength(values: tuple[int, ...]) -> int:
    """Rank a pair above all else, then the sum: different rolls may be equal hands."""
    return sum(values) + 20 * (len(set(values)) < len(values))


SMALL = Ruleset(
    id="small-hands",
    title="Small hands",
    dice=2,
    rolls=2,
    boxes=(),
    contest=Contest(3, lambda roll: Hand("hand", strength(roll.values)), {"hand": "Hand"}, {"hand": 36}),
    source="Made for tests.",
    min_players=2,
)
SMALL_SHARED = replace(SMALL, contest=Contest(3, lambda roll: Hand("h", strength(roll.values)), {}, {}, shared=True))


def best_turn(pay: dict[int, float]) -> tuple[float, dict[int, float]]:
    """Return what a turn with two dice and two rolls pays, and how often it ends on each strength."""
    last = {dice: pay[strength(dice)] for dice in product(range(1, 7), repeat=2)}
    ends: dict[int, float] = dict.fromkeys(pay, 0.0)
    worth = 0.0
    for dice in last:
        ways = {dice: [dice]}
        for kept in {kept for size in range(2) for kept in combinations(dice, size)}:
            ways[kept] = [(*kept, *new) for new in product(range(1, 7), repeat=2 - len(kept))]
        mean = {kept: sum(last[after] for after in rolls) / len(rolls) for kept, rolls in ways.items()}
        chosen = max(ways, key=lambda kept: (mean[kept], len(kept)))
        worth += mean[chosen] / 36
        for after in ways[chosen]:
            ends[strength(after)] += 1 / 36 / len(ways[chosen])
    return worth, ends


def by_following_everybody(players: int, ties: dict[int, tuple[float, ...]]) -> tuple[float, ...]:
    """Return the chances in a round of two dice by what rolling off is worth to so many, in their order."""
    strengths = sorted({strength(dice) for dice in product(range(1, 7), repeat=2)})

    @cache
    def go_on(best: int, holders: int, to_come: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the chances of the holders of the best hand, and of those to come in their order."""
        if not to_come:
            return ties[holders], ()
        after = {}
        for made in strengths:
            held, later = go_on(*((made, 1) if made > best else (best, holders + (made == best))), to_come - 1)
            own = held[-1] if made >= best else 0.0
            after[made] = ((0.0,) * holders if made > best else held[:holders]), own, later
        _, ends = best_turn({made: own for made, (_, own, _) in after.items()})
        held = tuple(sum(ends[made] * after[made][0][i] for made in strengths) for i in range(holders))
        own = sum(ends[made] * after[made][1] for made in strengths)
        later = tuple(sum(ends[made] * after[made][2][i] for made in strengths) for i in range(to_come - 1))
        return held, (own, *later)

    return go_on(0, 0, players)[1]


def test_rounds_are_worth_what_following_everybody_finds() -> None:
    ties: dict[int, tuple[float, ...]] = {1: (1.0,)}
    for players in (2, 3):
        ties[players] = (1 / players,) * players
        for _ in range(20):
            ties[players] = by_following_everybody(players, ties)
        assert HandSolver(SMALL).round_chances(players) == pytest.approx(ties[players], abs=1e-9)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_thrown_rounds_go_as_they_are_promised(options: dict[str, Setting]) -> None:
    hands = poker_hands(*options.items())
    rounds, promised = 20_000, hands.round_chances(2)[0]
    won = hands.simulate_rounds_of_two(rounds, np.random.default_rng(11))
    error = (promised * (1 - promised) / rounds) ** 0.5
    assert abs(won / rounds - promised) < 3 * error


@pytest.mark.parametrize("players", [2, 4])
def test_somebody_wins_and_who_is_later_knows_more(players: int) -> None:
    chances = poker_hands().round_chances(players)
    assert chances.sum() == pytest.approx(1)
    assert (np.diff(chances) > 0).all()


def test_a_player_who_is_last_needs_no_more_than_to_win() -> None:
    """Against a full house four equal dice are let stand, and two of them are not yet enough."""
    hands = poker_hands()
    rank = hands.rules.contest.rank  # type: ignore[union-attr]
    evaluation = hands.evaluate([rank(Roll((1, 1, 1, 2, 2))).strength], 0)
    assert evaluation.after_stand(Roll((2, 2, 2, 2, 1))) == 1
    assert evaluation.after_roll(Roll((2, 2, 2, 2, 1)), 1) == 1
    assert evaluation.after_stand(Roll((6, 6, 5, 4, 3))) == 0
    assert evaluation.keeps(Roll((6, 6, 5, 4, 3)), 1)[0].dice == (6, 6)
    assert evaluation.keeps(Roll((6, 6, 5, 4, 3)), 3) == ()


def test_a_hand_that_stands_matters_less_than_how_many_are_to_come() -> None:
    hands = poker_hands()
    chances = [hands.evaluate([], to_come).after_stand(Roll((6, 6, 6, 2, 2))) for to_come in range(3)]
    assert chances[0] == 1
    assert chances == sorted(chances, reverse=True)


def test_equal_hands_roll_off_in_their_order() -> None:
    hands = poker_hands()
    roll = Roll((6, 6, 6, 2, 2))
    strength = hands.rules.contest.rank(roll).strength  # type: ignore[union-attr]
    assert hands.evaluate([strength], 0).after_stand(roll) == pytest.approx(hands.round_chances(2)[1])
    assert hands.evaluate([strength, strength], 0).after_stand(roll) == pytest.approx(hands.round_chances(3)[2])


def test_a_match_of_one_round_is_that_round() -> None:
    hands = HandSolver(SMALL)
    play = MatchSolver(hands)
    assert play.chance(1, 0) == pytest.approx(hands.round_chances(2)[0])
    assert play.chance(2, 0) == pytest.approx(0.5)
    assert play.chance(3, 4) == 1
    assert [play.chance(0, lead) for lead in (-1, 0, 2)] == [0, 0.5, 1]


def test_where_rounds_are_shared_a_lead_is_kept_by_a_tie() -> None:
    """One ahead in the last round, to share it is to win the match; one behind it is to lose it."""
    hands = HandSolver(SMALL_SHARED)
    contest, dice = SMALL_SHARED.contest, (3, 4)
    assert contest is not None

    def made(seat: int, *values: int) -> Made:
        return Made(seat, contest.rank(Roll(values)), values)

    ahead = Match.begin(contest, 2)
    for hand in (made(0, 1, 2), made(1, 6, 6), made(1, 1, 2), made(0, 1, 2), made(0, *dice)):
        ahead = ahead.stand(hand)
    assert ahead.won == (1, 2)
    evaluation = MatchSolver(hands).evaluate(ahead)
    assert evaluation.after_stand(Roll(dice)) == 1
    assert evaluation.after_stand(Roll((1, 2))) == 0.5
    assert evaluation.chance > 0.5


def test_what_cannot_be_worked_out_is_refused() -> None:
    with pytest.raises(SolverError, match="has no rounds"):
        HandSolver(ruleset("crag"))
    with pytest.raises(SolverError, match="two players"):
        MatchSolver(HandSolver(SMALL)).evaluate(Match.begin(SMALL.contest, 3))  # type: ignore[arg-type]

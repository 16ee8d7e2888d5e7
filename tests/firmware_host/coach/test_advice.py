"""Advice: every choice, the best first, with what it costs and what it is good for."""

from itertools import combinations

import numpy as np
import pytest

from firmware_host.coach.advice import Adviser
from firmware_host.coach.errors import CoachError
from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import parse_card
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import CardError, Scorecard
from firmware_host.solver.arrays import Ints, Values
from firmware_host.solver.policy import Policy, PolicyExtractor
from firmware_host.solver.solution import Close, Keep, Solution
from tests.firmware_host.solver import small_games
from tests.firmware_host.solver.solved_games import solution_of


@pytest.fixture(scope="module")
def crag() -> Adviser:
    return Adviser(solution_of(ruleset("crag")))


def test_every_choice_is_there_the_best_first(crag: Adviser) -> None:
    card = Scorecard.empty(ruleset("crag"))
    roll = Roll((5, 5, 2))
    advice = crag.advise(card, roll, 1)
    kept = {dice for size in range(3) for dice in combinations((2, 5, 5), size)}
    assert {rated.action.dice for rated in advice.keeps if isinstance(rated.action, Keep)} == kept
    closed = [rated.action.box for rated in advice.stops if isinstance(rated.action, Close)]
    assert set(closed) == {box.id for box in card.ruleset.boxes}
    assert len(advice.actions) == len(advice.keeps) + len(advice.stops)
    values = [rated.action.expected for rated in advice.actions]
    assert values == sorted(values, reverse=True)
    assert [advice.expected - rated.action.expected for rated in advice.actions] == [
        rated.cost for rated in advice.actions
    ]
    evaluation = crag.solution.evaluate_turn(card)
    assert advice.best.action == evaluation.best(roll, 1)
    assert advice.best.cost == 0
    assert advice.expected == pytest.approx(evaluation.after_roll(roll, 1))


def test_dice_are_kept_for_the_box_they_gain_most_in(crag: Adviser) -> None:
    rules = ruleset("crag")
    pair = crag.advise(Scorecard.empty(rules), Roll((5, 5, 2)), 1)
    aims = {rated.action.dice: rated.aim for rated in pair.keeps if isinstance(rated.action, Keep)}
    assert aims[5, 5] == "crag"
    closed = "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 crag=50 thirteen=26 three-of-a-kind=0"
    straights = crag.advise(parse_card(closed, rules), Roll((1, 2, 6)), 1)
    aims = {rated.action.dice: rated.aim for rated in straights.keeps if isinstance(rated.action, Keep)}
    assert (aims[1, 2], aims[2, 6]) == ("low-straight", "even-straight")


def test_dice_are_kept_for_no_box_that_collects_another_value(crag: Adviser) -> None:
    rules = ruleset("crag")
    others = "low-straight=20 high-straight=20 even-straight=20 odd-straight=20 three-of-a-kind=25 thirteen=26 crag=50"
    advice = crag.advise(parse_card(f"ones=1 twos=2 threes=3 fours=4 {others}", rules), Roll((3, 5, 6)), 1)
    aims = {rated.action.dice: rated.aim for rated in advice.keeps if isinstance(rated.action, Keep)}
    assert (aims[5,], aims[6,], aims[3,]) == ("fives", "sixes", "")
    assert aims[()] in ("fives", "sixes")


def test_after_the_last_roll_only_boxes_are_left(crag: Adviser) -> None:
    rules = ruleset("crag")
    advice = crag.advise(parse_card("crag=50", rules), Roll((5, 5, 3)), 2)
    assert advice.keeps == ()
    assert advice.best.action == Close("thirteen", False, 26, advice.expected)


def test_striking_is_advised_where_it_is_best() -> None:
    rules = small_games.STRIKING
    advice = Adviser(solution_of(rules)).advise(parse_card("pair=9 twos=0", rules), Roll((1, 1)), 2)
    assert [(rated.action, rated.cost) for rated in advice.actions] == [
        (Close("ones", True, 0, 29.0), 0.0),
        (Close("ones", False, 2, 11.0), 18.0),
    ]


@pytest.mark.parametrize(
    ("card", "dice", "used", "error"),
    [
        ("-", (1, 2), 1, CardError),
        ("-", (1, 2, 3), 3, CardError),
        (
            "ones=1 twos=2 threes=3 fours=4 fives=5 sixes=6 low-straight=20 high-straight=20 even-straight=20 "
            "odd-straight=20 three-of-a-kind=25 thirteen=26 crag=50",
            (1, 2, 3),
            1,
            CoachError,
        ),
    ],
)
def test_nonsense_is_refused(crag: Adviser, card: str, dice: tuple[int, ...], used: int, error: type) -> None:
    with pytest.raises(error):
        crag.advise(parse_card(card, ruleset("crag")), Roll(dice), used)


@pytest.mark.parametrize("game", small_games.ALL)
def test_the_policy_comes_to_what_its_states_are_worth(game: str) -> None:
    """The chances of all ends of a turn add up to 1, and what they lead to is on average what the state is worth."""
    solution = solution_of(small_games.ALL[game])
    policies = PolicyExtractor(solution.model, solution.values)
    states = np.array([0])
    for _ in range(solution.rules.turns):
        found = list(policies.extract(states))
        assert sorted(np.concatenate([policy.states for policy in found])) == sorted(states)
        states = np.unique(np.concatenate([reached(policy, solution) for policy in found]))
    assert solution.values[states] == pytest.approx(0)


def reached(policy: Policy, solution: Solution) -> Ints:
    """Return the states that turns lead to, once they are seen to be worth what is said of them."""
    chances = policy.stop_chances()
    assert sum(chance.sum(axis=0) for chance in chances) == pytest.approx(1)
    value, successors = np.zeros(len(policy.states)), []
    for chance, closes in zip(chances, policy.closes, strict=True):
        gains = np.where(chance > 0, closes.rewards, 0)
        value += (chance * (gains + solution.values[closes.successors])).sum(axis=0)
        successors.append(closes.successors[chance > 0])
    assert value == pytest.approx(solution.values[policy.states])
    return np.concatenate(successors)


def test_a_policy_goes_on_from_any_roll_or_keep() -> None:
    solution = solution_of(small_games.HAND)
    (policy,) = PolicyExtractor(solution.model, solution.values).extract(np.array([0]))
    evaluation = solution.evaluate_turn(Scorecard.empty(small_games.HAND))

    def value(chances: list[Values], stage: int) -> Values:
        gains = [closes.rewards + solution.values[closes.successors] for closes in policy.closes[stage:]]
        found = [chance.T @ gain[:, 0] for chance, gain in zip(chances, gains, strict=True)]
        value: Values = np.add.reduce(found)
        return value

    for roll in policy.multisets.rows[policy.multisets.keeps :]:
        number = policy.multisets.roll_of(roll)
        for used in (1, 2, 3):
            found = value(policy.stop_chances_from_roll(number, used), used - 1)
            assert found == pytest.approx(evaluation.after_roll(Roll(roll), used))
    rows = range(policy.multisets.keeps)
    for used in (1, 2):
        found = value(policy.stop_chances_from_keeps(rows, used), used)
        assert found == pytest.approx([evaluation.after_keep(policy.multisets.rows[row], used) for row in rows])

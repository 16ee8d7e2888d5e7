"""What rules declare to remember is all that the rest of a game depends on: the real rules are asked, card by card."""

from collections import defaultdict
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_host.rules.dice import Roll
from firmware_host.rules.memory import holds, scored, sum_up_to
from firmware_host.rules.parts.forbids import forbids_of
from firmware_host.rules.ruleset import Bonus, Ruleset, Situation
from firmware_host.rules.ruleset import Box as CardBox
from firmware_host.rules.scorecard import Entry, Scorecard
from firmware_host.solver.box_groups import box_groups_of
from firmware_host.solver.errors import UndeclaredError, UnknownCardError
from firmware_host.solver.model import model_of
from firmware_host.solver.score_tables import table_for
from firmware_host.solver.solution import Solution
from firmware_host.solver.state_groups import StateGroups
from tests.firmware_host.solver import small_games
from tests.firmware_host.solver.known_games import ROWS, known

SAMPLES = 60
EXAMPLES = settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])


def blank(name: str) -> Solution:
    """Return a game's solution without its values: it still knows the states of cards."""
    rules, model = known()[name]
    return Solution(rules, model, np.broadcast_to(np.zeros(1), model.states))


@pytest.fixture(params=ROWS, scope="module")
def solution(request: pytest.FixtureRequest) -> Solution:
    return blank(request.param)


def twins(solution: Solution, seed: int) -> tuple[Scorecard, Scorecard]:
    """Return two cards of the same state, with as many different points as chance finds."""
    rules, chance = solution.rules, Random(seed)  # noqa: S311 - cards, not secrets
    rows: list[dict[str, tuple[Entry, ...]]] = [{}, {}]
    for tie, automaton in zip(box_groups_of(rules), solution.model.automata, strict=True):
        closed = [chance.randint(0, box.slots) for box in tie.boxes]
        if tie.in_order:
            last = chance.randrange(len(closed))
            for place, at in enumerate(tie.in_order):
                closed[at] = tie.boxes[at].slots if place < last else 0 if place > last else closed[at]
        points = [solution.model.points[row] for row in automaton.boxes]
        found: dict[int, set[tuple[tuple[int, ...], ...]]] = defaultdict(set)
        for _ in range(SAMPLES):
            tried = tuple(tuple(chance.choices(known, k=slots)) for known, slots in zip(points, closed, strict=True))
            found[automaton.node_of[tie.key(tried)]].add(tried)
        pair = sorted(found[max(found, key=lambda node: len(found[node]))])
        for own, chosen in zip(rows, (pair[0], pair[-1]), strict=True):
            for box, slots in zip(tie.boxes, chosen, strict=True):
                own[box.id] = tuple(Entry(points) for points in slots)
    one, other = (Scorecard(rules, tuple(own[box.id] for box in rules.boxes)) for own in rows)
    return one, other


@st.composite
def throws(draw: st.DrawFn, dice: int) -> Roll:
    """Draw a roll; equal dice are those that rules speak of."""
    values = st.lists(st.integers(1, 6), min_size=dice, max_size=dice)
    equal = st.integers(1, 6).map(lambda value: [value] * dice)
    return Roll(tuple(draw(values | equal)))


@EXAMPLES
@given(seed=st.integers(0, 10**9), data=st.data())
def test_cards_of_one_state_have_the_same_choices_and_gains(solution: Solution, seed: int, data: st.DataObject) -> None:
    one, other = twins(solution, seed)
    assert solution.state_of(one) == solution.state_of(other)
    for used in range(1, solution.rules.rolls + 1):
        roll = data.draw(throws(solution.rules.dice))
        here, there = one.choices(roll, used), other.choices(roll, used)
        assert [(choice.points, choice.strikable, choice.extra) for choice in here] == [
            (choice.points, choice.strikable, choice.extra) for choice in there
        ]
        for choice in here:
            for close in (Scorecard.fill, Scorecard.strike):
                if choice.strikable or (choice.writable and close is Scorecard.fill):
                    after, after_there = close(one, choice.box, roll, used), close(other, choice.box, roll, used)
                    assert after.total - one.total == after_there.total - other.total
                    assert solution.state_of(after) == solution.state_of(after_there)


@EXAMPLES
@given(seed=st.integers(0, 10**9), data=st.data())
def test_tables_say_what_the_card_says(solution: Solution, seed: int, data: st.DataObject) -> None:
    card, _ = twins(solution, seed)
    (group,) = StateGroups(solution.model).split(np.array([solution.state_of(card)]))
    for used in range(1, solution.rules.rolls + 1):
        roll = data.draw(throws(solution.rules.dice))
        for row, choice in enumerate(card.choices(roll, used)):
            is_open = len(card.rows[row]) < solution.rules.boxes[row].slots
            assert (row in group.open) is (is_open and (choice.writable or not forbids_of(solution.rules).in_order))
            if row not in group.open:
                continue
            table = table_for(solution.model.trees[row], group.observations)
            number = table.outcome_of[used - 1, solution.model.multisets.roll_of(roll.values)]
            outcome = table.outcomes[number] if number < len(table.outcomes) else None
            assert outcome == (None if choice.points is None else (choice.points, choice.extra))


def with_bonus(bonus: Bonus) -> Ruleset:
    return replace(small_games.PLAIN, bonuses=(bonus,))


def _looks_at_points(box: CardBox, situation: Situation) -> int:
    return box.score(situation.roll) + sum(situation.written["pair"])


def test_a_rule_may_not_look_at_points_that_it_does_not_remember() -> None:
    rules = replace(small_games.PLAIN, worth=_looks_at_points)
    with pytest.raises(UndeclaredError, match="does not declare to remember"):
        model_of(rules)
    assert model_of(replace(rules, remembers=(holds("pair", 9),))).states


@pytest.mark.parametrize("remembered", [(), (scored("pair"),)])
def test_a_bonus_may_not_look_at_boxes_that_it_does_not_remember(remembered: tuple[()]) -> None:
    bonus = Bonus("b", "Odd bonus", lambda written: 5 * any(written["ones"]), remembers=remembered)
    with pytest.raises(UndeclaredError, match="Odd bonus looks at ones"):
        model_of(with_bonus(bonus))


def test_a_bonus_may_not_remember_less_than_it_uses() -> None:
    bonus = Bonus("b", "Odd bonus", lambda written: sum(written["ones"]), remembers=(scored("ones"),))
    with pytest.raises(UndeclaredError, match="Odd bonus depends on more"):
        model_of(with_bonus(bonus))


def test_a_memory_of_boxes_that_are_not_there_is_refused() -> None:
    with pytest.raises(UndeclaredError, match="does not have: elevens"):
        model_of(with_bonus(Bonus("b", "Bonus", remembers=(sum_up_to(("elevens",), 3),))))


def test_a_sum_ends_where_it_is_decided() -> None:
    """Of three upper boxes and a bonus at 7 only those sums are told apart that can still go either way."""
    model = model_of(small_games.BONUS)
    automaton = model.automata[0]
    last = [node for node in range(automaton.nodes) if automaton.counts[node].sum() == 3]
    assert len(last) == 1
    only_ones_left = [node for node in range(automaton.nodes) if automaton.counts[node].tolist() == [0, 1, 1]]
    assert len(only_ones_left) == 3  # 5, 6, and all others: there the bonus is lost or paid


def test_a_card_that_cannot_come_about_is_refused() -> None:
    solution = blank("yatzy")
    card = Scorecard.empty(solution.rules).put("sixes", Entry(-400))
    with pytest.raises(UnknownCardError, match="is impossible"):
        solution.state_of(card)

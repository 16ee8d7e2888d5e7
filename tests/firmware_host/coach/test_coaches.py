"""The coach of any game: what it advises, who it thinks will win, and luck and skill in games of hands."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.coach.advice import StandHand
from firmware_host.coach.coaches import CardCoach, Coach, HandCoach, coach_from_solution, find_coach, make_coach
from firmware_host.coach.errors import CoachError
from firmware_host.coach.result_forecast import ResultForecaster
from firmware_host.game.commands import Player, SpendTime, Stand, Undo
from firmware_host.game.recount import recount
from firmware_host.game.state import Game, Position
from firmware_host.game.turn import Die, Turn
from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import parse_card
from firmware_host.rules.options import Setting
from firmware_host.rules.rulesets import ruleset
from firmware_host.solver.errors import TooLargeError
from firmware_host.solver.results import TOTALS
from firmware_host.solver.solution import Close
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.solver.surrogate import surrogate_rules
from tests.firmware_host.coach.random_games import GAMES, MANY, RandomGame
from tests.firmware_host.solver.brute_force import poker_hands
from tests.firmware_host.solver.solved_games import solution_of
from tests.firmware_host.solver.test_surrogate import RULES as AWARDS


@cache
def card_coach() -> CardCoach:
    return CardCoach(solution_of(ruleset("crag")), np.random.default_rng(1))


@cache
def hand_coach(shared: bool = False) -> HandCoach:
    options: dict[str, Setting] = {"equal-hands": "shared"} if shared else {}
    return HandCoach(poker_hands(*options.items(), ("rounds", 3)), np.random.default_rng(1))


def coach_of(played: RandomGame) -> Coach:
    return hand_coach() if played.game.now.match else card_coach()


@pytest.mark.parametrize(("game", "options"), [("crag", {}), ("poker-hands", {"rounds": 3})])
@pytest.mark.parametrize("seats", [2, 3])
def test_chances_always_add_up_and_end_with_who_has_won(game: str, options: dict[str, Setting], seats: int) -> None:
    played = RandomGame(game, seats, 7, options)
    coach = coach_of(played)
    while not played.game.over:
        chances = coach.chances(played.game, 20)
        assert len(chances) == seats
        assert sum(chance.win for chance in chances) == pytest.approx(1)
        played.step()
    final = coach.chances(played.game, 20)
    assert {seat for seat, chance in enumerate(final) if chance.win} == set(played.game.winners)
    assert sum(chance.win for chance in final) == pytest.approx(1)


def test_nobody_has_won_a_game_that_was_ended_by_nobody() -> None:
    played = RandomGame("speed-yatzy", 2, 1, {"clock-minutes": 1})
    played.do(SpendTime(61))
    assert [chance.win for chance in card_coach().chances(played.game, 20)] == [0.5, 0.5]


def test_there_is_nothing_to_decide_before_dice_lie() -> None:
    for game in ("crag", "poker-hands"):
        played = RandomGame(game, 2, 1)
        with pytest.raises(CoachError, match="Throw the dice first"):
            coach_of(played).advise(played.game)


@pytest.mark.parametrize("seats", [2, 4])
def test_a_hand_is_kept_for_what_it_may_become_or_let_stand(seats: int) -> None:
    played = RandomGame("poker-hands", seats, 3, {"rounds": 3})
    coach = hand_coach()
    played.step(slips=0)
    advice = coach.advise(played.game)
    assert coach.unit == ("match" if seats == 2 else "round")
    assert 0 < coach.turn_value < 1
    assert len(advice.stops) == 1
    assert isinstance(advice.stops[0].action, StandHand)
    assert advice.best.cost == 0
    assert 0 < advice.expected < 1
    chances = coach.chances(played.game, 0)
    if seats == 2:
        assert chances[0].win == pytest.approx(advice.expected)


@pytest.mark.parametrize("games", [GAMES, pytest.param(MANY, marks=pytest.mark.long)])
def test_luck_and_mistakes_and_the_others_add_up_to_the_result(games: int) -> None:
    @settings(max_examples=games)
    @given(seed=st.integers(0, 2**32), seats=st.integers(2, 4), shared=st.booleans())
    def add_up(seed: int, seats: int, shared: bool) -> None:
        equal: dict[str, Setting] = {"equal-hands": "shared"} if shared else {}
        played = RandomGame("poker-hands", seats, seed, {"rounds": 3, **equal})
        played.play()
        match = played.game.now.match
        assert match is not None
        for seat, account in enumerate(hand_coach(shared).accounts(recount(played.events))):
            if seats == 2:
                result = 1 / len(played.game.winners) if seat in played.game.winners else 0.0
            else:
                result = match.won[seat]
            assert account.start + account.luck - account.cost + account.from_others == account.now == result
            assert all(step.change <= 0 for step in account.entries if step.kind in ("keep", "end"))

    add_up()


def test_an_unfinished_hand_is_accounted_for_so_far() -> None:
    played = RandomGame("poker-hands", 2, 5, {"rounds": 3})
    played.throw()
    played.do(Stand())
    played.throw()
    first, second = hand_coach().accounts(recount(played.events))
    assert second.now == pytest.approx(hand_coach().advise(played.game).expected, abs=1e-5)
    assert [step.kind for step in first.entries] == ["throw", "end"]
    played.do(Undo())
    first, second = hand_coach().accounts(recount(played.events))
    assert first.now + second.now == pytest.approx(1, abs=1e-5)


def test_a_game_is_solved_once(tmp_path: Path) -> None:
    store = SolutionStore(tmp_path)
    rules = ruleset("generala")
    assert find_coach(rules, store) is None
    told: list[float] = []
    coach = make_coach(rules, store, told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)
    kept = find_coach(rules, store)
    assert kept is not None
    assert kept.turn_value == pytest.approx(coach.turn_value)
    assert isinstance(find_coach(ruleset("poker-hands"), store), HandCoach)


def test_a_game_too_large_has_no_coach(tmp_path: Path) -> None:
    with pytest.raises(TooLargeError):
        make_coach(ruleset("maxi-yatzy"), SolutionStore(tmp_path), float)


@cache
def award_coach() -> Coach:
    return coach_from_solution(AWARDS, solution_of(surrogate_rules(AWARDS)), np.random.default_rng(1))


def playing(text: str, *dice: int, used: int = 1) -> Game:
    """Return a game of two in which dice lie before the first; both cards hold the same."""
    turn = Turn(AWARDS.dice, AWARDS.rolls, "pips", used if dice else 0, tuple(Die(value, value) for value in dice))
    players = (Player("Ana", "#aa3333"), Player("Ben", "#3333aa"))
    return Game("g", AWARDS, {}, "pips", players, Position(0, (parse_card(text, AWARDS),) * 2, turn))


def test_where_points_decide_values_are_points_and_boxes_hold_what_they_hold() -> None:
    advice = award_coach().advise(playing("chance=12", 2, 2))
    assert award_coach().unit == "awards"
    written = {
        rated.action.box: rated.action.points
        for rated in advice.stops
        if isinstance(rated.action, Close) and not rated.action.struck
    }
    assert written == {"chance": 4, "pair": 9}
    best = advice.best.action
    assert isinstance(best, Close)
    assert best.box == "pair"
    assert -5 < advice.expected < 10


def test_where_points_decide_so_do_the_chances() -> None:
    """Equal cards have equal chances; who has the pair still open and throws it wins oftener."""
    even = award_coach().chances(playing("chance=12,9"), 400)
    assert even[0].win == pytest.approx(0.5, abs=1e-9 + 5 * even[0].error)
    assert even[0].error < 0.06
    lucky = award_coach().chances(playing("chance=12,9", 3, 3, used=2), 400)
    assert lucky[0].win > even[0].win + 0.2
    assert sum(chance.win for chance in lucky) == pytest.approx(1)


def test_points_of_games_played_are_those_of_real_cards() -> None:
    """One open box and one roll left: what it comes to is known."""
    finals = ResultForecaster(AWARDS, solution_of(surrogate_rules(AWARDS)), np.random.default_rng(3))
    card = parse_card("chance=12,9", AWARDS)
    for roll, used in (((3, 3), 2), ((3, 4), 2)):
        written = card.fill("pair", Roll(roll), used)
        results = finals.from_roll(card, Roll(roll), used, 50)
        assert set(results.tolist()) == {(written.points or 0) * TOTALS + written.total}
    assert set(finals.from_card(card, 200).tolist()) == {
        (done.points or 0) * TOTALS + done.total
        for done in (card.fill("pair", Roll((1, 1))), card.fill("pair", Roll((1, 2))))
    }
    complete = card.fill("pair", Roll((1, 1)))
    assert set(finals.from_card(complete, 10).tolist()) == {(complete.points or 0) * TOTALS + complete.total}

"""Luck and skill add up to what happened, to the last bit, whatever was played."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_host.coach.luck import accounts, total_accounts
from firmware_host.game.commands import AbandonGame, SpendTime
from firmware_host.game.recount import recount
from firmware_host.game.transcript import Move, Throw, Transcript, format_transcript
from firmware_host.game.transcript_parser import parse_transcript
from firmware_host.rules.dice import Roll
from firmware_host.rules.rulesets import RULESETS
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.solution import Close, Keep, Solution
from tests.firmware_host.coach import random_games
from tests.firmware_host.coach.random_games import RandomGame
from tests.firmware_host.solver import small_games
from tests.firmware_host.solver.solved_games import made_up, made_up_aim, solution_of

GAMES = [rules.id for rules in RULESETS.values() if not rules.contest]
HOW_MANY = [random_games.GAMES, pytest.param(random_games.MANY, marks=pytest.mark.long)]


@pytest.fixture(scope="module")
def plain() -> Solution:
    return solution_of(small_games.PLAIN)


@pytest.mark.parametrize("games", HOW_MANY)
@pytest.mark.parametrize("game", GAMES)
def test_start_and_luck_and_mistakes_add_up_to_the_total(game: str, games: int) -> None:
    @settings(max_examples=games, suppress_health_check=[HealthCheck.too_slow])
    @given(seed=st.integers(0, 2**32), seats=st.integers(1, 3))
    def adds_up(seed: int, seats: int) -> None:
        played = RandomGame(game, seats, seed)
        played.play()
        for seat, account in enumerate(accounts(recount(played.events), made_up(game))):
            total = played.game.now.cards[seat].total
            assert account.start + account.luck - account.cost == account.now == total
            assert account.start + sum(step.change for step in account.entries) == total
            assert all(step.change <= 0 for step in account.entries if step.kind != "throw")

    adds_up()


@given(seed=st.integers(0, 2**32), entries=st.integers(0, 60))
@settings(max_examples=40)
def test_they_add_up_in_the_middle_of_a_game(seed: int, entries: int) -> None:
    played = RandomGame("crag", 2, seed)
    for _ in range(entries):
        if not played.game.over:
            played.step()
    for account in accounts(recount(played.events), made_up("crag")):
        assert account.start + account.luck - account.cost == account.now


@given(seed=st.integers(0, 2**32))
@settings(max_examples=20)
def test_what_was_taken_back_or_corrected_never_happened(seed: int) -> None:
    """A game with slips has the same account as the same game written down as it finally counted."""
    played = RandomGame("yacht", 2, seed)
    played.play(slips=0.2)
    transcript = recount(played.events)
    written = parse_transcript(format_transcript(transcript))
    bare = replace(
        transcript,
        moves=tuple(
            replace(move, throws=tuple(replace(throw, photo=None) for throw in move.throws))
            for move in transcript.moves
        ),
    )
    assert accounts(written, made_up("yacht")) == accounts(bare, made_up("yacht"))


def test_a_game_ended_by_the_clock_loses_what_was_to_come() -> None:
    played = RandomGame("speed-yatzy", 2, 5, {"clock-minutes": 1})
    for _ in range(8):
        played.step(slips=0)
    played.do(SpendTime(61.0))
    options = frozenset({"clock-minutes": 1}.items())
    for seat, account in enumerate(accounts(recount(played.events), made_up("speed-yatzy", options))):
        assert account.now == played.game.now.cards[seat].total
        assert account.start + account.luck - account.cost - account.lost_to_time == account.now
        assert account.lost_to_time > 0


def test_a_game_ended_early_keeps_what_was_to_come() -> None:
    played = RandomGame("crag", 1, 5)
    played.step(slips=0)
    played.do(AbandonGame())
    (account,) = accounts(recount(played.events), made_up("crag"))
    assert account.start + account.luck - account.cost == account.now


def test_a_throw_is_luck_and_a_decision_costs(plain: Solution) -> None:
    """Two ones first; then the pair thrown away, and the worst box for what came."""
    rules = small_games.PLAIN
    throws = (Throw((1, 1), photo="first"), Throw((1, 4), kept=(1,), photo="second"))
    transcript = Transcript(rules.id, ("Ana",), (Move("Ana", throws, "pair"),))
    (account,) = accounts(transcript, plain)
    empty = Scorecard.empty(rules)
    evaluation = plain.evaluate_turn(empty)
    first, keep, second, close = account.entries
    assert first.change == pytest.approx(evaluation.after_roll(Roll((1, 1)), 1) - plain.expected_total(empty), abs=1e-5)
    assert keep.change == pytest.approx(
        evaluation.after_keep((1,), 1) - evaluation.after_roll(Roll((1, 1)), 1), abs=1e-5
    )
    assert second.change == pytest.approx(
        evaluation.after_roll(Roll((1, 4)), 2) - evaluation.after_keep((1,), 1), abs=1e-5
    )
    assert keep.change < 0
    assert close.change < 0
    assert account.luckiest == first
    assert account.costliest == min(keep, close, key=lambda step: step.change)
    assert (first.photo, close.photo) == ("first", "second")
    assert isinstance(keep.best, Close)
    assert keep.best.box == "pair"
    assert isinstance(close.best, Close)
    assert (first.best, second.made) == (None, None)


def test_the_best_play_costs_nothing(plain: Solution) -> None:
    chance = Random(7)  # noqa: S311 - dice for a test
    card, moves = Scorecard.empty(small_games.PLAIN), []
    while not card.complete:
        dice: tuple[int, ...] = (chance.randint(1, 6), chance.randint(1, 6))
        throws, used = [Throw(dice)], 1
        evaluation = plain.evaluate_turn(card)
        while isinstance(best := evaluation.best(Roll(dice), used), Keep):
            dice = (*best.dice, *(chance.randint(1, 6) for _ in range(2 - len(best.dice))))
            throws.append(Throw(dice, kept=best.dice))
            used += 1
        moves.append(Move("Ana", tuple(throws), best.box, best.struck))
        card = (card.strike if best.struck else card.fill)(best.box, Roll(dice), used)
    (account,) = accounts(Transcript("plain", ("Ana",), tuple(moves)), plain)
    assert account.cost == 0
    assert account.costliest is None
    assert account.start + account.luck == account.now == card.total


def test_several_games_add_up_by_player() -> None:
    games = []
    for seed in range(3):
        played = RandomGame("crag", 2, seed)
        played.play()
        games.append(accounts(recount(played.events), made_up("crag")))
    sums = total_accounts(games)
    assert [added.player for added in sums] == ["Player 0", "Player 1"]
    assert sums[0].luck == sum(game[0].luck for game in games)
    assert sums[1].cost == sum(game[1].cost for game in games)
    assert {added.games for added in sums} == {3}


@pytest.mark.parametrize("games", HOW_MANY)
def test_where_points_decide_luck_and_mistakes_and_steps_add_up_to_them(games: int) -> None:
    aim = made_up_aim("balut")

    @settings(max_examples=games, suppress_health_check=[HealthCheck.too_slow])
    @given(seed=st.integers(0, 2**32), seats=st.integers(1, 2))
    def add_up(seed: int, seats: int) -> None:
        played = RandomGame("balut", seats, seed)
        played.play()
        transcript = recount(played.events)
        for seat, account in enumerate(accounts(transcript, aim, RULESETS["balut"], lambda total: total / 50 - 7.5)):
            card = played.game.now.cards[seat]
            assert account.start + account.luck - account.cost + account.from_awards == account.now == card.points
            written = [step.made for step in account.entries if step.kind == "end"]
            assert sum(made.points for made in written if isinstance(made, Close)) == card.total

    add_up()

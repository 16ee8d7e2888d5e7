"""Near the end the coach plays for the win: exactly between two, by the others' results otherwise."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

from firmware_host.coach.advice import advise_on
from firmware_host.coach.coaches import CardCoach, Coach, coach_from_solution
from firmware_host.coach.endgames import WIN_ERROR, Endgames, Results
from firmware_host.game.commands import Player
from firmware_host.game.state import Game, Position
from firmware_host.game.transcript import Move, Throw, Transcript
from firmware_host.game.turn import Die, Turn
from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import parse_card
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.model import model_of
from firmware_host.solver.results import counting_rules
from firmware_host.solver.solution import Keep
from firmware_host.solver.surrogate import surrogate_rules
from tests.firmware_host.coach.test_endgames import agrees, endgames_of, late_card
from tests.firmware_host.solver import small_games
from tests.firmware_host.solver.late_search import LateSearch
from tests.firmware_host.solver.solved_games import solution_of
from tests.firmware_host.solver.test_surrogate import RULES as AWARDS

ONE_BOX = small_games.game("one-box", small_games.CHANCE, dice=5, rolls=3)


def no_forecast(seat: int) -> Results:
    raise AssertionError(f"seat {seat} need not be forecast")


def coach_of(rules: Ruleset) -> Coach:
    solved = surrogate_rules(rules) if rules.awards else rules
    return coach_from_solution(rules, solution_of(solved), np.random.default_rng(1))


def playing(cards: Sequence[Scorecard], dice: Sequence[int] = (), used: int = 1) -> Game:
    """Return a game in which dice lie before the first player."""
    rules = cards[0].ruleset
    turn = Turn(rules.dice, rules.rolls, "pips", used if dice else 0, tuple(Die(value, value) for value in dice))
    players = tuple(Player(f"Player {seat}", "#aa3333") for seat in range(len(cards)))
    return Game("g", rules, {}, "pips", players, Position(0, tuple(cards), turn))


def test_who_must_beat_28_throws_all_dice_again() -> None:
    """With three fives there are never 28 points; all dice thrown twice beat them in 2 of 100 games."""
    ana, bo = Scorecard.empty(ONE_BOX), Scorecard.empty(ONE_BOX).fill("chance", Roll((4, 6, 6, 6, 6)))
    game = playing((ana, bo), (5, 4, 4, 5, 5), used=1)
    advice = coach_of(ONE_BOX).advise(game)
    assert advice.unit == "win"
    assert advice.error == 0
    assert advice.best.action == Keep((), advice.expected)
    assert f"{advice.expected:.3f}" == "0.020"
    kept = {rated.action.dice: rated.action.expected for rated in advice.keeps if isinstance(rated.action, Keep)}
    assert kept[5, 5, 5] < advice.expected / 2  # what is left is to throw them too next time
    for_points = coach_of(ONE_BOX).advise(game, "points")
    assert for_points.unit == "points"
    assert isinstance(for_points.best.action, Keep)
    assert for_points.best.action.dice == (5, 5, 5)


@pytest.mark.parametrize(
    "rules", [*small_games.ALL.values(), pytest.param(AWARDS, id="awards")], ids=lambda rules: rules.id
)
def test_between_two_every_action_is_worth_what_a_search_on_real_cards_finds(rules: Ruleset) -> None:
    search, valued = LateSearch(rules), endgames_of(rules)
    for seed in range(6):
        chance = Random(seed)  # noqa: S311 - dice for a test
        slots = chance.randint(1, min(3, rules.turns))
        mine, theirs = late_card(rules, chance, slots), late_card(rules, chance, slots - chance.randint(0, 1))
        turn = valued.for_win((mine, theirs), 0, no_forecast)
        assert turn is not None
        assert turn.exact
        used = chance.randint(1, rules.rolls)
        roll = Roll(tuple(chance.randint(1, 6) for _ in range(rules.dice)))
        agrees(advise_on(turn.evaluation, turn.policy, mine, roll, used), search.turn(mine), search.duel(mine, theirs))


def test_against_others_who_are_done_it_is_exact_too() -> None:
    rules = small_games.PLAIN
    chance, search = Random(3), LateSearch(rules)  # noqa: S311 - dice for a test
    mine, *others = (late_card(rules, chance, slots) for slots in (2, 0, 0))
    turn = endgames_of(rules).for_win((others[0], mine, others[1]), 1, no_forecast)
    assert turn is not None
    assert turn.exact

    def share(card: Scorecard) -> float:
        totals = [card.total, *(other.total for other in others)]
        return 1 / totals.count(card.total) if card.total == max(totals) else 0.0

    agrees(advise_on(turn.evaluation, turn.policy, mine, Roll((2, 2)), 1), search.turn(mine), search.alone(mine, share))


def test_by_the_results_of_others_it_is_nearly_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a duel would need more turns than are valued."""
    rules = small_games.PLAIN
    cards = [late_card(rules, Random(seed), 2) for seed in (1, 2)]  # noqa: S311 - dice for a test
    game = playing(cards, (3, 3))
    exact = coach_of(rules).advise(game)
    coach = coach_of(rules)
    assert isinstance(coach, CardCoach)
    monkeypatch.setattr(Endgames, "_duel", lambda *_: None)
    near = coach.advise(game)
    assert (exact.unit, near.unit) == ("win", "win")
    assert (exact.error, near.error) == (0, WIN_ERROR)
    assert near.expected == pytest.approx(exact.expected, abs=0.05)


def test_where_the_win_is_certain_it_is_points_again() -> None:
    behind = Scorecard.empty(ONE_BOX).fill("chance", Roll((1, 1, 1, 1, 1)))
    ahead = Scorecard.empty(ONE_BOX)
    advice = coach_of(ONE_BOX).advise(playing((ahead, behind), (5, 4, 4, 5, 5)))
    assert advice.unit == "win"  # five ones would share it
    advice = coach_of(ONE_BOX).advise(playing((ahead, behind), (5, 4, 4, 5, 5), used=3))
    assert advice.unit == "points"


def test_of_equal_chances_the_most_points_come_first() -> None:
    """Whatever box takes the sum, the win is certain; only then do points count."""
    rules = small_games.PLAIN
    mine = parse_card("ones=2 run=8", rules)
    theirs = parse_card("ones=0 run=0 pair=0 chance=2", rules)
    advice = coach_of(rules).advise(playing((mine, theirs), (6, 6)))
    for_points = coach_of(rules).advise(playing((mine, theirs), (6, 6)), "points")
    assert [rated.action for rated in advice.actions] == [rated.action for rated in for_points.actions]


def test_alone_and_early_in_the_game_it_is_points(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = small_games.PLAIN
    empty = Scorecard.empty(rules)
    assert coach_of(rules).advise(playing((empty,), (1, 2))).unit == "points"
    assert coach_of(rules).advise(playing((empty, empty), (1, 2))).unit == "win"
    coach = coach_of(rules)
    monkeypatch.setattr(coach, "_endgames", Endgames(rules, model_of(rules), turns=3))
    assert coach.advise(playing((empty, empty), (1, 2))).unit == "points"


def test_chances_and_advice_agree_and_both_sides_add_up() -> None:
    rules = small_games.PLAIN
    cards = [late_card(rules, Random(seed), 2) for seed in (5, 6)]  # noqa: S311 - dice for a test
    coach = coach_of(rules)
    mine, theirs = coach.chances(playing(cards, (2, 3)), 10)
    assert mine.win == pytest.approx(coach.advise(playing(cards, (2, 3))).expected)
    assert mine.win + theirs.win == pytest.approx(1)
    assert mine.error == theirs.error == 0
    assert 0 < coach.chances(playing(cards), 10)[0].win < 1


@pytest.mark.parametrize("kept", [(), (5, 5, 5)])
def test_the_ledger_judges_the_end_by_the_win(kept: tuple[int, ...]) -> None:
    """What was right for the win is no mistake, though it gave points away; what was wrong costs a chance to win."""
    first = Move("Bo", (Throw((4, 6, 6, 6, 6)),), "chance")
    new = (*kept, 6, 6, 6, 6, 6)[:5]
    ana = Move("Ana", (Throw((5, 4, 4, 5, 5)), Throw(new, kept=kept)), "chance")
    _, account = coach_of(ONE_BOX).accounts(Transcript("one-box", ("Bo", "Ana"), (first, ana)))
    assert account.start + account.luck - account.cost - account.given == account.now == sum(new)
    assert account.cost == 0
    if kept:
        keep, end = account.for_win
        assert keep.change == pytest.approx(-0.0124, abs=1e-4)
        assert end.change < keep.change  # with a roll left, in which five new dice may still win
        assert account.costliest_for_win is end
        assert account.win_cost == -keep.change - end.change
    else:
        assert account.win_cost == 0
        assert account.costliest_for_win is None
        assert account.given > 1


def test_models_are_those_of_the_counting_rules() -> None:
    """Where nothing but the total decides, they are the same."""
    assert model_of(counting_rules(small_games.PLAIN)).fingerprint == model_of(small_games.PLAIN).fingerprint


@pytest.mark.parametrize("rules", [small_games.PLAIN, small_games.JOKER, AWARDS], ids=["plain", "joker", "awards"])
def test_whatever_is_decided_the_account_adds_up(rules: Ruleset) -> None:
    for seed in range(3):
        chance = Random(seed)  # noqa: S311 - dice for a test
        cards, moves = {name: Scorecard.empty(rules) for name in ("Ana", "Bo")}, []
        for name in ("Ana", "Bo") * rules.turns:
            first, second = (tuple(chance.randint(1, 6) for _ in range(2)) for _ in range(2))
            throws = (Throw(first), Throw((first[0], second[0]), kept=first[:1]))
            roll = Roll(throws[-1].values)
            box = chance.choice([choice.box for choice in cards[name].choices(roll, 2) if choice.points is not None])
            cards[name] = cards[name].fill(box, roll, 2)
            moves.append(Move(name, throws, box))
        played = Transcript(rules.id, ("Ana", "Bo"), tuple(moves))
        for account, card in zip(coach_of(rules).accounts(played), cards.values(), strict=True):
            judged = account.start + account.luck - account.cost - account.given + account.from_awards
            assert judged == account.now == (card.points if rules.awards else card.total)
            assert account.for_win
            assert account.win_cost >= 0

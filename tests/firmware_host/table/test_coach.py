"""The coach at the table: it prepares, speaks when it may, knows who will win, and never keeps anybody waiting."""

import threading
import time
from pathlib import Path
from random import Random

import pytest

from firmware_host.game.commands import AbandonGame, Player, SetHold, Stand, StartGame, Undo, WriteBox
from firmware_host.rules.dice import Roll
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.model import model_of
from firmware_host.solver.solution import TurnEvaluation
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.table.coach import worker
from firmware_host.table.errors import TableRefusal
from firmware_host.table.requests import AskAnalysis, AskHint, EnterRoll, SetAim, SetCaution
from firmware_host.table.snapshot import TableSnapshot
from tests.firmware_host.table.scripted import Sitting, blinking, lit, lying

ANA, BEN = Player("Ana", "#aa3333"), Player("Ben", "#3333aa")
LONG = 60.0


def start(coach: str, *players: Player, rules: str = "crag") -> StartGame:
    return StartGame(players or (ANA, BEN), rules, coach=coach)


def first_turn(data: Path) -> TurnEvaluation:
    rules = ruleset("crag")
    solution = SolutionStore(data).find(rules, model_of(rules))
    assert solution is not None
    return solution.evaluate_turn(Scorecard.empty(rules))


def advised(shown: TableSnapshot) -> bool:
    return shown.coach.advice is not None


def play_out(sitting: Sitting, chance: Random, turns: int = 1000) -> None:
    """Let everybody write what comes first into the first open box, to the end or for so many turns."""
    shown = sitting.table.snapshot()
    for _ in range(turns):
        if shown.game is None or shown.game.current is None:
            return
        roll = tuple(chance.randint(1, 6) for _ in range(shown.game.ruleset.dice))
        shown = sitting.table.ask(EnterRoll(roll))
        assert shown.game is not None
        assert shown.game.current is not None
        box = next(box.box for box in shown.game.players[shown.game.current].boxes if box.writable)
        shown = sitting.table.ask(WriteBox(box))


def test_advice_is_there_with_every_roll_where_the_game_says_so(coached: Sitting, solved: Path) -> None:
    coached.table.ask(start("always"))
    coached.lay(lying("5 2 5"))
    shown = coached.until(advised, LONG)
    advice = shown.coach.advice
    assert advice is not None
    assert advice.unit == "points"
    best = advice.best[0]
    assert (best.do, best.dice, best.cost, str(best.aim)) == ("keep", ("5", "5"), 0.0, "Crag")
    assert best.expected == pytest.approx(first_turn(solved).after_roll(Roll((5, 2, 5)), 1))
    assert len(advice.best) == 3
    assert {box.box for box in advice.boxes} == {box.id for box in ruleset("crag").boxes}
    assert not shown.coach.may_ask


def test_near_the_end_advice_is_for_the_win_or_for_points_as_people_like(coached: Sitting) -> None:
    coached.table.ask(start("always"))
    play_out(coached, Random(2), 2 * ruleset("crag").turns - 4)  # noqa: S311 - dice for a test
    coached.lay(lying("5 2 5"))
    advice = coached.until(advised, LONG).coach.advice
    assert advice is not None
    assert (advice.unit, advice.two_aims, advice.error) == ("win", True, 0)
    assert 0 <= advice.best[0].expected <= 1
    for_points = coached.table.ask(SetAim(for_win=False)).coach.advice
    assert for_points is not None
    assert (for_points.unit, for_points.two_aims) == ("points", True)
    assert for_points.best[0].expected > 10
    assert coached.table.ask(SetAim(for_win=True)).coach.advice == advice


def test_points_are_set_against_spread_as_people_like(coached: Sitting, solved: Path) -> None:
    coached.table.ask(start("always", ANA))
    coached.lay(lying("5 2 5"))
    plain = coached.until(advised, LONG).coach.advice
    assert plain is not None
    assert (plain.unit, plain.caution) == ("points", 0)
    worth = {}
    for caution in (2, -2):
        assert coached.table.ask(SetCaution(caution)).coach.advice is None
        leaning = coached.until(advised, LONG).coach.advice
        assert leaning is not None
        assert (leaning.unit, leaning.caution) == ("certain", caution)
        worth[caution] = leaning.best[0].expected
    assert worth[2] < plain.best[0].expected < worth[-2]
    coached.table.ask(SetCaution(0))
    assert coached.until(advised, LONG).coach.advice == plain
    stored = {path.name for path in (solved / "coach").iterdir()}
    coached.table.ask(SetCaution(2))
    coached.until(advised, LONG)
    assert {path.name for path in (solved / "coach").iterdir()} == stored


def test_a_game_of_hands_has_no_caution_to_set(coached: Sitting) -> None:
    coached.table.ask(start("always", rules="poker-hands"))
    coached.lay(lying("5 2 5 1 1"))
    advice = coached.until(advised, LONG).coach.advice
    assert advice is not None
    assert advice.caution is None


def test_lamps_blink_over_the_dice_to_hold_until_they_are_held(coached: Sitting) -> None:
    coached.table.ask(start("always"))
    coached.lay(lying("5 2 5"))
    shown = coached.until(advised, LONG)
    assert blinking(shown)[:3] == (True, False, True)
    assert not any(lit(shown))
    shown = coached.table.ask(SetHold(0, held=True))
    assert blinking(shown)[:3] == (False, False, True)
    assert lit(shown)[:3] == (True, False, False)
    shown = coached.table.ask(WriteBox("fives"))
    assert not any(blinking(shown))


def test_a_hint_is_given_when_somebody_asks_and_for_this_roll_alone(coached: Sitting) -> None:
    coached.table.ask(start("ask"))
    with pytest.raises(TableRefusal, match="not ready yet"):
        coached.table.ask(AskHint())
    coached.lay(lying("5 2 5"))
    shown = coached.until(lambda shown: shown.coach.may_ask, LONG)
    assert not advised(shown)
    assert not any(blinking(shown))
    shown = coached.table.ask(AskHint())
    assert advised(shown)
    assert not shown.coach.may_ask
    coached.table.ask(WriteBox("fives"))
    coached.lay(lying("1 1 6", spots=((130.0, 400.0), (290.0, 420.0), (430.0, 90.0))))
    shown = coached.until(lambda shown: shown.coach.may_ask, LONG)
    assert not advised(shown)


def test_a_game_without_a_coach_has_none(coached: Sitting) -> None:
    coached.table.ask(start("off"))
    coached.lay(lying("5 2 5"))
    with pytest.raises(TableRefusal, match="without a coach"):
        coached.table.ask(AskHint())
    shown = coached.caught_up()
    assert shown.coach.state == "off"
    assert shown.coach.chances == ()


def test_a_handicap_speaks_to_those_alone_who_have_it(coached: Sitting) -> None:
    coached.table.ask(start("ask", ANA, Player("Ben", "#3333aa", advised=True)))
    coached.lay(lying("5 2 5"))
    coached.until(lambda shown: bool(shown.coach.chances), LONG)
    with pytest.raises(TableRefusal, match="does not advise Ana"):
        coached.table.ask(AskHint())
    coached.table.ask(WriteBox("fives"))
    coached.lay(lying("1 1 6", spots=((130.0, 400.0), (290.0, 420.0), (430.0, 90.0))))
    coached.until(lambda shown: shown.coach.may_ask, LONG)
    assert advised(coached.table.ask(AskHint()))


def test_chances_follow_what_happens(coached: Sitting) -> None:
    coached.table.ask(start("ask"))
    shown = coached.until(lambda shown: any(chance.error < 0.05 for chance in shown.coach.chances), LONG)
    before = shown.coach.chances[0].win
    assert sum(chance.win for chance in shown.coach.chances) == pytest.approx(1)
    coached.lay(lying("6 6 1"))
    coached.until(lambda shown: shown.coach.chances[0].win > before + 0.08, LONG)
    coached.table.ask(Undo())
    coached.until(lambda shown: shown.coach.chances[0].win < before + 0.06, LONG)


def test_chances_are_told_however_soon_all_games_are_played(coached: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "FIRST_S", float("inf"))
    monkeypatch.setattr(worker, "PUBLISHED_AT", (16, 128))
    coached.table.ask(start("ask"))
    shown = coached.until(lambda shown: len(shown.coach.chances) == 2, LONG)
    assert 0 < max(chance.error for chance in shown.coach.chances) < 0.1


def test_what_is_said_is_about_the_roll_that_lies(coached: Sitting) -> None:
    coached.table.ask(start("always"))
    for values in ((5, 2, 5), (1, 2, 3), (6, 6, 1), (4, 4, 4)):
        coached.table.ask(EnterRoll(values))
        shown = coached.until(advised, LONG)
        advice = shown.coach.advice
        assert advice is not None
        kept = {face for choice in advice.best for face in choice.dice}
        assert kept <= {str(value) for value in values}
        assert not advised(coached.table.ask(Undo()))


def test_a_game_too_large_says_why_and_goes_on(coached: Sitting) -> None:
    coached.table.ask(start("always", rules="maxi-yatzy"))
    shown = coached.until(lambda shown: shown.coach.state == "none", LONG)
    assert shown.coach.why.startswith("Maxi yatzy is too large for the coach")
    coached.table.ask(EnterRoll((1, 2, 3, 4, 5, 6)))
    with pytest.raises(TableRefusal, match="too large for the coach"):
        coached.table.ask(AskHint())
    shown = coached.table.ask(WriteBox("chance"))
    assert shown.game is not None
    assert shown.game.current == 1


def test_a_table_without_a_coach_says_so(sitting: Sitting) -> None:
    shown = sitting.table.ask(start("always"))
    assert (shown.coach.state, shown.coach.why) == ("none", "There is no coach at this table.")


def test_the_game_goes_on_while_the_coach_prepares(tmp_path: Path) -> None:
    with Sitting(tmp_path, coach=tmp_path) as sitting:
        sitting.table.ask(start("always", rules="generala"))
        shown = sitting.until(lambda shown: shown.coach.percent > 0 or shown.coach.state == "ready", LONG)
        while shown.coach.state == "preparing":
            sitting.table.ask(EnterRoll((1, 2, 3, 4, 4)))
            shown = sitting.table.ask(Undo())
        sitting.table.ask(EnterRoll((1, 2, 3, 4, 4)))
        shown = sitting.until(advised, LONG)
        assert shown.coach.state == "ready"
    assert list((tmp_path / "coach").glob("*.npy"))


def test_closing_the_table_gives_up_what_is_being_solved(tmp_path: Path) -> None:
    with Sitting(tmp_path, coach=tmp_path) as sitting:
        sitting.table.ask(start("always", rules="yahtzee"))
        sitting.until(lambda shown: shown.coach.percent > 0, LONG)
    deadline = time.monotonic() + LONG
    while any(thread.name == "coach" for thread in threading.enumerate()):
        assert time.monotonic() < deadline, "the coach goes on without a table"
        time.sleep(0.05)
    assert not list((tmp_path / "coach").glob("*.npy"))


def test_hands_are_coached_for_the_chance_to_win(coached: Sitting) -> None:
    coached.table.ask(start("always", rules="poker-hands"))
    coached.lay(lying("6 6 6 1 2"))
    shown = coached.until(advised, LONG)
    advice = shown.coach.advice
    assert advice is not None
    assert (advice.unit, advice.best[0].dice, advice.boxes) == ("match", ("6", "6", "6"), ())
    shown = coached.until(lambda shown: len(shown.coach.chances) == 2, LONG)
    assert shown.coach.chances[0].win == pytest.approx(advice.best[0].expected)
    coached.table.ask(Stand())


def test_after_the_game_it_tells_luck_from_skill(coached: Sitting) -> None:
    coached.table.ask(start("ask"))
    play_out(coached, Random(1))  # noqa: S311 - dice for a test
    shown = coached.until(lambda shown: shown.coach.analysed, LONG)
    analysis = coached.table.analysis()
    assert analysis is not None
    assert shown.game is not None
    for player, shown_player in zip(analysis.players, shown.game.players, strict=True):
        assert player.start + player.luck - player.cost - player.given == player.now == shown_player.total
        assert player.luckiest is not None
        assert player.luckiest.change > 0
        assert player.costliest is not None
        assert player.costliest.change < 0
        assert player.costliest.made is not None
        assert player.costliest.best is not None
    assert [len(points) for points in analysis.curve] == [27, 27]
    assert analysis.curve[0][-1] + analysis.curve[1][-1] == pytest.approx(1)
    assert {round(points[-1], 9) for points in analysis.curve} <= {0.0, 0.5, 1.0}
    assert analysis.evening == ()


def test_the_evening_adds_up_its_games(coached: Sitting) -> None:
    found = []
    for seed in range(2):
        coached.table.ask(start("ask"))
        play_out(coached, Random(seed))  # noqa: S311 - dice for a test
        coached.until(lambda shown: shown.coach.analysed, LONG)
        analysis = coached.table.analysis()
        assert analysis is not None
        found.append(analysis)
        coached.table.ask(start("ask"))
        coached.table.ask(AbandonGame())
    for seat in range(2):
        added = found[1].evening[seat]
        assert (added.player, added.games) == (("Ana", "Ben")[seat], 2)
        assert added.luck == found[0].players[seat].luck + found[1].players[seat].luck
        assert added.cost == found[0].players[seat].cost + found[1].players[seat].cost


def test_a_game_that_had_no_coach_is_analysed_too_and_again_after_a_restart(tmp_path: Path, solved: Path) -> None:
    with Sitting(tmp_path, coach=solved) as sitting:
        shown = sitting.table.ask(start("off"))
        assert not shown.coach.may_analyse
        with pytest.raises(TableRefusal, match="Only a finished game"):
            sitting.table.ask(AskAnalysis())
        play_out(sitting, Random(3))  # noqa: S311 - dice for a test
        shown = sitting.until(lambda shown: shown.coach.analysed, LONG)
        assert (shown.coach.state, shown.coach.may_analyse) == ("off", True)
        assert [found.kind for found in shown.coach.highlights] == ["throw", "mistake"]
    with Sitting(tmp_path, coach=solved) as sitting:
        again = sitting.until(lambda shown: shown.coach.analysed, LONG)
        assert again.coach.highlights == shown.coach.highlights
        shown = sitting.table.ask(Undo())
        assert (shown.coach.analysed, shown.coach.highlights) == (False, ())
        assert sitting.table.analysis() is None


def test_a_game_too_large_cannot_be_analysed(sitting: Sitting) -> None:
    sitting.table.ask(start("off"))
    play_out(sitting, Random(3))  # noqa: S311 - dice for a test
    assert not sitting.table.snapshot().coach.may_analyse


def test_the_highlights_are_those_of_the_whole_game(coached: Sitting) -> None:
    coached.table.ask(start("ask"))
    play_out(coached, Random(1))  # noqa: S311 - dice for a test
    shown = coached.until(lambda shown: shown.coach.analysed, LONG)
    analysis = coached.table.analysis()
    assert analysis is not None
    throw, mistake = shown.coach.highlights
    lucky = [player.luckiest for player in analysis.players]
    counts_wins = mistake.unit == "win"  # one near the end, where people play for the win
    costly = [player.costliest_for_win if counts_wins else player.costliest for player in analysis.players]
    assert throw.moment == lucky[throw.seat]
    assert mistake.moment == costly[mistake.seat]
    assert throw.moment.change == max(moment.change for moment in lucky if moment is not None)
    assert mistake.moment.change == min(moment.change for moment in costly if moment is not None)


def test_chances_of_the_moment_before_are_not_told_as_those_of_now(coached: Sitting) -> None:
    coached.table.ask(start("ask"))
    coached.until(lambda shown: len(shown.coach.chances) == 2 and not shown.coach.working, LONG)
    assert coached.table.ask(EnterRoll((6, 6, 1))).coach.working
    coached.until(lambda shown: not shown.coach.working, LONG)
    assert not coached.table.ask(AbandonGame()).coach.working

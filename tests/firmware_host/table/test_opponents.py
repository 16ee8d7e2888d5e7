"""Opponents at the table: they decide by themselves, in steps that people can follow, and people throw for them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware_host.game.commands import CorrectDie, Player, SetHold, StartGame, Undo, WriteBox
from firmware_host.game.events import BoxWritten, HoldSet
from firmware_host.rules.dice import Roll
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.solver.solution import Keep
from firmware_host.table.coach.session import OpponentPace
from firmware_host.table.coach.worker import advised
from firmware_host.table.errors import TableRefusal
from firmware_host.table.ports import KeptDie
from firmware_host.table.requests import ThrowDice
from firmware_host.table.snapshot import TableSnapshot
from tests.firmware_host.coach.test_for_the_win import ONE_BOX, coach_of, playing
from tests.firmware_host.table.scripted import OTHER_SPOTS, ScriptedCamera, Sitting, held, lit, lying, values

ANA, ROBO = Player("Ana", "#aa3333"), Player("Robo", "#3333aa", "exact")
QUICK = OpponentPace(decide=0.05, throw=0.02, undone=0.4)
LONG = 60.0


class ThrowingCamera(ScriptedCamera):
    """Throws dice by chance, whatever it is asked for."""

    def __init__(self, seed: int) -> None:
        super().__init__(can_throw=True)
        self._chance = Random(seed)  # noqa: S311 - dice for a test

    def throw(self, kept: Sequence[KeptDie], count: int) -> None:
        self.script.append(" ".join(str(self._chance.randint(1, 6)) for _ in range(count - len(kept))))
        super().throw(kept, count)


@pytest.fixture
def watching(tmp_path: Path, solved: Path) -> Iterator[Sitting]:
    """Give a table whose camera only watches, with quick opponents."""
    with Sitting(tmp_path, coach=solved, pace=QUICK) as at:
        yield at


def seat(shown: TableSnapshot) -> int | None:
    assert shown.game is not None
    return shown.game.current


def test_it_says_what_it_will_do_holds_and_waits_for_its_throw(watching: Sitting) -> None:
    shown = watching.table.ask(StartGame((ROBO, ANA), "crag"))
    watching.until(lambda shown: shown.tray.message == "Throw all 3 dice for Robo.", LONG)
    watching.lay(lying("5 2 5"))
    shown = watching.until(lambda shown: held(shown) == (True, False, True), LONG)
    assert shown.coach.move is not None
    assert (shown.coach.move.do, shown.coach.move.dice) == ("keep", ("5", "5"))
    assert lit(shown)[:3] == (True, False, True)
    assert shown.tray.message == "Throw the unlit dice for Robo."
    assert shown.coach.advice is None
    watching.lay((*lying("5"), *lying("5", spots=((400.0, 300.0),)), *lying("3", spots=(OTHER_SPOTS[1],))))
    shown = watching.until(lambda shown: seat(shown) == 1, LONG)
    assert shown.game is not None
    assert [box.points for box in shown.game.players[0].boxes if box.points] == [50]


def test_what_it_does_is_kept_like_what_anybody_does(watching: Sitting) -> None:
    watching.table.ask(StartGame((ROBO, ANA), "crag"))
    watching.lay(lying("6 6 1"))
    shown = watching.until(lambda shown: seat(shown) == 1, LONG)
    assert shown.game is not None
    *_, last = watching.journal.events(shown.game.game)
    assert last == BoxWritten("crag", 50, struck=False)


def test_people_do_not_decide_for_it(watching: Sitting) -> None:
    watching.table.ask(StartGame((ROBO, ANA), "crag"))
    watching.lay(lying("5 2 5"))
    for command in (WriteBox("crag"), SetHold(1, held=True)):
        with pytest.raises(TableRefusal, match="Wait for Robo to finish this turn"):
            watching.table.ask(command)
    watching.table.press(1)
    shown = watching.caught_up()
    assert not held(shown)[1]


def test_people_may_put_a_misread_die_right_and_it_thinks_again(watching: Sitting) -> None:
    watching.table.ask(StartGame((ROBO, ANA), "crag"))
    watching.lay(lying("5 2 5"))
    watching.until(lambda shown: held(shown) == (True, False, True), LONG)
    watching.table.ask(CorrectDie(1, 3))
    shown = watching.until(lambda shown: seat(shown) == 1, LONG)
    assert shown.game is not None
    assert [box.points for box in shown.game.players[0].boxes if box.points] == [50]


def test_its_box_can_be_taken_back_and_it_leaves_time_for_more(watching: Sitting) -> None:
    watching.table.ask(StartGame((ROBO, ANA), "crag"))
    watching.lay(lying("6 6 1"))
    watching.until(lambda shown: seat(shown) == 1, LONG)
    watching.table.ask(Undo())
    shown = watching.table.ask(Undo())
    assert values(shown) == ()
    assert seat(shown) == 0


def test_undoing_its_box_alone_makes_it_write_the_same_again(watching: Sitting) -> None:
    watching.table.ask(StartGame((ROBO, ANA), "crag"))
    watching.lay(lying("6 6 1"))
    watching.until(lambda shown: seat(shown) == 1, LONG)
    watching.table.ask(Undo())
    shown = watching.until(lambda shown: seat(shown) == 1, LONG)
    assert shown.game is not None
    assert [box.points for box in shown.game.players[0].boxes if box.points] == [50]


@pytest.mark.parametrize("style", ["exact", "wild"])
def test_it_plays_a_whole_game_against_a_person_where_the_source_throws(
    tmp_path: Path, solved: Path, style: str
) -> None:
    with Sitting(tmp_path, ThrowingCamera(3), coach=solved, pace=QUICK) as sitting:
        shown = sitting.table.ask(StartGame((ANA, Player("Robo", "#3333aa", style)), "crag"))
        for _ in range(ruleset("crag").turns):
            sitting.until(lambda shown: seat(shown) == 0, LONG)
            sitting.table.ask(ThrowDice())
            shown = sitting.until(lambda shown: seat(shown) == 0 and values(shown) != (), LONG)
            assert shown.game is not None
            box = next(box.box for box in shown.game.players[0].boxes if box.writable)
            sitting.table.ask(WriteBox(box))
        shown = sitting.until(lambda shown: shown.game is not None and shown.game.finished, LONG)
        assert shown.game is not None
        events = sitting.journal.events(shown.game.game)
        assert sum(isinstance(event, BoxWritten) for event in events) == 2 * 13
        assert any(isinstance(event, HoldSet) for event in events)
        sitting.until(lambda shown: shown.coach.analysed, LONG)
        analysis = sitting.table.analysis()
        assert analysis is not None
        assert (analysis.players[1].cost < 1e-3) is (style == "exact")


def test_opponents_play_hands_among_themselves(tmp_path: Path, solved: Path) -> None:
    players = tuple(Player(style, "#3333aa", style) for style in ("steady", "casual", "wild"))
    with Sitting(tmp_path, ThrowingCamera(4), coach=solved, pace=QUICK) as sitting:
        sitting.table.ask(StartGame(players, "poker-hands", {"rounds": 2}))
        shown = sitting.until(lambda shown: shown.game is not None and shown.game.finished, LONG)
        assert shown.game is not None
        assert shown.game.winners


def test_where_there_is_no_coach_people_play_for_it(tmp_path: Path) -> None:
    with Sitting(tmp_path, pace=QUICK) as sitting:
        shown = sitting.table.ask(StartGame((ROBO, ANA), "crag"))
        assert shown.tray.message == "There is no coach at this table. Play this turn for Robo."
        sitting.lay(lying("5 2 5"))
        assert seat(sitting.table.ask(WriteBox("fives"))) == 1


def test_after_a_pulled_plug_it_goes_on(tmp_path: Path, solved: Path) -> None:
    slow = OpponentPace(decide=LONG, throw=LONG, undone=LONG)
    with Sitting(tmp_path, coach=solved, pace=slow) as sitting:
        sitting.table.ask(StartGame((ROBO, ANA), "crag"))
        sitting.lay(lying("6 6 1"))
        sitting.until(lambda shown: shown.coach.move is not None, LONG)
    with Sitting(tmp_path, coach=solved, pace=QUICK) as sitting:
        shown = sitting.until(lambda shown: seat(shown) == 1, LONG)
        assert shown.game is not None
        assert [box.points for box in shown.game.players[0].boxes if box.points] == [50]


@pytest.mark.parametrize(("style", "fives"), [("exact", 0), ("steady", 3)])
def test_near_the_end_the_exact_one_alone_plays_for_the_win(style: str, fives: int) -> None:
    """With three fives there are never 28 points, but the most on average."""
    ana = Scorecard.empty(ONE_BOX).fill("chance", Roll((4, 6, 6, 6, 6)))
    game = playing((Scorecard.empty(ONE_BOX), ana), (5, 4, 4, 5, 5))
    result = advised(replace(game, players=(Player("Robo", "#3333aa", style), ANA)), coach_of(ONE_BOX))
    assert result.decision is not None
    assert isinstance(result.decision.action, Keep)
    assert result.decision.action.dice.count(5) == fives

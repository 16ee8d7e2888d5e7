"""Thinking time runs only while the player whose turn it is can decide, and a pause stops everybody's."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware_host.cli import main
from firmware_host.clock import ManualClock
from firmware_host.game.commands import AbandonGame, PauseGame, Player, SetHold, StartGame, Undo, WriteBox
from firmware_host.game.errors import GameRefusal
from firmware_host.game.events import Event, PauseSet, TimeSpent
from firmware_host.journal.store import Journal
from firmware_host.rules.house import house_ruleset
from firmware_host.table.coach.session import OpponentPace
from firmware_host.table.errors import TableRefusal
from firmware_host.table.ports import CameraBack, CameraLost, TrayMoving, TraySettled
from firmware_host.table.requests import EnterRoll, NameFace, ThrowDice
from firmware_host.table.snapshot import TableSnapshot
from firmware_host.table.thinking_clock import SAVE_S
from tests.firmware_host.table.scripted import OTHER_SPOTS, SPOTS, ScriptedCamera, Seen, Settled, Sitting, lying, values

LIMIT_S = 1200
RACE = house_ruleset(
    """
    id = "race"
    title = "Race"
    dice = 2
    rolls = 3
    clock-minutes = 20

    [[boxes]]
    id = "pair"
    title = "Pair"
    figure = { of-a-kind = 2 }
    points = 9

    [[boxes]]
    id = "catch"
    title = "Catch"
    sum = "all"
    """
)
ANA, ROBO, BEN = Player("Ana", "#aa3333"), Player("Robo", "#3333aa", "exact"), Player("Ben", "#33aa33")
SPEED = StartGame((ANA, BEN), "speed-yatzy", {"clock-minutes": 1})
AT_ONCE = OpponentPace(0.0, 0.0, 0.0, 0.0)


@dataclass
class Evening:
    """An evening against the clock by hand: `thought` is how long each seat could decide, in seconds."""

    at: Sitting
    clock: ManualClock
    thought: list[float]

    def think(self, seconds: float) -> None:
        """Let the player whose turn it is decide for so long."""
        shown = self.at.caught_up()
        assert shown.clock_due is not None, "nobody's clock runs"
        self.clock.advance(seconds)
        self.thought[_seat(shown)] += seconds
        self.check()

    def wait(self, seconds: float) -> None:
        """Let time pass in which nobody can decide."""
        shown = self.at.caught_up()
        assert shown.clock_due is None, "a clock runs"
        self.clock.advance(seconds)
        self.check()

    def check(self) -> None:
        """Hold what the table shows against what was thought, to 50 ms."""
        shown = self.at.caught_up()
        assert shown.game is not None
        for seat, player in enumerate(shown.game.players):
            left = player.seconds_left
            if seat == shown.game.current:
                left = shown.clock_left if shown.clock_due is None else shown.clock_due - self.at.table.now()
            assert left == pytest.approx(LIMIT_S - self.thought[seat], abs=0.05)

    def settle(self, *dice: Seen, wait: float) -> None:
        """Throw dice that roll and are read for a while."""
        self.at.camera.report(TrayMoving())
        self.wait(wait)
        self.at.camera.report(TraySettled(Settled(dice)))


def _seat(shown: TableSnapshot) -> int:
    assert shown.game is not None
    assert shown.game.current is not None
    return shown.game.current


def _events(folder: Path, game: str) -> Sequence[Event]:
    with closing(Journal.open(folder / "journal.sqlite")) as journal:
        return journal.events(game)


def _open(folder: Path, clock: ManualClock) -> Sitting:
    return Sitting(folder, clock=clock, rulesets={"race": RACE}, coach=folder, pace=AT_ONCE)


def _throw_and_hold(evening: Evening) -> None:
    """Ana throws, holds a die, and throws the other, of which nobody is sure."""
    at = evening.at
    evening.wait(4)  # the camera has not reported yet
    at.lay(())
    evening.think(3.125)
    evening.settle(*lying("5 2"), wait=2.5)
    evening.think(7.0625)
    at.table.ask(SetHold(0, held=True))
    evening.think(1.5)
    at.camera.report(TrayMoving(hand=True))
    evening.think(2.25)  # or a hand left in the tray would stop the clock
    at.camera.report(TrayMoving(hand=False))
    evening.wait(1.75)
    at.camera.report(TraySettled(Settled((Seen("5", *SPOTS[0]), Seen("3", *OTHER_SPOTS[1], False, ("3", "5"))))))
    evening.wait(41)  # which face is it?
    at.table.ask(NameFace(1, 3))
    assert values(at.table.snapshot()) == (5, 3)
    evening.think(SAVE_S + 0.5)


def _be_interrupted(evening: Evening) -> None:
    """Ana's turn is paused, setup throws dice meanwhile, and the camera is lost for a while; then she scores."""
    at = evening.at
    at.table.ask(PauseGame(True))
    evening.wait(600)
    at.table.ask(PauseGame(False))
    evening.think(0.375)
    at.table.tray.lease()
    evening.wait(15)
    evening.settle(*lying("6 6", OTHER_SPOTS), wait=3)
    at.table.tray.release()
    evening.think(0.0625)
    at.camera.report(CameraLost("It was unplugged."))
    evening.wait(30)
    at.camera.report(CameraBack())
    evening.wait(1)
    at.camera.report(TraySettled(Settled(lying("6 6", OTHER_SPOTS), thrown=False)))
    evening.think(5.125)
    at.table.ask(WriteBox("catch"))


def _throw_for_robo(evening: Evening) -> None:
    """People take the dice up for the opponent and throw them; it scores by itself."""
    evening.wait(20)
    evening.settle(*lying("4 4"), wait=1.5)
    evening.at.until(lambda shown: _seat(shown) == 2)


def _throw_and_pause(evening: Evening) -> None:
    """Ben throws, and pauses the game."""
    evening.think(11.25)
    evening.settle(*lying("1 2", OTHER_SPOTS), wait=0.75)
    evening.think(2.5)
    evening.at.table.ask(PauseGame(True))
    evening.wait(5)


def _go_on(evening: Evening) -> None:
    """Switched on the next day the game is paused still."""
    assert evening.at.table.snapshot().tray.message == "The game is paused, and nobody's clock runs."
    evening.wait(86_400)
    evening.at.lay(lying("1 2"), thrown=False)
    evening.wait(60)
    evening.at.table.ask(PauseGame(False))
    evening.think(4.5)


def _take_back(evening: Evening) -> None:
    """Switched off and on while Ben thinks, who takes his roll back and ends the game."""
    evening.wait(120)
    evening.at.lay(lying("1 2"), thrown=False)
    evening.think(0.75)
    evening.at.table.ask(Undo())
    evening.think(6)
    evening.at.table.ask(AbandonGame())


def test_the_clocks_total_is_the_time_in_which_players_could_decide(tmp_path: Path) -> None:
    clock = ManualClock()
    thought = [0.0, 0.0, 0.0]
    sittings: tuple[tuple[Callable[[Evening], None], ...], ...] = (
        (_throw_and_hold, _be_interrupted, _throw_for_robo, _throw_and_pause),
        (_go_on,),
        (_take_back,),
    )
    for number, parts in enumerate(sittings):
        with _open(tmp_path, clock) as at:
            if number == 0:
                at.table.ask(StartGame((ANA, ROBO, BEN), "race"))
            for part in parts:
                part(Evening(at, clock, thought))
            game = at.table.snapshot().game
    assert game is not None
    assert thought == [30.0, 0.0, 25.0]
    assert [player.seconds_left for player in game.players] == [LIMIT_S - seconds for seconds in thought]
    spent = [event for event in _events(tmp_path, game.game) if isinstance(event, TimeSpent)]
    assert [sum(one.milliseconds for one in spent if one.seat == seat) for seat in range(3)] == [30_000, 0, 25_000]
    exported = CliRunner().invoke(main, ["export", game.game, "--data", str(tmp_path)]).output
    assert exported.splitlines()[-1] == "# thinking time: Ana 0:30.000, Robo 0:00.000, Ben 0:25.000"


def test_time_is_saved_while_a_player_thinks_for_long(tmp_path: Path) -> None:
    clock = ManualClock()
    with Sitting(tmp_path, clock=clock) as sitting:
        sitting.table.ask(SPEED)
        sitting.lay(())
        clock.advance(SAVE_S + 2)
        sitting.caught_up()
        shown = sitting.until(lambda shown: bool(shown.game and shown.game.players[0].seconds_left == 58 - SAVE_S))
        assert shown.clock_due == 60
        game = shown.game
    assert game is not None
    assert list(_events(tmp_path, game.game)[1:]) == [TimeSpent(0, 12_000)]


def test_undo_takes_up_a_turn_that_the_clock_cut_off(tmp_path: Path) -> None:
    clock = ManualClock()
    with Sitting(tmp_path, clock=clock) as sitting:
        sitting.table.ask(SPEED)
        clock.advance(15)
        sitting.lay(lying("6 6 5 5 4"))
        clock.advance(61)
        sitting.caught_up()
        shown = sitting.until(lambda shown: bool(shown.game and shown.game.finished))
        assert (shown.clock_due, shown.clock_left) == (None, None)
        shown = sitting.table.ask(Undo())
        assert values(shown) == (6, 6, 5, 5, 4)
        assert shown.game is not None
        assert (shown.game.paused, shown.clock_left) == (True, 60)
        clock.advance(100)
        shown = sitting.table.ask(PauseGame(False))
        assert shown.clock_due == clock.monotonic() + 60
        clock.advance(5)
        shown = sitting.table.ask(WriteBox("two-pairs"))
        assert shown.game is not None
        assert [player.seconds_left for player in shown.game.players] == [55, 60]


def test_in_a_pause_nothing_is_thrown_scored_or_counted(tmp_path: Path) -> None:
    camera = ScriptedCamera(can_throw=True, script=["6 6 5 5 4"])
    with Sitting(tmp_path, camera, clock=ManualClock()) as sitting:
        sitting.table.ask(SPEED)
        sitting.lay(())
        before = sitting.table.snapshot().moment
        shown = sitting.table.ask(PauseGame(True))
        assert shown.moment == before
        for request in (ThrowDice(), EnterRoll((1, 2, 3, 4, 5)), NameFace(0, 1)):
            with pytest.raises(TableRefusal, match=r"The game is paused\. Go on with it first"):
                sitting.table.ask(request)
        with pytest.raises(GameRefusal):
            sitting.table.ask(WriteBox("chance"))
        shown = sitting.lay(lying("1 1 1 1 1"))
        assert (shown.game and shown.game.dice, shown.tray.can_accept) == ((), False)
        shown = sitting.table.ask(PauseGame(False))
        assert (shown.game and shown.game.dice, shown.tray.can_accept) == ((), True)
        sitting.table.ask(ThrowDice())
        sitting.until(lambda shown: bool(shown.game and shown.game.dice))


def test_dice_that_roll_are_counted_before_a_pause(tmp_path: Path) -> None:
    with Sitting(tmp_path, clock=ManualClock()) as sitting:
        sitting.table.ask(SPEED)
        sitting.lay(())
        sitting.camera.report(TrayMoving())
        with pytest.raises(TableRefusal, match="still moving"):
            sitting.table.ask(PauseGame(True))
        sitting.camera.report(TrayMoving(hand=True))
        shown = sitting.table.ask(PauseGame(True))
        assert shown.game is not None
        assert shown.game.paused
        assert isinstance(sitting.journal.events(shown.game.game)[-1], PauseSet)


def test_a_question_waits_for_the_end_of_the_pause(tmp_path: Path) -> None:
    with Sitting(tmp_path, clock=ManualClock()) as sitting:
        sitting.table.ask(SPEED)
        sitting.lay((*lying("6 6 5 5"), Seen("3", *SPOTS[4], False, ("3", "5"))))
        sitting.table.ask(PauseGame(True))
        with pytest.raises(TableRefusal, match="The game is paused"):
            sitting.table.ask(NameFace(4, 3))
        assert sitting.table.ask(PauseGame(False)).question is not None
        assert values(sitting.table.ask(NameFace(4, 3))) == (6, 6, 5, 5, 3)


def test_an_opponent_waits_for_the_end_of_the_pause(tmp_path: Path) -> None:
    with _open(tmp_path, ManualClock()) as sitting:
        sitting.table.ask(StartGame((ROBO, BEN), "race"))
        sitting.until(lambda shown: shown.coach.state == "ready")
        sitting.table.ask(PauseGame(True))
        sitting.lay(lying("6 6"))
        shown = sitting.table.ask(PauseGame(False))
        assert shown.tray.can_accept
        assert _seat(shown) == 0

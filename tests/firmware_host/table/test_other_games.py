"""What poker dice do not need of the table: hands that stand, thinking clocks, other numbers of dice."""

from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.clock import ManualClock
from firmware_host.game.commands import Player, SetHold, StartGame, Undo, WriteBox
from firmware_host.game.commands import Stand as LetStand
from firmware_host.game.errors import GameRefusal
from firmware_host.game.events import GameStarted, TimeSpent
from firmware_host.journal.store import Journal
from firmware_host.rules.options import Setting
from firmware_host.rules.rulesets.crag import CRAG
from firmware_host.table.requests import ThrowDice
from tests.firmware_host.table.scripted import OTHER_SPOTS, TWO, ScriptedCamera, Sitting, lying, values

SPEED = StartGame(TWO.players, "speed-yatzy", {"clock-minutes": 1})
HANDS = StartGame(TWO.players, "poker-hands", {"rounds": 1})


def test_a_hand_stands_and_the_next_is_thrown(tmp_path: Path) -> None:
    camera = ScriptedCamera(can_throw=True, script=["6 6 6 1 2", "6 6 1 2 3"])
    with Sitting(tmp_path, camera) as sitting:
        sitting.table.ask(HANDS)
        sitting.table.ask(ThrowDice())
        shown = sitting.until(lambda shown: bool(shown.game and shown.game.dice))
        assert shown.tray.message == "Hold the dice to keep and throw the others, or let your hand stand."
        sitting.table.ask(LetStand())
        sitting.table.ask(ThrowDice())
        shown = sitting.until(lambda shown: bool(shown.game and shown.game.dice and shown.game.current == 1))
        assert values(shown) == (6, 6, 1, 2, 3)
        shown = sitting.table.ask(LetStand())
        assert shown.game is not None
        assert shown.game.winners == ("Ada",)
        assert shown.tray.message == "The game is over."


def test_crag_is_read_with_three_dice(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(StartGame(TWO.players, "crag"))
        assert values(sitting.lay(lying("6 6 1"))) == (6, 6, 1)
        shown = sitting.table.ask(WriteBox("crag"))
        assert shown.game is not None
        assert shown.game.players[0].total == 50
        assert values(sitting.lay(lying("1 2 3", OTHER_SPOTS))) == (1, 2, 3)


def test_as_many_dice_are_thrown_as_the_game_has(tmp_path: Path) -> None:
    camera = ScriptedCamera(can_throw=True, script=["6 6 1", "2 3"])
    with Sitting(tmp_path, camera) as sitting:
        sitting.table.ask(StartGame(TWO.players, "crag"))
        sitting.table.ask(ThrowDice())
        sitting.until(lambda shown: bool(shown.game and shown.game.dice))
        sitting.table.ask(SetHold(0, held=True))
        sitting.table.ask(ThrowDice())
        sitting.until(lambda shown: bool(shown.game and shown.game.rolls_left == 0))
        assert camera.counts == [3, 3]


def test_a_clock_runs_for_whose_turn_it_is_and_ends_the_game(tmp_path: Path) -> None:
    clock = ManualClock()
    with Sitting(tmp_path, clock=clock) as sitting:
        clock.advance(1000)
        sitting.table.ask(SPEED)
        sitting.lay(())
        clock.advance(10)
        sitting.lay(lying("6 6 5 5 4"))
        assert sitting.table.snapshot().clock_due == sitting.table.now() + 50
        shown = sitting.table.ask(WriteBox("chance"))
        assert shown.clock_due == sitting.table.now() + 60
        assert shown.game is not None
        assert [player.seconds_left for player in shown.game.players] == [50, 60]
        clock.advance(20)
        shown = sitting.table.ask(Undo())
        assert shown.game is not None
        assert [player.seconds_left for player in shown.game.players] == [50, 40]
        sitting.table.ask(WriteBox("chance"))
        clock.advance(40)
        with pytest.raises(GameRefusal, match="Ben has run out of thinking time"):
            sitting.table.ask(WriteBox("sixes"))
        shown = sitting.table.snapshot()
        assert shown.game is not None
        assert (shown.game.out_of_time, shown.game.winners) == ("Ben", ("Ada",))
        assert shown.tray.message == "Ben has run out of thinking time. The game is over."
        clock.advance(100)
        assert sitting.table.ask(TWO).game is not None


def test_a_clock_ends_the_game_without_anybody_asking(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.sqlite")
    players = (Player("Ada", "#aa3333"),)
    options: dict[str, Setting] = {"speed-bonus-on": "all", "two-pairs-points": 20, "clock-minutes": 1}
    journal.append("g", (GameStarted("g", "speed-yatzy", options, "pips", players), TimeSpent(0, 59_700)), 0)
    journal.close()
    with Sitting(tmp_path) as sitting:
        sitting.lay(())
        shown = sitting.until(lambda shown: bool(shown.game and shown.game.finished), timeout=30)
        assert shown.game is not None
        assert shown.game.out_of_time == "Ada"


def test_a_table_offers_plays_and_resumes_the_games_it_is_given(tmp_path: Path) -> None:
    ours = replace(CRAG, id="our-crag", title="Our crag", rolls=3)
    with Sitting(tmp_path, rulesets={ours.id: ours}) as sitting:
        assert sitting.table.rulesets() == {"our-crag": ours}
        with pytest.raises(GameRefusal, match="no game"):
            sitting.table.ask(StartGame(TWO.players, "crag"))
        sitting.table.ask(StartGame(TWO.players, "our-crag"))
        sitting.lay(lying("6 6 1"))
    with Sitting(tmp_path, rulesets={ours.id: ours}) as sitting:
        game = sitting.table.snapshot().game
        assert game is not None
        assert (game.ruleset, game.rolls_left) == (ours, 2)

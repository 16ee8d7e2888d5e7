import signal
import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.game.commands import AbandonGame, SetHold, Undo, WriteBox
from firmware_host.game.events import BoxWritten, Event, HoldSet, Rolled
from firmware_host.table.requests import AcceptRoll, EnterRoll, ThrowDice
from tests.firmware_host.table.scripted import OTHER_SPOTS, TWO, ScriptedCamera, Sitting, held, lit, lying, values

PLAYER = Path(__file__).with_name("play_until_killed.py")


def test_a_killed_table_resumes_the_exact_state(tmp_path: Path) -> None:
    process = subprocess.Popen([sys.executable, str(PLAYER), str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = process.stdout.readline().strip()
    process.send_signal(signal.SIGKILL)
    process.wait(60)
    process.stdout.close()
    with Sitting(tmp_path) as sitting:
        assert repr(sitting.table.snapshot().game) == told
        shown = sitting.lay(lying("6 3 6 4 1"), thrown=False)
        assert held(shown) == (True, False, True, False, False)
        first = lying("6 3 6 4 1")
        shown = sitting.lay((first[0], first[2], *lying("2 2 2", OTHER_SPOTS[:2] + OTHER_SPOTS[3:])))
        assert shown.question is None
        assert sum(held(shown)) == 2


def test_dice_of_the_resumed_roll_are_not_counted_again(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(TWO)
        sitting.lay(lying("6 3 6 4 1"))
    with Sitting(tmp_path) as sitting:
        shown = sitting.lay(lying("6 3 6 4 1"))
        assert shown.game is not None
        assert shown.game.rolls_used == 1
        assert shown.tray.pictures
        assert all(sitting.table.picture(name) for name in shown.tray.pictures)


def test_a_resumed_game_is_thrown_only_on_request_with_the_held_dice_where_they_lay(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(TWO)
        sitting.lay(lying("6 3 6 4 1"))
        sitting.table.ask(SetHold(4, held=True))
    camera = ScriptedCamera(can_throw=True, script=["1 1 2 2"])
    with Sitting(tmp_path, camera) as sitting:
        assert not camera.throws
        sitting.table.ask(ThrowDice())
        sitting.until(lambda shown: shown.game is not None and shown.game.rolls_used == 2)
        assert [die.face for die in camera.throws[0]] == ["1"]
        assert (camera.throws[0][0].x, camera.throws[0][0].y) == (700.0, 240.0)


def test_an_abandoned_game_is_shown_after_a_restart_and_goes_on_if_that_is_undone(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(TWO)
        sitting.lay(lying("6 3 6 4 1"))
        before = sitting.table.ask(SetHold(1, held=True))
        sitting.table.ask(AbandonGame())
    with Sitting(tmp_path) as sitting:
        shown = sitting.table.snapshot()
        assert shown.game is not None
        assert (shown.game.abandoned, shown.game.steps, any(lit(shown))) == (True, 2, False)
        shown = sitting.table.ask(Undo())
        assert shown.game == before.game
        assert (held(shown), lit(shown)) == (held(before), lit(before))
    with Sitting(tmp_path) as sitting:
        assert sitting.table.snapshot().game == before.game


def test_a_finished_game_is_shown(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        game = sitting.table.ask(TWO).game
        assert game is not None
        for box in game.players[0].boxes:
            for _ in game.players:
                sitting.table.ask(EnterRoll((1, 2, 3, 4, 5)))
                sitting.table.ask(WriteBox(box.box))
    with Sitting(tmp_path) as sitting:
        shown = sitting.table.snapshot().game
        assert shown is not None
        assert shown.winners == ("Ada", "Ben")


def test_a_roll_lying_there_after_the_plug_was_pulled_before_it_counted_may_be_accepted(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        sitting.table.ask(TWO)
    with Sitting(tmp_path) as sitting:
        assert sitting.lay(lying("6 3 6 4 1"), thrown=False).tray.can_accept
        assert values(sitting.table.ask(AcceptRoll())) == (6, 3, 6, 4, 1)


@pytest.mark.parametrize(
    "bad", [BoxWritten("no-such-box", 5, struck=False), HoldSet(99, held=True), Rolled((), (), (), "")]
)
def test_a_game_that_cannot_be_played_again_is_set_aside_and_another_begins(tmp_path: Path, bad: Event) -> None:
    with Sitting(tmp_path) as sitting:
        game = sitting.table.ask(TWO).game
        assert game is not None
        sitting.journal.append(game.game, [bad], 1)
    with Sitting(tmp_path) as sitting:
        shown = sitting.table.snapshot()
        assert shown.game is None
        assert [notice.text.partition(", cannot be read and was set aside")[0] for notice in shown.tray.notices] == [
            f"The latest game, {game.game}"
        ]
        assert sitting.table.ask(TWO).game is not None
    with Sitting(tmp_path) as sitting:
        shown = sitting.table.snapshot()
        assert shown.game is not None
        assert shown.tray.notices == ()

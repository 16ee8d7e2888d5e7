import sqlite3
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.errors import DiceTableError
from firmware_host.game.commands import CorrectDie, SetHold, Undo, WriteBox
from firmware_host.game.errors import GameRefusal
from firmware_host.rules.rulesets import ruleset
from firmware_host.table.errors import TableClosedError, TableRefusal
from firmware_host.table.ports import CameraBack, CameraLost, TrayMoving
from firmware_host.table.requests import AcceptRoll, ApplyCameraChange, EnterRoll, NameFace, UseSource
from tests.firmware_host.setup.scripted_camera_setup import ScriptedCameraSetup
from tests.firmware_host.table.scripted import (
    OTHER_SPOTS,
    PATIENCE_S,
    SPOTS,
    TWO,
    ScriptedCamera,
    Seen,
    Sitting,
    held,
    lit,
    lying,
    values,
)


def test_before_a_game_the_table_asks_for_one(sitting: Sitting) -> None:
    shown = sitting.table.snapshot()
    assert shown.game is None
    assert shown.tray.message == "Start a game."
    assert shown.tray.state == "waiting"


def test_a_throw_reaches_the_card_with_its_pictures(sitting: Sitting) -> None:
    assert sitting.table.ask(TWO).tray.message == "Throw all 5 dice."
    shown = sitting.lay(lying("1 3 2 4 4"))
    assert values(shown) == (1, 3, 2, 4, 4)
    assert shown.game is not None
    offers = {box.box: box.offer for box in shown.game.players[0].boxes}
    assert (offers["ones"], offers["fours"], offers["small-straight"]) == (1, 8, 30)
    assert [sitting.table.picture(name) for name in shown.tray.pictures] == [
        b"\xff\xd8" + repr(die).encode() for die in lying("1 3 2 4 4")
    ]
    assert shown.game.photo is not None
    photo = sitting.table.picture(shown.game.photo)
    assert photo is not None
    assert photo.startswith(b"\xff\xd8")
    written = sitting.table.ask(WriteBox("small-straight"))
    assert written.game is not None
    assert written.game.current == 1
    assert written.game.players[0].total == 30
    assert written.tray.message == "Throw all 5 dice."
    assert written.tray.pictures == ()


def test_the_same_dice_lying_still_again_are_no_second_roll(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.lay(lying("1 3 2 4 4"))
    shown = sitting.lay(lying("1 3 2 4 4"))
    assert shown.game is not None
    assert shown.game.rolls_used == 1


def test_held_dice_keep_and_the_lamps_follow(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.lay(lying("6 3 6 4 1"))
    sitting.table.ask(SetHold(0, held=True))
    sitting.table.press(2)
    shown = sitting.until(lambda shown: lit(shown) == (True, False, True, False, False))
    assert held(shown) == (True, False, True, False, False)
    first = lying("6 3 6 4 1")
    shown = sitting.lay((first[0], first[2], *lying("2 6 5", OTHER_SPOTS)))
    assert sorted(zip(values(shown), held(shown), strict=True)) == [
        (2, False),
        (5, False),
        (6, False),
        (6, True),
        (6, True),
    ]
    assert lit(shown) == held(shown)
    sitting.table.press(held(shown).index(True))
    shown = sitting.until(lambda shown: sum(lit(shown)) == 1)


def test_buttons_without_a_die_do_nothing_and_a_button_too_late_says_why(sitting: Sitting) -> None:
    sitting.table.press(0)
    sitting.table.ask(TWO)
    sitting.table.press(0)
    assert lit(sitting.table.ask(EnterRoll((1, 2, 3, 4, 6)))) == (False,) * 5
    sitting.table.ask(EnterRoll((1, 2, 3, 4, 6)))
    sitting.table.ask(EnterRoll((1, 2, 3, 4, 6)))
    sitting.table.press(0)
    shown = sitting.until(lambda shown: "no need to hold" in shown.tray.message)
    assert lit(shown) == (False,) * 5


def test_an_unsure_die_is_asked_for_and_named(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    dice = (*lying("1 3 2 4"), Seen("6", *SPOTS[4], sure=False, likely=("6", "5", "1")))
    shown = sitting.lay(dice)
    assert shown.question is not None
    assert (shown.question.kind, shown.question.dice) == ("unsure", (4,))
    assert shown.tray.dice[4].choices == (6, 5)
    assert sitting.table.picture(shown.tray.dice[4].picture) == b"\xff\xd8" + repr(dice[4]).encode()
    assert values(shown) == ()
    for refused in (NameFace(0, 1), NameFace(7, 1), NameFace(4, 7)):
        with pytest.raises(TableRefusal):
            sitting.table.ask(refused)
    with pytest.raises(TableRefusal, match="What does die 5"):
        sitting.table.ask(AcceptRoll())
    shown = sitting.table.ask(NameFace(4, 5))
    assert shown.question is None
    assert values(shown) == (1, 3, 2, 4, 5)
    again = sitting.lay(dice)
    assert again.game is not None
    assert again.game.rolls_used == 1


def test_a_face_of_other_dice_is_never_taken_for_a_value(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    shown = sitting.lay((*lying("1 3 2 4"), Seen("K", *SPOTS[4], likely=("K", "Q"))))
    assert shown.question is not None
    assert shown.tray.dice[4].choices == (1, 2, 3, 4, 5, 6)


def test_a_question_about_a_die_not_thrown_is_settled_by_holding_it(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    first = lying("6 3 6 4 1")
    sitting.lay(first)
    shown = sitting.lay((first[0], *lying("2 2 5 5", OTHER_SPOTS[1:])))
    assert shown.question is not None
    assert (shown.question.kind, shown.question.dice, shown.question.hold) == ("not-thrown", (0,), (0,))
    shown = sitting.table.ask(SetHold(0, held=True))
    assert shown.question is None
    assert values(shown) == (6, 2, 2, 5, 5)
    assert held(shown) == (True, False, False, False, False)


def test_a_changed_held_die_may_be_counted_as_it_lies_and_is_held_no_more(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    first = lying("6 3 6 4 1")
    sitting.lay(first)
    sitting.table.ask(SetHold(0, held=True))
    sitting.table.ask(SetHold(2, held=True))
    shown = sitting.lay((first[0], *lying("2 5 5 5", OTHER_SPOTS[1:])))
    assert shown.question is not None
    assert shown.question.kind == "held-changed"
    shown = sitting.table.ask(AcceptRoll())
    assert values(shown) == (6, 2, 5, 5, 5)
    assert held(shown) == (True, False, False, False, False)
    shown = sitting.table.ask(Undo())
    assert values(shown) == (6, 3, 6, 4, 1)


def test_after_undo_the_dice_that_lie_there_may_be_counted_but_are_not_by_themselves(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.lay(lying("6 3 6 4 1"))
    shown = sitting.table.ask(Undo())
    assert values(shown) == ()
    assert shown.tray.can_accept
    shown = sitting.lay(lying("6 3 6 4 1"))
    assert values(shown) == ()
    assert values(sitting.table.ask(AcceptRoll())) == (6, 3, 6, 4, 1)
    with pytest.raises(TableRefusal, match="already been counted"):
        sitting.table.ask(AcceptRoll())


def test_dice_at_the_start_are_offered_not_counted(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    shown = sitting.lay(lying("6 3 6 4 1"), thrown=False)
    assert values(shown) == ()
    assert shown.tray.can_accept
    assert values(sitting.table.ask(AcceptRoll())) == (6, 3, 6, 4, 1)


def test_camera_lost_the_game_goes_on_by_hand(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.camera.report(CameraLost("The camera usb:0 was unplugged."))
    shown = sitting.until(lambda shown: shown.tray.state == "lost")
    assert shown.tray.message == ("Camera lost. The camera usb:0 was unplugged. Play on and enter each roll by hand.")
    assert values(sitting.table.ask(EnterRoll((5, 5, 1, 2, 3)))) == (5, 5, 1, 2, 3)
    sitting.table.ask(SetHold(0, held=True))
    with pytest.raises(TableRefusal, match="Die 1 is held and shows 5"):
        sitting.table.ask(EnterRoll((4, 5, 1, 2, 3)))
    shown = sitting.table.ask(EnterRoll((5, 6, 6, 6, 6)))
    assert held(shown) == (True, False, False, False, False)
    sitting.camera.report(CameraBack())
    sitting.until(lambda shown: shown.tray.state == "waiting")
    shown = sitting.lay(lying("6 6 5 6 6"))
    assert shown.game is not None
    assert shown.game.rolls_used == 2
    five = lying("6 6 5 6 6")[2]
    shown = sitting.lay((five, *lying("1 1 1 1", OTHER_SPOTS[:2] + OTHER_SPOTS[3:])))
    assert sorted(zip(values(shown), held(shown), strict=True)) == [(1, False)] * 4 + [(5, True)]


def test_a_roll_entered_while_dice_move_is_not_counted_again_when_they_settle(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.camera.report(TrayMoving())
    sitting.until(lambda shown: shown.tray.message == "Rolling…")
    sitting.table.ask(EnterRoll((1, 2, 3, 4, 6)))
    shown = sitting.lay(lying("1 2 3 4 6"))
    assert shown.game is not None
    assert shown.game.rolls_used == 1


def test_a_hand_in_the_tray_is_waited_for(sitting: Sitting) -> None:
    sitting.table.ask(TWO)

    sitting.camera.report(TrayMoving())
    sitting.until(lambda shown: shown.tray.message == "Rolling…")
    sitting.camera.report(TrayMoving(hand=True))
    shown = sitting.until(lambda shown: shown.tray.message == "Waiting for your hand to leave the tray.")
    assert shown.tray.state == "moving"
    sitting.camera.report(TrayMoving())
    sitting.until(lambda shown: shown.tray.message == "Rolling…")
    assert "hand" not in sitting.lay(lying("1 2 3 4 6")).tray.message


def test_rolls_beyond_the_last_are_ignored(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    for spots in (SPOTS, OTHER_SPOTS, SPOTS):
        sitting.lay(lying("1 1 1 1 1", spots))
    shown = sitting.lay(lying("6 6 6 6 6", OTHER_SPOTS))
    assert values(shown) == (1, 1, 1, 1, 1)
    assert shown.tray.message == "No rolls are left in this turn. Score a box."


def test_a_correction_is_shown_and_a_held_corrected_die_is_still_recognised(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    first = lying("6 3 6 4 1")
    sitting.lay(first)
    shown = sitting.table.ask(CorrectDie(0, 5))
    assert shown.game is not None
    assert shown.game.dice[0].corrected
    sitting.table.ask(SetHold(0, held=True))
    shown = sitting.lay((first[0], *lying("2 2 2 2", OTHER_SPOTS[1:])))
    assert shown.question is None
    assert values(shown) == (5, 2, 2, 2, 2)


def test_an_eye_that_cannot_start_is_a_lost_camera(tmp_path: Path) -> None:
    with Sitting(tmp_path, ScriptedCamera(fault=OSError("No camera usb:3."))) as sitting:
        shown = sitting.until(lambda shown: shown.tray.state == "lost")
        assert shown.tray.message.startswith("Camera lost. No camera usb:3.")


TRIANGLE = ((0.1, 0.1), (0.9, 0.1), (0.5, 0.9))


def test_another_source_and_another_tray(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.lay(lying("1 2 3 4 5"))
    shown = sitting.table.ask(UseSource("usb:0"))
    assert (shown.tray.source, shown.tray.state, shown.tray.dice) == ("usb:0", "waiting", ())
    sitting.lay(lying("1 2 3 4 5"))
    setup = ScriptedCameraSetup()
    shown = sitting.table.ask(ApplyCameraChange(lambda: setup.mark(TRIANGLE)))
    assert (setup.marked.outline, shown.tray.state, shown.tray.dice) == (TRIANGLE, "waiting", ())
    setup.fault = ValueError("A tray has three corners or more.")
    with pytest.raises(TableRefusal, match="three corners"):
        sitting.table.ask(ApplyCameraChange(lambda: setup.mark(TRIANGLE)))
    sitting.camera.fault = OSError("No camera usb:9.")
    before = sitting.table.snapshot()
    with pytest.raises(TableRefusal, match="usb:9"):
        sitting.table.ask(UseSource("usb:9"))
    assert sitting.table.snapshot() == before
    assert sitting.table.live_jpeg() is not None


def test_a_refused_command_leaves_everything_unchanged(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.lay(lying("1 3 2 4 4"))
    before = sitting.table.snapshot()
    assert before.game is not None
    kept = sitting.journal.events(before.game.game)
    for command in (WriteBox("nonsense"), SetHold(9, held=True), CorrectDie(0, 7), TWO, EnterRoll((1, 2))):
        with pytest.raises(DiceTableError):
            sitting.table.ask(command)
    assert sitting.table.snapshot() == before
    assert sitting.journal.events(before.game.game) == kept


def test_a_journal_that_cannot_be_written_changes_nothing_and_says_so(sitting: Sitting, tmp_path: Path) -> None:
    sitting.table.ask(TWO)
    sitting.lay(lying("1 3 2 4 4"))
    before = sitting.table.snapshot()
    full = sqlite3.connect(tmp_path / "journal.sqlite")
    full.execute("CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(FAIL, 'disk full'); END")
    full.commit()
    with pytest.raises(DiceTableError, match="disk full"):
        sitting.table.ask(WriteBox("chance"))
    assert sitting.table.snapshot() == before
    shown = sitting.lay(lying("6 6 6 6 6", OTHER_SPOTS))
    assert values(shown) == (1, 3, 2, 4, 4)
    assert "disk full" in shown.tray.message
    assert shown.tray.can_accept
    assert sorted(path.name for path in (tmp_path / "pictures").glob("*/*")) == ["1.jpg", "1.zip"]
    full.execute("DROP TRIGGER full")
    full.close()
    assert values(sitting.table.ask(AcceptRoll())) == (6, 6, 6, 6, 6)


def test_a_whole_game_for_two_to_the_winner(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    boxes = [box.id for box in ruleset("poker-dice").boxes]
    for turn, box in enumerate(boxes):
        for seat, faces in enumerate(("6 6 6 6 6", "1 2 3 4 5")):
            sitting.lay(lying(faces, SPOTS if seat else OTHER_SPOTS))
            if turn % 2:
                spots = OTHER_SPOTS if seat else SPOTS
                sitting.lay(lying(faces, spots))
                sitting.lay(lying(faces, OTHER_SPOTS if spots is SPOTS else SPOTS))
            shown = sitting.table.ask(WriteBox(box))
    assert shown.game is not None
    assert shown.game.finished
    totals = [player.total for player in shown.game.players]
    # Sixes: 30 in sixes, three and four of a kind and chance, 50 for five of a kind.
    assert totals == [30 * 4 + 50, 1 + 2 + 3 + 4 + 5 + 30 + 40 + 15]
    assert shown.game.winners == ("Ada",)
    assert shown.tray.message == "The game is over."
    assert lit(shown) == (False,) * 5
    with pytest.raises(GameRefusal):
        sitting.table.ask(WriteBox("ones"))


def test_an_event_is_in_the_journal_before_the_answer(sitting: Sitting) -> None:
    game = sitting.table.ask(TWO).game
    assert game is not None
    for value in range(1, 6):
        sitting.table.ask(EnterRoll((value,) * 5))
        assert len(sitting.journal.events(game.game)) == value * 2
        sitting.table.ask(WriteBox(("ones", "ones", "twos", "twos", "threes")[value - 1]))
        assert len(sitting.journal.events(game.game)) == value * 2 + 1


def test_many_wait_and_many_ask_at_once(sitting: Sitting) -> None:
    sitting.table.ask(TWO)
    sitting.table.ask(EnterRoll((1, 2, 3, 4, 5)))
    versions: list[list[int]] = [[] for _ in range(20)]
    last = threading.Event()

    def watch(seen: list[int]) -> None:
        after = 0
        while not last.is_set():
            newer = sitting.table.changes(after, 0.2)
            if newer is not None:
                after = newer.version
                seen.append(after)

    def toggle(die: int) -> None:
        for turn in range(10):
            sitting.table.ask(SetHold(die, held=turn % 2 == 0))

    watchers = [threading.Thread(target=watch, args=(seen,)) for seen in versions]
    askers = [threading.Thread(target=toggle, args=(die,)) for die in range(5)]
    for thread in (*watchers, *askers):
        thread.start()
    for thread in askers:
        thread.join()
    final = sitting.table.ask(SetHold(0, held=True))
    deadline = time.monotonic() + PATIENCE_S
    while not all(seen and seen[-1] == final.version for seen in versions) and time.monotonic() < deadline:
        time.sleep(0.01)
    last.set()
    for thread in watchers:
        thread.join()
    assert held(final) == (True, False, False, False, False)
    assert final.game is not None
    assert len(sitting.journal.events(final.game.game)) == 2 + 50 + 1
    for seen in versions:
        assert seen == sorted(set(seen))
        assert seen[-1] == final.version


def test_a_closed_table_says_so_and_lets_waiters_go(tmp_path: Path) -> None:
    with Sitting(tmp_path) as sitting:
        answers: list[object] = []
        waiter = threading.Thread(target=lambda: answers.append(sitting.table.changes(99, 2 * PATIENCE_S)))
        waiter.start()
        sitting.table.close()
        waiter.join(PATIENCE_S)
        assert answers == [None]
        with pytest.raises(TableClosedError, match="shut down"):
            sitting.table.ask(TWO)
        sitting.camera.report(TrayMoving())
        sitting.table.close()


def test_poker_faces_are_read_as_values(sitting: Sitting) -> None:
    sitting.table.ask(replace(TWO, faces="poker"))
    shown = sitting.lay(lying("9 10 K A A"))
    assert values(shown) == (1, 2, 5, 6, 6)
    assert shown.game is not None
    assert [die.face for die in shown.game.dice] == ["9", "10", "K", "A", "A"]

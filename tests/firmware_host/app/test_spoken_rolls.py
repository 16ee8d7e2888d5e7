from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.app.spoken_rolls import TruthRecorder
from firmware_host.game.commands import Place, Player
from firmware_host.game.events import (
    BoxWritten,
    DieCorrected,
    Event,
    GameAbandoned,
    GameStarted,
    HoldSet,
    Rolled,
    TimeSpent,
    Undone,
)
from tests.vision.recording.evening import FIRST, SECOND, TUMBLING, frames, recorder_in, show
from vision.recording import Recorder, read_recording

BEGIN = GameStarted("g", "yahtzee", {}, "pips", (Player("Ada", "#aa3333"),))
LOOSE = (False,) * 3


@pytest.fixture
def recorder(tmp_path: Path) -> Iterator[Recorder]:
    """Has recorded 3 5 1 and then 6 5 2."""
    recorder = recorder_in(tmp_path / "evening")
    show(recorder, frames((1.0, [FIRST]), (0.8, TUMBLING), (1.0, [SECOND])))
    yield recorder
    recorder.close()


def places(recorder: Recorder, roll: int) -> tuple[Place, ...]:
    return tuple(Place(*die.centre, die.width) for die in recorder.rolls[roll].dice)


def truth(recorder: Recorder, *events: Event) -> list[list[str]]:
    """What is known of the two rolls once these events have come one after the other."""
    told = TruthRecorder(recorder)
    told.take_up([])
    for count in range(1, len(events) + 1):
        told.follow(events[:count])
    recorder.close()
    recording = read_recording(recorder.folder)
    return [[face for _, _, face in recording.truth.get(roll.time, ())] for roll in recording.rolls]


def test_a_roll_that_is_counted_is_true_as_it_was_counted(recorder: Recorder) -> None:
    first, second = places(recorder, 0), places(recorder, 1)

    said = truth(
        recorder,
        BEGIN,
        Rolled((3, 5, 1), LOOSE, first, None),
        HoldSet(1, held=True),
        TimeSpent(0, 1500),
        Rolled((6, 5, 2), (False, True, False), second, None),
    )

    assert said == [["3", "5", "1"], ["6", "5", "2"]]


def test_a_correction_is_the_truth_until_it_is_taken_back(recorder: Recorder) -> None:
    rolled = Rolled((6, 5, 2), LOOSE, places(recorder, 1), None)

    assert truth(recorder, BEGIN, rolled, DieCorrected(1, 4, 5)) == [[], ["6", "4", "2"]]


def test_corrections_taken_back_one_by_one(recorder: Recorder) -> None:
    rolled = Rolled((6, 5, 2), LOOSE, places(recorder, 1), None)
    corrected = DieCorrected(1, 4, 5), DieCorrected(2, 3, 2)

    assert truth(recorder, BEGIN, rolled, *corrected, Undone()) == [[], ["6", "4", "2"]]


def test_a_roll_taken_back_is_known_no_more(recorder: Recorder) -> None:
    rolled = Rolled((6, 5, 2), LOOSE, places(recorder, 1), None)

    assert truth(recorder, BEGIN, rolled, DieCorrected(1, 4, 5), Undone(), Undone()) == [[], []]


def test_a_written_box_taken_back_leaves_the_roll_known(recorder: Recorder) -> None:
    rolled = Rolled((6, 5, 2), LOOSE, places(recorder, 1), None)

    said = truth(recorder, BEGIN, rolled, BoxWritten("chance", 13, False), Undone(), DieCorrected(0, 5, 6))

    assert said == [[], ["5", "5", "2"]]


def test_a_game_ended_early_and_gone_on_with_leaves_the_roll_known(recorder: Recorder) -> None:
    rolled = Rolled((6, 5, 2), LOOSE, places(recorder, 1), None)

    assert truth(recorder, BEGIN, rolled, GameAbandoned(), Undone()) == [[], ["6", "5", "2"]]


def test_poker_dice_are_told_by_their_faces(recorder: Recorder) -> None:
    begin = GameStarted("g", "poker-dice", {}, "poker", (Player("Ada", "#aa3333"),))

    assert truth(recorder, begin, Rolled((6, 1, 2), LOOSE, places(recorder, 1), None)) == [[], ["A", "9", "10"]]


def test_a_roll_tapped_in_by_hand_is_noted_beside_the_recording(recorder: Recorder) -> None:
    assert truth(recorder, BEGIN, Rolled((6, 6, 6), LOOSE, (), None), DieCorrected(0, 5, 6)) == [[], []]
    assert read_recording(recorder.folder).entered == [(2, ("6", "6", "6"))]


def test_what_was_said_before_is_of_no_roll_recorded_now(recorder: Recorder) -> None:
    before: list[Event] = [
        BEGIN,
        Rolled((6, 6, 6), LOOSE, (), None),
        Rolled((1, 2, 3), LOOSE, (Place(1, 1, 9),) * 3, None),
    ]
    told = TruthRecorder(recorder)
    told.take_up(before)

    told.follow([*before, Rolled((3, 5, 1), LOOSE, places(recorder, 0), None)])
    recorder.close()

    recording = read_recording(recorder.folder)
    assert recording.entered == []
    assert [[face for _, _, face in dice] for dice in recording.truth.values()] == [["3", "5", "1"]]


def test_another_game_begins_anew(recorder: Recorder) -> None:
    told = TruthRecorder(recorder)
    told.take_up([BEGIN, Rolled((1, 2, 3), LOOSE, (), None)])

    told.follow(
        [GameStarted("h", "yahtzee", {}, "pips", BEGIN.players), Rolled((3, 5, 1), LOOSE, places(recorder, 0), None)]
    )
    recorder.close()

    assert len(read_recording(recorder.folder).truth) == 1

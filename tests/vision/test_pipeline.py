from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.square_tray import Lying, SquareReader, covered, tray_with
from vision.camera_pose import CameraPose
from vision.detection import Detection
from vision.frame import Frame, Picture
from vision.pipeline import SettledRoll, settled_rolls
from vision.settle import Moving, TrayState

FIRST: Lying = ((50, 60, 3), (120, 150, 5), (250, 100, 1))
SECOND: Lying = ((70, 180, 6), (120, 150, 5), (200, 40, 2))
LEFT_HALF = ((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))


def frames(*parts: tuple[float, Sequence[Lying]]) -> Iterator[Frame]:
    """Frames at 10 a second: each part lasts some seconds and goes through its trays again and again."""
    random = np.random.default_rng(3)
    number = 0
    for seconds, trays in parts:
        for step in range(round(seconds * 10)):
            noise = random.integers(-4, 5, (240, 320, 3))
            image = np.clip(tray_with(trays[step % len(trays)]) + noise, 0, 255).astype(np.uint8)
            yield Frame(image, number / 10, number)
            number += 1


TUMBLING: tuple[Lying, ...] = (((60, 100, 2),), ((120, 110, 4), (200, 60, 3)), ((180, 120, 1),))


def told(news: Moving | SettledRoll) -> tuple[bool, list[str]] | str:
    return "moving" if isinstance(news, Moving) else (news.thrown, [die.face for die in news.dice])


def test_a_throw_from_lying_dice_to_lying_dice() -> None:
    seen = frames((1.0, [FIRST]), (0.8, TUMBLING), (1.0, [SECOND]))

    assert [told(news) for news in settled_rolls(seen, SquareReader())] == [
        (False, ["3", "5", "1"]),
        "moving",
        (True, ["6", "5", "2"]),
    ]


def test_a_roll_tells_since_when_it_lies_still() -> None:
    *_, roll = settled_rolls(frames((1.0, [FIRST]), (0.8, TUMBLING), (1.0, [SECOND])), SquareReader())

    assert isinstance(roll, SettledRoll)
    assert roll.since == 1.8
    assert roll.time > roll.since


def test_dice_that_changed_unseen_count_as_thrown() -> None:
    seen = frames((1.0, [FIRST]), (1.0, [SECOND]))

    assert [told(news) for news in settled_rolls(seen, SquareReader())][-1] == (True, ["6", "5", "2"])


def test_nothing_is_read_again_while_the_dice_lie_still() -> None:
    reader = SquareReader()

    list(settled_rolls(frames((6.0, [FIRST])), reader))

    assert reader.asked == 3


class Misled(SquareReader):
    """Takes every die of the first picture for a six."""

    def read(
        self, image: Picture, outline: NDArray[np.floating] | None = None, camera_pose: CameraPose | None = None
    ) -> tuple[Detection, ...]:
        seen = super().read(image, outline, camera_pose)
        return tuple(replace(die, face="6") for die in seen) if self.asked == 1 else seen


def test_readings_that_differ_call_for_more_and_make_the_dice_unsure() -> None:
    reader = Misled()

    (roll,) = settled_rolls(frames((2.0, [FIRST])), reader)

    assert isinstance(roll, SettledRoll)
    assert reader.asked == 5
    assert [(die.face, die.sure, die.likely[:2]) for die in roll.dice] == [
        ("3", False, ("3", "6")),
        ("5", False, ("5", "6")),
        ("1", False, ("1", "6")),
    ]


def test_one_unchanging_picture_is_read_once() -> None:
    reader = SquareReader()
    photograph = tray_with(FIRST)

    rolls = list(settled_rolls((Frame(photograph, number / 10, number) for number in range(10)), reader))

    assert [told(roll) for roll in rolls] == [(False, ["3", "5", "1"])]
    assert reader.asked == 1


def test_dice_outside_the_tray_are_not_there_and_what_moves_there_is_not_seen() -> None:
    restless = [((50, 60, 3), (250, 100, 1)), ((50, 60, 3), (220, 180, 4))]

    rolls = list(settled_rolls(frames((2.0, restless)), SquareReader(), outline=LEFT_HALF))

    assert [told(roll) for roll in rolls] == [(False, ["3"])]


def test_a_die_beside_the_tray_is_told_apart_from_those_inside() -> None:
    (roll,) = settled_rolls(frames((2.0, [FIRST])), SquareReader(), outline=LEFT_HALF)

    assert isinstance(roll, SettledRoll)
    assert [die.face for die in roll.dice] == ["3", "5"]
    assert [die.face for die in roll.outside] == ["1"]


def test_where_the_whole_picture_is_the_tray_nothing_lies_beside_it() -> None:
    (roll,) = settled_rolls(frames((2.0, [FIRST])), SquareReader())

    assert isinstance(roll, SettledRoll)
    assert roll.outside == ()


@pytest.mark.parametrize("change", [{"sure": False}, {"box": (230.0, 80.0, 234.0, 84.0)}])
def test_what_is_not_surely_a_die_like_the_others_is_none_beside_the_tray(change: dict[str, Any]) -> None:
    class Doubtful(SquareReader):
        """Sees something else right of the middle."""

        def read(
            self, image: Picture, outline: NDArray[np.floating] | None = None, camera_pose: CameraPose | None = None
        ) -> tuple[Detection, ...]:
            seen = super().read(image, outline, camera_pose)
            return tuple(die if die.centre[0] < 160 else replace(die, **change) for die in seen)

    (roll,) = settled_rolls(frames((2.0, [FIRST])), Doubtful(), outline=LEFT_HALF)

    assert isinstance(roll, SettledRoll)
    assert len(roll.dice) == 2
    assert roll.outside == ()


def shown(pictures: Sequence[Picture]) -> Iterator[Frame]:
    """Pictures at 10 a second, noisy."""
    random = np.random.default_rng(3)
    for number, picture in enumerate(pictures):
        noise = random.integers(-4, 5, picture.shape)
        yield Frame(np.clip(picture + noise, 0, 255).astype(np.uint8), number / 10, number)


def test_what_lies_below_a_resting_hand_is_not_told_before_it_has_left() -> None:
    seen = [*[tray_with(FIRST)] * 10, *[covered(FIRST)] * 20, *[tray_with(FIRST)] * 10]

    told = list(settled_rolls(shown(seen), SquareReader()))

    assert [news.state for news in told] == [
        TrayState.SETTLED,
        TrayState.THROWING,
        TrayState.HAND,
        TrayState.THROWING,
        TrayState.SETTLED,
    ]


def test_what_rests_in_the_tray_for_ever_is_no_hand_but_a_problem() -> None:
    seen = [*[tray_with(FIRST)] * 10, *[covered(FIRST)] * 130]

    *_, hand, roll = settled_rolls(shown(seen), SquareReader(), problems=("The corners are lost.",))

    assert hand.state is TrayState.HAND
    assert isinstance(roll, SettledRoll)
    assert roll.problems == ("Something other than dice is in the tray.", "The corners are lost.")
    assert 11 < roll.time < 13


def test_an_empty_tray_and_dice_that_were_taken_out_are_known() -> None:
    seen = frames((1, [()]), (1, [FIRST]), (1, [FIRST[:2]]), (1, [SECOND]), (1, [()]))

    told = [news.state for news in settled_rolls(seen, SquareReader()) if isinstance(news, SettledRoll)]

    assert told == [TrayState.EMPTY, TrayState.SETTLED, TrayState.TAKEN_OUT, TrayState.SETTLED, TrayState.EMPTY]


def test_problems_of_the_tray_go_with_every_roll() -> None:
    (roll,) = settled_rolls(frames((1.0, [FIRST])), SquareReader(), problems=("The corners are lost.",))

    assert isinstance(roll, SettledRoll)
    assert roll.problems == ("The corners are lost.",)


def test_pictures_of_the_roll_and_of_its_dice() -> None:
    (roll,) = settled_rolls(frames((1.0, [FIRST])), SquareReader())
    assert isinstance(roll, SettledRoll)

    whole = cv2.imdecode(np.frombuffer(roll.picture_jpeg(), np.uint8), cv2.IMREAD_COLOR)
    cuts = [cv2.imdecode(np.frombuffer(cut, np.uint8), cv2.IMREAD_COLOR) for cut in roll.die_jpegs()]

    assert whole is not None
    assert whole.shape == (240, 320, 3)
    levels = []
    for cut in cuts:
        assert cut is not None
        assert cut.shape == (160, 160, 3)
        assert np.median(cut[:12]) < 60, "the tray around the die is shown"
        levels.append(round((float(np.median(cut[60:100, 60:100])) - 100) / 24))
    assert levels == [3, 5, 1]


def test_a_die_at_the_edge_is_cut_out_square() -> None:
    (roll,) = settled_rolls(frames((1.0, [((15, 120, 4),)])), SquareReader())
    assert isinstance(roll, SettledRoll)

    cut = cv2.imdecode(np.frombuffer(roll.die_jpegs()[0], np.uint8), cv2.IMREAD_COLOR)

    assert cut is not None
    assert cut.shape == (160, 160, 3)

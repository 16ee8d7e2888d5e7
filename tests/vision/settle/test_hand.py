from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.frame import Frame, Picture
from vision.settle import HandWatch

Colour = tuple[int, int, int]
Place = tuple[int, int]

GREEN, WINE, SLATE, OAK = (62, 92, 34), (46, 34, 104), (82, 76, 70), (92, 138, 176)
PALE, DARK, GLOVE = (150, 180, 225), (40, 60, 95), (25, 25, 25)
SIDE = 40
LEFT: Place = (150, 100)
RIGHT: Place = (480, 350)


def tray(dice: Sequence[Place] = (), cloth: Colour = GREEN, light: float = 1.0, seed: int = 1) -> Picture:
    """A noisy picture, 640 x 480, of a tray with white dice and their shadows."""
    picture = np.full((480, 640, 3), cloth, np.float32)
    for x, y in dice:
        picture[y - 10 : y + 34, x - 10 : x + 34] *= 0.5
        picture[y - 20 : y + 20, x - 20 : x + 20] = (215, 220, 225)
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.clip(picture * light + noise, 0, 255).astype(np.uint8)


def boxes(dice: Sequence[Place]) -> list[tuple[float, float, float, float]]:
    return [(x - SIDE / 2, y - SIDE / 2, x + SIDE / 2, y + SIDE / 2) for x, y in dice]


def with_hand(picture: Picture, skin: Colour = PALE, to: Place = (330, 250), wide: int = 90) -> Picture:
    """The picture with an arm that reaches in from below."""
    return np.asarray(cv2.line(picture.copy(), (to[0] + 30, 520), to, skin, wide, cv2.LINE_AA), np.uint8)


def frame(picture: Picture, time: float = 0.0) -> Frame:
    return Frame(picture, time, 0)


def watch(dice: Sequence[Place] = (LEFT, RIGHT), cloth: Colour = GREEN) -> HandWatch:
    """One that remembers a tray with these dice."""
    hands = HandWatch()
    hands.remember(tray(dice, cloth, seed=7), boxes(dice))
    return hands


def rests(hands: HandWatch, picture: Picture, dice: Sequence[Place] = (LEFT, RIGHT)) -> bool:
    return hands.see_resting(frame(picture), boxes(dice))


@pytest.mark.parametrize("cloth", [GREEN, WINE, SLATE, OAK])
@pytest.mark.parametrize("skin", [PALE, DARK, GLOVE])
def test_a_hand_of_any_colour_rests_in_the_tray(cloth: Colour, skin: Colour) -> None:
    assert rests(watch(cloth=cloth), with_hand(tray((LEFT, RIGHT), cloth), skin))


@pytest.mark.parametrize("wide", [34, 60, 140])
def test_a_finger_and_a_sleeve_are_hands_too(wide: int) -> None:
    assert rests(watch(), with_hand(tray((LEFT, RIGHT)), wide=wide))


def test_a_hand_is_told_where_dice_were_thrown_since() -> None:
    thrown = ((100, 400), (300, 100), (500, 120))

    assert rests(watch(), with_hand(tray(thrown), to=(480, 300)), thrown)


def test_dice_that_lie_elsewhere_are_no_hand() -> None:
    row = tuple((20 + SIDE * n, 240) for n in range(8))

    assert not rests(watch(), tray(row), row)


@pytest.mark.parametrize("light", [0.4, 0.7, 1.5])
def test_other_light_is_no_hand(light: float) -> None:
    assert not rests(watch(), tray((LEFT, RIGHT), light=light))


def test_a_persons_shadow_is_no_hand() -> None:
    shadow = np.ones((480, 640), np.float32)
    cv2.ellipse(shadow, (320, 480), (300, 260), 0, 0, 360, 0.7, -1)
    soft = np.asarray(cv2.GaussianBlur(shadow, (0, 0), 25))
    shaded = np.clip(tray((LEFT, RIGHT)) * soft[..., None], 0, 255).astype(np.uint8)

    assert not rests(watch(), shaded)


def test_glare_in_the_middle_of_the_cloth_is_no_hand() -> None:
    shining = tray((LEFT, RIGHT)).copy()
    cv2.circle(shining, (320, 240), 60, (250, 250, 250), -1)

    assert not rests(watch(), shining)


def test_a_knocked_camera_is_no_hand() -> None:
    rim = tray((LEFT, RIGHT)).copy()
    cv2.rectangle(rim, (30, 30), (610, 450), (44, 66, 96), 30)
    hands = HandWatch()
    hands.remember(rim, boxes((LEFT, RIGHT)))
    knocked = cv2.warpAffine(rim, np.array([[1.0, 0.0, 14.0], [0.0, 1.0, -9.0]]), (640, 480), borderMode=1)

    assert not rests(hands, np.asarray(knocked, np.uint8), ((LEFT[0] + 14, LEFT[1] - 9), (RIGHT[0] + 14, RIGHT[1] - 9)))


def test_a_tray_that_is_empty_as_it_was_before_is_no_hand() -> None:
    hands = watch(())
    hands.remember(with_hand(tray((LEFT, RIGHT))), boxes((LEFT, RIGHT)))

    assert not rests(hands, tray(), ())


def test_what_reaches_over_the_table_only_is_not_in_the_tray() -> None:
    upper_half = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5)])
    hands = HandWatch(upper_half)
    hands.remember(tray((LEFT,)), boxes((LEFT,)))

    assert not hands.see_resting(frame(with_hand(tray((LEFT,)), to=(330, 330))), boxes((LEFT,)))
    assert hands.see_resting(frame(with_hand(tray((LEFT,)), to=(330, 140))), boxes((LEFT,)))


def test_nothing_is_a_hand_before_the_tray_was_seen_nor_in_pictures_of_another_size() -> None:
    assert not HandWatch().see_resting(frame(with_hand(tray())), ())
    assert not rests(watch(), np.asarray(cv2.resize(with_hand(tray()), (320, 240)), np.uint8))


@pytest.mark.parametrize("rate", [5, 15, 60])
def test_among_moving_dice_a_hand_is_told_once_it_stays(rate: int) -> None:
    hands = watch()

    told = [hands.see_moving(frame(with_hand(tray()), number / rate)) for number in range(rate)]

    first = told.index(True) / rate
    assert 0.15 <= first <= 0.5
    assert False not in told


def test_dice_that_fly_in_over_the_edge_are_no_hand() -> None:
    hands = watch(())

    told = [
        hands.see_moving(frame(tray([(100 + 45 * n, 470 - 60 * step) for n in range(6)]), step / 10))
        for step in range(7)
    ]

    assert True not in told


def test_what_rests_for_too_long_is_no_hand() -> None:
    hands = watch()
    hands.see_resting(frame(with_hand(tray()), 5.0), ())

    assert not hands.stays(14.9)
    assert hands.stays(15.0)
    hands.see_moving(frame(tray(), 15.1))
    assert not hands.stays(16.0)


def test_a_hand_is_told_where_its_arm_lies_over_a_die_at_the_rim() -> None:
    near = ((330, 420), LEFT)
    rimmed = tray(near).copy()
    cv2.rectangle(rimmed, (0, 445), (640, 470), PALE, -1)
    hands = HandWatch()
    hands.remember(rimmed, boxes(near))

    assert rests(hands, with_hand(rimmed, wide=60), (LEFT,))

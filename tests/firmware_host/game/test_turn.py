import pytest

from firmware_host.game.commands import Place
from firmware_host.game.errors import GameRefusal
from firmware_host.game.turn import Turn

FRESH = Turn(size=5, limit=3, faces="pips")
NONE = (False,) * 5


def thrown(*values: int) -> Turn:
    return FRESH.throw(values, NONE)


def held(turn: Turn) -> list[tuple[int, bool]]:
    return [(die.value, die.held) for die in turn.dice]


def test_a_fresh_turn_awaits_the_first_throw() -> None:
    assert (FRESH.rolls_used, FRESH.rolls_left, FRESH.dice) == (0, 3, ())
    with pytest.raises(GameRefusal, match="Throw the dice first"):
        FRESH.hold(0, True)
    with pytest.raises(GameRefusal, match="Throw the dice first"):
        FRESH.correct(0, 3)
    with pytest.raises(GameRefusal, match="Throw the dice first"):
        _ = FRESH.roll


def test_a_throw_lays_its_dice_left_to_right_with_places_and_photo() -> None:
    places = tuple(Place(10.0 * n, 5.0, 8.0) for n in range(5))
    turn = FRESH.throw((5, 1, 4, 2, 3), NONE, places, "roll-1.jpg")
    assert turn.roll.values == (5, 1, 4, 2, 3)
    assert tuple(die.place for die in turn.dice) == places
    assert (turn.photo, turn.rolls_used, turn.rolls_left) == ("roll-1.jpg", 1, 2)


def test_kept_dice_may_change_places_and_stay_held() -> None:
    turn = thrown(5, 1, 5, 2, 3).hold(0, True).hold(2, True)
    after = turn.throw((6, 5, 6, 6, 5), (False, True, False, False, True))
    assert held(after) == [(6, False), (5, True), (6, False), (6, False), (5, True)]


def test_a_held_die_may_be_released_and_thrown() -> None:
    turn = thrown(5, 1, 5, 2, 3).hold(0, True).throw((5, 1, 1, 1, 1), (True, False, False, False, False))
    after = turn.hold(0, False).throw((2, 2, 2, 2, 2), NONE)
    assert held(after) == [(2, False)] * 5


@pytest.mark.parametrize(
    ("values", "kept", "sentence"),
    [
        ((5, 5, 1, 2, 3), (True, False, False, False, False), "You hold 4 5. In the tray, 5 did not move"),
        ((5, 5, 1, 2, 3), (True, True, False, False, False), "You hold 4 5. In the tray, 5 5 did not move"),
        ((5, 5, 1, 2, 3), NONE, "You hold 4 5. In the tray, all dice moved"),
        ((5, 4, 1, 2, 3), (True, True, True, False, False), "You hold 4 5. In the tray, 1 4 5 did not move"),
        ((5, 4, 1, 2, 3), (True,) * 5, "nothing was thrown"),
    ],
)
def test_kept_dice_are_exactly_the_held_ones(values: tuple[int, ...], kept: tuple[bool, ...], sentence: str) -> None:
    turn = thrown(5, 4, 1, 2, 3).hold(0, True).hold(1, True)
    with pytest.raises(GameRefusal, match=sentence):
        turn.throw(values, kept)


def test_the_first_throw_uses_all_the_dice() -> None:
    with pytest.raises(GameRefusal, match="first throw"):
        FRESH.throw((1, 2, 3, 4, 5), (True, False, False, False, False))


def test_no_throw_after_the_last() -> None:
    turn = thrown(1, 2, 3, 4, 5).throw((1, 2, 3, 4, 5), NONE).throw((1, 2, 3, 4, 6), NONE)
    assert turn.rolls_left == 0
    with pytest.raises(GameRefusal, match=r"No rolls are left in this turn\. Score a box\."):
        turn.throw((1, 2, 3, 4, 5), NONE)
    with pytest.raises(GameRefusal, match="no need to hold"):
        turn.hold(0, True)
    assert turn.correct(4, 5).roll.values == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("values", "kept", "places", "sentence"),
    [
        ((1, 2, 3, 4), NONE, (), "with 5 dice. 4 dice were thrown"),
        ((1, 2, 3, 4, 5, 6), NONE, (), "with 5 dice. 6 dice were thrown"),
        ((1, 2, 3, 4, 5), (False,) * 4, (), "which dice were kept"),
        ((1, 2, 3, 4, 5), NONE, (Place(0, 0, 1),), "where they are"),
        ((1, 2, 3, 4, 7), NONE, (), "from 1 to 6"),
        ((0, 2, 3, 4, 5), NONE, (), "from 1 to 6"),
    ],
)
def test_a_throw_is_whole(
    values: tuple[int, ...], kept: tuple[bool, ...], places: tuple[Place, ...], sentence: str
) -> None:
    with pytest.raises(GameRefusal, match=sentence):
        FRESH.throw(values, kept, places)


def test_a_correction_counts_and_remembers_what_was_read() -> None:
    turn = thrown(1, 2, 3, 4, 4).correct(4, 5)
    assert turn.roll.values == (1, 2, 3, 4, 5)
    assert (turn.dice[4].read, turn.dice[4].corrected) == (4, True)
    assert not turn.correct(4, 4).dice[4].corrected


def test_a_held_die_counts_as_it_was_corrected() -> None:
    turn = thrown(1, 2, 3, 4, 4).hold(4, True).correct(4, 6)
    after = turn.throw((6, 1, 1, 1, 1), (True, False, False, False, False))
    assert held(after)[0] == (6, True)
    assert not after.dice[0].corrected


@pytest.mark.parametrize("die", [-1, 5])
def test_a_die_that_is_not_there(die: int) -> None:
    turn = thrown(1, 2, 3, 4, 5)
    with pytest.raises(GameRefusal, match="no die"):
        turn.hold(die, True)
    with pytest.raises(GameRefusal, match="no die"):
        turn.correct(die, 1)


@pytest.mark.parametrize("value", [0, 7])
def test_a_correction_to_a_value_off_the_die(value: int) -> None:
    with pytest.raises(GameRefusal, match="from 1 to 6"):
        thrown(1, 2, 3, 4, 5).correct(0, value)


def test_poker_dice_are_named_by_their_faces() -> None:
    turn = Turn(size=5, limit=3, faces="poker").throw((6, 5, 1, 2, 3), NONE).hold(0, True)
    with pytest.raises(GameRefusal, match=r"You hold A\. In the tray, K did not move"):
        turn.throw((5, 1, 1, 1, 1), (True, False, False, False, False))

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.dice import FACES, DiceError, Roll, face_names, face_of, value_of


@pytest.mark.parametrize(
    ("faces", "names"), [("pips", "1 2 3 4 5 6"), ("poker", "9 10 J Q K A")], ids=["pips", "poker"]
)
def test_faces_stand_for_values_one_to_six(faces: str, names: str) -> None:
    assert face_names(faces) == tuple(names.split())
    assert [value_of(face, faces) for face in names.split()] == [1, 2, 3, 4, 5, 6]
    assert [face_of(value, faces) for value in range(1, 7)] == names.split()


def test_an_ace_is_the_six_and_a_nine_the_one_of_poker_dice() -> None:
    assert value_of("A", "poker") == 6
    assert value_of("9", "poker") == 1


@pytest.mark.parametrize("face", ["7", "0", "A", "", "ace"])
def test_a_face_not_on_the_die_is_refused(face: str) -> None:
    with pytest.raises(DiceError, match="1 2 3 4 5 6"):
        value_of(face, "pips")


@pytest.mark.parametrize("value", [0, 7, -1])
def test_a_value_off_the_die_has_no_face(value: int) -> None:
    with pytest.raises(DiceError, match="from 1 to 6"):
        face_of(value, "poker")


def test_unknown_faces_name_the_known_ones() -> None:
    with pytest.raises(DiceError, match=", ".join(FACES)):
        face_names("runes")


def test_a_roll_counts_its_values() -> None:
    roll = Roll((1, 3, 2, 4, 4))
    assert roll.counts == (1, 1, 1, 2, 0, 0)
    assert roll.total == 14


@given(st.lists(st.integers(1, 6), min_size=1, max_size=10))
def test_counts_and_total_agree_with_the_values(values: list[int]) -> None:
    roll = Roll(tuple(values))
    assert sum(roll.counts) == len(values)
    assert sum(value * count for value, count in enumerate(roll.counts, start=1)) == roll.total


@pytest.mark.parametrize("values", [(), (0,), (7, 1), (1, -1), (1.0, 2), (True, 2), ("1",)])
def test_a_roll_holds_only_values_of_a_die(values: tuple[int, ...]) -> None:
    with pytest.raises(DiceError):
        Roll(values)


def test_the_refusal_quotes_the_roll() -> None:
    with pytest.raises(DiceError, match="1 9 3"):
        Roll((1, 9, 3))

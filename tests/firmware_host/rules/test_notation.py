import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import NotationError, faces_in, format_card, format_roll, parse_card, parse_roll
from firmware_host.rules.rulesets.balut import BALUT
from firmware_host.rules.rulesets.general import GENERAL
from firmware_host.rules.rulesets.poker_dice import POKER_DICE
from firmware_host.rules.scorecard import Entry, Scorecard

rolls = st.lists(st.integers(1, 6), min_size=1, max_size=6).map(lambda values: Roll(tuple(values)))
extras = st.just(0) | st.integers(1, 999_999)
entries = st.one_of(
    st.builds(Entry, st.just(0), st.just(True), extras), st.builds(Entry, st.integers(-999_999, 999_999), extra=extras)
)
cards = st.tuples(*[st.one_of(st.just(()), entries.map(lambda entry: (entry,)))] * 13).map(
    lambda rows: Scorecard(POKER_DICE, rows)
)


@pytest.mark.parametrize(
    ("values", "faces", "line"),
    [((1, 3, 2, 4, 4), "pips", "1 3 2 4 4"), ((6, 5, 4, 3, 2), "poker", "A K Q J 10"), ((1,), "poker", "9")],
)
def test_a_roll_is_its_faces_left_to_right(values: tuple[int, ...], faces: str, line: str) -> None:
    assert format_roll(Roll(values), faces) == line
    assert parse_roll(line, faces) == Roll(values)


@given(rolls, st.sampled_from(["pips", "poker"]))
def test_a_roll_comes_back_from_its_line(roll: Roll, faces: str) -> None:
    assert parse_roll(format_roll(roll, faces), faces) == roll


@pytest.mark.parametrize("line", ["", "1 2 7", "1,2,3", "A K Q", "12345"])
def test_a_line_that_is_no_roll_is_quoted(line: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_roll(line)
    assert repr(line) in str(caught.value)


def test_a_card_is_its_closed_boxes() -> None:
    card = Scorecard.empty(POKER_DICE)
    assert format_card(card) == "-"
    card = card.put("chance", Entry(19)).put("full-house", Entry(0, struck=True)).put("ones", Entry(0))
    assert format_card(card) == "ones=0 full-house=x chance=19"
    assert parse_card("ones=0 full-house=x chance=19", POKER_DICE) == card
    assert parse_card("-", POKER_DICE) == Scorecard.empty(POKER_DICE)


@given(cards)
def test_a_card_comes_back_from_its_line(card: Scorecard) -> None:
    assert parse_card(format_card(card), POKER_DICE) == card


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("ones", "'ones'"),
        ("ones=1 ones=2", "once"),
        ("ones=1,2", "already scored: 1"),
        ("ones=", "neither points nor x"),
        ("ones=two", "neither points nor x"),
        ("ones=1_0", "neither points nor x"),
        ("ones=1+0", "neither points nor x"),
        ("ones=+1", "neither points nor x"),
        ("pair=4", "no box “pair”"),
        (" ", "empty line"),
    ],
)
def test_a_line_that_is_no_card_says_what_is_wrong(line: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        parse_card(line, POKER_DICE)


def test_slots_and_what_turns_earned_are_on_the_line() -> None:
    balut = parse_card("fours=12,x,0 balut=50", BALUT)
    assert balut.entries("fours") == (Entry(12), Entry(0, struck=True), Entry(0))
    assert format_card(balut) == "fours=12,x,0 balut=50"
    general = parse_card("ones=0+100 full-house=25+100 chance=x", GENERAL)
    assert general.bonuses["extra-generals"] == 200
    assert format_card(general) == "ones=0+100 full-house=25+100 chance=x"


@pytest.mark.parametrize(("line", "faces"), [("1 2 3", "pips"), ("9 10 J", "poker"), ("A", "poker"), ("6", "pips")])
def test_faces_are_told_from_the_dice(line: str, faces: str) -> None:
    assert faces_in(line) == faces


@pytest.mark.parametrize("line", ["1 A", "7", "a"])
def test_faces_of_no_dice_are_refused(line: str) -> None:
    with pytest.raises(NotationError, match="1 2 3 4 5 6, or 9 10 J Q K A"):
        faces_in(line)

"""A game's rules in words."""

import pytest

from firmware_host.rules.house import house_ruleset
from firmware_host.rules.options import Option
from firmware_host.rules.rulesets import RULESETS
from web_ui.explaining import control, course, figure, seats, summary
from web_ui.extras import turns_of_play


@pytest.mark.parametrize(
    ("rules", "line"),
    [
        ("poker-dice", "5 dice · 3 rolls · 13 boxes"),
        ("poker-hands", "5 dice · 3 rolls · 5 rounds"),
        ("balut", "5 dice · 3 rolls · 28 turns"),
        ("crag", "3 dice · 2 rolls · 13 boxes"),
    ],
)
def test_one_line(rules: str, line: str) -> None:
    assert summary(RULESETS[rules]) == line


@pytest.mark.parametrize(
    ("rules", "said", "unsaid"),
    [
        ("poker-dice", "the highest total wins", "struck"),
        ("poker-dice", "If the dice do not fit a box, you may score 0 there.", "school"),
        ("poker-hands", "Players tied for the best hand each play another", "box"),
        ("school-poker", "three dice of the value score a cross", "Most points"),
        ("yatzy", "You may also strike a box", "school"),
        ("balut", "Each box is filled 4 times. You may also strike a box", "the highest total wins"),
        ("balut", "Most points win", "minutes"),
        ("crag", "On your turn throw all 3 dice. Hold any you like and throw the others again, up to 2 rolls", "times"),
    ],
)
def test_how_a_game_goes(rules: str, said: str, unsaid: str) -> None:
    told = "\n".join(course(RULESETS[rules]))
    assert said in told
    assert unsaid not in told


def test_options_change_what_is_told() -> None:
    hands = RULESETS["poker-hands"].with_options({"equal-hands": "shared"})
    assert "play another" not in "\n".join(course(hands))
    speed = RULESETS["speed-yatzy"].with_options({"clock-minutes": 1})
    assert "Each player has 1 minute of thinking time" in "\n".join(course(speed))
    assert "more second" not in "\n".join(course(speed))
    fair = RULESETS["speed-yatzy"].with_options({"clock-minutes": 1, "clock-increment": 5})
    assert "Whoever ends a turn gets 5 more seconds to think." in "\n".join(course(fair))


def test_a_fixed_order_is_told_and_what_it_makes_void_is_not() -> None:
    down, up = (RULESETS["yahtzee"].with_options({"order": order}) for order in ("top-down", "bottom-up"))
    assert "in the next box of your column." in "\n".join(course(down))
    joker, _ = turns_of_play(RULESETS["yahtzee"])  # where a joker must go is decided
    assert turns_of_play(down) == (joker, "Boxes are closed in the order of the card, from top to bottom.")
    assert turns_of_play(up) == (joker, "Boxes are closed in the order of the card, from bottom to top.")
    school = house_ruleset('id = "ours"\ntitle = "Ours"\nbased-on = "school-poker"\norder = "top-down"')
    assert "With no die of the value the box stays open." not in "\n".join(course(school))


def test_how_many_play() -> None:
    assert seats(RULESETS["balut"]) == "For 1 to 8 players."
    assert seats(RULESETS["poker-hands"]) == "For 2 to 8 players."


@pytest.mark.parametrize(
    ("choices", "kind"), [((False, True), "switch"), (("a", "b"), "segments"), (tuple(range(9)), "stepper")]
)
def test_every_option_has_a_control(choices: tuple[int | str, ...], kind: str) -> None:
    assert control(Option("x", "X", choices, choices[0])) == kind


@pytest.mark.parametrize(
    ("rules", "box", "dice"),
    [
        ("poker-dice", "small-straight", "4 values in a row"),
        ("poker-dice", "full-house", "3 + 2 equal dice"),
        ("poker-dice", "chance", ""),
        ("school-poker", "ones", ""),
        ("yacht", "little-straight", "1 2 3 4 5"),
        ("crag", "crag", "sum of 13 and 2 equal dice"),
        ("maxi-yatzy", "tower", "4 + 2 equal dice"),
    ],
)
def test_which_dice_a_box_asks_for(rules: str, box: str, dice: str) -> None:
    assert figure(RULESETS[rules].box(box)) == dice


def test_one_figure_or_another() -> None:
    balut = RULESETS["balut"].with_options({"five-is-full-house": True})
    assert figure(balut.box("full-house")) == "3 + 2 equal dice / 5 equal dice"


def test_a_clock_that_is_off_is_called_no_clock() -> None:
    clock = next(option for option in RULESETS["speed-yatzy"].options if option.id == "clock-minutes")
    assert [clock.says(minutes) for minutes in (0, 5)] == ["no clock", "5"]
    assert clock.word(0) == "off"

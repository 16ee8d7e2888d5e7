"""What makes a game odd: jokers, extra fives, the school's exception, doubles, strikes, highest totals."""

from itertools import combinations_with_replacement

import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.notation import parse_card
from firmware_host.rules.options import Setting
from firmware_host.rules.rulesets import RULESETS, ruleset
from firmware_host.rules.scorecard import CardError, Scorecard, mark

FIVES = Roll((5,) * 5)
LOWER_CLOSED = (
    "three-of-a-kind=x four-of-a-kind=x full-house=x small-straight=x large-straight=x five-of-a-kind=50 chance=9"
)
LOWER = ("three-of-a-kind", "four-of-a-kind", "full-house", "small-straight", "large-straight", "chance")


def offers(game: str, card: str, roll: Roll = FIVES, **options: Setting) -> dict[str, tuple[int | None, int]]:
    rules = ruleset(game).with_options(options)
    return {choice.box: (choice.points, choice.extra) for choice in parse_card(card, rules).choices(roll)}


@pytest.mark.parametrize("game", ["general", "yahtzee"])
@pytest.mark.parametrize(("five", "extra"), [("50", 100), ("0", 0), ("x", 0)])
def test_a_joker_has_full_points_in_the_lower_boxes(game: str, five: str, extra: int) -> None:
    found = offers(game, f"five-of-a-kind={five} fives=20")
    assert [found[box] for box in LOWER] == [(worth, extra) for worth in (25, 25, 25, 30, 40, 25)]


@pytest.mark.parametrize("card", ["-", "fives=20", "five-of-a-kind=50", "five-of-a-kind=x"])
def test_general_is_an_ordinary_roll_until_both_boxes_are_closed(card: str) -> None:
    found = offers("general", card)
    assert [found[box] for box in ("full-house", "small-straight", "large-straight")] == [(0, 0)] * 3
    assert {extra for _, extra in found.values()} == {0}


def test_general_lets_the_player_close_another_upper_box_which_earns_nothing() -> None:
    found = offers("general", "five-of-a-kind=50 fives=20")
    assert found["ones"] == (0, 0)
    assert found["chance"] == (25, 100)


def test_general_sends_the_joker_into_any_upper_box_when_all_lower_ones_are_closed() -> None:
    found = offers("general", f"{LOWER_CLOSED} fives=20")
    assert found["ones"] == (0, 100)
    assert offers("general", f"{LOWER_CLOSED} fives=20".replace("kind=50", "kind=x"))["ones"] == (0, 0)
    assert offers("general", LOWER_CLOSED)["ones"] == (0, 0)


def test_extra_generals_stay_on_the_card() -> None:
    rules = ruleset("general")
    card = parse_card("five-of-a-kind=50 fives=20", rules).fill("full-house", FIVES).fill("chance", FIVES)
    assert card.bonuses == {"upper": 0, "extra-generals": 200}
    assert card.total == 50 + 20 + 25 + 25 + 200


def test_yahtzee_forced_joker_goes_to_its_upper_box_first() -> None:
    found = offers("yahtzee", "five-of-a-kind=50")
    assert found.pop("fives") == (25, 100)
    assert set(found.values()) == {(None, 0)}


def test_yahtzee_forced_joker_goes_to_a_lower_box_next_and_to_an_upper_one_last() -> None:
    found = offers("yahtzee", "five-of-a-kind=0 fives=20")
    assert [found[box] for box in ("ones", "sixes")] == [(None, 0)] * 2
    assert found["chance"] == (25, 0)
    assert offers("yahtzee", f"{LOWER_CLOSED} fives=20")["ones"] == (0, 100)


def test_yahtzee_free_joker_goes_anywhere_but_scores_fully_only_with_its_upper_box_closed() -> None:
    found = offers("yahtzee", "five-of-a-kind=50", joker="free")
    assert found["fives"] == (25, 100)
    assert found["ones"] == (0, 100)
    assert found["large-straight"] == (0, 100)
    assert found["chance"] == (25, 100)
    assert offers("yahtzee", "five-of-a-kind=50 fives=x", joker="free")["large-straight"] == (40, 100)


@pytest.mark.parametrize("joker", ["forced", "free"])
def test_yahtzee_with_its_box_open_is_no_joker(joker: str) -> None:
    found = offers("yahtzee", "fives=20", joker=joker)
    assert found["five-of-a-kind"] == (50, 0)
    assert found["full-house"] == (0, 0)
    assert found["ones"] == (0, 0)


def test_speed_yatzy_extra_fives_count_whatever_box_is_closed() -> None:
    found = offers("speed-yatzy", "five-of-a-kind=55")
    assert found["fives"] == (25, 40)
    assert found["straight"] == (0, 40)
    assert {extra for _, extra in offers("speed-yatzy", "five-of-a-kind=0").values()} == {0}
    assert {extra for _, extra in offers("speed-yatzy", "-").values()} == {0}
    card = parse_card("five-of-a-kind=50", ruleset("speed-yatzy")).strike("straight", FIVES)
    assert card.bonuses["extra-fives"] == 40


def test_speed_yatzy_simple_bonus_counts_unused_rolls() -> None:
    rules = ruleset("speed-yatzy")
    assert parse_card("sixes=28 fives=25 ones=7", rules).bonuses["simple"] == 20
    assert parse_card("sixes=28 fives=25 ones=6", rules).bonuses["simple"] == 0


def test_speed_yatzy_all_figures_must_score() -> None:
    rules = ruleset("speed-yatzy")
    five = "two-pairs=20 three-of-a-kind=25 four-of-a-kind=35 straight=30 full-house=30"
    assert parse_card(f"{five} five-of-a-kind=50", rules).bonuses["all-figures"] == 30
    assert parse_card(f"{five} five-of-a-kind=0", rules).bonuses["all-figures"] == 0
    assert parse_card(five, rules).bonuses["all-figures"] == 0


def test_speed_yatzy_gives_nothing_for_unused_rolls_in_a_box_closed_for_nothing() -> None:
    card = Scorecard.empty(ruleset("speed-yatzy"))
    assert card.choice("ones", FIVES, 1).points == 0
    assert card.fill("ones", FIVES, 1).total == 0


OTHERS = " ".join(f"{box.id}=x" for box in ruleset("school-poker").boxes if box.section == "lower")


def school(card: str, *values: int) -> dict[str, int | None]:
    choices = parse_card(card, ruleset("school-poker")).choices(Roll(values))
    return {choice.box: choice.points for choice in choices if choice.points is not None}


def test_a_school_box_whose_value_is_not_on_the_dice_is_closed_only_at_the_very_end() -> None:
    assert set(school("-", 1, 1, 2, 2, 2)) >= {"ones", "twos", "chance"}
    assert "threes" not in school("-", 1, 1, 2, 2, 2)
    assert school(f"{OTHERS} ones=-1 twos=0", 1, 1, 2, 2, 2) == {"threes": -3, "fours": -4, "fives": -5, "sixes": -6}
    assert school(f"{OTHERS} ones=-1", 1, 1, 2, 2, 2) == {"twos": 0}
    one_left = OTHERS.replace("pair=x", "", 1)
    assert school(f"{one_left} ones=-1 twos=0", 1, 1, 2, 2, 2) == {"pair": 2}


def test_school_boxes_cannot_be_struck_even_for_a_cross() -> None:
    card = Scorecard.empty(ruleset("school-poker"))
    cross = card.choice("twos", Roll((2, 2, 2, 1, 1)))
    assert (cross.points, cross.writable, cross.strikable) == (0, True, False)
    assert "cannot be struck" in cross.why_no_strike
    with pytest.raises(CardError, match="cannot be struck"):
        card.strike("twos", Roll((2, 2, 2, 1, 1)))
    with pytest.raises(CardError, match="what Threes collects"):
        card.fill("threes", Roll((2, 2, 2, 1, 1)))


def test_a_school_is_marked_with_crosses_plus_and_minus() -> None:
    rules = ruleset("school-poker")
    card = parse_card("ones=0 twos=2 threes=-3 pair=24 chance=x", rules)
    marks = {box.id: mark(box, row[0]) for box, row in zip(rules.boxes, card.rows, strict=True) if row}
    assert marks == {"ones": "×", "twos": "+2", "threes": "−3", "pair": "24", "chance": "0"}  # noqa: RUF001 - signs


def test_a_reroll_forfeits_the_double_even_if_the_dice_fall_the_same() -> None:
    card = Scorecard.empty(ruleset("school-poker"))
    roll = Roll((6, 6, 1, 2, 4))
    assert [card.choice("pair", roll, used).points for used in (1, 2, 3)] == [24, 12, 12]


@pytest.mark.parametrize("game", ["school-poker", "yatzy", "balut", "crag", "maxi-yatzy", "generala"])
def test_boxes_of_the_games_with_strikes_may_be_struck_with_any_dice(game: str) -> None:
    rules = ruleset(game)
    for box in rules.boxes:
        if not box.school:
            best = max(rolls(rules.dice), key=box.score)
            assert Scorecard.empty(rules).strike(box.id, best).total == 0


@pytest.mark.parametrize("game", ["poker-dice", "speed-yatzy", "general", "yahtzee", "yacht"])
def test_boxes_of_the_other_games_take_what_the_dice_are_worth(game: str) -> None:
    rules = ruleset(game)
    for box in rules.boxes:
        best, worst = max(rolls(rules.dice), key=box.score), min(rolls(rules.dice), key=box.score)
        with pytest.raises(CardError, match="cannot be struck"):
            Scorecard.empty(rules).strike(box.id, best)
        if not box.score(worst):
            assert Scorecard.empty(rules).strike(box.id, worst).total == 0


def rolls(dice: int) -> list[Roll]:
    return [Roll(values) for values in combinations_with_replacement(range(1, 7), dice)]


def best_card(game: str, **options: Setting) -> Scorecard:
    rules = ruleset(game).with_options({name.replace("_", "-"): setting for name, setting in options.items()})
    card = Scorecard.empty(rules)
    for box in rules.boxes:
        for _ in range(box.slots):
            card = card.fill(box.id, max(rolls(rules.dice), key=box.score))
    assert card.complete
    return card


def test_rules_highest_totals() -> None:
    assert best_card("poker-dice").total == 340
    assert best_card("crag").total == 244
    assert best_card("balut").total == 812
    assert best_card("balut").points == 29
    assert best_card("balut", five_is_full_house=True).total == 820
    assert best_card("balut", five_is_full_house=True).points == 29


def test_yatzy_shows_its_sum_against_three_of_each() -> None:
    rules = ruleset("yatzy")
    assert Scorecard.empty(rules).against_par == 0
    assert parse_card("sixes=24 ones=1 pair=12", rules).against_par == 6 - 2
    assert parse_card("fives=x", rules).against_par == -15
    assert Scorecard.empty(ruleset("poker-dice")).against_par is None


def test_double_generala_waits_for_the_first() -> None:
    rules = ruleset("generala")
    assert parse_card("generala=x", rules).choice("double-generala", FIVES).points == 0
    assert parse_card("generala=50", rules).choice("double-generala", FIVES, 1).points == 100
    assert Scorecard.empty(rules).choice("generala", FIVES, 1).points == 60


def test_dice_and_rolls_that_a_game_has_not_are_refused() -> None:
    card = Scorecard.empty(ruleset("crag"))
    for roll, used in ((FIVES, 1), (Roll((1, 2, 3)), 3), (Roll((1, 2, 3)), 0)):
        with pytest.raises(CardError, match=r"3 dice\. A turn has 1 to 2 rolls"):
            card.choices(roll, used)


@pytest.mark.parametrize("game", RULESETS)
def test_every_ruleset_speaks_for_itself(game: str) -> None:
    rules = RULESETS[game]
    assert rules.source.endswith(".")
    assert rules.decisions
    assert all(decision.endswith(".") for decision in rules.decisions)
    assert all(option.explanation.endswith(".") for option in rules.options)
    for option in rules.options:
        assert [option.parse(option.word(choice)) for choice in option.choices] == list(option.choices)
    assert rules.contest or f"{rules.turns} turns. That is at most {rules.turns * rules.rolls} rolls." in rules.longest


@pytest.mark.parametrize(
    ("game", "turns", "boxes", "rolls_a_player"),
    [
        ("speed-yatzy", 13, 13, 39),
        ("school-poker", 15, 15, 45),
        ("yatzy", 15, 15, 45),
        ("balut", 28, 7, 84),
        ("crag", 13, 13, 26),
        ("general", 13, 13, 39),
        ("yahtzee", 13, 13, 39),
        ("yacht", 12, 12, 36),
        ("maxi-yatzy", 20, 20, 60),
        ("generala", 11, 11, 33),
    ],
)
def test_the_longest_game(game: str, turns: int, boxes: int, rolls_a_player: int) -> None:
    rules = ruleset(game)
    assert (rules.turns, len(rules.boxes), rules.turns * rules.rolls) == (turns, boxes, rolls_a_player)


@pytest.mark.parametrize(("word", "setting"), [("on", True), ("Yes", True), ("true", True), ("off", False)])
def test_switches_are_read_as_people_write_them(word: str, setting: bool) -> None:
    assert ruleset("balut").parse_option("five-is-full-house", word) is setting


def test_options_say_what_may_be_chosen() -> None:
    rules = ruleset("speed-yatzy")
    for word, setting in (("off", 0), ("5", 5), ("120", 120)):
        assert rules.parse_option("clock-minutes", word) == setting
    assert rules.with_options({"clock-minutes": 5}).clock_s == 300
    with pytest.raises(ValueError, match="off or a whole number from 1 to 120"):
        rules.parse_option("clock-minutes", "121")
    with pytest.raises(ValueError, match="one of: off, on"):
        ruleset("balut").parse_option("five-is-full-house", "perhaps")
    with pytest.raises(ValueError, match="no option “clock”"):
        rules.parse_option("clock", "5")

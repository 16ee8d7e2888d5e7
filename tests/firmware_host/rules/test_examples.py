"""Every worked example of the sources (by the number of their text) and of the rules written from them."""

import pytest

from firmware_host.rules.notation import faces_in, parse_card, parse_roll
from firmware_host.rules.options import Setting
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Choice, Scorecard


def choice(game: str, dice: str, box: str, used: int = 3, card: str = "-", **options: Setting) -> Choice:
    rules = ruleset(game).with_options({name.replace("_", "-"): setting for name, setting in options.items()})
    used = min(used, rules.rolls)
    return parse_card(card, rules).choice(box, parse_roll(dice, faces_in(dice)), used)


def points(game: str, dice: str, box: str, used: int = 3, card: str = "-", **options: Setting) -> int | None:
    return choice(game, dice, box, used, card, **options).points


# Text 002: the tables give the points, in brackets those of the first roll.
@pytest.mark.parametrize(
    ("dice", "box", "last", "first"),
    [
        ("4 4 4 1 2", "fours", 12, 22),
        ("4 4 2 2 1", "two-pairs", 20, 30),
        ("4 4 4 2 1", "three-of-a-kind", 25, 35),
        ("4 4 4 4 1", "four-of-a-kind", 35, 45),
        ("1 2 3 4 5", "straight", 30, 40),
        ("2 3 4 5 6", "straight", 30, 40),
        ("4 4 4 2 2", "full-house", 30, 40),
        ("4 4 4 4 4", "five-of-a-kind", 50, 60),
        ("6 6 4 2 1", "chance", 19, 29),
    ],
)
def test_text_002_tables(dice: str, box: str, last: int, first: int) -> None:
    assert points("speed-yatzy", dice, box) == last
    assert points("speed-yatzy", dice, box, used=2) == (last + first) / 2
    assert points("speed-yatzy", dice, box, used=1) == first


def test_text_002_two_pairs_do_not_count_as_three_of_a_kind() -> None:
    assert points("speed-yatzy", "4 4 2 2 1", "three-of-a-kind", used=1) == 0


def test_text_002_three_fours_by_its_list_of_bonuses() -> None:
    assert points("speed-yatzy", "4 4 4 1 2", "three-of-a-kind", used=1, speed_bonus_on="figures") == 35
    assert points("speed-yatzy", "4 4 4 1 2", "fours", used=1, speed_bonus_on="figures") == 12
    assert points("speed-yatzy", "6 6 4 2 1", "chance", used=1, speed_bonus_on="figures") == 19


def test_text_002_two_pairs_by_its_prose() -> None:
    assert points("speed-yatzy", "4 4 2 2 1", "two-pairs", used=1, two_pairs_points=25) == 35


# Text 003, its main game.
@pytest.mark.parametrize(
    ("dice", "box", "used", "worth"),
    [
        ("3 3 3 3 1", "threes", 3, 3),
        ("1 2 3 4 6", "ones", 3, -1),
        ("2 2 2 1 6", "twos", 3, 0),
        ("6 6 6 1 2", "three-of-a-kind", 3, 18),
        ("1 2 3 4 5", "low-straight", 3, 15),
        ("1 1 1 1 1", "five-of-a-kind", 3, 55),
        ("1 1 1 1 1", "five-of-a-kind", 1, 110),
        ("6 6 1 2 3", "pair", 1, 24),
        ("6 6 1 2 3", "chance", 1, 18),
        ("3 3 3 3 1", "threes", 1, 3),
        ("2 2 2 2 5", "two-pairs", 3, 0),
        ("5 5 5 5 5", "full-house", 3, 0),
        ("4 4 4 1 2", "pair", 3, 0),
    ],
)
def test_text_003_school_poker(dice: str, box: str, used: int, worth: int) -> None:
    assert points("school-poker", dice, box, used) == worth


@pytest.mark.parametrize(("lenient", "pair", "three", "two"), [(False, 10, 9, 0), (True, 10, 9, 16)])
def test_rules_game_4_3_3_3_5_5(lenient: bool, pair: int, three: int, two: int) -> None:
    def worth(box: str) -> int | None:
        return points("school-poker", "3 3 3 5 5", box, higher_counts_lower=lenient)

    assert (worth("pair"), worth("three-of-a-kind"), worth("two-pairs")) == (pair, three, two)


@pytest.mark.parametrize(
    ("dice", "box", "worth"),
    [
        ("4 4 4 1 2", "pair", 8),
        ("4 4 4 4 2", "three-of-a-kind", 12),
        ("4 4 4 4 4", "four-of-a-kind", 16),
        ("4 4 4 2 2", "two-pairs", 12),
        ("2 2 2 2 5", "two-pairs", 0),
        ("5 5 5 5 5", "full-house", 0),
        ("5 5 5 5 5", "two-pairs", 0),
    ],
)
def test_rules_game_4_higher_counts_lower(dice: str, box: str, worth: int) -> None:
    assert points("school-poker", dice, box, higher_counts_lower=True) == worth
    assert points("school-poker", dice, box, used=1, higher_counts_lower=True) == 2 * worth


@pytest.mark.parametrize(
    ("dice", "pair"),
    [("4 4 4 1 2", 8), ("3 3 3 5 5", 10), ("5 5 5 3 3", 10), ("4 4 4 4 2", 0), ("4 4 4 4 4", 0), ("6 6 1 2 3", 12)],
)
def test_rules_game_4_three_as_pair(dice: str, pair: int) -> None:
    for game, double in (("school-poker", 2), ("yatzy", 1)):

        def worth(box: str, used: int = 3, *, three_as_pair: bool = True, game: str = game) -> int | None:
            return points(game, dice, box, used, higher_counts_lower=False, three_as_pair=three_as_pair)

        assert (worth("pair"), worth("pair", 1)) == (pair, double * pair)
        for box in ("two-pairs", "three-of-a-kind", "four-of-a-kind", "full-house"):
            assert worth(box) == worth(box, three_as_pair=False)


def test_text_003_penalty() -> None:
    rules = ruleset("school-poker")
    school = "ones=-1 twos=0 threes=-3 fours=4 fives=-5"
    assert parse_card(school, rules).bonuses == {"penalty": 0}
    assert parse_card(f"{school} sixes=0", rules).total == -5 - 50
    assert parse_card(f"{school} sixes=6", rules).total == 1
    assert parse_card("ones=0 twos=0 threes=0 fours=0 fives=0 sixes=0", rules).total == 0


def test_text_003_yatzy() -> None:
    rules = ruleset("yatzy")
    threes = "ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18"
    assert parse_card(threes, rules).total == 63 + 50
    assert parse_card(threes.replace("ones=3", "ones=2"), rules).total == 62
    assert points("yatzy", "1 1 1 1 1", "five-of-a-kind", used=1) == 50
    assert points("yatzy", "6 6 6 1 2", "pair") == 12
    assert points("yatzy", "6 6 6 1 2", "pair", higher_counts_lower=False) == 0


# Text 003, balut.
@pytest.mark.parametrize(
    ("dice", "box", "worth"),
    [
        ("1 2 3 4 5", "straight", 15),
        ("6 5 4 3 2", "straight", 20),
        ("6 6 6 5 5", "full-house", 28),
        ("6 6 6 6 6", "full-house", 0),
        ("6 6 6 6 6", "balut", 50),
        ("1 1 1 1 1", "balut", 25),
    ],
)
def test_text_003_balut(dice: str, box: str, worth: int) -> None:
    assert points("balut", dice, box) == worth


FROM_500 = [(500, 3), (549, 3), (550, 4), (599, 4), (600, 5), (649, 5), (650, 6), (812, 6), (820, 6)]


@pytest.mark.parametrize(
    ("total", "won"),
    [(0, -2), (299, -2), (300, -1), (349, -1), (350, 0), (399, 0), (400, 1), (449, 1), (450, 2), (499, 2), *FROM_500],
)
def test_text_003_balut_points_for_the_total(total: int, won: int) -> None:
    (award,) = (award for award in ruleset("balut").awards if award.id == "total")
    assert award.points({}, total) == won


@pytest.mark.parametrize(
    ("card", "award", "won"),
    [
        ("fours=12,12,12,16", "fours", 2),
        ("fours=12,12,12,12", "fours", 0),
        ("fives=20,15,15,15", "fives", 2),
        ("fives=15,15,15,15", "fives", 0),
        ("sixes=24,18,18,18", "sixes", 2),
        ("sixes=18,18,18,18", "sixes", 0),
        ("straight=15,20,15,15", "straight", 4),
        ("straight=15,20,x,15", "straight", 0),
        ("straight=15,20,0,15", "straight", 0),
        ("straight=15,20,15", "straight", 0),
        ("full-house=7,28,20,20", "full-house", 3),
        ("full-house=7,28,20,x", "full-house", 0),
        ("chance=25,25,25,25", "chance", 2),
        ("chance=25,25,25,24", "chance", 0),
        ("balut=50,x,25,0", "balut", 4),
        ("balut=50,30,25,40", "balut", 8),
    ],
)
def test_text_003_balut_points(card: str, award: str, won: int) -> None:
    assert parse_card(card, ruleset("balut")).awards[award] == won


# Text 003, crag.
@pytest.mark.parametrize(
    ("dice", "box", "worth"),
    [
        ("1 2 3", "low-straight", 20),
        ("6 5 4", "high-straight", 20),
        ("2 4 6", "even-straight", 20),
        ("1 3 5", "odd-straight", 20),
        ("2 2 2", "three-of-a-kind", 25),
        ("3 4 6", "thirteen", 26),
        ("3 4 6", "crag", 0),
        ("4 4 5", "crag", 50),
        ("5 5 3", "crag", 50),
        ("6 6 1", "crag", 50),
    ],
)
def test_text_003_crag(dice: str, box: str, worth: int) -> None:
    assert points("crag", dice, box) == worth


@pytest.mark.parametrize("card", ["-", "crag=50", "crag=x"])
def test_text_003_a_second_crag_may_be_written_as_thirteen(card: str) -> None:
    assert points("crag", "6 6 1", "thirteen", card=card) == 26


# Text 004.
@pytest.mark.parametrize(
    ("dice", "box", "worth"),
    [
        ("5 2 5 5 3", "fives", 15),
        ("5 2 5 5 3", "threes", 3),
        ("5 2 5 5 3", "ones", 0),
        ("5 2 5 5 3", "fours", 0),
        ("5 2 5 5 3", "sixes", 0),
        ("5 6 2 6 6", "three-of-a-kind", 25),
        ("6 2 2 2 2", "four-of-a-kind", 14),
        ("3 1 3 3 1", "full-house", 25),
        ("2 3 4 5 3", "small-straight", 30),
        ("6 1 2 3 4", "small-straight", 30),
        ("1 2 3 4 5", "large-straight", 40),
        ("2 3 4 5 6", "large-straight", 40),
        ("5 5 5 5 5", "five-of-a-kind", 50),
    ],
)
def test_text_004_general(dice: str, box: str, worth: int) -> None:
    assert points("general", dice, box) == worth


@pytest.mark.parametrize(("ones", "bonus"), [(3, 35), (2, 0)])
def test_text_004_bonus_of_the_upper_part(ones: int, bonus: int) -> None:
    card = parse_card(f"ones={ones} twos=6 threes=9 fours=12 fives=15 sixes=18", ruleset("general"))
    assert card.bonuses["upper"] == bonus


@pytest.mark.parametrize(
    ("dice", "hand"),
    [
        ("J J J J J", "five-of-a-kind"),
        ("10 10 10 10 A", "four-of-a-kind"),
        ("K K K 9 9", "full-house"),
        ("A K Q J 10", "straight"),
        ("K Q J 10 9", "straight"),
        ("9 9 9 K J", "three-of-a-kind"),
        ("Q Q 9 9 A", "two-pairs"),
        ("10 10 K Q 9", "one-pair"),
        ("A K Q J 9", "bust"),
        ("A K Q 10 9", "bust"),
        ("A K J 10 9", "bust"),
        ("A Q J 10 9", "bust"),
    ],
)
def test_text_000_hands(dice: str, hand: str) -> None:
    contest = ruleset("poker-hands").contest
    assert contest is not None
    assert contest.rank(parse_roll(dice, "poker")).name == hand


# Where texts name a game only: the official extras and the rules of 1938.
@pytest.mark.parametrize(
    ("dice", "box", "worth"),
    [
        ("3 3 3 2 2", "full-house", 13),
        ("3 3 3 3 3", "full-house", 0),
        ("3 3 3 3 6", "four-of-a-kind", 12),
        ("3 3 3 3 3", "four-of-a-kind", 12),
        ("1 2 3 4 5", "little-straight", 30),
        ("1 2 3 4 5", "big-straight", 0),
        ("2 3 4 5 6", "big-straight", 30),
        ("1 2 3 4 6", "choice", 16),
        ("3 3 3 3 3", "yacht", 50),
    ],
)
def test_rules_game_9_yacht(dice: str, box: str, worth: int) -> None:
    assert points("yacht", dice, box) == worth


def test_what_score_answers_for_closed_boxes() -> None:
    assert points("yacht", "3 3 3 3 3", "yacht", card="yacht=50") is None
    assert Scorecard.empty(ruleset("yacht")).complete is False


# Kniffel, by the German sheet: no text of the sources, so the examples follow from its own table.
@pytest.mark.parametrize(
    ("dice", "box", "card", "worth"),
    [
        ("4 4 4 1 6", "three-of-a-kind", "-", 19),
        ("2 2 2 2 6", "four-of-a-kind", "-", 14),
        ("3 3 3 6 6", "full-house", "-", 25),
        ("3 4 5 6 1", "small-straight", "-", 30),
        ("2 3 4 5 6", "large-straight", "-", 40),
        ("5 5 5 5 5", "five-of-a-kind", "-", 50),
        ("5 5 5 5 5", "full-house", "fives=25 five-of-a-kind=50", 0),
        ("5 5 5 5 5", "small-straight", "fives=25 five-of-a-kind=50", 0),
    ],
)
def test_kniffel(dice: str, box: str, card: str, worth: int) -> None:
    assert points("kniffel", dice, box, card=card) == worth
    assert choice("kniffel", dice, box, card=card).extra == 0
    assert choice("kniffel", dice, box, card=card).strikable


def test_kniffel_has_its_bonus_at_63() -> None:
    card = parse_card("ones=3 twos=6 threes=9 fours=12 fives=15 sixes=18", ruleset("kniffel"))
    assert (card.bonuses, card.total) == ({"upper": 35}, 98)

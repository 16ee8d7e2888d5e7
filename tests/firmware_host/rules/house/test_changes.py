"""What a file changes, and what stays as it was in the game that it varies."""

import pytest

from firmware_host.rules.house import house_ruleset
from firmware_host.rules.house.options import SAID_BY_FIELDS
from firmware_host.rules.notation import parse_card, parse_roll
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import ruleset
from firmware_host.rules.scorecard import Choice


def ours(base: str, text: str = "") -> Ruleset:
    return house_ruleset(f'id = "ours"\ntitle = "Ours"\nbased-on = "{base}"\n{text}')


def choice(rules: Ruleset, dice: str, box: str, card: str = "-", used: int = 3) -> Choice:
    return parse_card(card, rules).choice(box, parse_roll(dice), used)


def ids(rules: Ruleset) -> list[str]:
    return [box.id for box in rules.boxes]


@pytest.mark.parametrize("base", ["poker-hands", "balut", "speed-yatzy", "yahtzee", "yatzy"])
def test_a_file_that_changes_nothing_tells_the_same_game(base: str) -> None:
    rules, stock = ours(base), ruleset(base)
    options = tuple(option for option in stock.options if option.id not in SAID_BY_FIELDS)
    assert (rules.boxes, rules.options, rules.contest) == (stock.boxes, options, stock.contest)
    assert (rules.min_players, rules.turns, rules.decisions) == (stock.min_players, stock.turns, stock.decisions)
    assert rules.source == f"House rules based on {stock.title}."


def test_options_of_the_varied_game_still_change_it() -> None:
    rules = ours("yatzy", '[[boxes]]\nid = "pair"\ntitle = "Two alike"\n')
    strict = rules.with_options({"higher-counts-lower": False})
    assert choice(rules, "6 6 6 1 2", "pair").points == 12
    assert choice(strict, "6 6 6 1 2", "pair").points == 0
    assert strict.box("pair").title == "Two alike"


def test_options_are_fixed_narrowed_or_begun_otherwise() -> None:
    text = "[options]\nrounds = { choices = [3, 7] }\nequal-hands = 'shared'\nstraights-are-busts = { default = true }"
    rules = ours("poker-hands", text)
    assert {option.id: (option.choices, option.default) for option in rules.options} == {
        "rounds": ((3, 7), 3),
        "straights-are-busts": ((False, True), True),
    }
    chosen = rules.with_options({"rounds": 7})
    assert chosen.contest is not None
    assert (chosen.turns, chosen.contest.shared, chosen.contest.odds["straight"]) == (7, True, 0)
    assert rules.turns == 3


def test_a_setting_may_be_its_word() -> None:
    assert ours("speed-yatzy", '[options]\nclock-minutes = "off"').clock_s == 0
    assert ours("speed-yatzy", "[options]\nclock-minutes = 5").clock_s == 300
    assert ours("poker-dice", "clock-minutes = 5").clock_s == 300


def test_a_turn_may_add_to_the_clock() -> None:
    assert ours("speed-yatzy", "[options]\nclock-increment = 15").increment_s == 15
    rules = ours("poker-dice", "clock-minutes = 5\nclock-increment = 7")
    assert (rules.clock_s, rules.increment_s) == (300, 7)


def test_a_box_keeps_its_figure_or_its_worth_where_only_the_other_is_said() -> None:
    rules = ours(
        "poker-dice", "[[boxes]]\nid = 'small-straight'\npoints = 33\n[[boxes]]\nid = 'full-house'\nfigure = {run = 3}"
    )
    assert choice(rules, "1 2 3 4 6", "small-straight").points == 33
    assert choice(rules, "1 2 3 5 5", "small-straight").points == 0
    assert choice(rules, "1 2 3 5 5", "full-house").points == 25
    assert rules.box("small-straight").hint == "33"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("points = 9", "9"),
        ("sum = 'all'", "Sum of all dice"),
        ("sum = 'all'\npoints = 9", "Sum of all dice + 9"),
        ("sum = 'figure'", "Sum of the dice that count"),
        ("sum = 'figure'\npoints = 9", "Sum of the dice that count + 9"),
        ("sum = 'figure'\nhint = 'Mine'", "Mine"),
        ("title = 'Other'", "25"),
    ],
)
def test_a_box_says_what_it_is_worth(text: str, hint: str) -> None:
    assert ours("poker-dice", f"[[boxes]]\nid = 'full-house'\n{text}").box("full-house").hint == hint


def test_boxes_are_added_where_they_are_wanted_and_moved() -> None:
    new = "[[boxes]]\nid = 'new'\ntitle = 'New'\npoints = 5\n"
    assert ids(ours("crag", new))[-1] == "new"
    assert ids(ours("crag", f"{new}before = 'ones'"))[0] == "new"
    assert ids(ours("crag", "[[boxes]]\nid = 'crag'\nbefore = 'twos'"))[:3] == ["ones", "crag", "twos"]
    assert ours("crag", new).box("new").striking == "any"
    assert ours("poker-dice", new).box("new").striking == "worthless"
    assert ours("poker-dice", f"striking = 'never'\n{new}").box("new").striking == "never"


def test_ones_to_sixes_become_a_school_and_sums_again() -> None:
    school = ours("poker-dice", "upper = 'school'")
    assert choice(school, "1 1 1 1 2", "ones").points == 1
    assert choice(school, "1 1 1 1 2", "sixes").points is None
    assert "score or strike another box" in choice(school, "1 1 1 1 2", "sixes").why_not.lower()
    sums = ours("school-poker", "upper = 'sums'")
    assert choice(sums, "1 1 1 1 2", "ones").points == 4
    assert choice(sums, "1 1 1 1 2", "sixes").points == 0
    assert choice(sums, "1 1 1 1 2", "sixes").strikable


def test_ones_to_sixes_leave_other_boxes_alone() -> None:
    text = "upper = 'school'\n[options.more]\ntitle = 'More'\nexplanation = 'Sums.'\ndefault = false\n"
    more = "[options.more.when.on]\nupper = 'sums'\n[[options.more.when.on.boxes]]\nid = 'again'\nvalue = 6\n"
    rules = ours("crag", text + more).with_options({"more": True})
    assert ids(rules)[:6] == ids(ruleset("crag"))[:6]
    assert ids(rules)[-1] == "again"
    assert ids(ours("balut", "upper = 'sums'"))[:4] == ["ones", "twos", "threes", "fours"]


def test_what_speaks_of_boxes_that_are_gone_goes_with_them() -> None:
    rules = ours("speed-yatzy", "remove = ['five-of-a-kind', 'ones']")
    assert [bonus.id for bonus in rules.bonuses] == ["simple", "all-figures"]
    card = parse_card("two-pairs=20 three-of-a-kind=25 four-of-a-kind=35 straight=30 full-house=30", rules)
    assert card.bonuses == {"simple": 0, "all-figures": 30}
    rules = ours("yahtzee", "remove = ['five-of-a-kind']")
    assert [bonus.id for bonus in rules.bonuses] == ["upper"]
    assert choice(rules, "5 5 5 5 5", "ones", "fives=25").points == 0
    assert choice(rules, "5 5 5 5 5", "full-house", "fives=25").points == 0


def test_a_joker_without_an_upper_box_of_its_value_is_one() -> None:
    rules = ours("yahtzee", "remove = ['fives']")
    assert choice(rules, "5 5 5 5 5", "full-house", "five-of-a-kind=50").points == 25
    assert choice(rules, "5 5 5 5 5", "ones", "five-of-a-kind=50").points is None


def test_unused_rolls_count_for_as_long_as_a_turn_is() -> None:
    rules = ours("speed-yatzy", "rolls = 5")
    assert choice(rules, "1 2 3 4 5", "straight", used=1).points == 30 + 4 * 5


def test_worth_and_forbids_replace_those_of_the_varied_game() -> None:
    assert choice(ours("school-poker", "worth = []"), "6 6 1 2 3", "pair", used=1).points == 12
    free = ours("yahtzee", "forbids = []")
    assert choice(free, "5 5 5 5 5", "ones", "five-of-a-kind=50").points == 0
    assert choice(ours("school-poker", "forbids = []"), "1 1 1 1 2", "sixes").points is None


def test_bonuses_and_awards_are_changed_added_and_taken_away() -> None:
    rules = ours("yatzy", "[[bonuses]]\nid = 'upper'\nat = 60\npoints = 30")
    assert [(bonus.id, bonus.title) for bonus in rules.bonuses] == [("upper", "Bonus at 60")]
    assert parse_card("sixes=30 fives=25 ones=5", rules).bonuses["upper"] == 30
    rules = ours("yatzy", "[[bonuses]]\nid = 'upper'\nkind = 'all-scored'\nboxes = ['ones']\npoints = 9")
    assert parse_card("ones=1", rules).bonuses["upper"] == 9
    assert ours("yatzy", "remove-bonuses = ['upper']").bonuses == ()
    rules = ours("balut", "remove-awards = ['total']\n[[awards]]\nid = 'fours'\ntitle = 'Fours from 60'\nat = 60")
    assert [award.id for award in rules.awards][-1] == "balut"
    assert parse_card("fours=20,20,16,0", rules).awards["fours"] == 0
    assert parse_card("fours=20,20,16,4", rules).awards["fours"] == 2
    rules = ours("speed-yatzy", "[[bonuses]]\nid = 'extra-fives'\npoints = 75")
    assert choice(rules, "5 5 5 5 5", "chance", "five-of-a-kind=50").extra == 75


def test_a_sum_that_a_school_is_part_of_may_go_down_again() -> None:
    rules = ours("school-poker", "[[bonuses]]\nid = 'good'\nkind = 'sum-from'\nat = 2\npoints = 10")
    assert parse_card("twos=2", rules).bonuses["good"] == 10
    assert parse_card("ones=-1 twos=2", rules).bonuses["good"] == 0
    (memory,) = rules.bonuses[-1].remembers
    assert memory.after(memory.after(0, "twos", 2), "ones", -1) == 1


def test_options_of_its_own_are_switches_or_words() -> None:
    text = "[options.size]\ntitle = 'Size'\nexplanation = 'How many rolls.'\ndefault = 'middle'\n"
    sizes = "[options.size.when.long]\nrolls = 4\n[options.size.when.short]\nrolls = 2\n"
    rules = ours("crag", text + sizes)
    assert [(option.id, option.choices, option.default) for option in rules.options] == [
        ("size", ("middle", "long", "short"), "middle")
    ]
    assert [rules.with_options({"size": size}).rolls for size in ("middle", "long", "short")] == [2, 4, 2]
    ordered = ours("crag", text + "choices = ['short', 'middle', 'long', 'other']\n" + sizes)
    assert ordered.options[0].choices == ("short", "middle", "long", "other")
    on = ours("crag", text.replace("'middle'", "true") + "[options.size.when.off]\nrolls = 1\n")
    assert (on.options[0].choices, on.options[0].default) == ((False, True), True)
    assert (on.rolls, on.with_options({"size": False}).rolls) == (2, 1)

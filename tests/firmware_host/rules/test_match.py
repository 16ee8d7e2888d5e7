import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.house import HouseRulesError, house_ruleset
from firmware_host.rules.match import Made, Match, MatchError
from firmware_host.rules.notation import parse_roll
from firmware_host.rules.options import Setting
from firmware_host.rules.rulesets import ruleset


def strength(line: str, **options: Setting) -> int:
    contest = (
        ruleset("poker-hands")
        .with_options({name.replace("_", "-"): setting for name, setting in options.items()})
        .contest
    )
    assert contest is not None
    return contest.rank(parse_roll(line, "poker")).strength


def begin(seats: int, **options: Setting) -> Match:
    rules = ruleset("poker-hands").with_options({name.replace("_", "-"): setting for name, setting in options.items()})
    assert rules.contest is not None
    return Match.begin(rules.contest, seats)


def play(match: Match, *lines: str) -> Match:
    for line in lines:
        roll: Roll = parse_roll(line, "poker")
        match = match.stand(Made(match.due[0], match.contest.rank(roll), roll.values))
    return match


# From the best to the worst; each next to the one it beats by the least.
ORDER = [
    "A A A A A",
    "9 9 9 9 9",
    "A A A A 9",
    "K K K K A",
    "K K K K Q",
    "A A A 9 9",
    "K K K A A",
    "K K K 9 9",
    "A K Q J 10",
    "K Q J 10 9",
    "A A A K Q",
    "A A A 10 9",
    "9 9 9 A K",
    "A A K K Q",
    "A A K K 9",
    "A A Q Q K",
    "10 10 9 9 J",
    "A A K Q J",
    "A A K Q 9",
    "A A K J 10",
    "9 9 A K Q",
    "9 9 Q J 10",
    "A K Q J 9",
    "A K Q 10 9",
    "A K J 10 9",
    "A Q J 10 9",
]


def test_a_better_hand_is_stronger() -> None:
    strengths = [strength(line) for line in ORDER]
    assert strengths == sorted(set(strengths), reverse=True)


def test_equal_hands_are_equal_in_any_order_of_the_dice() -> None:
    assert strength("9 A 9 K A") == strength("A A K 9 9")


# Dice with wild aces, and the same hand without.
WILD = [
    ("A A A A A", "A A A A A"),
    ("A A A A K", "K K K K K"),
    ("9 9 9 A A", "9 9 9 9 9"),
    ("K K K A Q", "K K K K Q"),
    ("A A A 9 10", "10 10 10 10 9"),
    ("K K A Q Q", "K K K Q Q"),
    ("A A K Q 10", "A K Q J 10"),
    ("A A A K K", "K K K K K"),
    ("9 10 J Q A", "9 10 J Q K"),
    ("A 10 J Q K", "A 10 J Q K"),
    ("A A K K 9", "K K K K 9"),
    ("A K K Q 9", "K K K Q 9"),
    ("A K Q J 9", "K Q J 10 9"),
    ("A K Q 9 9", "9 9 9 K Q"),
    ("9 9 K Q 10", "9 9 K Q 10"),
]


@pytest.mark.parametrize(("line", "meant"), WILD)
def test_wild_aces_count_as_what_makes_the_best_hand(line: str, meant: str) -> None:
    assert strength(line, wild="aces") == strength(meant)


def test_a_wild_ace_makes_three_where_straights_are_busts() -> None:
    assert strength("A A K Q 10", wild="aces", straights_are_busts=True) == strength("K K K Q 10")
    assert strength("A K Q J 10", wild="aces", straights_are_busts=True) == strength("K K Q J 10")


def test_house_rules_name_the_wild_values() -> None:
    text = 'id = "ours"\ntitle = "Ours"\nbased-on = "poker-hands"\nwild = [1, 6]\n'
    contest = house_ruleset(text).contest
    assert contest is not None
    assert contest.rank(parse_roll("9 A K K Q", "poker")).name == "four-of-a-kind"
    assert sum(contest.odds.values()) == 6**5
    chosen = house_ruleset(text).with_options({"straights-are-busts": True, "rounds": 3}).contest
    assert chosen is not None
    assert (chosen.rounds, chosen.odds["straight"]) == (3, 0)
    assert chosen.rank(parse_roll("9 A K K Q", "poker")).name == "four-of-a-kind"
    for wrong in ("[7]", '"aces"'):
        with pytest.raises(HouseRulesError) as caught:
            house_ruleset(text.replace("[1, 6]", wrong))
        assert all(field.startswith("wild") for field in caught.value.faults)
    with pytest.raises(HouseRulesError, match="Only in games of hands"):
        house_ruleset(text.replace("poker-hands", "yatzy"))


def test_straights_may_be_busts_and_are_then_the_highest_and_the_lowest() -> None:
    high, low = (strength(line, straights_are_busts=True) for line in ("A K Q J 10", "K Q J 10 9"))
    busts = [strength(line, straights_are_busts=True) for line in ORDER[-4:]]
    assert high > max(busts)
    assert low < min(busts)
    assert strength("9 9 Q J 10", straights_are_busts=True) > high


def test_the_best_hand_wins_the_round_and_the_first_player_changes() -> None:
    match = begin(3, rounds=3)
    assert match.due == (0, 1, 2)
    match = play(match, "A K Q J 9", "9 9 A K Q", "A K Q J 9")
    assert (match.won, match.due) == ((0, 1, 0), (1, 2, 0))
    match = play(match, "A K Q J 9", "9 9 A K Q", "9 9 9 A K")
    assert (match.won, match.due) == ((1, 1, 0), (2, 0, 1))
    match = play(match, "A A A A A", "9 9 A K Q", "9 9 9 A K")
    assert (match.won, match.due, match.over) == ((1, 1, 1), (), True)
    with pytest.raises(MatchError, match="not the turn of"):
        match.stand(match.rounds[0].hands[0])


def test_tied_players_roll_off_until_one_is_best() -> None:
    match = play(begin(3, rounds=1), "A A K Q J", "9 9 A K Q", "A A K Q J")
    assert (match.due, match.rolling_off, match.won) == ((0, 2), True, (0, 0, 0))
    match = play(match, "9 9 9 9 9", "9 9 9 9 9")
    assert (match.due, match.rolling_off) == ((0, 2), True)
    match = play(match, "A K Q J 9", "9 9 A K Q")
    assert (match.won, match.over, match.rolling_off) == ((0, 0, 1), True, False)
    assert [made.seat for made in match.rounds[0].hands] == [0, 1, 2, 0, 2, 0, 2]


def test_a_roll_off_keeps_the_order_of_its_round() -> None:
    match = play(begin(2, rounds=2), "A A A A A", "9 9 9 9 9", "A A A A A", "A A A A A")
    assert (match.due, match.rolling_off) == ((1, 0), True)


def test_a_shared_round_counts_for_each() -> None:
    match = play(begin(3, rounds=2, equal_hands="shared"), "A A K Q J", "9 9 A K Q", "A A K Q J")
    assert (match.won, match.due, match.rolling_off) == ((1, 0, 1), (1, 2, 0), False)


def test_nobody_makes_a_hand_out_of_turn() -> None:
    match = begin(2)
    hand = match.contest.rank(Roll((1, 2, 3, 4, 5)))
    with pytest.raises(MatchError, match="turn of seat 2"):
        match.stand(Made(1, hand, (1, 2, 3, 4, 5)))

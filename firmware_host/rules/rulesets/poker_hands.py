"""Poker hands: the classic game of card dice, in which the best hand wins the round."""

from dataclasses import replace

from firmware_host.rules.dice import SIDES, Roll
from firmware_host.rules.match import Contest, Hand
from firmware_host.rules.options import Option, Options, switch
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scoring import run

TITLES = {
    "five-of-a-kind": "5 of a kind",
    "four-of-a-kind": "4 of a kind",
    "full-house": "Full house",
    "straight": "Straight",
    "three-of-a-kind": "3 of a kind",
    "two-pairs": "Two pairs",
    "one-pair": "One pair",
    "bust": "Bust",
}
ODDS = {
    "five-of-a-kind": 6,
    "four-of-a-kind": 150,
    "full-house": 300,
    "straight": 240,
    "three-of-a-kind": 1200,
    "two-pairs": 1800,
    "one-pair": 3600,
    "bust": 480,
}
EXAMPLES = {
    "five-of-a-kind": (3, 3, 3, 3, 3),
    "four-of-a-kind": (2, 2, 2, 2, 6),
    "full-house": (5, 5, 5, 1, 1),
    "straight": (6, 5, 4, 3, 2),
    "three-of-a-kind": (1, 1, 1, 5, 3),
    "two-pairs": (4, 4, 1, 1, 6),
    "one-pair": (2, 2, 5, 4, 1),
    "bust": (6, 5, 4, 3, 1),
}
"""The examples that the source prints: J J J J J, 10 10 10 10 A and so on."""
DICE = 5
MOST_ROUNDS = 20
_RANKS = tuple(reversed(TITLES))
_GROUPS = {
    (5,): "five-of-a-kind",
    (4, 1): "four-of-a-kind",
    (3, 2): "full-house",
    (3, 1, 1): "three-of-a-kind",
    (2, 2, 1): "two-pairs",
    (2, 1, 1, 1): "one-pair",
}


def rank(roll: Roll) -> Hand:
    """Return the hand of five dice: equal ranks are compared by the larger groups first, then by the higher values."""
    return _hand(roll, straights=True)


def rank_without_straights(roll: Roll) -> Hand:
    """Return the hand of five dice where a straight is a bust."""
    return _hand(roll, straights=False)


def _hand(roll: Roll, straights: bool) -> Hand:
    groups = sorted(((count, value) for value, count in enumerate(roll.counts, start=1) if count), reverse=True)
    name = _GROUPS.get(tuple(count for count, _ in groups), "bust")
    if straights and run(DICE)(roll):
        name = "straight"
    # Written in base 7, the rank is the first digit and the values of the groups follow it.
    digits = [_RANKS.index(name), *(value for _, value in groups)]
    strength = 0
    for digit in (digits + [0] * DICE)[: DICE + 1]:
        strength = strength * (SIDES + 1) + digit
    return Hand(name, strength)


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    shared = options["equal-hands"] == "shared"
    contest = Contest(int(options["rounds"]), rank, TITLES, ODDS, shared, EXAMPLES)
    if options["straights-are-busts"]:
        odds = {**ODDS, "straight": 0, "bust": ODDS["bust"] + ODDS["straight"]}
        examples = {hand: values for hand, values in EXAMPLES.items() if odds[hand]}
        contest = replace(contest, rank=rank_without_straights, odds=odds, examples=examples)
    return replace(rules, contest=contest)


POKER_HANDS = Ruleset(
    id="poker-hands",
    title="Poker hands",
    dice=DICE,
    rolls=3,
    boxes=(),
    contest=Contest(5, rank, TITLES, ODDS, examples=EXAMPLES),
    options=(
        Option(
            "rounds",
            "Rounds",
            tuple(range(1, MOST_ROUNDS + 1)),
            5,
            "In each round, every player makes one hand and the best hand wins. Most rounds win the match.",
        ),
        switch(
            "straights-are-busts",
            "Straights are busts",
            False,
            "Five dice in a row count as a bust.",
        ),
        Option(
            "equal-hands",
            "Equal best hands",
            ("roll-off", "shared"),
            "roll-off",
            "Roll-off: the tied players each make another hand until one wins. Shared: each gets the round.",
        ),
    ),
    min_players=2,
    variant=_variant,
    gist="best hand wins",
    source="A Romanian and English text of 29 June 2012.",
    decisions=(
        "Most rounds win the match; players with equal rounds share it.",
        "The first player changes each round. In a roll-off the tied players keep their order.",
        "Hands of equal rank are compared by the values of their dice, those of the larger group first (higher pair, "
        "lower pair, fifth die). An ace is high. Suits and colours never count.",
    ),
)

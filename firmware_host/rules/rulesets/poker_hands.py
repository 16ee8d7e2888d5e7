"""Poker hands: the classic game of card dice, in which the best hand wins the round."""

from dataclasses import replace

from firmware_host.rules.dice import SIDES
from firmware_host.rules.hands import DICE, Ranking
from firmware_host.rules.options import Option, Options, switch
from firmware_host.rules.ruleset import Ruleset

MOST_ROUNDS = 20
ACE = SIDES


def _variant(rules: Ruleset, options: Options) -> Ruleset:
    wild = frozenset({ACE} if options["wild"] == "aces" else ())
    ranking = Ranking(not options["straights-are-busts"], wild)
    return replace(rules, contest=ranking.contest(int(options["rounds"]), shared=options["equal-hands"] == "shared"))


POKER_HANDS = Ruleset(
    id="poker-hands",
    title="Poker hands",
    dice=DICE,
    rolls=3,
    boxes=(),
    contest=Ranking().contest(5, shared=False),
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
        Option(
            "wild",
            "Wild dice",
            ("none", "aces"),
            "none",
            "Aces: each ace counts as whatever value makes the best hand, and such a hand is as good as any other of "
            "its kind.",
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

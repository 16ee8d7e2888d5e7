"""What a slot can hold: all that a played game ever writes, and nothing that no dice are worth."""

import numpy as np
import pytest

from firmware_host.rules.dice import Roll
from firmware_host.rules.possible import refuse_impossible
from firmware_host.rules.rulesets import RULESETS, ruleset
from firmware_host.rules.scorecard import CardError, Entry, Scorecard

CARDS = [id_ for id_, rules in RULESETS.items() if rules.boxes]


@pytest.mark.parametrize("game", CARDS)
def test_what_is_played_is_possible(game: str) -> None:
    """Play cards at random, equal dice often, so that jokers and further fives come up as well."""
    chance = np.random.default_rng(7)
    rules = ruleset(game)
    for _ in range(2):
        card = Scorecard.empty(rules)
        while not card.complete:
            equal = chance.random() < 0.4
            values = chance.integers(1, 7, size=1 if equal else rules.dice).tolist()
            roll, used = Roll(tuple(values * (rules.dice // len(values)))), int(chance.integers(1, rules.rolls + 1))
            open_boxes = [choice for choice in card.choices(roll, used) if choice.writable]
            choice = open_boxes[int(chance.integers(len(open_boxes)))]
            close = card.strike if choice.strikable and chance.random() < 0.3 else card.fill
            card = close(choice.box, roll, used)
            refuse_impossible(rules, choice.box, card.entries(choice.box)[-1])


@pytest.mark.parametrize(
    ("game", "box", "entry"),
    [
        ("poker-dice", "fours", Entry(99)),
        ("poker-dice", "full-house", Entry(24)),
        ("school-poker", "threes", Entry(6)),
        ("school-poker", "twos", Entry(0, struck=True)),
        ("speed-yatzy", "straight", Entry(45)),
        ("general", "ones", Entry(5, extra=100)),
        ("generala", "double-generala", Entry(60)),
    ],
)
def test_what_no_dice_score_is_refused(game: str, box: str, entry: Entry) -> None:
    with pytest.raises(CardError, match=r"can hold|cannot be struck|can earn"):
        refuse_impossible(ruleset(game), box, entry)

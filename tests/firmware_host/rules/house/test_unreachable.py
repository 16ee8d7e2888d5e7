"""Bonuses that no dice reach are told, and no others."""

import pytest

from firmware_host.rules.house import house_ruleset
from firmware_host.rules.house.unreachable import unreachable
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from tests.firmware_host.rules.house.examples import HOUSE_RULES, TOLD_IN_PARTS


def doubts(base: str, text: str) -> dict[str, str]:
    return dict(unreachable(house_ruleset(f'id = "ours"\ntitle = "Ours"\nbased-on = "{base}"\n{text}')))


@pytest.mark.parametrize("rules", [*RULESETS.values(), *HOUSE_RULES.values()], ids=lambda rules: rules.id)
def test_whatever_is_shipped_can_be_reached(rules: Ruleset) -> None:
    assert not unreachable(rules)


@pytest.mark.parametrize("text", TOLD_IN_PARTS.values(), ids=TOLD_IN_PARTS)
def test_so_can_all_that_is_told_in_parts(text: str) -> None:
    assert not unreachable(house_ruleset(text))


def test_a_sum_that_the_boxes_cannot_hold_is_told() -> None:
    """A school scores at most its values: 21, where sums reached 63."""
    assert doubts("yatzy", 'upper = "school"') == {
        "bonuses.upper": "It cannot be reached: it needs 63, but its boxes hold at most 21 together. "
        "Lower what it needs, or remove it."
    }


@pytest.mark.parametrize(("at", "told"), [(105, False), (106, True)])
def test_the_bound_is_the_most_that_five_dice_score(at: int, told: bool) -> None:
    """Five of each value: five times 21."""
    text = f'[[bonuses]]\nid = "upper"\ntitle = "Upper"\nat = {at}\n'
    assert bool(doubts("yatzy", text)) is told


@pytest.mark.parametrize(("at", "told"), [(165, False), (166, True)])
def test_what_unused_rolls_add_counts(at: int, told: bool) -> None:
    """5 for each of two unused rolls in each of six boxes."""
    text = f'[options]\nspeed-bonus-on = "all"\n[[bonuses]]\nid = "simple"\ntitle = "Simple"\nat = {at}\n'
    assert bool(doubts("speed-yatzy", text)) is told


@pytest.mark.parametrize(("at", "told"), [(60, False), (61, True)])
def test_what_the_hand_adds_counts(at: int, told: bool) -> None:
    text = f'[[bonuses]]\nid = "b"\nkind = "sum-from"\nboxes = ["generala"]\npoints = 5\nat = {at}\n'
    assert bool(doubts("generala", text)) is told


def test_a_penalty_that_nobody_can_get_is_told() -> None:
    told = doubts("school-poker", 'upper = "sums"')
    assert "less than 0 together, but they hold at least 0" in told["bonuses.penalty"]


def test_an_award_out_of_reach_is_told() -> None:
    told = doubts("balut", '[[awards]]\nid = "fours"\ntitle = "Fours"\nat = 81\n')
    assert "needs 81, but its boxes hold at most 80" in told["awards.fours"]


def test_an_option_that_puts_it_out_of_reach_is_named() -> None:
    text = (
        '[options.few]\ntitle = "Few"\nexplanation = "Three dice."\ndefault = false\n[options.few.when.on]\ndice = 2\n'
    )
    remove = 'remove = ["two-pairs", "three-of-a-kind", "four-of-a-kind", "low-straight", "high-straight", '
    told = doubts("yatzy", f'{remove}"full-house", "five-of-a-kind"]\n{text}')
    assert told["bonuses.upper"].startswith(
        "It cannot be reached with few = on: it needs 63, but its boxes hold at most 42"
    )

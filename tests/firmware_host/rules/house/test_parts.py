"""The parts that house rules can name make the games of this program again, on any card and with any dice."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.rules.dice import Roll
from firmware_host.rules.house import house_ruleset
from firmware_host.rules.parts.awards import ForWritten, TotalBands
from firmware_host.rules.parts.forbids import Forbids
from firmware_host.rules.parts.worth import Worth
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS, ruleset
from firmware_host.rules.scorecard import Choice, Scorecard
from firmware_host.rules.scoring import SchoolMark, Scoring
from firmware_host.solver.model import model_of
from tests.firmware_host.rules.house.examples import TOLD_IN_PARTS
from tests.firmware_host.solver.known_games import ROWS

GAMES = sorted(TOLD_IN_PARTS)


def some_roll(rules: Ruleset, chance: random.Random) -> Roll:
    """Return dice, all equal ones more often than chance would have it."""
    if chance.random() < 0.4:
        return Roll((chance.randint(1, 6),) * rules.dice)
    return Roll(tuple(chance.randint(1, 6) for _ in range(rules.dice)))


def plain(choice: Choice) -> tuple[str, int | None, bool, bool, int]:
    return choice.box, choice.points, choice.writable, choice.strikable, choice.extra


@pytest.mark.parametrize("game", GAMES)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_game_told_in_parts_is_that_game(game: str, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - dice for a test
    stock, ours = ruleset(game), house_ruleset(TOLD_IN_PARTS[game])
    card, own = Scorecard.empty(stock), Scorecard.empty(ours)
    while not card.complete:
        roll, used = some_roll(stock, chance), chance.randint(1, stock.rolls)
        choices = card.choices(roll, used)
        assert [plain(choice) for choice in own.choices(roll, used)] == [plain(choice) for choice in choices]
        choice = chance.choice([choice for choice in choices if choice.writable])
        strike = choice.strikable and chance.random() < 0.2
        card, own = ((before.strike if strike else before.fill)(choice.box, roll, used) for before in (card, own))
        assert own.rows == card.rows
        assert (own.bonuses, own.awards, own.total) == (card.bonuses, card.awards, card.total)


@pytest.mark.parametrize("game", GAMES)
def test_the_coach_takes_it_for_that_game_too(game: str) -> None:
    """By the fingerprint that the coach's README gives of that game, as test_figures.py finds it."""
    assert model_of(house_ruleset(TOLD_IN_PARTS[game])).fingerprint.startswith(ROWS[game]["hash"])


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.id)
def test_every_game_is_made_of_parts_that_can_be_varied(rules: Ruleset) -> None:
    for options in [{option.id: choice} for option in rules.options for choice in option.choices] or [{}]:
        chosen = rules.with_options(options)
        for box in chosen.boxes:
            assert isinstance(box.score, Scoring | SchoolMark)
        for bonus in chosen.bonuses:
            assert hasattr(bonus.earned or bonus.points, "on")
        for award in chosen.awards:
            assert isinstance(award.points, ForWritten | TotalBands)
        assert isinstance(chosen.worth, Worth) or chosen.worth is RULESETS["poker-dice"].worth
        assert isinstance(chosen.forbids, Forbids) or chosen.forbids is RULESETS["poker-dice"].forbids

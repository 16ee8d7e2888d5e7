"""The built-in games, by id."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from firmware_host.errors import DiceTableError
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets.balut import BALUT
from firmware_host.rules.rulesets.crag import CRAG
from firmware_host.rules.rulesets.general import GENERAL
from firmware_host.rules.rulesets.generala import GENERALA
from firmware_host.rules.rulesets.kniffel import KNIFFEL
from firmware_host.rules.rulesets.maxi_yatzy import MAXI_YATZY
from firmware_host.rules.rulesets.poker_dice import POKER_DICE
from firmware_host.rules.rulesets.poker_hands import POKER_HANDS
from firmware_host.rules.rulesets.school_poker import SCHOOL_POKER
from firmware_host.rules.rulesets.speed_yatzy import SPEED_YATZY
from firmware_host.rules.rulesets.yacht import YACHT
from firmware_host.rules.rulesets.yahtzee import YAHTZEE
from firmware_host.rules.rulesets.yatzy import YATZY
from firmware_host.words import Words, say

RULESETS: Mapping[str, Ruleset] = MappingProxyType(
    {
        rules.id: rules
        for rules in (
            POKER_DICE,
            POKER_HANDS,
            SPEED_YATZY,
            SCHOOL_POKER,
            YATZY,
            BALUT,
            CRAG,
            GENERAL,
            YAHTZEE,
            KNIFFEL,
            YACHT,
            MAXI_YATZY,
            GENERALA,
        )
    }
)


class UnknownRulesetError(DiceTableError, LookupError):
    """A game that does not exist here."""


def ruleset(id: str) -> Ruleset:  # noqa: A002 - the project's word throughout
    """Return the rules with this id; UnknownRulesetError lists the ids."""
    try:
        return RULESETS[id]
    except KeyError:
        raise UnknownRulesetError(no_such_game(id, RULESETS)) from None


def no_such_game(id: str, rulesets: Iterable[str]) -> Words:  # noqa: A002 - the project's word throughout
    """Say that no game has this id, and list the ids."""
    return say("There is no game “{id}” here. Choose one of: {games}.", id=id, games=", ".join(rulesets))

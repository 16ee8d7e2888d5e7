"""The games this table knows, by id."""

from collections.abc import Mapping
from types import MappingProxyType

from firmware_host.errors import DiceTableError
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets.poker_dice import POKER_DICE

RULESETS: Mapping[str, Ruleset] = MappingProxyType({rules.id: rules for rules in (POKER_DICE,)})


class UnknownRulesetError(DiceTableError, LookupError):
    """A game that this table does not know."""


def ruleset(id: str) -> Ruleset:  # noqa: A002 - ids are called so throughout
    """Return the rules with this id; UnknownRulesetError names the ids there are."""
    try:
        return RULESETS[id]
    except KeyError:
        raise UnknownRulesetError(f"There is no game {id!r} here. Choose one of: {', '.join(RULESETS)}.") from None

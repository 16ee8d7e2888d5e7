"""House rules: games that people write in a file, as a variant of a built-in game or built from the same parts."""

from firmware_host.rules.house.faults import HouseRulesError
from firmware_host.rules.house.ruleset import house_ruleset

__all__ = ["HouseRulesError", "house_ruleset"]

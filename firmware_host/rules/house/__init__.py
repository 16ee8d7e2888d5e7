"""House rules: games that people write down in a file, varied from the games of this program or made of their parts."""

from firmware_host.rules.house.faults import HouseRulesError
from firmware_host.rules.house.ruleset import house_ruleset

__all__ = ["HouseRulesError", "house_ruleset"]

"""The fixed order of boxes as an option, which many games of this family are also played with."""

from typing import cast

from firmware_host.rules.options import Option, Options
from firmware_host.rules.parts.forbids import ORDERS, Order, ordered
from firmware_host.rules.ruleset import Ruleset


def order_option() -> Option:
    """Return the option that has the boxes closed along the card."""
    return Option(
        "order",
        "Order of the boxes",
        ORDERS,
        "free",
        "In a fixed order each turn closes the next box of the card, from top to bottom or from bottom to top, "
        "whatever the dice show. Nothing else decides where they go.",
        shown={"free": "any", "top-down": "from the top", "bottom-up": "from the bottom"},
    )


def order_variant(rules: Ruleset, options: Options) -> Ruleset:
    """Return the rules with the boxes in the order that the option says."""
    return ordered(rules, cast(Order, options["order"]))

"""Opponents: one that always does what is best, and three that slip, the dearer a slip the more seldom.

A style is a temperature and nothing else. Every choice has a weight that falls with what it costs, by a factor of e for
each `temperature` of points, and one is drawn by these weights. No rule says what to overlook: weaker styles see what
the strongest sees, only less sharply.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from types import MappingProxyType

from firmware_host.coach.advice import Option


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play: `temperature` as a share of what a turn of the game is worth on average, 0 for the exact one."""

    id: str
    temperature: float


STYLES: Mapping[str, Style] = MappingProxyType(
    {
        style.id: style
        for style in (
            Style("exact", 0.0),
            Style("steady", 0.04),
            Style("casual", 0.1),
            Style("wild", 0.2),
        )
    }
)
"""From the strongest to the weakest."""


def drawn(options: Sequence[Option], temperature: float, chance: float) -> Option:
    """Return the choice of a style with so many points of `temperature`; `chance` (0 to below 1) decides.

    `options` are all there are, the best first.
    """
    if temperature <= 0:
        return options[0]
    weights = [exp(-option.cost / temperature) for option in options]
    left = chance * sum(weights)
    for option, weight in zip(options, weights, strict=True):
        left -= weight
        if left < 0:
            return option
    return options[0]

"""Opponents: one that always makes the best play, and three that make mistakes, costly ones less often.

A style is a temperature and nothing else. Every action has a weight that falls with its cost, by a factor of e for each
`temperature` of points, and one is picked by these weights. No rule says what to overlook: weaker styles see what the
strongest sees, only less clearly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from types import MappingProxyType

from firmware_host.coach.advice import RatedAction


@dataclass(frozen=True, slots=True)
class Style:
    """A way to play: `temperature` as a share of the average value of a turn, 0 for the exact style."""

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


def pick(actions: Sequence[RatedAction], temperature: float, chance: float) -> RatedAction:
    """Return what a style with so many points of `temperature` does; `chance` (0 to below 1) decides.

    `actions` are all there are, the best first.
    """
    if temperature <= 0:
        return actions[0]
    weights = [exp(-rated.cost / temperature) for rated in actions]
    left = chance * sum(weights)
    for rated, weight in zip(actions, weights, strict=True):
        left -= weight
        if left < 0:
            return rated
    return actions[0]

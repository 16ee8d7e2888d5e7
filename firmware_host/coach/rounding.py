"""Rounds an account so that what is shown still adds up: start, luck, mistakes and the rest to the result."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor


@dataclass(frozen=True, slots=True)
class RoundedAccount:
    """An account in round figures: start + luck - cost - given + rest - lost_to_time is now, to the digit.

    `rest` is what other players, or points that come in steps, made of it.
    """

    start: float
    luck: float
    cost: float
    given: float
    rest: float
    lost_to_time: float
    now: float


def rounded_account(
    start: float, luck: float, cost: float, given: float, rest: float, lost_to_time: float, places: int, scale: int = 1
) -> RoundedAccount:
    """Round the figures of an account times `scale` to so many decimals; each is less than one last digit off."""
    parts = [scale * part for part in (start, luck, -cost, -given, rest, -lost_to_time)]
    first, gained, lost, gave, others, late = rounded_to_sum(parts, places)
    return RoundedAccount(first, gained, 0.0 - lost, 0.0 - gave, others, 0.0 - late, round(sum(parts), places))


def rounded_to_sum(parts: Sequence[float], places: int) -> tuple[float, ...]:
    """Round `parts` so that they add up to their rounded sum; each is less than one last digit away from its own value.

    What is a round figure already stays so: those that lose most by being rounded down are rounded up.
    """
    unit = 10**places
    scaled = [round(part * unit, 6) for part in parts]  # 0.29 * 100 is a little less than 29
    lowered = [floor(part) for part in scaled]
    by_loss = sorted(range(len(parts)), key=lambda at: lowered[at] - scaled[at])
    for at in by_loss[: round(sum(scaled)) - sum(lowered)]:
        lowered[at] += 1
    return tuple(whole / unit for whole in lowered)

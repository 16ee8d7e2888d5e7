"""How far chance goes: 95 % intervals of shares, by Wilson's method, for what is counted one by one or in groups."""

import math
from collections.abc import Sequence

import numpy as np

Z_95 = 1.959964
"""Deviations of a normal distribution between which 95 % of it lies."""


def wilson(share: float, size: float) -> tuple[float, float]:
    """The 95 % score interval of a share (0-1) seen in so many independent trials; all of 0 to 1 for none.

    Wilson 1927, as method 3 of Newcombe 1998 (doi 10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E).
    Where nothing, or everything, was counted, it still says how often the opposite may happen.
    """
    if size <= 0:
        return 0.0, 1.0
    middle = share + Z_95**2 / (2 * size)
    reach = Z_95 * math.sqrt(share * (1 - share) / size + (Z_95 / (2 * size)) ** 2)
    whole = 1 + Z_95**2 / size
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def design_effect(parts: Sequence[int], wholes: Sequence[int]) -> float:
    """How many times larger the variance of a share is than if its trials, which come in groups, were independent.

    `parts` of the `wholes` trials of each group were counted. Never below 1, and 1 where the share does not vary: a
    few lucky groups must not narrow an interval. The variance is that of a ratio over groups (Kish 1965).
    """
    part, whole = np.array(parts, float), np.array(wholes, float)
    total, groups = whole.sum(), len(whole)
    share = part.sum() / max(1.0, total)
    if groups < 2 or not 0 < share < 1:
        return 1.0
    by_group = groups / (groups - 1) * np.square(part - share * whole).sum() / total**2
    return max(1.0, float(by_group / (share * (1 - share) / total)))


def grouped(parts: Sequence[int], wholes: Sequence[int]) -> tuple[float, float]:
    """The 95 % interval of the share of all `parts` in all `wholes`, given by group, such as by photograph.

    Wilson's, for as many trials as the grouped ones are worth: dice of one photograph are lit and laid alike.
    """
    total = sum(wholes)
    return wilson(sum(parts) / max(1, total), total / design_effect(parts, wholes))

"""The reliability diagram: whether a reader that says it is 90 % sure is right nine times out of ten."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Ends of the ranges of confidence."""
BAR = 20
"""Characters of a bar that stands for all."""

Range = dict[str, float | int]


def reliability(answers: Iterable[tuple[float, bool]]) -> list[Range]:
    """For each range of confidence that occurs: its ends, how many dice, their mean confidence and the part right."""
    pairs = np.array([(confidence, right) for confidence, right in answers], np.float64).reshape(-1, 2)
    places = np.clip(np.searchsorted(EDGES, pairs[:, 0], "right") - 1, 0, len(EDGES) - 2)
    found: list[Range] = []
    for place in np.unique(places).tolist():
        confidence, right = pairs[places == place].mean(0).tolist()
        ends = {"from": EDGES[place], "to": EDGES[place + 1]}
        count = int((places == place).sum())
        found.append({**ends, "dice": count, "confidence": round(confidence, 4), "right": round(right, 4)})
    return found


def diagram(ranges: Sequence[Mapping[str, float | int]]) -> str:
    """The ranges as a Markdown table with bars of the part that was right."""
    lines = ["| confidence | dice | mean | right | |", "|---|---|---|---|---|"]
    for one in ranges:
        bar = "#" * round(BAR * one["right"])
        lines.append(
            f"| {one['from']:.0%} to {one['to']:.0%} | {one['dice']} | {one['confidence']:.1%} | {one['right']:.1%} "
            f"| `{bar:.<{BAR}}` |"
        )
    return "\n".join(lines)

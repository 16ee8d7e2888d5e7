"""The bench's results as a page."""

from collections.abc import Sequence

from tests.system.bench.judging import Findings

COLUMNS = "{:<40}" + "{:>9}" * len(Findings.COUNTS)


def written(found: Sequence[Findings]) -> str:
    """The table, with totals."""
    totals = [sum(numbers) for numbers in zip(*(findings.counts() for findings in found), strict=True)]
    rows = [
        ["scenario", *Findings.COUNTS],
        ["---", *["---:"] * len(Findings.COUNTS)],
        *([findings.name, *map(str, findings.counts())] for findings in found),
        [f"**{len(found)} scenarios**", *(f"**{total}**" for total in totals)],
    ]
    table = "\n".join("| " + " | ".join(row) + " |" for row in rows)
    return f"{HEAD}\n{table}\n"


HEAD = """\
# A thousand scripted throws

Written by `python -m tests.system.bench --write`. Each scenario in
[tests/data/trays/bench](../data/trays/bench) is a script for the simulated tray in which the same things happen again
and again with different dice each time; the script says where the dice really are and what they show.

- *throws* and *touches*: how often dice were thrown, and how often they were pushed, turned over or taken out.
- *right*: read correctly, and the table counts the roll without asking.
- *asked*: reported with a doubt: a die that is not sure, a problem, or not the number of dice the game is played with.
- *unseen*: not reported, because nobody could see it: the camera was away, or the dice were touched again at once.
- *wrong*: counted, but misread. *invented*: counted when nothing was thrown, or before the dice came to rest.
  *missed*: at rest in plain sight, but not reported.
"""

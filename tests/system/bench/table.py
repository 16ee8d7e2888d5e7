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
# A thousand throws by script

Written by `python -m tests.system.bench --write`. Each scenario of
[tests/data/trays/bench](../data/trays/bench) is a script for the simulated tray in which the same things happen again
and again while the dice lie otherwise each time; how they truly lie is known from the script.

- *throws* and *touches*: how often dice were thrown, and pushed, turned over or taken out.
- *right*: told as they lie, and the table counts them without a word.
- *asked*: told with a doubt: a die that is not sure, a problem, or another number of dice than the game is played with.
- *unseen*: nothing was told, and nobody could: the camera was away, or they were touched again at once.
- *wrong*: counted otherwise than they lie. *invented*: counted while nothing was thrown, or before the dice lay still.
  *missed*: they lay still in plain sight, and nothing was told.
"""

"""All games that ship, with their options, by the names that the solver's README has for them."""

import re
from functools import cache
from pathlib import Path

from firmware_host.cli.solver_table import COLUMNS, variants
from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.model import Model

README = Path("firmware_host/solver/README.md").read_text(encoding="utf-8")
ROWS = {
    cells[0]: dict(zip(COLUMNS, cells, strict=True))
    for cells in (line.strip("| ").split(" | ") for line in README.splitlines())
    if len(cells) == len(COLUMNS) and re.fullmatch("[0-9a-f]{8}", cells[-1])
}
"""The README's table: game → column → what stands there."""


@cache
def known() -> dict[str, tuple[Ruleset, Model]]:
    """Return the rules as the options change them, read by the solver; that takes a while, so all tests share it."""
    return {name: (rules, model) for name, rules, model in variants()}

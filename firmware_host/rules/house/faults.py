"""Everything that is wrong with a file of house rules, by field."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from firmware_host.errors import DiceTableError


class HouseRulesError(DiceTableError, ValueError):
    """House rules that cannot be played; `faults` has a sentence for each field, such as "boxes[2].points".

    Entries of lists are counted from 1. A fault in the whole text has the field "".
    """

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("\n".join(format_faults(faults)))
        self.faults = faults


def format_faults(faults: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each fault, starting with its field."""
    for field, sentence in faults.items():
        yield f"{field}: {sentence}" if field else sentence


def known(name: str, names: Iterable[str]) -> str:
    """List the names to choose from, after the likeliest one if `name` is close to it."""
    names = list(names)
    if not names:
        return "There are none to choose from."
    near = get_close_matches(name, names, n=1)
    return f"{f'Did you mean {near[0]}? ' if near else ''}Choose one of: {', '.join(names)}."

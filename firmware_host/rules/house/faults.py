"""What is wrong with a file of house rules: every fault at once, by the field it was found at."""

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches

from firmware_host.errors import DiceTableError


class HouseRulesError(DiceTableError, ValueError):
    """House rules that make no game; `faults` has a sentence for each field, such as "boxes[2].points".

    Entries of lists are counted from 1. A fault of the whole text stands at "".
    """

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__("\n".join(told(faults)))
        self.faults = faults


def told(faults: Mapping[str, str]) -> Iterator[str]:
    """Write each fault as a line that begins with its field."""
    for field, sentence in faults.items():
        yield f"{field}: {sentence}" if field else sentence


def known(name: str, names: Iterable[str]) -> str:
    """Say which names there are, the likeliest first where `name` is nearly one of them."""
    names = list(names)
    if not names:
        return "There is none to choose."
    near = get_close_matches(name, names, n=1)
    return f"{f'Did you mean {near[0]}? ' if near else ''}Choose one of: {', '.join(names)}."

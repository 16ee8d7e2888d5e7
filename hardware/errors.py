"""The errors of the panel. This package stands alone, so they have a root of their own."""

from collections.abc import Sequence
from pathlib import Path


class HardwareError(Exception):
    """A refusal of the panel with a sentence for people: what happened, why, and what to do."""


class PinsFileError(HardwareError, ValueError):
    """A pins file that cannot be used; `faults` has one sentence for each thing to mend."""

    def __init__(self, path: Path, faults: Sequence[str]) -> None:
        self.path = path
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{path.name}: {fault}" for fault in faults))


class NoSuchButtonError(HardwareError, IndexError):
    """A press of a button that the panel does not have."""

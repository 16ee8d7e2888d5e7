"""The errors of the panel. This package imports nothing of ours, so they have their own base class."""

from collections.abc import Sequence
from pathlib import Path


class HardwareError(Exception):
    """An error of the panel with a sentence for people: what happened, why, and what to do."""


class PinsFileError(HardwareError, ValueError):
    """A pins file that cannot be used; `faults` has a sentence for each thing to fix."""

    def __init__(self, path: Path, faults: Sequence[str]) -> None:
        self.path = path
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{path.name}: {fault}" for fault in faults))


class NoSuchButtonError(HardwareError, IndexError):
    """A button that the panel does not have was pressed."""

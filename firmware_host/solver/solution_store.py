"""Stores solved games on disk: one file each, named by the hash of what its values depend on."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.arrays import Values
from firmware_host.solver.errors import TooLargeError
from firmware_host.solver.model import Model
from firmware_host.solver.processes import ResourceUsage, solve_in_processes
from firmware_host.solver.solution import Solution
from firmware_host.words import say
from vision.atomic_file import atomic_write

FOLDER = "coach"
"""The folder's name from before the solver had its own package; files stored then are still found."""
MAX_STATES = 20_000_000


class SolutionStore:
    """The solved games in the folder `coach` of a data folder, which need not exist yet."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER

    def find(self, rules: Ruleset, model: Model) -> Solution | None:
        """Return a game's solution if it is stored; `model` is that of the rules."""
        values = self._load(model)
        return None if values is None else Solution(rules, model, values)

    def solve(
        self,
        rules: Ruleset,
        model: Model,
        processes: int = 1,
        on_progress: Callable[[int], object] = int,
        max_states: int = MAX_STATES,
    ) -> tuple[Solution, ResourceUsage]:
        """Solve a game in processes of its own and store it; `on_progress` gets the number of states solved each time.

        TooLargeError for a game of more states than `max_states`, OSError when the disk refuses.
        """
        check_size(rules, model, max_states)
        exact, usage = solve_in_processes(model, processes, on_progress)
        values = exact.astype(np.float32)  # as stored, so that close decisions come out the same later
        self._save(model, values)
        return Solution(rules, model, values), usage

    def path(self, model: Model) -> Path:
        """Return the file of a game's values."""
        return self._folder / f"{model.fingerprint}.npy"

    def _load(self, model: Model) -> Values | None:
        """Return the stored values, mapped into memory; None if there are none or the file is broken."""
        try:
            values = np.load(self.path(model), mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError, EOFError):
            return None
        return values if values.shape == (model.states,) and values.dtype == np.float32 else None

    def _save(self, model: Model, values: Values) -> None:
        """Write the values completely or not at all."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with atomic_write(self.path(model)) as file:
            np.save(file, values)


def check_size(rules: Ruleset, model: Model, max_states: int = MAX_STATES) -> None:
    """Raise TooLargeError for a game of more than `max_states` states."""
    if model.states > max_states:
        raise TooLargeError(
            say("{game} is too large for the coach: working out its best play would take hours.", game=say(rules.title))
        )

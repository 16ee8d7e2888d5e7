"""Solved games on disk: one file each, named by the hash of what its values depend on."""

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from firmware_host.coach.closing import Values
from firmware_host.coach.errors import TooLargeError
from firmware_host.coach.model import Model
from firmware_host.coach.processes import Effort, solve_in_processes
from firmware_host.coach.solution import Solution
from firmware_host.rules.ruleset import Ruleset
from firmware_host.words import say

FOLDER = "coach"
MOST_STATES = 20_000_000
SECONDS_PER_CHANCE = 4e-10
"""What solving takes on one core of a computer of 2023, for each state and each chance of a roll after each keep."""


class Store:
    """The solved games in the folder `coach` of a data folder, which need not exist yet."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER

    def find(self, rules: Ruleset, model: Model) -> Solution | None:
        """Return a game's solution if it is kept; `model` is that of the rules."""
        values = self._load(model)
        return None if values is None else Solution(rules, model, values)

    def solve(
        self,
        rules: Ruleset,
        model: Model,
        processes: int = 1,
        told: Callable[[int], object] = int,
        most: int = MOST_STATES,
    ) -> tuple[Solution, Effort]:
        """Solve a game in processes of its own and keep it; `told` hears how many states were done each time.

        TooLargeError for a game of more states than `most`, OSError when the disk refuses.
        """
        check_size(rules, model, most)
        exact, effort = solve_in_processes(model, processes, told)
        values = exact.astype(np.float32)  # as it is found again, so that close choices fall alike
        self._keep(model, values)
        return Solution(rules, model, values), effort

    def path(self, model: Model) -> Path:
        """Return the file of a game's values."""
        return self._folder / f"{model.fingerprint}.npy"

    def _load(self, model: Model) -> Values | None:
        """Return what is kept, mapped into memory; nothing where there is none or it is broken."""
        try:
            values = np.load(self.path(model), mmap_mode="r")
        except (OSError, ValueError, EOFError):
            return None
        return values if values.shape == (model.states,) and values.dtype == np.float32 else None

    def _keep(self, model: Model, values: Values) -> None:
        """Write the values wholly or not at all."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self.path(model)
        draft = path.with_name(f".{path.name}.{os.getpid()}.part")
        with draft.open("wb") as file:
            np.save(file, values)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)


def check_size(rules: Ruleset, model: Model, most: int = MOST_STATES) -> None:
    """Refuse a game of more states than `most` with a TooLargeError."""
    if model.states > most:
        seconds = SECONDS_PER_CHANCE * model.states * model.lattice.after.size
        raise TooLargeError(
            say(
                "{game} has {states} states, more than the {most} that are solved here: solving it would take {memory} "
                "MB of memory and about {hours} hours of one processor core.",
                game=say(rules.title),
                states=f"{model.states:,}",
                most=f"{most:,}",
                memory=f"{model.states * 12 / 1e6:,.0f}",
                hours=f"{seconds / 3600:,.1f}",
            )
        )

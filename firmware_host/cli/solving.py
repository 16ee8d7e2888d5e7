"""Solving a game for a command: the request, the effort, and games played to check the value."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import click

from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.arrays import Values
from firmware_host.solver.game_simulator import PlayedGames
from firmware_host.solver.model import Model
from firmware_host.solver.processes import simulate_in_processes
from firmware_host.solver.solution import Solution
from firmware_host.solver.solution_store import MAX_STATES, SolutionStore

MB = 1e6


@dataclass(frozen=True, slots=True)
class SolveRequest:
    """How to solve a game: its options as NAME=VALUE, the number of processes (0: one per core), and the following.

    `force` solves it even if a solution is stored, `allow_large` even if it is too large; `check` is how many games to
    play, with dice thrown from `seed`.
    """

    game: str
    options: Sequence[str] = ()
    processes: int = 0
    force: bool = False
    allow_large: bool = False
    check: int = 0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Effort:
    """What solving took: elapsed seconds, processor seconds, and the peak memory of one process in bytes."""

    seconds: float
    cpu_s: float
    processes: int
    peak_bytes: int

    def __str__(self) -> str:
        """Describe it in words."""
        several = "es" if self.processes > 1 else ""
        return (
            f"solved in {self.seconds:.1f} s, {self.cpu_s:.1f} s of processor time in {self.processes} "
            f"process{several}, at most {self.peak_bytes / MB:.0f} MB of memory in one"
        )


def solution_of(
    rules: Ruleset, model: Model, store: SolutionStore, request: SolveRequest
) -> tuple[Solution, Effort | None]:
    """Return a game's solution and the effort, None if it was stored already; TooLargeError as in `SolutionStore`."""
    solution = None if request.force else store.find(rules, model)
    if solution is not None:
        return solution, None
    processes = processes_of(request)
    began = perf_counter()
    with click.progressbar(length=model.states, label=f"Solving {rules.title}", file=sys.stderr) as bar:
        most = model.states if request.allow_large else MAX_STATES
        solution, effort = store.solve(rules, model, processes, bar.update, most)
    return solution, Effort(perf_counter() - began, effort.cpu_s, processes, effort.peak_bytes)


def play_games(solution: Solution, request: SolveRequest) -> PlayedGames:
    """Play `request.check` games as the solution says."""
    return simulate_in_processes(solution.model, solution.values, request.check, processes_of(request), request.seed)


def mean_of(values: Values) -> tuple[float, float]:
    """Return the mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5


def processes_of(request: SolveRequest) -> int:
    """Return how many processes to use."""
    return request.processes or os.cpu_count() or 1

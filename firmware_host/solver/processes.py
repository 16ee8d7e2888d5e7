"""Solves and simulates in separate processes: several cores help, and the game at the table goes on."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from ctypes import Array, c_double
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from time import process_time

import numpy as np

from firmware_host.solver.arrays import Values
from firmware_host.solver.backward_induction import StateSolver
from firmware_host.solver.game_simulator import GameSimulator, PlayedGames, join_games
from firmware_host.solver.model import Model
from firmware_host.solver.state_groups import StateGroups

SHARES = 4
"""Pieces of a layer for each process, so that none waits long for the last."""
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Each process uses one core; more threads would only wait for one another."""

SHARDS = 4
"""Shares of the games to play: a fixed number, so that one seed always throws the same dice."""

NICE = 10
"""How far solving lowers its priority, if the system can: the game at the table comes first."""

_solvers: list[StateSolver] = []
_simulated: list[tuple[Model, Values]] = []
"""What a process of the pool holds between its tasks."""


@dataclass
class ResourceUsage:
    """What solving took: processor seconds of all processes, and the peak memory (bytes) of one, 0 if unknown."""

    cpu_s: float = 0.0
    peak_bytes: int = 0


def solve_in_processes(
    model: Model, processes: int, on_progress: Callable[[int], object] = int
) -> tuple[Values, ResourceUsage]:
    """Return the values of all states; `on_progress` gets the number of states solved each time."""
    context = get_context("spawn")
    shared = context.RawArray("d", model.states)
    groups = StateGroups(model)
    on_progress(groups.terminal_states)
    usage = ResourceUsage()
    with _environment(), context.Pool(processes, _init_solver, (model, shared)) as pool:
        for layer in range(groups.layers - 2, -1, -1):
            numbers = groups.of_layer(layer)
            split_large = np.array_split(numbers, min(len(numbers), SHARES * processes))
            for done, cpu_s, peak in pool.imap_unordered(
                _solve_task, [(layer, piece.tolist()) for piece in split_large]
            ):
                usage.cpu_s += cpu_s
                usage.peak_bytes = max(usage.peak_bytes, peak)
                on_progress(done)
    return np.ctypeslib.as_array(shared), usage


def simulate_in_processes(model: Model, values: Values, games: int, processes: int, seed: int) -> PlayedGames:
    """Return so many games played by the best actions; the same seed throws the same dice."""
    shares = [games // SHARDS + (shard < games % SHARDS) for shard in range(SHARDS)]
    seeds = np.random.SeedSequence(seed).spawn(SHARDS)
    with _environment(), get_context("spawn").Pool(processes, _init_simulator, (model, values)) as pool:
        shards = pool.map(_play, [shard for shard in zip(shares, seeds, strict=True) if shard[0]], chunksize=1)
    return join_games(shards)


def _init_simulator(model: Model, values: Values) -> None:
    _simulated.append((model, values))


def _play(shard: tuple[int, np.random.SeedSequence]) -> PlayedGames:
    games, seed = shard
    return GameSimulator(*_simulated[0], np.random.default_rng(seed)).play_games(games)


def _init_solver(model: Model, shared: "Array[c_double]") -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    _solvers.append(StateSolver(model, np.ctypeslib.as_array(shared)))


def _solve_task(task: tuple[int, Sequence[int]]) -> tuple[int, float, int]:
    began = process_time()
    done = _solvers[0].solve_groups(*task)
    return done, process_time() - began, _peak_bytes()


def _peak_bytes() -> int:
    """Return the peak memory of this process in bytes; 0 on systems that do not report it.

    Linux counts the memory of the parent process too, but has the process's own in a file.
    """
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return 1024 * int(line.split()[1])
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


@contextmanager
def _environment() -> Iterator[None]:
    """Limit processes that start meanwhile to one thread each."""
    before = {name: os.environ.get(name) for name in ONE_THREAD}
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value

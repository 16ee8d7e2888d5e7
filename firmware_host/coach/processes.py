"""Solving in processes of their own: the game on the table goes on meanwhile, and several cores help."""

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

from firmware_host.coach.closing import Values
from firmware_host.coach.groups import Groups
from firmware_host.coach.model import Model
from firmware_host.coach.play import Played, Players, join
from firmware_host.coach.solve import Worker

SHARES = 4
"""Pieces that each process gets of a layer, so that none waits long for the last."""
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""A process is one core's work; threads inside it would only wait for one another."""

PARTIES = 4
"""Pieces that games to play are cut into, always as many, so that one seed always throws the same dice."""

NICE = 10
"""How much solving steps back, where the system knows that: the game on the table comes first."""

_workers: list[Worker] = []
_tables: list[tuple[Model, Values]] = []
"""What a process of the pool keeps between its tasks."""


@dataclass
class Effort:
    """What solving took: processor seconds of all processes, and the most memory (bytes) of one of them, 0 unknown."""

    cpu_s: float = 0.0
    peak_bytes: int = 0


def solve_in_processes(model: Model, processes: int, told: Callable[[int], object] = int) -> tuple[Values, Effort]:
    """Return the values of all states; `told` hears how many states were done each time."""
    context = get_context("spawn")
    shared = context.RawArray("d", model.states)
    groups = Groups(model)
    told(groups.ends)
    effort = Effort()
    with _environment(), context.Pool(processes, _begin, (model, shared)) as pool:
        for layer in range(groups.layers - 2, -1, -1):
            numbers = groups.of_layer(layer)
            pieces = np.array_split(numbers, min(len(numbers), SHARES * processes))
            for done, cpu_s, peak in pool.imap_unordered(_work, [(layer, piece.tolist()) for piece in pieces]):
                effort.cpu_s += cpu_s
                effort.peak_bytes = max(effort.peak_bytes, peak)
                told(done)
    return np.ctypeslib.as_array(shared), effort


def play_in_processes(model: Model, values: Values, games: int, processes: int, seed: int) -> Played:
    """Return so many games played by `values`; the same seed throws the same dice."""
    shares = [games // PARTIES + (party < games % PARTIES) for party in range(PARTIES)]
    seeds = np.random.SeedSequence(seed).spawn(PARTIES)
    with _environment(), get_context("spawn").Pool(processes, _sit_down, (model, values)) as pool:
        parties = pool.map(_play, [party for party in zip(shares, seeds, strict=True) if party[0]], chunksize=1)
    return join(parties)


def _sit_down(model: Model, values: Values) -> None:
    _tables.append((model, values))


def _play(party: tuple[int, np.random.SeedSequence]) -> Played:
    games, seed = party
    return Players(*_tables[0], np.random.default_rng(seed)).games(games)


def _begin(model: Model, shared: "Array[c_double]") -> None:
    if hasattr(os, "nice"):
        os.nice(NICE)
    _workers.append(Worker(model, np.ctypeslib.as_array(shared)))


def _work(task: tuple[int, Sequence[int]]) -> tuple[int, float, int]:
    began = process_time()
    done = _workers[0].work_out(*task)
    return done, process_time() - began, _peak_bytes()


def _peak_bytes() -> int:
    """Return the most memory that this process ever had, in bytes; 0 on systems that do not tell.

    Linux counts what the process was forked from as well, but tells its own in a file.
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
    """Let processes that begin meanwhile use one thread each."""
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

"""Work in several processes with a progress bar; in a log, where a bar cannot be drawn, a line for each piece done."""

import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any

import click


def run_all(work: Callable[..., Any], pieces: Iterable[tuple[Any, ...]], processes: int, label: str) -> None:
    """Call `work` with the arguments of each piece, in `processes` processes; the first error ends it all."""
    with ProcessPoolExecutor(processes) as pool:
        jobs = [pool.submit(work, *piece) for piece in pieces]
        bar = click.progressbar(as_completed(jobs), length=len(jobs), label=label)
        drawn = sys.stdout.isatty()
        with bar as finished:
            for number, job in enumerate(finished, 1):
                try:
                    job.result()
                except BaseException:
                    pool.shutdown(wait=False, cancel_futures=True)
                    raise
                if not drawn:
                    click.echo(f"{label}: {number} of {len(jobs)}")

"""How soon the coach speaks: `python -m tests.system.coach_times` tells it for each game, as the table asks it.

Games of three are played at random, the coach being told of each event as at the table, and waited for: until its
advice is told, and until the first chances to win are. Games are solved before, where they are not in --data yet.

With --ending a whole game of each is played instead, an event every --pace seconds and the coach silent, and what is
told is how long it takes from the last box to the analysis, in seconds and in processor seconds; with --restart the
program is started again right before that box.
"""

import argparse
import queue
import tempfile
import time
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import click
import numpy as np

from firmware_host.coach.coaches import Coach, find_coach, make_coach
from firmware_host.game.state import Game
from firmware_host.journal.store import Journal
from firmware_host.rules.rulesets import RULESETS
from firmware_host.solver.errors import SolverError
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.table.coach.analysis import Analyser
from firmware_host.table.coach.worker import CoachResult, CoachWorker, spot_of
from tests.firmware_host.coach.random_games import RandomGame

SEATS = 3
PATIENCE = 60.0
"""Seconds; a busy machine is slow, a broken coach never comes to it."""


@dataclass
class Times:
    """Milliseconds that advice takes, and from an event at the table to the advice and to the first chances."""

    alone: list[float] = field(default_factory=list)
    advice: list[float] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)


def main() -> None:
    """Play and print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", default=list(RULESETS), metavar="ID", help="which games; default all")
    parser.add_argument("--events", type=int, default=60, help="throws and boxes of each; default 60")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, help="folder of solved games; default a new one")
    parser.add_argument("--ending", action="store_true", help="measure the wait for the analysis instead")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds from one event to the next; default 1")
    parser.add_argument("--restart", action="store_true", help="start the coach anew before the last box")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = asked.data or Path(folder)
        if asked.ending:
            for game in asked.games:
                waited, spent = ending(game, data, asked.seed, asked.pace, asked.restart)
                click.echo(
                    f"{game:<14} {waited:>6.1f} s from the last box to luck and skill, {spent:.1f} s of a processor"
                )
            return
        heads = " ".join(f"{what:>9} {'p99':>6} {'most':>6}" for what in ("advice", "told", "chances"))
        click.echo(f"milliseconds   {heads}")
        for game in asked.games:
            try:
                coach = find_coach(RULESETS[game], SolutionStore(data)) or make_coach(
                    RULESETS[game], SolutionStore(data), float
                )
            except SolverError as error:
                click.echo(f"{game:<14} {error}")
                continue
            times = measure(game, coach, data, asked.events, asked.seed)
            click.echo(f"{game:<14} {_told(times.alone)} {_told(times.advice)} {_told(times.chances)}")


def measure(game: str, coach: Coach, data: Path, events: int, seed: int) -> Times:
    """Play `events` throws and boxes of a game and measure each; `coach` is asked for advice when all is told."""
    news: queue.SimpleQueue[tuple[float, CoachResult]] = queue.SimpleQueue()
    times = Times()
    with tempfile.TemporaryDirectory() as folder, closing(Journal.open(Path(folder) / "journal.db")) as journal:
        coaching = CoachWorker(SolutionStore(data), Analyser(journal))
        coaching.start(lambda one: news.put((time.monotonic(), one)))
        try:
            for number, played in enumerate(_played(game, events, seed)):
                asked = time.monotonic()
                coaching.look(played)
                _wait(played, asked, news, times if number else Times())  # the first one reads the tables
                if played.turn.dice:
                    began = time.monotonic()
                    coach.advise(played)
                    times.alone.append(1000 * (time.monotonic() - began))
        finally:
            coaching.close()
    return times


def ending(game: str, data: Path, seed: int, pace: float, restart: bool) -> tuple[float, float]:
    """Play a game of three to its end and return the seconds to its analysis, and processor seconds."""
    if find_coach(RULESETS[game], SolutionStore(data)) is None:
        make_coach(RULESETS[game], SolutionStore(data), float)
    news: queue.SimpleQueue[CoachResult] = queue.SimpleQueue()
    played = RandomGame(game, SEATS, seed)
    with tempfile.TemporaryDirectory() as folder, closing(Journal.open(Path(folder) / "journal.db")) as journal:

        def worker() -> CoachWorker:
            started = CoachWorker(SolutionStore(data), Analyser(journal))
            started.start(news.put)
            return started

        coaching = worker()
        stored = journal.append(played.game.id, played.events, 0)
        while not played.game.over:
            coaching.look(played.game)
            time.sleep(pace)
            played.step(slips=0)
            if played.game.over and restart:
                coaching.close()
                coaching = worker()
            stored = journal.append(played.game.id, played.events[stored:], stored)
        began, busy = time.monotonic(), time.process_time()
        coaching.look(played.game)
        coaching.analyse()
        try:
            while news.get(timeout=10 * PATIENCE).analysis is None:
                pass
            return time.monotonic() - began, time.process_time() - busy
        finally:
            coaching.close()


def _played(game: str, events: int, seed: int) -> Iterable[Game]:
    """Yield so many spots of games played at random; those before a turn's first throw too."""
    left = events
    while left:
        played = RandomGame(game, SEATS, seed, coach="always")
        seed += 1
        while left and not played.game.over:
            yield played.game
            played.step(slips=0)
            left -= 1


def _wait(game: Game, asked: float, news: "queue.SimpleQueue[tuple[float, CoachResult]]", times: Times) -> None:
    """Wait until all that there is to say at once has been said."""
    advised = not game.turn.dice
    while True:
        at, one = news.get(timeout=PATIENCE)
        if one.spot != spot_of(game):
            continue
        if one.why:
            raise RuntimeError(str(one.why))
        if one.advice is not None and not advised:
            advised = True
            times.advice.append(1000 * (at - asked))
        if one.chances:
            times.chances.append(1000 * (at - asked))
            return


def _told(times: list[float]) -> str:
    return f"{np.median(times):>9.1f} {np.percentile(times, 99):>6.0f} {max(times):>6.0f}"


if __name__ == "__main__":
    main()

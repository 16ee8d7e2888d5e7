"""`dice-table solve`: what the best play of a game comes to, and games played that way to check it."""

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, process_time

import click
import numpy as np

from firmware_host.assembly.games import load_games
from firmware_host.assembly.scoring import Question
from firmware_host.coach.awards import for_points, points_of
from firmware_host.coach.closing import Values
from firmware_host.coach.hands import Hands
from firmware_host.coach.match_play import MatchPlay
from firmware_host.coach.model import Model, model_of
from firmware_host.coach.play import Played
from firmware_host.coach.processes import play_in_processes
from firmware_host.coach.solution import Solution
from firmware_host.coach.store import MOST_STATES, Store
from firmware_host.errors import DiceTableError
from firmware_host.rules.ruleset import Ruleset

MB = 1e6
MOST_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Solving:
    """How a game is to be solved: its options as NAME=VALUE, processes (0: one a core), and what else was asked.

    `anew` solves it though it is kept; `anyway` though it is too large; `check` is how many games to play, thrown from
    `seed`.
    """

    game: str
    options: Sequence[str] = ()
    processes: int = 0
    anew: bool = False
    anyway: bool = False
    check: int = 0
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Took:
    """What solving took: seconds on the clock and of all processors, and the most memory of one process, in bytes."""

    seconds: float
    cpu_s: float
    processes: int
    peak_bytes: int

    def __str__(self) -> str:
        """Tell it in words."""
        several = "es" if self.processes > 1 else ""
        return (
            f"solved in {self.seconds:.1f} s, {self.cpu_s:.1f} s of processor time in {self.processes} "
            f"process{several}, with {self.peak_bytes / MB:.0f} MB of memory at most in one"
        )


def solve_game(asked: Solving, data: Path) -> None:
    """Solve a game, or find it solved in the data folder, and print what its best play comes to.

    UsageError where there is no such game or option, DiceTableError where it cannot be solved.
    """
    try:
        rules = Question(asked.game, options=asked.options, games=load_games(data)).card_to_fill().ruleset
    except DiceTableError as error:
        raise click.UsageError(str(error)) from error
    if rules.contest:
        _solve_hands(rules, asked)
        return
    store = Store(data)
    solution, took = solution_of(rules, model_of(rules), store, asked)
    _tell_origin(solution, store, took)
    click.echo(f"{rules.title}: the best play comes to a total of {solution.expectation:.4f} on average.")
    played = _check(solution, asked) if asked.check else None
    if rules.awards:
        aim = for_points(rules)
        other, took = solution_of(aim, model_of(aim), store, asked)
        click.echo("Points decide this game: it is solved for them too, nearly.")
        _tell_origin(other, store, took)
        if played:
            _compare(solution, played, other, asked)


def solution_of(rules: Ruleset, model: Model, store: Store, asked: Solving) -> tuple[Solution, Took | None]:
    """Return a game's solution and what it took, None where it was kept from before; TooLargeError as the store."""
    solution = None if asked.anew else store.find(rules, model)
    if solution is not None:
        return solution, None
    processes = processes_of(asked)
    began = perf_counter()
    with click.progressbar(length=model.states, label=f"Solving {rules.title}", file=sys.stderr) as bar:
        most = model.states if asked.anyway else MOST_STATES
        solution, effort = store.solve(rules, model, processes, bar.update, most)
    return solution, Took(perf_counter() - began, effort.cpu_s, processes, effort.peak_bytes)


def _tell_origin(solution: Solution, store: Store, took: Took | None) -> None:
    click.echo(f"{solution.model.states:,} states in {store.path(solution.model)}, {took or 'from before'}.")


def play_as_asked(solution: Solution, asked: Solving) -> Played:
    """Play as many games as asked, as the solution says."""
    return play_in_processes(solution.model, solution.values, asked.check, processes_of(asked), asked.seed)


def _check(solution: Solution, asked: Solving) -> Played:
    """Play games as the solution says and compare their mean with what it promises."""
    played = play_as_asked(solution, asked)
    mean, error = mean_of(played.totals)
    click.echo(
        f"{asked.check:,} games played so came to {mean:.4f} on average, standard error {error:.4f}: "
        f"{(mean - solution.expectation) / error:+.2f} standard errors from the value."
    )
    return played


def _compare(solution: Solution, played: Played, other: Solution, asked: Solving) -> None:
    """Tell what games come to that are played for the total, and for the points."""
    for aim, games in (("total", played), ("points", play_as_asked(other, asked))):
        totals, points = points_of(solution.rules, solution.model, games)
        (total, total_error), (point, point_error) = mean_of(totals), mean_of(points)
        click.echo(
            f"{asked.check:,} games played for the {aim}: {point:.4f} points on average (standard error "
            f"{point_error:.4f}), total {total:.2f} ({total_error:.2f})."
        )


def mean_of(values: Values) -> tuple[float, float]:
    """Return the mean and its standard error."""
    return float(values.mean()), float(values.std(ddof=1)) / len(values) ** 0.5


def _solve_hands(rules: Ruleset, asked: Solving) -> None:
    """Print the chances of a game of hands; they take a moment, and are not kept."""
    began = process_time()
    hands = Hands(rules)
    for players in range(2, MOST_AT_ONCE + 1):
        chances = ", ".join(f"{100 * chance:.2f} %" for chance in hands.round_of(players))
        click.echo(f"{rules.title}, a round of {players}, chances to win it in the order of play: {chances}.")
    match = MatchPlay(hands).chance(rules.turns, 0)
    click.echo(
        f"A match of {rules.turns} rounds of two, for who begins: {100 * match:.2f} % (a shared one is half won)."
    )
    click.echo(f"Worked out in {process_time() - began:.1f} s.")
    if asked.check:
        won = hands.play_two(asked.check, np.random.default_rng(asked.seed)) / asked.check
        chance = float(hands.round_of(2)[0])
        error = (chance * (1 - chance) / asked.check) ** 0.5
        click.echo(
            f"Of {asked.check:,} rounds of two played so the first player won {100 * won:.2f} %, standard error "
            f"{100 * error:.2f}: {(won - chance) / error:+.2f} standard errors from the value."
        )


def processes_of(asked: Solving) -> int:
    """Return in how many processes to work."""
    return asked.processes or os.cpu_count() or 1

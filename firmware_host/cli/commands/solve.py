"""`dice-table solve`: the average result of best play, and games played that way to check it."""

from pathlib import Path
from time import process_time

import click
import numpy as np

from firmware_host.app.games import load_games
from firmware_host.cli.options import data_option, rule_option, settings_of
from firmware_host.cli.question import Question
from firmware_host.cli.solver_table import print_table
from firmware_host.cli.solving import Effort, SolveRequest, mean_of, play_games, solution_of
from firmware_host.errors import DiceTableError
from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.errors import TooLargeError
from firmware_host.solver.game_simulator import PlayedGames
from firmware_host.solver.hand_solver import HandSolver
from firmware_host.solver.match_solver import MatchSolver
from firmware_host.solver.model import model_of
from firmware_host.solver.solution import Solution
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.solver.surrogate import surrogate_rules, totals_and_points

MOST_PLAYERS = 4


@click.command()
@click.argument("game", metavar="[ID]", required=False)
@rule_option
@click.option("--processes", type=click.IntRange(1), metavar="N", help="Number of processes.  [default: one per core]")
@click.option("--check", type=click.IntRange(2), metavar="GAMES", help="Play this many games to check the value.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the dice in these games.")
@click.option("--force", is_flag=True, help="Solve again even if a solution is stored.")
@click.option("--allow-large", is_flag=True, help="Solve even a game that takes hours and gigabytes.")
@data_option
def command(
    game: str | None,
    options: tuple[str, ...],
    processes: int | None,
    check: int | None,
    seed: int,
    force: bool,
    allow_large: bool,
    data: Path | None,
) -> None:
    """Work out the best play of a game and its average result, and store them for the coach.

    Without ID, print a table of all games and their options. Exit status 2 for an unknown game or option, 1 for a game
    that is too large.
    """
    request = SolveRequest(game or "", options, processes or 0, force, allow_large, check or 0, seed)
    folder = settings_of(data=data).data
    if game is None:
        print_table(request, folder)
    else:
        _solve(request, folder)


def _solve(request: SolveRequest, data: Path) -> None:
    """Solve a game, or find its solution in the data folder, and print the average result of best play.

    UsageError if there is no such game or option, DiceTableError if it cannot be solved.
    """
    try:
        rules = Question(request.game, options=request.options, games=load_games(data)).card_to_fill().ruleset
    except DiceTableError as error:
        raise click.UsageError(str(error)) from error
    if rules.contest:
        _solve_hands(rules, request)
        return
    store = SolutionStore(data)
    try:
        solution, took = solution_of(rules, model_of(rules), store, request)
    except TooLargeError as error:
        raise click.ClickException(f"{error} To do it all the same, add --allow-large.") from error
    _print_origin(solution, store, took)
    click.echo(f"{rules.title}: best play averages a total of {solution.expectation:.4f}.")
    played = _check(solution, request) if request.check else None
    if rules.awards:
        aim = surrogate_rules(rules)
        other, took = solution_of(aim, model_of(aim), store, request)
        click.echo("Points decide this game, so it is also solved for points, approximately.")
        _print_origin(other, store, took)
        if played:
            _compare(solution, played, other, request)


def _print_origin(solution: Solution, store: SolutionStore, took: Effort | None) -> None:
    click.echo(f"{solution.model.states:,} states in {store.path(solution.model)}, {took or 'stored earlier'}.")


def _check(solution: Solution, request: SolveRequest) -> PlayedGames:
    """Play games as the solution says and compare their mean with its value."""
    played = play_games(solution, request)
    mean, error = mean_of(played.totals)
    click.echo(
        f"{request.check:,} games played this way averaged {mean:.4f}, standard error {error:.4f}: "
        f"{(mean - solution.expectation) / error:+.2f} standard errors from the value."
    )
    return played


def _compare(solution: Solution, played: PlayedGames, other: Solution, request: SolveRequest) -> None:
    """Print the results of games played for the total, and of games played for the points."""
    for aim, games in (("total", played), ("points", play_games(other, request))):
        totals, points = totals_and_points(solution.rules, solution.model, games)
        (total, total_error), (point, point_error) = mean_of(totals), mean_of(points)
        click.echo(
            f"{request.check:,} games played for the {aim}: {point:.4f} points on average (standard error "
            f"{point_error:.4f}), total {total:.2f} ({total_error:.2f})."
        )


def _solve_hands(rules: Ruleset, request: SolveRequest) -> None:
    """Print the chances of a game of hands; these are quick to compute and not stored."""
    began = process_time()
    hands = HandSolver(rules)
    for players in range(2, MOST_PLAYERS + 1):
        chances = ", ".join(f"{100 * chance:.2f} %" for chance in hands.round_chances(players))
        click.echo(f"{rules.title}, chances of winning a round of {players}, in playing order: {chances}.")
    match = MatchSolver(hands).chance(rules.turns, 0)
    click.echo(
        f"Who begins a match of {rules.turns} rounds between two wins {100 * match:.2f} % (a shared match is half won)."
    )
    click.echo(f"Computed in {process_time() - began:.1f} s.")
    if request.check:
        won = hands.simulate_rounds_of_two(request.check, np.random.default_rng(request.seed)) / request.check
        chance = float(hands.round_chances(2)[0])
        error = (chance * (1 - chance) / request.check) ** 0.5
        click.echo(
            f"The first player won {100 * won:.2f} % of {request.check:,} rounds of two played this way, standard "
            f"error {100 * error:.2f}: {(won - chance) / error:+.2f} standard errors from the value."
        )

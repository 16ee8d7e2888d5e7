"""The figures of all built-in games, with each of their options, as a table: `dice-table solve` without a game."""

from collections.abc import Iterator
from pathlib import Path

import click

from firmware_host.cli.solving import MB, Effort, SolveRequest, mean_of, play_games, solution_of
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.solver.errors import TooLargeError
from firmware_host.solver.model import Model, model_of
from firmware_host.solver.solution import Solution
from firmware_host.solver.solution_store import SolutionStore

COLUMNS = ("game", "best play", "states", "processor s", "s", "MB per process", "played", "standard errors off", "hash")
UNKNOWN = "\N{EN DASH}"


def print_table(request: SolveRequest, data: Path) -> None:
    """Print the table line by line; times are only for games solved just now."""
    store = SolutionStore(data)
    click.echo(f"| {' | '.join(COLUMNS)} |")
    click.echo(f"| --- |{' ---: |' * (len(COLUMNS) - 2)} --- |")
    for name, rules, model in variants():
        try:
            solution, took = solution_of(rules, model, store, request)
        except TooLargeError:
            figures = [UNKNOWN, f"{model.states:,}", *([UNKNOWN] * 5)]
        else:
            figures = [f"{solution.expectation:.4f}", f"{model.states:,}", *_effort(took), *_checked(solution, request)]
        click.echo(f"| {' | '.join([name, *figures, model.fingerprint[:8]])} |")


def variants() -> Iterator[tuple[str, Ruleset, Model]]:
    """Yield all games with a card, as they are and with each option that changes scores, with their names."""
    for rules in RULESETS.values():
        if rules.contest:
            continue
        model = model_of(rules)
        seen = {model.fingerprint}
        yield rules.id, rules, model
        for option in rules.options:
            for choice in () if option.id.startswith("clock-") else option.choices:
                other = rules.with_options({option.id: choice})
                if choice == option.default or other.first_roll_wins or other.saved_rolls:
                    continue  # the last two are not solved
                model = model_of(other)
                if model.fingerprint not in seen:
                    seen.add(model.fingerprint)
                    yield f"{rules.id} {option.id}={option.word(choice)}", other, model


def _effort(took: Effort | None) -> list[str]:
    if took is None:
        return [UNKNOWN] * 3
    return [f"{took.cpu_s:.1f}", f"{took.seconds:.1f}", f"{took.peak_bytes / MB:.0f}"]


def _checked(solution: Solution, request: SolveRequest) -> list[str]:
    if not request.check:
        return [UNKNOWN] * 2
    mean, error = mean_of(play_games(solution, request).totals)
    return [f"{mean:.4f} \N{PLUS-MINUS SIGN} {error:.4f}", f"{(mean - solution.expectation) / error:+.2f}"]

"""`dice-table solve` without a game: the figures of all games that ship, with each of their options, as a table."""

from collections.abc import Iterator
from pathlib import Path

import click

from firmware_host.assembly.solving import MB, Solving, Took, mean_of, play_as_asked, solution_of
from firmware_host.coach.errors import TooLargeError
from firmware_host.coach.model import Model, model_of
from firmware_host.coach.solution import Solution
from firmware_host.coach.store import Store
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS

COLUMNS = ("game", "best play", "states", "processor s", "s", "MB a process", "played", "standard errors off", "hash")
UNKNOWN = "\N{EN DASH}"


def tell_figures(asked: Solving, data: Path) -> None:
    """Print the table, a line at a time; times are of games solved just now."""
    store = Store(data)
    click.echo(f"| {' | '.join(COLUMNS)} |")
    click.echo(f"| --- |{' ---: |' * (len(COLUMNS) - 2)} --- |")
    for name, rules, model in variants():
        try:
            solution, took = solution_of(rules, model, store, asked)
        except TooLargeError:
            figures = [UNKNOWN, f"{model.states:,}", *([UNKNOWN] * 5)]
        else:
            figures = [f"{solution.expectation:.4f}", f"{model.states:,}", *_effort(took), *_checked(solution, asked)]
        click.echo(f"| {' | '.join([name, *figures, model.fingerprint[:8]])} |")


def variants() -> Iterator[tuple[str, Ruleset, Model]]:
    """Yield all games with a card, as they are and with each option changed that changes scores, with their names."""
    for rules in RULESETS.values():
        if rules.contest:
            continue
        model = model_of(rules)
        seen = {model.fingerprint}
        yield rules.id, rules, model
        for option in rules.options:
            for choice in option.choices if option.id != "clock-minutes" else ():
                other = rules.with_options({option.id: choice})
                model = model_of(other)
                if model.fingerprint not in seen:
                    seen.add(model.fingerprint)
                    yield f"{rules.id} {option.id}={option.word(choice)}", other, model


def _effort(took: Took | None) -> list[str]:
    if took is None:
        return [UNKNOWN] * 3
    return [f"{took.cpu_s:.1f}", f"{took.seconds:.1f}", f"{took.peak_bytes / MB:.0f}"]


def _checked(solution: Solution, asked: Solving) -> list[str]:
    if not asked.check:
        return [UNKNOWN] * 2
    mean, error = mean_of(play_as_asked(solution, asked).totals)
    return [f"{mean:.4f} \N{PLUS-MINUS SIGN} {error:.4f}", f"{(mean - solution.expectation) / error:+.2f}"]

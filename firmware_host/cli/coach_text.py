"""The coach for a command, and its choices in a few words."""

import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TypeVar

import click

from firmware_host.cli.language import tell
from firmware_host.coach.advice import Advice, StandHand, TurnAction
from firmware_host.coach.caution import CautiousAdvisers
from firmware_host.coach.coaches import Coach, find_coach, make_coach
from firmware_host.game.state import Game
from firmware_host.rules.dice import face_of
from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.solution import Keep
from firmware_host.solver.solution_store import SolutionStore
from firmware_host.words import Words, say

PROGRESS_STEPS = 1000

_Found = TypeVar("_Found")


def coach_for(rules: Ruleset, data: Path) -> Coach:
    """Return a game's coach; a game that has not been solved is solved now. CoachError if it can have no coach."""
    store = SolutionStore(data)
    return find_coach(rules, store) or _solving(rules, lambda count: make_coach(rules, store, count))


def cautious_advice(coach: Coach, game: Game, caution: int, data: Path) -> Advice:
    """Return all actions with caution, solved for now where it has not been. CoachError if there is none to set."""
    advisers = CautiousAdvisers(SolutionStore(data))
    return _solving(game.ruleset, lambda count: advisers.advise(coach, game, caution, count))


def _solving(rules: Ruleset, work: Callable[[Callable[[float], object]], _Found]) -> _Found:
    """Return what some work finds, with a bar once it tells the share done."""
    with ExitStack() as shown:
        bar = cache(
            lambda: shown.enter_context(
                click.progressbar(
                    length=PROGRESS_STEPS, label=tell(say("Solving {game}", game=say(rules.title))), file=sys.stderr
                )
            )
        )
        return work(lambda share: bar().update(int(share * PROGRESS_STEPS) - bar().pos))


def format_choice(choice: TurnAction, rules: Ruleset) -> Words:
    """Describe a choice as an order in a few words."""
    if isinstance(choice, StandHand):
        return say("Let the hand stand")
    if isinstance(choice, Keep):
        if not choice.dice:
            return say("Throw all the dice again")
        return say("Keep {dice}", dice=format_dice(choice.dice, rules.faces))
    title = say(rules.box(choice.box).called)
    if choice.struck:
        return say("Strike {title}", title=title)
    return say("Score {points} in {title}", points=choice.points, title=title)


def format_made(choice: TurnAction, rules: Ruleset) -> Words:
    """Describe a choice in a few words that go on a sentence: to keep 5 5."""
    if isinstance(choice, StandHand):
        return say("let the hand stand")
    if isinstance(choice, Keep):
        if not choice.dice:
            return say("throw all the dice again")
        return say("keep {dice}", dice=format_dice(choice.dice, rules.faces))
    title = say(rules.box(choice.box).called)
    if choice.struck:
        return say("strike {title}", title=title)
    return say("score {points} in {title}", points=choice.points, title=title)


def format_dice(values: Sequence[int], faces: str) -> str:
    """Return dice as their faces."""
    return " ".join(face_of(value, faces) for value in values)

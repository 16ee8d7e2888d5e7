"""What the coach has to say at one moment, as plain values for pages and panels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from firmware_host.coach.advice import Advice, RatedAction, StandHand, TurnAction, Unit
from firmware_host.game.turn import Die
from firmware_host.rules.dice import face_of
from firmware_host.rules.ruleset import Ruleset
from firmware_host.solver.solution import Keep
from firmware_host.words import say

CoachState = Literal["off", "preparing", "ready", "none"]


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One thing to do with a roll: "keep" `dice` (faces), "write" or "strike" a box, or let the hand "stand".

    `title` is what the box is called, `points` what it scores. `aim` is the same of the box that dice are kept for.
    `expected` is the average result and `cost` how much less than the best that is.
    """

    do: Literal["keep", "write", "strike", "stand"]
    expected: float
    cost: float = 0.0
    dice: tuple[str, ...] = ()
    box: str = ""
    title: str = ""
    points: int = 0
    aim: str = ""


@dataclass(frozen=True, slots=True)
class AdviceView:
    """Everything that may be done with the roll: the best first, and the best of each box in their order by worth.

    `error` is the standard error of what is expected, 0 where it is exact. `two_aims` says that there is advice for the
    win and for points. `caution` is what this is given with, None where there is no caution to set.
    """

    unit: Unit
    best: tuple[ChoiceView, ...]
    boxes: tuple[ChoiceView, ...]
    error: float = 0.0
    two_aims: bool = False
    caution: int | None = None


@dataclass(frozen=True, slots=True)
class ChanceView:
    """A player's chance to win and its standard error, both from 0 to 1."""

    win: float
    error: float


@dataclass(frozen=True, slots=True)
class MomentView:
    """A throw or a decision in a player's `turn` (from 1): the dice as faces, what it changed, the name of the photo.

    `made` is what was decided, None for a throw, and `best` what would have been best.
    """

    turn: int
    dice: tuple[str, ...]
    change: float
    photo: str | None
    made: ChoiceView | None = None
    best: ChoiceView | None = None


@dataclass(frozen=True, slots=True)
class HighlightView:
    """A moment of the whole game to remember: its luckiest throw or its costliest mistake, and whose (0-based)."""

    kind: Literal["throw", "mistake"]
    seat: int
    unit: Unit
    moment: MomentView


@dataclass(frozen=True, slots=True)
class CoachView:
    """The coach: off, preparing (`percent` done), ready, or none for this game, and why.

    `advice` is what it gives now; `may_ask` says whether somebody may ask for it. `move` is what an opponent that the
    program plays is about to do. `chances` has one entry a seat, or none before the first are known; while those of
    this moment are still being worked out (`working`), they are those of the moment before. `may_analyse` says that
    there can be an analysis of the finished game, `analysed` that it is there, with its `highlights`.
    """

    state: CoachState = "off"
    percent: int = 0
    why: str = ""
    advice: AdviceView | None = None
    may_ask: bool = False
    move: ChoiceView | None = None
    chances: tuple[ChanceView, ...] = ()
    working: bool = False
    may_analyse: bool = False
    analysed: bool = False
    highlights: tuple[HighlightView, ...] = ()


SHOWN = 3


def advice_view(
    advice: Advice, rules: Ruleset, faces: str, *, two_aims: bool = False, caution: int | None = None
) -> AdviceView:
    """Show the best three choices, and the best way to close each box."""
    boxes: dict[str, ChoiceView] = {}
    for option in advice.stops:
        shown = option_view(option, rules, faces)
        boxes.setdefault(shown.box, shown)
    best = tuple(option_view(option, rules, faces) for option in advice.actions[:SHOWN])
    closing = tuple(boxes.values()) if rules.boxes else ()
    return AdviceView(advice.unit, best, closing, advice.error, two_aims, caution)


def option_view(option: RatedAction, rules: Ruleset, faces: str) -> ChoiceView:
    """Show one option."""
    return choice_shown(option.action, rules, faces, option.cost, option.aim)


def choice_shown(choice: TurnAction, rules: Ruleset, faces: str, cost: float = 0.0, aim: str = "") -> ChoiceView:
    """Show one choice."""
    if isinstance(choice, StandHand):
        return ChoiceView("stand", choice.expected, cost)
    if isinstance(choice, Keep):
        dice = tuple(face_of(value, faces) for value in choice.dice)
        return ChoiceView("keep", choice.expected, cost, dice, aim=say(rules.box(aim).called) if aim else "")
    return ChoiceView(
        "strike" if choice.struck else "write",
        choice.expected,
        cost,
        box=choice.box,
        title=say(rules.box(choice.box).called),
        points=choice.points,
    )


def held_for(dice: Sequence[Die], keep: Keep) -> tuple[bool, ...]:
    """Mark the dice to hold for a keep, preferring dice already held among those of equal value."""
    left = list(keep.dice)
    marked = [False] * len(dice)
    for die in sorted(range(len(dice)), key=lambda die: not dice[die].held):
        if dice[die].value in left:
            left.remove(dice[die].value)
            marked[die] = True
    return tuple(marked)

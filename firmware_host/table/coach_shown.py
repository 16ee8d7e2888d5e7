"""What the coach has to say at one moment, as plain values for pages and panels."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from firmware_host.coach.advice import Advice, Choice, Option, Stand
from firmware_host.coach.coaching import Unit
from firmware_host.coach.solution import Keep
from firmware_host.game.turn import Die
from firmware_host.rules.dice import face_of
from firmware_host.rules.ruleset import Ruleset
from firmware_host.words import say

CoachState = Literal["off", "preparing", "ready", "none"]


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    """One thing to do with a roll: "keep" `dice` (faces), "write" or "strike" a box, or let the hand "stand".

    `title` is the box's, `points` what is written there. `aim` is the title of the box that kept dice are kept for.
    `expected` is what it leads to on average and `cost` how much less than the best.
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
class AdviceShown:
    """Everything that may be done with the roll: the best first, and the best of each box in their order by worth."""

    unit: Unit
    best: tuple[ChoiceShown, ...]
    boxes: tuple[ChoiceShown, ...]


@dataclass(frozen=True, slots=True)
class ChanceShown:
    """A player's chance to win and its standard error, both 0 to 1."""

    win: float
    error: float


@dataclass(frozen=True, slots=True)
class CoachShown:
    """The coach: off, preparing (so many hundredths), ready, or none for this game, and why.

    `advice` is there where it is given now, and `may_ask` where somebody may ask for it. `move` is what an opponent
    that the program plays is about to do. `chances` has one entry a seat, or none while they are not known.
    `analysed` says that the analysis of the game is there.
    """

    state: CoachState = "off"
    percent: int = 0
    why: str = ""
    advice: AdviceShown | None = None
    may_ask: bool = False
    move: ChoiceShown | None = None
    chances: tuple[ChanceShown, ...] = ()
    analysed: bool = False


SHOWN = 3


def advice_shown(advice: Advice, unit: Unit, rules: Ruleset, faces: str) -> AdviceShown:
    """Show the best three choices, and the best way to close each box."""
    boxes: dict[str, ChoiceShown] = {}
    for option in advice.closings:
        shown = option_shown(option, rules, faces)
        boxes.setdefault(shown.box, shown)
    best = tuple(option_shown(option, rules, faces) for option in advice.options[:SHOWN])
    return AdviceShown(unit, best, tuple(boxes.values()) if rules.boxes else ())


def option_shown(option: Option, rules: Ruleset, faces: str) -> ChoiceShown:
    """Show one option."""
    return choice_shown(option.choice, rules, faces, option.cost, option.aim)


def choice_shown(choice: Choice, rules: Ruleset, faces: str, cost: float = 0.0, aim: str = "") -> ChoiceShown:
    """Show one choice."""
    if isinstance(choice, Stand):
        return ChoiceShown("stand", choice.expected, cost)
    if isinstance(choice, Keep):
        dice = tuple(face_of(value, faces) for value in choice.dice)
        return ChoiceShown("keep", choice.expected, cost, dice, aim=say(rules.box(aim).title) if aim else "")
    return ChoiceShown(
        "strike" if choice.struck else "write",
        choice.expected,
        cost,
        box=choice.box,
        title=say(rules.box(choice.box).title),
        points=choice.points,
    )


def held_for(dice: Sequence[Die], keep: Keep) -> tuple[bool, ...]:
    """Mark the dice to hold for a keep, those that are held already before others of their value."""
    left = list(keep.dice)
    marked = [False] * len(dice)
    for die in sorted(range(len(dice)), key=lambda die: not dice[die].held):
        if dice[die].value in left:
            left.remove(dice[die].value)
            marked[die] = True
    return tuple(marked)

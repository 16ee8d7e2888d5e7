"""What the reader may learn from players: the dice that they corrected, once the turn they were thrown in has ended.

Not before: until a box is written or a hand stands, whoever mistapped takes it back by undo or by another tap, and then
nothing of it is learnt. What is written and taken back later has been learnt all the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from firmware_host.game.state import Game
from firmware_host.game.turn import Die
from firmware_host.rules.dice import face_of
from firmware_host.table.ports import SettledRoll


@dataclass(frozen=True, slots=True)
class Look:
    """A die as the eye saw it, and the face that people say it shows: the reader said another, or was not sure."""

    roll: SettledRoll
    die: int
    face: str


@dataclass(frozen=True, slots=True)
class _Counted:
    """A reading that was counted: how many steps of the game stand with it, and where each thrown die is in it."""

    step: int
    roll: SettledRoll
    thrown: tuple[int | None, ...]


class Lessons:
    """Keeps the readings of the turn being played. Only the table's writer calls it."""

    def __init__(self) -> None:
        self._counted: list[_Counted] = []

    def counted(self, game: Game, roll: SettledRoll, thrown: Sequence[int | None]) -> None:
        """Note a reading that has become the game's current roll.

        `thrown` gives the index in it of each die of the roll, left to right: None for one that was kept, which has
        been seen before, or was put aside.
        """
        step = len(game.past)
        self._counted = [one for one in self._counted if one.step < step]
        self._counted.append(_Counted(step, roll, tuple(thrown)))

    def forget(self) -> None:
        """Forget the turn: nothing of it is to be learnt."""
        self._counted.clear()

    def ended(self, game: Game) -> tuple[Look, ...]:
        """Return what is learnt from the turn that the game's last step has ended, and forget the turn.

        Of each roll the dice count as they did when it was thrown over, or when the turn ended.
        """
        counted = [one for one in self._counted if one.step < len(game.past)]
        self.forget()
        return tuple(
            Look(one.roll, seen, face)
            for one in counted
            for seen, die in zip(one.thrown, _as_it_ended(game, one.step), strict=True)
            if seen is not None and _is_news(one.roll, seen, face := face_of(die.value, game.faces))
        )


def _as_it_ended(game: Game, step: int) -> tuple[Die, ...]:
    """Return the dice of the roll that was made with a step, corrected as they were before the next roll."""
    used = game.past[step].turn.rolls_used
    *_, last = takewhile(lambda turn: turn.rolls_used == used, (position.turn for position in game.past[step:]))
    return last.dice


def _is_news(roll: SettledRoll, die: int, face: str) -> bool:
    """Whether the reader did not know this face; a die that leans or is covered teaches nothing."""
    seen = roll.dice[die]
    return not seen.trouble and not (seen.sure and seen.face == face)

"""What the reader may learn from players: the dice they corrected, once the turn of the throw has ended.

Until a box is scored or a hand stands, undo or another tap fixes a slip of the finger, and nothing is learnt from it.
What is scored and undone later has been learnt anyway.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from firmware_host.game.state import Game
from firmware_host.game.turn import Die
from firmware_host.rules.dice import face_of
from firmware_host.table.ports import SeenRoll


@dataclass(frozen=True, slots=True)
class CorrectedDie:
    """A die as the camera saw it, and the face that players say it shows: the reader was wrong, or not sure."""

    roll: SeenRoll
    die: int
    face: str


@dataclass(frozen=True, slots=True)
class _Counted:
    """A reading that was counted: how many steps of the game stand with it, and where each thrown die is in it."""

    step: int
    roll: SeenRoll
    thrown: tuple[int | None, ...]


class Corrections:
    """Remembers the readings of the turn being played. Only the table's writer calls it."""

    def __init__(self) -> None:
        self._counted: list[_Counted] = []

    def note_roll(self, game: Game, roll: SeenRoll, thrown: Sequence[int | None]) -> None:
        """Note a reading that is now the game's current roll.

        `thrown` gives the index in it of each die of the roll, left to right: None for one that was kept, which has
        been seen before, or was set aside.
        """
        step = len(game.past)
        self._counted = [one for one in self._counted if one.step < step]
        self._counted.append(_Counted(step, roll, tuple(thrown)))

    def forget(self) -> None:
        """Forget the turn: nothing of it is to be learnt."""
        self._counted.clear()

    def of_ended_turn(self, game: Game) -> tuple[CorrectedDie, ...]:
        """Return the dice corrected in the turn that the game's last step has ended, and forget the turn.

        Of each roll the dice count as they did when it was thrown over, or when the turn ended.
        """
        counted = [one for one in self._counted if one.step < len(game.past)]
        self.forget()
        return tuple(
            CorrectedDie(one.roll, seen, face)
            for one in counted
            for seen, die in zip(one.thrown, _as_it_ended(game, one.step), strict=True)
            if seen is not None and _is_news(one.roll, seen, face := face_of(die.value, game.faces))
        )


def _as_it_ended(game: Game, step: int) -> tuple[Die, ...]:
    """Return the dice of the roll that was made with a step, corrected as they were before the next roll."""
    used = game.past[step].turn.rolls_used
    *_, last = takewhile(lambda turn: turn.rolls_used == used, (position.turn for position in game.past[step:]))
    return last.dice


def _is_news(roll: SeenRoll, die: int, face: str) -> bool:
    """Whether the reader did not know this face; a die that is cocked or covered teaches nothing."""
    seen = roll.dice[die]
    return not seen.trouble and not (seen.sure and seen.face == face)

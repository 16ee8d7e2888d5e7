"""What the players say of rolls that are recorded: counted as they were read, or corrected."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

from firmware_host.game.commands import Place
from firmware_host.game.events import BoxWritten, DieCorrected, Event, GameStarted, HandStood, Rolled, Undone
from firmware_host.rules.dice import face_of
from vision.recording import Recorder, Settled, TrueDie

SAME_PLACE = 1.0
"""Pixels. A die is counted where it was read, to the last digit but for rounding."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of a game that may be taken back, and the dice that lay then; `roll` is None where nobody read them."""

    roll: Settled | None = None
    dice: tuple[TrueDie, ...] = ()
    corrects: bool = False


class Truth:
    """Follows a game's events and tells the recorder what they say of the rolls that it has recorded."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._game = ""
        self._seen = 0
        self._faces = "pips"
        self._steps: list[_Step] = []

    def take_up(self, events: Sequence[Event]) -> None:
        """Take in the events of a game that goes on: what was said before is of no roll of this recording."""
        self._take(events, tell=False)

    def follow(self, events: Sequence[Event]) -> None:
        """Take in all events of the present game and tell of those that are new."""
        self._take(events, tell=True)

    def _take(self, events: Sequence[Event], *, tell: bool) -> None:
        if not events:
            return
        if isinstance(events[0], GameStarted) and events[0].game != self._game:
            self._game, self._seen = events[0].game, 0
        for event in events[self._seen :]:
            self._step(event, tell=tell)
        self._seen = len(events)

    def _step(self, event: Event, *, tell: bool) -> None:
        match event:
            case GameStarted():
                self._faces, self._steps = event.faces, []
            case Rolled(values, _, places):
                self._steps.append(self._rolled(values, places, tell=tell))
            case DieCorrected(die, value) if self._steps:
                self._steps.append(self._corrected(die, value))
            case BoxWritten() | HandStood():
                self._steps.append(_Step())
            case Undone() if self._steps:
                self._undo()

    def _rolled(self, values: Sequence[int], places: Sequence[Place], *, tell: bool) -> _Step:
        faces = tuple(face_of(value, self._faces) for value in values)
        if len(places) != len(values):
            if tell:
                self._recorder.entered(faces)
            return _Step()
        dice = tuple((place.x, place.y, face) for place, face in zip(places, faces, strict=True))
        roll = next((roll for roll in reversed(self._recorder.rolls) if _lies_so(roll, dice)), None)
        self._tell(roll, dice)
        return _Step(roll, dice)

    def _corrected(self, die: int, value: int) -> _Step:
        before = self._steps[-1]
        if not before.dice:
            return replace(before, corrects=True)
        x, y, _ = before.dice[die]
        dice = (*before.dice[:die], (x, y, face_of(value, self._faces)), *before.dice[die + 1 :])
        self._tell(before.roll, dice)
        return _Step(before.roll, dice, corrects=True)

    def _undo(self) -> None:
        undone = self._steps.pop()
        if undone.corrects and self._steps:
            self._tell(undone.roll, self._steps[-1].dice)
        else:
            self._tell(undone.roll, ())

    def _tell(self, roll: Settled | None, dice: tuple[TrueDie, ...]) -> None:
        if roll is not None:
            self._recorder.counted(roll, dice)


def _lies_so(roll: Settled, dice: Sequence[TrueDie]) -> bool:
    """Whether a roll is the one in which these dice were counted."""
    return all(any(dist(seen.centre, (x, y)) <= SAME_PLACE for seen in roll.dice) for x, y, _ in dice)

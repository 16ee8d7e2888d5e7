"""What the players say about recorded rolls: counted as read, or corrected."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import dist

from firmware_host.game.commands import Place
from firmware_host.game.events import (
    BoxWritten,
    DieCorrected,
    Event,
    GameAbandoned,
    GameStarted,
    HandStood,
    Rolled,
    Undone,
)
from firmware_host.rules.dice import face_of
from vision.recording import Recorder, Settled, TrueDie

SAME_PLACE = 1.0
"""Pixels. A die is counted exactly where it was read, except for rounding."""


@dataclass(frozen=True, slots=True)
class _Step:
    """A step of a game that can be undone, and its dice; `roll` is None if the camera did not read them."""

    roll: Settled | None = None
    dice: tuple[TrueDie, ...] = ()
    corrects: bool = False


class TruthRecorder:
    """Follows a game's events and tells the recorder what they say about its rolls."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self._game = ""
        self._seen = 0
        self._faces = "pips"
        self._steps: list[_Step] = []

    def take_up(self, events: Sequence[Event]) -> None:
        """Take in the events of a game that continues: they are about rolls from before this recording."""
        self._take(events, report=False)

    def follow(self, events: Sequence[Event]) -> None:
        """Take in all events of the current game and record the new ones."""
        self._take(events, report=True)

    def _take(self, events: Sequence[Event], *, report: bool) -> None:
        if not events:
            return
        if isinstance(events[0], GameStarted) and events[0].game != self._game:
            self._game, self._seen = events[0].game, 0
        for event in events[self._seen :]:
            self._step(event, report=report)
        self._seen = len(events)

    def _step(self, event: Event, *, report: bool) -> None:
        match event:
            case GameStarted():
                self._faces, self._steps = event.faces, []
            case Rolled(values, _, places):
                self._steps.append(self._rolled(values, places, report=report))
            case DieCorrected(die, value) if self._steps:
                self._steps.append(self._corrected(die, value))
            case BoxWritten() | HandStood() | GameAbandoned():
                self._steps.append(_Step())
            case Undone() if self._steps:
                self._undo()

    def _rolled(self, values: Sequence[int], places: Sequence[Place], *, report: bool) -> _Step:
        faces = tuple(face_of(value, self._faces) for value in values)
        if len(places) != len(values):
            if report:
                self._recorder.on_entered(faces)
            return _Step()
        dice = tuple((place.x, place.y, face) for place, face in zip(places, faces, strict=True))
        roll = next((roll for roll in reversed(self._recorder.rolls) if _is_roll_of(roll, dice)), None)
        self._confirm(roll, dice)
        return _Step(roll, dice)

    def _corrected(self, die: int, value: int) -> _Step:
        before = self._steps[-1]
        if not before.dice:
            return replace(before, corrects=True)
        x, y, _ = before.dice[die]
        dice = (*before.dice[:die], (x, y, face_of(value, self._faces)), *before.dice[die + 1 :])
        self._confirm(before.roll, dice)
        return _Step(before.roll, dice, corrects=True)

    def _undo(self) -> None:
        undone = self._steps.pop()
        if undone.corrects and self._steps:
            self._confirm(undone.roll, self._steps[-1].dice)
        else:
            self._confirm(undone.roll, ())

    def _confirm(self, roll: Settled | None, dice: tuple[TrueDie, ...]) -> None:
        if roll is not None:
            self._recorder.on_confirmed(roll, dice)


def _is_roll_of(roll: Settled, dice: Sequence[TrueDie]) -> bool:
    """Return whether a roll is the one in which these dice were counted."""
    return all(any(dist(seen.centre, (x, y)) <= SAME_PLACE for seen in roll.dice) for x, y, _ in dice)

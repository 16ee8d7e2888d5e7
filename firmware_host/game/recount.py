"""Turns the events of a game into a transcript: what was not undone, as it finally counted."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from firmware_host.game.errors import HistoryError
from firmware_host.game.events import (
    BoxWritten,
    DieCorrected,
    Event,
    GameAbandoned,
    GameStarted,
    HandStood,
    PauseSet,
    Rolled,
    TimeRestored,
    TimeSpent,
    Undone,
)
from firmware_host.game.session import apply, fold
from firmware_host.game.state import Game
from firmware_host.game.transcript import Move, Throw, Transcript
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS


def recount(events: Iterable[Event], rulesets: Mapping[str, Ruleset] = RULESETS) -> Transcript:
    """Return the transcript of a game; HistoryError if the events do not begin with its start."""
    events = tuple(events)
    clocks = fold(events, rulesets)
    game: Game | None = None
    moves: list[Move] = []
    turn: list[_Thrown] = []
    for event in _not_undone(events):
        before, game = game, apply(game, event, rulesets)
        match event:
            case Rolled():
                turn.append(_Thrown(list(event.values), event.kept, event.photo))
            case DieCorrected():
                _correct(turn, event.die, event.value)
            case BoxWritten() if before is not None:
                moves.append(Move(_player(before), _throws(turn), event.box, event.struck))
                turn = []
            case HandStood() if before is not None:
                moves.append(Move(_player(before), _throws(turn)))
                turn = []
    if game is None:
        raise HistoryError("The game has no events. Start a game first.")
    if clocks.out_of_time is not None:
        moves.append(Move(_player(game), (), out_of_time=True))
        turn = []
    names = tuple(player.name for player in game.players)
    unfinished = Move(_player(game), _throws(turn)) if turn else None
    return Transcript(game.ruleset.id, names, tuple(moves), game.options, game.faces, unfinished, clocks.spent)


@dataclass(slots=True)
class _Thrown:
    values: list[int]
    kept: tuple[bool, ...]
    photo: str | None


def _not_undone(events: Iterable[Event]) -> list[Event]:
    """Leave out the steps that were undone, the undoing, and the clocks, which run on over what is undone."""
    standing: list[Event] = []
    for event in events:
        if isinstance(event, TimeSpent | TimeRestored | PauseSet):
            continue
        if not isinstance(event, Undone):
            standing.append(event)
            continue
        if standing and isinstance(standing[-1], GameAbandoned):
            standing.pop()
            continue
        for index in range(len(standing) - 1, 0, -1):
            if isinstance(standing[index], Rolled | DieCorrected | BoxWritten | HandStood):
                del standing[index:]  # holds set after that step are undone with it
                break
        else:
            raise HistoryError("More steps were undone than were made.")
    if standing and not isinstance(standing[0], GameStarted):
        raise HistoryError("A game must begin with GameStarted.")
    return standing


def _correct(turn: list[_Thrown], die: int, value: int) -> None:
    """Correct a die of the last throw; if it was kept from earlier throws, it was misread there too."""
    for throw, earlier in zip(reversed(turn), [*reversed(turn[:-1]), None], strict=True):
        was, throw.values[die] = throw.values[die], value
        if earlier is None or not throw.kept[die]:
            return
        candidates = [index for index, shown in enumerate(earlier.values) if shown == was]
        die = min(candidates, key=lambda index: earlier.kept[index])


def _throws(turn: list[_Thrown]) -> tuple[Throw, ...]:
    return tuple(
        Throw(
            tuple(thrown.values),
            tuple(value for value, stays in zip(thrown.values, thrown.kept, strict=True) if stays) if number else None,
            thrown.photo,
        )
        for number, thrown in enumerate(turn)
    )


def _player(game: Game) -> str:
    return game.players[game.now.seat].name

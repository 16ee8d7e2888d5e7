"""Stored events: a kind and a JSON body, spelled out by hand so that renaming a class never changes a journal.

What was stored once is read for ever. A field added to a kind has a default for events stored before; a kind whose
fields come to mean something else gets a new name, and the decoder of the old one stays and returns today's event.
"""

import json
from collections.abc import Callable, Mapping
from typing import TypeVar

from firmware_host.game.commands import Place, Player
from firmware_host.game.events import (
    BoxWritten,
    DieCorrected,
    Event,
    GameAbandoned,
    GameStarted,
    HandStood,
    HoldSet,
    PauseSet,
    Rolled,
    TimeRestored,
    TimeSpent,
    Undone,
)
from firmware_host.journal.errors import EventCodecError
from firmware_host.rules.options import Setting

Body = dict[str, object]
_T = TypeVar("_T")


_DEFAULTS: Mapping[str, str] = {"house": "", "coach": "off", "cocked": "ask"}
"""Fields of a start that are stored only if they have other values."""

_LARGEST_PLACE = 1 << 53
"""Of whole numbers that stand for others: all up to here are exact."""


def encode(event: Event) -> tuple[str, Body]:
    """Return the kind of an event and its body, which survives JSON unchanged."""
    match event:
        case GameStarted():
            players = [_seat(player) for player in event.players]
            kind = "game-started"
            body: Body = {
                "game": event.game,
                "rules": event.rules,
                "options": dict(event.options),
                "faces": event.faces,
                "players": players,
            }
            fields = {"house": event.house, "coach": event.coach, "cocked": event.cocked}
            body |= {field: text for field, text in fields.items() if text != _DEFAULTS[field]}
        case Rolled():
            places = [{"x": place.x, "y": place.y, "size": place.size} for place in event.places]
            kind = "rolled"
            body = {"values": list(event.values), "kept": list(event.kept), "places": places, "photo": event.photo}
        case HoldSet():
            kind, body = "hold-set", {"die": event.die, "held": event.held}
        case DieCorrected():
            kind, body = "die-corrected", {"die": event.die, "value": event.value, "was": event.was}
        case BoxWritten():
            kind, body = "box-written", {"box": event.box, "points": event.points, "struck": event.struck}
            if event.extra:
                body["extra"] = event.extra
        case HandStood():
            kind, body = "hand-stood", {"hand": event.hand, "strength": event.strength}
        case TimeSpent():
            kind, body = "time-spent", {"seat": event.seat, "milliseconds": event.milliseconds}
        case TimeRestored():
            kind, body = "time-restored", {"seat": event.seat, "milliseconds": event.milliseconds}
        case PauseSet():
            kind, body = "pause-set", {"paused": event.paused}
        case Undone():
            kind, body = "undone", {}
        case GameAbandoned():
            kind, body = "game-abandoned", {}
    return kind, body


def _seat(player: Player) -> Body:
    seat: Body = {"name": player.name, "colour": player.colour}
    if player.opponent:
        seat["opponent"] = player.opponent
    if player.advised:
        seat["advised"] = True
    return seat


def decode(kind: str, body: object) -> Event:
    """Return the event of a kind and a body from `encode`; EventCodecError names the kind and the field."""
    if kind not in _DECODERS:
        raise EventCodecError(
            f"The journal has an event of the unknown kind “{kind}”, written by a newer version of the program. "
            "Update the program; nothing is lost."
        )
    return _DECODERS[kind](_Fields(kind, body))


def decode_text(kind: str, body: str) -> Event:
    """Return the event of a kind and a body as it is stored; EventCodecError names the kind and what is wrong."""
    try:
        fields = json.loads(body)
    except ValueError as error:
        raise EventCodecError(
            f"A stored event of the kind “{kind}” is not valid JSON: {error}. Save what can be saved with dice-table "
            "repair, or bring a backup back with dice-table restore FILE."
        ) from error
    return decode(kind, fields)


class _Fields:
    """The fields of one JSON object, each asked for with its type."""

    def __init__(self, kind: str, body: object) -> None:
        self._kind = kind
        if not isinstance(body, Mapping):
            raise self._fault(f"It is {body!r}, but must be a JSON object.")
        self._body = body

    def get(self, name: str, type_: type[_T]) -> _T:
        if name not in self._body:
            raise self._fault(f"It lacks “{name}”.")
        return self._typed(name, self._body[name], type_)

    def optional(self, name: str, type_: type[_T]) -> _T | None:
        return None if self._body.get(name) is None else self.get(name, type_)

    def each(self, name: str, type_: type[_T]) -> tuple[_T, ...]:
        return tuple(self._typed(name, item, type_) for item in self.get(name, list))

    def objects(self, name: str) -> tuple["_Fields", ...]:
        return tuple(_Fields(f"{self._kind} {name}", item) for item in self.get(name, list))

    def settings(self, name: str) -> dict[str, Setting]:
        settings = self.get(name, dict)
        for option, setting in settings.items():
            if not isinstance(setting, str | int):
                raise self._fault(f"It has {setting!r} for “{option}”.")
        return settings

    def _typed(self, name: str, item: object, type_: type[_T]) -> _T:
        # Python's JSON writes 3.0 as 3.0, other programs write 3; and True is an int in Python, but not a die.
        if type_ is float and type(item) is int and abs(item) <= _LARGEST_PLACE:
            item = float(item)
        if type(item) is not type_:
            raise self._fault(f"It has {item!r} for “{name}”, which must be {type_.__name__}.")
        return item

    def _fault(self, fault: str) -> EventCodecError:
        return EventCodecError(
            f"A stored event of the kind “{self._kind}” cannot be read. {fault} The journal was changed by something "
            "else. Save what can be saved with dice-table repair, or bring a backup back with dice-table restore FILE."
        )


def _game_started(body: _Fields) -> Event:
    players = tuple(
        Player(
            seat.get("name", str),
            seat.get("colour", str),
            seat.optional("opponent", str) or "",  # only for seats that the program plays
            seat.optional("advised", bool) or False,  # only for seats with a handicap
        )
        for seat in body.objects("players")
    )
    house, coach, cocked = (body.optional(field, str) for field in _DEFAULTS)
    return GameStarted(
        body.get("game", str),
        body.get("rules", str),
        body.settings("options"),
        body.get("faces", str),
        players,
        _DEFAULTS["house"] if house is None else house,
        _DEFAULTS["coach"] if coach is None else coach,
        _DEFAULTS["cocked"] if cocked is None else cocked,
    )


def _rolled(body: _Fields) -> Event:
    places = tuple(
        Place(place.get("x", float), place.get("y", float), place.get("size", float))
        for place in body.objects("places")
    )
    return Rolled(body.each("values", int), body.each("kept", bool), places, body.optional("photo", str))


def _hold_set(body: _Fields) -> Event:
    return HoldSet(body.get("die", int), body.get("held", bool))


def _die_corrected(body: _Fields) -> Event:
    return DieCorrected(body.get("die", int), body.get("value", int), body.get("was", int))


def _box_written(body: _Fields) -> Event:
    extra = body.optional("extra", int) or 0  # only in games with such a bonus
    return BoxWritten(body.get("box", str), body.get("points", int), body.get("struck", bool), extra)


def _hand_stood(body: _Fields) -> Event:
    return HandStood(body.get("hand", str), body.get("strength", int))


def _time_spent(body: _Fields) -> Event:
    return TimeSpent(body.get("seat", int), body.get("milliseconds", int))


def _time_restored(body: _Fields) -> Event:
    return TimeRestored(body.get("seat", int), body.get("milliseconds", int))


def _pause_set(body: _Fields) -> Event:
    return PauseSet(body.get("paused", bool))


_DECODERS: Mapping[str, Callable[[_Fields], Event]] = {
    "game-started": _game_started,
    "rolled": _rolled,
    "hold-set": _hold_set,
    "die-corrected": _die_corrected,
    "box-written": _box_written,
    "hand-stood": _hand_stood,
    "time-spent": _time_spent,
    "time-restored": _time_restored,
    "pause-set": _pause_set,
    "undone": lambda _: Undone(),
    "game-abandoned": lambda _: GameAbandoned(),
}

"""A roll or a card as one line of text, to read and to write.

A roll is its faces left to right: ``1 3 2 4 4`` or, with poker dice, ``9 J 10 Q Q``. A card is its closed boxes in
the order of the card, slots joined by commas and ``x`` for a struck one: ``ones=1 full-house=x chance=19``; what a turn
earned besides its box comes after it: ``full-house=25+100``. A card with every box open is ``-``.
"""

import re

from firmware_host.errors import DiceTableError
from firmware_host.rules.dice import FACES, DiceError, Roll, face_of, value_of
from firmware_host.rules.ruleset import Ruleset, UnknownBoxError
from firmware_host.rules.scorecard import CardError, Entry, Scorecard
from firmware_host.words import say

STRUCK = "x"
EMPTY = "-"
_SLOT = re.compile(rf"(?P<points>0|-?[1-9][0-9]{{0,5}}|{STRUCK})(?:\+(?P<extra>[1-9][0-9]{{0,5}}))?")


class NotationError(DiceTableError, ValueError):
    """A line of text that is not a roll or a card of the game."""


def format_roll(roll: Roll, faces: str = "pips") -> str:
    """Write a roll as one line of faces ("pips" or "poker"), left to right."""
    return " ".join(face_of(value, faces) for value in roll.values)


def parse_roll(text: str, faces: str = "pips") -> Roll:
    """Read a roll written with these faces; NotationError quotes the line."""
    try:
        return Roll(tuple(value_of(face, faces) for face in text.split()))
    except DiceError as error:
        raise NotationError(say("{text} is not a roll. {why}", text=repr(text), why=say(error.sentence))) from error


def faces_in(text: str) -> str:
    """Return the kind of dice with these faces, "pips" or "poker"; NotationError if no kind has them all."""
    for faces, names in FACES.items():
        if all(face in names for face in text.split()):
            return faces
    pips, poker = (" ".join(names) for names in FACES.values())
    known = say("{first}, or {last}", first=pips, last=poker)
    raise NotationError(
        say("{text} is not a roll: no dice have all these faces. Dice show {known}.", text=repr(text), known=known)
    )


def format_card(card: Scorecard) -> str:
    """Write the closed boxes of a card as one line."""
    written = [
        f"{box.id}={','.join(_slot(entry) for entry in row)}"
        for box, row in zip(card.ruleset.boxes, card.rows, strict=True)
        if row
    ]
    return " ".join(written) or EMPTY


def parse_card(text: str, ruleset: Ruleset) -> Scorecard:
    """Read a card of this game; NotationError quotes the line and the part of it that is wrong."""
    card = Scorecard.empty(ruleset)
    if text.strip() == EMPTY:
        return card
    seen = set()
    for part in text.split():
        box, equals, slots = part.partition("=")
        if not equals or box in seen:
            raise NotationError(
                say(
                    "{text} is not a card: {part} is wrong. Write each box once, such as ones=3.",
                    text=repr(text),
                    part=repr(part),
                )
            )
        seen.add(box)
        for slot in slots.split(","):
            match = _SLOT.fullmatch(slot)
            if match is None:
                raise NotationError(
                    say(
                        "{text} is not a card: {slot} in {part} is neither points nor {struck}.",
                        text=repr(text),
                        slot=repr(slot),
                        part=repr(part),
                        struck=STRUCK,
                    )
                )
            try:
                card = card.put(box, _entry(match["points"], int(match["extra"] or 0)))
            except (UnknownBoxError, CardError) as error:
                raise NotationError(
                    say(
                        "{text} is not a card: {part} is wrong. {why}",
                        text=repr(text),
                        part=repr(part),
                        why=say(error.sentence),
                    )
                ) from error
    if not seen:
        raise NotationError(f"An empty line is not a card. Write {EMPTY} for a card with every box open.")
    return card


def _slot(entry: Entry) -> str:
    points = STRUCK if entry.struck else str(entry.points)
    return f"{points}+{entry.extra}" if entry.extra else points


def _entry(points: str, extra: int) -> Entry:
    return Entry(0, struck=True, extra=extra) if points == STRUCK else Entry(int(points), extra=extra)

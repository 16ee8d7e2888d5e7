"""From a table snapshot to the view a page draws: plain JSON values, words included. Pure."""

from typing import Any, Literal

from firmware_host.game.snapshot import BoxShown, GameSnapshot
from firmware_host.rules.dice import face_names
from firmware_host.table.snapshot import QuestionShown, TableSnapshot, TrayShown
from web_ui.colour import ink_on
from web_ui.language import ENGLISH, Language

Json = dict[str, Any]
Phase = Literal["start", "throw", "rolling", "rolled", "question", "lost", "over"]


def present(table: TableSnapshot, language: Language = ENGLISH) -> Json:
    """Return everything the page draws, its texts in `language`.

    `phase` is the one thing going on: start (no game), throw (the first throw of a turn is awaited), rolling, rolled
    (dice lie still and count), question, lost (no camera, dice are entered by hand), over. `places` are the dice from
    left to right as they are to be drawn; `hand` the values that stay when faces are tapped in, None for each to be
    tapped; `can` says which controls are offered.
    """
    phase = phase_of(table)
    game = table.game
    return {
        "version": table.version,
        "phase": phase,
        "message": language.tell(table.tray.message),
        "source": table.tray.source,
        "camera": table.tray.state != "lost",
        "places": _places(table, phase),
        "hand": _hand(game),
        "question": _question(table.question, language),
        "panel": {"name": language.tell(table.panel.name), "lamps": list(table.panel.lamps)},
        "can": _can(table, phase),
        "game": None if game is None else _game(game, language, may_write=phase == "rolled"),
    }


def phase_of(table: TableSnapshot) -> Phase:
    """Say in one word what the table is doing, the most urgent thing first."""
    game, tray = table.game, table.tray
    if game is None:
        return "start"
    if game.current is None:
        return "over"
    if table.question is not None:
        return "question"
    if tray.state == "moving" and (game.rolls_left > 0 or not game.dice):
        return "rolling"
    if game.dice:
        return "rolled"
    return "lost" if tray.state == "lost" else "throw"


def _can(table: TableSnapshot, phase: Phase) -> Json:
    game, tray = table.game, table.tray
    playing = game is not None and game.current is not None
    lies = phase == "rolled"
    throws_left = game is not None and game.rolls_left > 0
    all_held = game is not None and bool(game.dice) and all(die.held for die in game.dice)
    may_throw = playing and throws_left and tray.can_throw and phase in ("throw", "rolled", "question")
    return {
        "throw": may_throw and not (all_held and lies),
        "hold": lies and throws_left,
        "correct": lies,
        "accept": table.question.can_accept if table.question else phase == "throw" and tray.can_accept,
        "enter": playing and throws_left and (tray.state == "lost" or _miscounted(table)),
        "undo": game is not None and game.steps > 0 and not (tray.state == "moving" and tray.can_throw),
    }


def _miscounted(table: TableSnapshot) -> bool:
    """Whether the dice lying still are not as many as the game's: the reader may have missed one."""
    game, tray = table.game, table.tray
    return game is not None and tray.state == "still" and len(tray.dice) not in (0, game.ruleset.dice)


def _places(table: TableSnapshot, phase: Phase) -> list[Json]:
    """Return what lies at each place of the tray, left to right."""
    game = table.game
    if game is None or phase == "over":
        return []
    count = game.ruleset.dice
    if phase == "question":
        return _seen(table.tray, game.faces, _asked(table.question), count)
    if phase == "throw" and table.tray.can_accept:
        return [
            place if place["state"] == "empty" else {**place, "state": "resting"}
            for place in _seen(table.tray, game.faces, (), count)
        ]
    if game.dice:
        lying = _lying(game, table.tray)
        if phase == "rolling":
            return [place if place["held"] else {"state": "tumbling"} for place in lying]
        return lying
    return [{"state": "tumbling" if phase == "rolling" else "empty"}] * count


def _hand(game: GameSnapshot | None) -> list[int | None]:
    if game is None:
        return []
    if not game.dice:
        return [None] * game.ruleset.dice
    return [die.value if die.held else None for die in game.dice]


def _lying(game: GameSnapshot, tray: TrayShown) -> list[Json]:
    pictures = tray.pictures if len(tray.pictures) == len(game.dice) else ("",) * len(game.dice)
    return [
        {
            "state": "lying",
            "value": die.value,
            "face": die.face,
            "held": die.held,
            "corrected": die.corrected,
            "picture": _address(picture),
        }
        for die, picture in zip(game.dice, pictures, strict=True)
    ]


def _seen(tray: TrayShown, faces: str, asked: tuple[int, ...], count: int) -> list[Json]:
    names = face_names(faces)
    seen: list[Json] = [
        {
            "state": "seen" if die.sure else "unsure",
            "asked": index in asked,
            "value": die.value,
            "face": names[die.value - 1],
            "choices": [{"value": value, "face": names[value - 1]} for value in die.choices],
            "picture": _address(die.picture),
        }
        for index, die in enumerate(tray.dice)
    ]
    return seen + [{"state": "empty"}] * (count - len(seen))


def _asked(question: QuestionShown | None) -> tuple[int, ...]:
    return () if question is None else question.dice


def _question(question: QuestionShown | None, language: Language) -> Json | None:
    if question is None:
        return None
    return {"kind": question.kind, "text": language.tell(question.text), "dice": list(question.dice)}


def _game(game: GameSnapshot, language: Language, may_write: bool) -> Json:
    tell = language.tell
    rules = game.ruleset
    return {
        "id": game.game,
        "title": tell(rules.title),
        "faces": list(face_names(game.faces)),
        "rules": game.rules,
        "turn": game.turn,
        "turns": game.turns,
        "rollsUsed": game.rolls_used,
        "rollsLeft": game.rolls_left,
        "current": game.current,
        "steps": game.steps,
        "finished": game.finished,
        "abandoned": game.abandoned,
        "winners": list(game.winners),
        "photo": _address(game.photo),
        "players": [
            {"name": player.name, "colour": player.colour, "ink": ink_on(player.colour), "total": player.total}
            for player in game.players
        ],
        "rows": [
            {
                "box": box.id,
                "title": tell(box.title),
                "hint": tell(box.hint),
                "section": box.section,
                "cells": [
                    _cell(player.boxes[row], language, open_now=may_write and seat == game.current)
                    for seat, player in enumerate(game.players)
                ],
            }
            for row, box in enumerate(rules.boxes)
        ],
        "bonuses": [
            {"title": tell(bonus.title), "points": [player.bonuses[bonus.id] for player in game.players]}
            for bonus in rules.bonuses
        ],
    }


def _cell(box: BoxShown, language: Language, open_now: bool) -> Json:
    """Return one cell; `tap` is what a tap does: write, confirm (a 0, asked twice), strike (likewise) or nothing."""
    tap: str | None = None
    if open_now and box.points is None:
        if box.writable:
            tap = "write" if box.offer else "confirm"
        elif box.strikable:
            tap = "strike"
    return {
        "points": box.points,
        "struck": box.struck,
        "offer": (box.offer or 0) if tap else None,
        "tap": tap,
        "why": language.tell(box.why_not) if open_now and not tap else "",
        "photo": _address(box.photo),
    }


def _address(picture: str | None) -> str | None:
    return f"/pictures/{picture}" if picture else None

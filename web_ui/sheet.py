"""The sheet beside the tray: the card with its boxes, sums and bonuses, or the match of a game of hands. Pure."""

from collections.abc import Iterable
from typing import Literal

from firmware_host.game.snapshot import BoxShown, GameSnapshot, PlayerShown
from firmware_host.rules.dice import face_of
from firmware_host.rules.match import Contest
from firmware_host.rules.ruleset import Box, Section
from web_ui.language import Language
from web_ui.places import address
from web_ui.views import BoxRow, Cell, ExtraRow, MatchData, Odds, Row, SumCell


def rows(game: GameSnapshot, language: Language, *, may_write: bool) -> list[Row]:
    """Return the card from top to bottom, each row with one cell per player; empty in a game of hands.

    `kind` is box, sum (of the upper section), bonus or award. If the upper section is summed, the bonuses that
    follow from its scores stand below the sum, as on printed cards; all others stand at the foot.
    """
    rules = game.ruleset
    upper: list[Row] = []
    lower: list[Row] = []
    for row, box in enumerate(rules.boxes):
        award = any(box.id == award.id for award in rules.awards)
        shown = _box_row(game, language, row, box, award=award, may_write=may_write)
        (upper if box.section == "upper" else lower).append(shown)
    above = [bonus.id for bonus in rules.bonuses if rules.sum_row and bonus.earned is None]
    if rules.sum_row:
        upper.append({"kind": "sum", "section": "upper", "cells": [_sum(player) for player in game.players]})
    for bonus in rules.bonuses:
        points = [player.bonuses[bonus.id] for player in game.players]
        section: Section = "upper" if bonus.id in above else "lower"
        extra = _extra_row("bonus", section, language.translate(bonus.title), points)
        (upper if section == "upper" else lower).append(extra)
    for given in rules.awards:
        if all(box.id != given.id for box in rules.boxes):
            points = [player.awards[given.id] for player in game.players]
            lower.append(_extra_row("award", "lower", language.translate(given.title), points))
    return upper + lower


def match(game: GameSnapshot, language: Language) -> MatchData | None:
    """Return a game of hands: the hands that stand, who won the last round, and what the dice make; else None."""
    contest = game.ruleset.contest
    if contest is None:
        return None
    return {
        "round": game.turn,
        "rounds": game.turns,
        "rollingOff": game.rolling_off,
        "last": not game.rolling_off and all(player.hands for player in game.players),
        "roundWinners": list(game.round_winners),
        "hand": game.hand,
        "handTitle": language.translate(contest.titles[game.hand]) if game.hand else "",
        "hands": [
            [
                {
                    "title": language.translate(contest.titles[made.hand]),
                    "faces": list(made.faces),
                    "photo": address(made.photo),
                }
                for made in player.hands
            ]
            for player in game.players
        ],
        "odds": odds(contest, game.ruleset.dice, language, game.faces),
    }


def odds(contest: Contest, dice: int, language: Language, faces: str = "pips") -> list[Odds]:
    """Return each hand, the best first, with its chance in one roll of all dice and an example on dice with `faces`."""
    rolls = 6**dice
    return [
        {
            "hand": hand,
            "title": language.translate(title),
            "count": contest.odds[hand],
            "percent": 100 * contest.odds[hand] / rolls,
            "oneIn": rolls / contest.odds[hand] if contest.odds[hand] else None,
            "example": [face_of(value, faces) for value in contest.examples.get(hand, ())],
        }
        for hand, title in contest.titles.items()
    ]


def _box_row(game: GameSnapshot, language: Language, row: int, box: Box, *, award: bool, may_write: bool) -> BoxRow:
    titles = {known.id: known.title for known in game.ruleset.awards}
    return {
        "kind": "box",
        "box": box.id,
        "title": language.translate(box.title),
        "called": language.translate(box.called),
        "hint": language.translate(box.hint),
        "award": language.translate(titles[box.id]) if award else None,
        "section": box.section,
        "slots": box.slots,
        "cells": [
            _cell(
                box,
                player.boxes[row],
                language,
                open_now=may_write and seat == game.current,
                award=player.awards[box.id] if award else None,
            )
            for seat, player in enumerate(game.players)
        ],
    }


def _extra_row(kind: Literal["bonus", "award"], section: Section, title: str, points: Iterable[int]) -> ExtraRow:
    return {"kind": kind, "section": section, "title": title, "cells": [{"points": worth} for worth in points]}


def _cell(box: Box, shown: BoxShown, language: Language, *, open_now: bool, award: int | None) -> Cell:
    asked = open_now and shown.open > 0
    tap: Literal["write", "confirm", "strike"] | None = None
    if asked and shown.writable:
        tap = "write" if shown.offer or box.school else "confirm"
    elif asked and shown.strikable:
        tap = "strike"
    return {
        "points": shown.points,
        "slots": [
            {
                "mark": slot.mark,
                "points": slot.points,
                "struck": slot.struck,
                "extra": slot.extra,
                "photo": address(slot.photo),
            }
            for slot in shown.slots
        ],
        "tap": tap,
        "offer": (shown.offer_mark or "0") if tap else None,
        "extra": shown.extra if tap else 0,
        "strike": asked and shown.strikable,
        "why": language.translate(shown.why_not) if asked and not tap else "",
        "whyNoStrike": language.translate(shown.why_no_strike) if asked and tap and not shown.strikable else "",
        "award": award,
    }


def _sum(player: PlayerShown) -> SumCell:
    return {"points": player.upper, "par": player.against_par}

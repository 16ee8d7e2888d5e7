"""The sheet beside the tray: the card with its boxes, sums and bonuses, or the match of a game of hands. Pure."""

from typing import Any

from firmware_host.game.snapshot import BoxShown, GameSnapshot, PlayerShown
from firmware_host.rules.match import Contest
from firmware_host.rules.ruleset import Box
from web_ui.language import Language
from web_ui.places import address

Json = dict[str, Any]


def rows(game: GameSnapshot, language: Language, *, may_write: bool) -> list[Json]:
    """Return the card from top to bottom, each row with a cell a player; empty in a game of hands.

    `kind` is box, sum (of the upper section), bonus or award. Where the upper section is summed, the bonuses that
    follow from what is written stand under its sum, as on printed cards; all others stand at the foot.
    """
    rules = game.ruleset
    boxes = [
        _box_row(game, language, row, box, award=any(box.id == award.id for award in rules.awards), may_write=may_write)
        for row, box in enumerate(rules.boxes)
    ]
    upper = [row for row in boxes if row["section"] == "upper"]
    lower = [row for row in boxes if row["section"] == "lower"]
    above = [bonus.id for bonus in rules.bonuses if rules.sum_row and bonus.earned is None]
    if rules.sum_row:
        upper.append({"kind": "sum", "section": "upper", "cells": [_sum(player) for player in game.players]})
    for bonus in rules.bonuses:
        section = "upper" if bonus.id in above else "lower"
        cells = [{"points": player.bonuses[bonus.id]} for player in game.players]
        row = {"kind": "bonus", "section": section, "title": language.tell(bonus.title), "cells": cells}
        (upper if bonus.id in above else lower).append(row)
    for award in rules.awards:
        if all(box.id != award.id for box in rules.boxes):
            cells = [{"points": player.awards[award.id]} for player in game.players]
            lower.append({"kind": "award", "section": "lower", "title": language.tell(award.title), "cells": cells})
    return upper + lower


def match(game: GameSnapshot, language: Language) -> Json | None:
    """Return a game of hands: the hands that stand, who won the round before, and what the dice make; else None.

    `last` says that the hands shown are those of the round before, because none of this round stands yet.
    """
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
        "handTitle": language.tell(contest.titles[game.hand]) if game.hand else "",
        "hands": [
            [
                {
                    "title": language.tell(contest.titles[made.hand]),
                    "faces": list(made.faces),
                    "photo": address(made.photo),
                }
                for made in player.hands
            ]
            for player in game.players
        ],
        "odds": odds(contest, game.ruleset.dice, language),
    }


def odds(contest: Contest, dice: int, language: Language) -> list[Json]:
    """Return each hand, the best first: its chance in one roll of all dice in percent, and one in how many rolls.

    `oneIn` is None for a hand that no roll makes.
    """
    rolls = 6**dice
    return [
        {
            "hand": hand,
            "title": language.tell(title),
            "percent": 100 * contest.odds[hand] / rolls,
            "oneIn": rolls / contest.odds[hand] if contest.odds[hand] else None,
        }
        for hand, title in contest.titles.items()
    ]


def _box_row(game: GameSnapshot, language: Language, row: int, box: Box, *, award: bool, may_write: bool) -> Json:
    titles = {known.id: known.title for known in game.ruleset.awards}
    return {
        "kind": "box",
        "box": box.id,
        "title": language.tell(box.title),
        "hint": language.tell(box.hint),
        "award": language.tell(titles[box.id]) if award else None,
        "section": box.section,
        "slots": box.slots,
        "cells": [
            {
                **_cell(box, player.boxes[row], language, open_now=may_write and seat == game.current),
                "award": player.awards[box.id] if award else None,
            }
            for seat, player in enumerate(game.players)
        ],
    }


def _cell(box: Box, shown: BoxShown, language: Language, *, open_now: bool) -> Json:
    """Return one cell; `tap` is what a tap does: write, confirm (a 0, asked twice), strike (likewise) or nothing.

    `strike` says whether the box may be struck instead, `why` why it may not be closed, `whyNoStrike` why not struck.
    """
    asked = open_now and shown.open > 0
    tap: str | None = None
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
        "why": language.tell(shown.why_not) if asked and not tap else "",
        "whyNoStrike": language.tell(shown.why_no_strike) if asked and tap and not shown.strikable else "",
    }


def _sum(player: PlayerShown) -> Json:
    return {"points": player.upper, "par": player.against_par}

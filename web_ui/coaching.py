"""What the coach has to say, as the page draws it: plain JSON values, box titles in the page's language. Pure."""

from typing import Any

from firmware_host.table.coach_shown import AdviceShown, ChoiceShown, CoachShown
from firmware_host.table.snapshot import TableSnapshot
from web_ui.language import Language

Json = dict[str, Any]


def coach(shown: CoachShown, language: Language) -> Json:
    """Return the coach's state, advice, what an opponent is about to do, and the chances to win, one a seat."""
    return {
        "state": shown.state,
        "percent": shown.percent,
        "why": language.tell(shown.why),
        "mayAsk": shown.may_ask,
        "analysed": shown.analysed,
        "advice": None if shown.advice is None else _advice(shown.advice, language),
        "move": None if shown.move is None else choice(shown.move, language),
        "chances": [{"win": chance.win, "error": chance.error} for chance in shown.chances],
    }


def choice(shown: ChoiceShown, language: Language) -> Json:
    """Return one thing to do; `aim` is what dice are kept for."""
    return {
        "do": shown.do,
        "dice": list(shown.dice),
        "title": language.tell(shown.title),
        "points": shown.points,
        "aim": language.tell(shown.aim),
        "expected": shown.expected,
        "cost": shown.cost,
    }


def plays_itself(table: TableSnapshot) -> bool:
    """Whether the program plays the turn that is being played, so that people decide nothing in it."""
    game = table.game
    if game is None or game.current is None:
        return False
    return bool(game.players[game.current].opponent) and table.coach.state != "none"


def _advice(shown: AdviceShown, language: Language) -> Json:
    return {
        "unit": shown.unit,
        "best": [choice(option, language) for option in shown.best],
        "boxes": [choice(option, language) for option in shown.boxes],
    }

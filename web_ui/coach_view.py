"""What the coach says, as the page draws it: plain JSON values, box titles in the page's language. Pure."""

from firmware_host.table.coach.views import AdviceView, ChoiceView, CoachView, HighlightView
from firmware_host.table.snapshot import TableSnapshot
from web_ui.language import Language
from web_ui.places import address
from web_ui.views import AdviceData, ChoiceData, CoachData, HighlightData


def coach(shown: CoachView, language: Language) -> CoachData:
    """Return the coach's state, advice, what an opponent is about to do, and each seat's chance of winning."""
    return {
        "state": shown.state,
        "percent": shown.percent,
        "why": language.translate(shown.why),
        "mayAsk": shown.may_ask,
        "mayAnalyse": shown.may_analyse,
        "analysed": shown.analysed,
        "highlights": [_highlight(found, language) for found in shown.highlights],
        "advice": None if shown.advice is None else _advice(shown.advice, language),
        "move": None if shown.move is None else choice(shown.move, language),
        "chances": [{"win": chance.win, "error": chance.error} for chance in shown.chances],
        "working": shown.working,
    }


def choice(shown: ChoiceView, language: Language) -> ChoiceData:
    """Return one choice; `aim` is what the dice are held for."""
    return {
        "do": shown.do,
        "dice": list(shown.dice),
        "box": shown.box,
        "title": language.translate(shown.title),
        "points": shown.points,
        "aim": language.translate(shown.aim),
        "expected": shown.expected,
        "cost": shown.cost,
    }


def plays_itself(table: TableSnapshot) -> bool:
    """Whether the program plays the current turn, so that people decide nothing in it."""
    game = table.game
    if game is None or game.current is None:
        return False
    return bool(game.players[game.current].opponent) and table.coach.state != "none"


def _highlight(shown: HighlightView, language: Language) -> HighlightData:
    moment = shown.moment
    return {
        "kind": shown.kind,
        "seat": shown.seat,
        "turn": moment.turn,
        "dice": list(moment.dice),
        "change": moment.change,
        "unit": shown.unit,
        "photo": address(moment.photo),
        "made": None if moment.made is None else choice(moment.made, language),
        "best": None if moment.best is None else choice(moment.best, language),
    }


def _advice(shown: AdviceView, language: Language) -> AdviceData:
    return {
        "unit": shown.unit,
        "best": [choice(option, language) for option in shown.best],
        "boxes": [choice(option, language) for option in shown.boxes],
        "error": shown.error,
        "twoAims": shown.two_aims,
        "caution": shown.caution,
    }

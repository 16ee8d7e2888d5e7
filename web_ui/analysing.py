"""After a game: luck and skill, the key moments and the chances turn by turn, as part of a page."""

from collections.abc import Sequence

from flask import Blueprint, abort, render_template
from flask_babel import format_decimal

from firmware_host.table.coach.views import ChoiceView
from firmware_host.words import Words, say
from web_ui import choosing
from web_ui.places import address
from web_ui.ports import TablePort

WIDTH, HEIGHT = 600, 200
"""Size of the curve, in its own units."""
MINUS = "\N{MINUS SIGN}"


def blueprint(table: TablePort) -> Blueprint:
    """Return the page at /analysis: the analysis of the finished game; 404 until it is known."""
    pages = Blueprint("analysing", __name__)
    pages.app_context_processor(lambda: {"done": done, "curve": curve, "photo_address": address})
    pages.add_app_template_filter(number)
    pages.add_app_template_filter(signed)

    @pages.get("/analysis")
    def analysis() -> str:
        found = table.analysis()
        if found is None:
            abort(404)
        return render_template("analysis.html", analysis=found, scale=1 if found.unit in ("points", "awards") else 100)

    return pages


def done(choice: ChoiceView) -> str:
    """Say in a few words, in the page's language, what was done or would have been best."""
    return choosing.current().translate(_done(choice))


def _done(choice: ChoiceView) -> Words:
    match choice.do:
        case "keep" if choice.dice:
            return say("hold {dice}", dice=" ".join(choice.dice))
        case "keep":
            return say("throw all the dice again")
        case "write":
            return say("{title} for {points}", title=choice.title, points=choice.points)
        case "strike":
            return say("strike {title}", title=choice.title)
        case _:
            return say("let the hand stand")


def curve(chances: Sequence[float]) -> str:
    """Return the points of a line through chances (0 to 1), from the left to the right edge."""
    steps = max(len(chances) - 1, 1)
    return " ".join(f"{WIDTH * at / steps:.1f},{HEIGHT * (1 - chance):.1f}" for at, chance in enumerate(chances))


def number(value: float) -> str:
    """Format a number with one decimal, in the page's language."""
    text: str = format_decimal(round(value, 1) + 0.0, "0.0")
    return text.replace("-", MINUS)


def signed(value: float) -> str:
    """Format a number with its sign and one decimal."""
    text: str = format_decimal(round(value, 1) + 0.0, "+0.0;-0.0")
    return text.replace("-", MINUS)

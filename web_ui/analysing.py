"""After a game: luck and skill, the key moments and the chances turn by turn, as part of a page."""

from flask import Blueprint, abort, render_template
from flask_babel import format_decimal

from firmware_host.coach.rounding import RoundedAccount, rounded_account
from firmware_host.table.coach.analysis import Analysis, PlayerAnalysis
from firmware_host.table.coach.views import ChoiceView
from firmware_host.words import Words, say
from web_ui import choosing
from web_ui.chart import Chart, chart
from web_ui.places import address
from web_ui.ports import TablePort
from web_ui.verdicts import verdicts

MINUS = "\N{MINUS SIGN}"


def blueprint(table: TablePort) -> Blueprint:
    """Return the page at /analysis: the analysis of the finished game; 404 until it is known."""
    pages = Blueprint("analysing", __name__)
    pages.app_context_processor(lambda: {"done": done, "photo_address": address})
    pages.app_context_processor(lambda: {"rounded": _rounded})
    pages.add_app_template_filter(number)
    pages.add_app_template_filter(signed)
    pages.add_app_template_filter(percent)

    @pages.get("/analysis")
    def analysis() -> str:
        found = table.analysis()
        if found is None:
            abort(404)
        translate = choosing.current().translate
        return render_template(
            "analysis.html",
            analysis=found,
            scale=1 if found.unit in ("points", "awards") else 100,
            verdicts=[translate(sentence) for sentence in verdicts(found, number)],
            chart=_chart(found),
        )

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


def _rounded(player: PlayerAnalysis, scale: int) -> RoundedAccount:
    """Return a player's figures as the table shows them: they add up to the digit."""
    return rounded_account(
        player.start, player.luck, player.cost, player.given, player.rest, player.lost_to_time, 1, scale
    )


def _chart(analysis: Analysis) -> Chart | None:
    return chart(analysis.curve, analysis.rounds) if analysis.curve else None


def number(value: float) -> str:
    """Format a number with one decimal, in the page's language."""
    text: str = format_decimal(round(value, 1) + 0.0, "0.0")
    return text.replace("-", MINUS)


def signed(value: float) -> str:
    """Format a number with its sign and one decimal."""
    text: str = format_decimal(round(value, 1) + 0.0, "+0.0;-0.0")
    return text.replace("-", MINUS)


def percent(share: float) -> str:
    """Format a share (0 to 1) as a whole number of per cent."""
    return choosing.current().translate(say("{percent} %", percent=round(100 * share)))

"""The scorecard page."""

from flask import Blueprint, render_template

from web_ui.colour import SEATS
from web_ui.ports import Table

OFFERED = ("poker-dice",)
"""Games whose cards the page lays out in full. The others need slots, sums, options or hands that it does not show
yet; until it does they are scored and replayed from the command line, and not offered here."""


def blueprint(table: Table) -> Blueprint:
    """Return the pages at / and /healthz."""
    pages = Blueprint("game", __name__)

    @pages.get("/")
    def scorecard() -> str:
        offered = tuple(rules for rules in table.rulesets().values() if rules.id in OFFERED)
        return render_template("game.html", rulesets=offered, seats=SEATS)

    @pages.get("/healthz")
    def healthz() -> dict[str, str]:
        return {"status": "ok"}

    return pages

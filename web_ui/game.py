"""The scorecard page."""

from flask import Blueprint, render_template

from firmware_host.rules.rulesets import RULESETS
from web_ui.colour import SEATS

OFFERED = ("poker-dice",)
"""Games whose cards the page lays out in full. The others need slots, sums, options or hands that it does not show
yet; until it does they are scored and replayed from the command line, and not offered here."""


def blueprint() -> Blueprint:
    """Return the pages at / and /healthz."""
    pages = Blueprint("game", __name__)

    @pages.get("/")
    def scorecard() -> str:
        return render_template("game.html", rulesets=tuple(RULESETS[game] for game in OFFERED), seats=SEATS)

    @pages.get("/healthz")
    def healthz() -> dict[str, str]:
        return {"status": "ok"}

    return pages

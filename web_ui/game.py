"""The scorecard page."""

from flask import Blueprint, render_template

from firmware_host.rules.rulesets import RULESETS
from web_ui.colour import SEATS


def blueprint() -> Blueprint:
    """Return the pages at / and /healthz."""
    pages = Blueprint("game", __name__)

    @pages.get("/")
    def scorecard() -> str:
        return render_template("game.html", rulesets=tuple(RULESETS.values()), seats=SEATS)

    @pages.get("/healthz")
    def healthz() -> dict[str, str]:
        return {"status": "ok"}

    return pages

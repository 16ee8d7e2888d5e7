"""The setup page at /setup, its steps at /api/setup, and the papers and pictures of a step."""

from collections.abc import Callable
from mimetypes import guess_type

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from firmware_host.table.setup import StepShown, Wizard
from firmware_host.words import say
from web_ui import choosing
from web_ui.actions import body
from web_ui.errors import NotThereError
from web_ui.setup.deeds import DEEDS
from web_ui.setup.present import present


def blueprint(wizard: Wizard, diagnostics: Callable[[], bytes] | None = None) -> Blueprint:
    """Return the page and what it asks: GET tells, POST does something in a step and tells how that stands then.

    `diagnostics` makes the zip that the page offers for whoever helps.
    """
    pages = Blueprint("setup", __name__)

    @pages.get("/setup")
    def page() -> str:
        return render_template("setup.html", steps=_told(*wizard.show()), diagnostics=diagnostics is not None)

    @pages.get("/api/setup")
    def steps() -> ResponseReturnValue:
        return {"steps": _told(*wizard.show())}

    @pages.get("/api/setup/<step>")
    def look(step: str) -> ResponseReturnValue:
        return _told(wizard.look(_known(wizard, step)))[0]

    @pages.post("/api/setup/<step>/<deed>")
    def do(step: str, deed: str) -> ResponseReturnValue:
        _known(wizard, step)
        asked = body()
        if deed == "skip":
            return _told(wizard.skip(step, skipped=asked.flag("skipped", True)))[0]
        if (step, deed) not in DEEDS:
            raise NotThereError(say("There is no action “{action}”. Reload the page and try again.", action=deed))
        return _told(wizard.do(step, DEEDS[step, deed](asked)))[0]

    @pages.get("/setup/diagnostics.zip")
    def pack() -> Response:
        if diagnostics is None:
            raise NotThereError(say("There is no page at this address."))
        response = Response(diagnostics(), mimetype="application/zip")
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.get("/setup/<step>/<path:name>")
    def file(step: str, name: str) -> Response:
        content = wizard.file(_known(wizard, step), name)
        if content is None:
            raise NotThereError(say("There is no picture “{name}” any more.", name=name))
        response = Response(content, mimetype=guess_type(name)[0] or "application/octet-stream")
        response.headers["Cache-Control"] = "no-store"
        return response

    return pages


def _told(*steps: StepShown) -> list[dict[str, object]]:
    language = choosing.current()
    return [present(step, language) for step in steps]


def _known(wizard: Wizard, step: str) -> str:
    if step not in wizard.ids:
        raise NotThereError(say("There is no step “{step}” of the setup. Reload the page and try again.", step=step))
    return step

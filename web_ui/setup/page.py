"""The setup page at /setup, its steps at /api/setup, and the files of a step."""

from collections.abc import Callable
from mimetypes import guess_type

from flask import Blueprint, Response, render_template
from flask.typing import ResponseReturnValue

from firmware_host.setup import StepView, Wizard
from firmware_host.words import say
from web_ui import choosing
from web_ui.actions import body
from web_ui.errors import NotThereError
from web_ui.setup.actions import ACTIONS
from web_ui.setup.present import present
from web_ui.setup.views import StepData


def blueprint(
    wizard: Wizard,
    diagnostics: Callable[[], bytes] | None = None,
    unsaved_games: Callable[[], bytes | None] = lambda: None,
) -> Blueprint:
    """Return the page and its API: GET returns what is known and changes nothing, POST acts and returns the step.

    `diagnostics` makes the zip that the page offers for whoever helps. `unsaved_games` returns the journal to be saved
    elsewhere while its disk can only be read, otherwise None.
    """
    pages = Blueprint("setup", __name__)

    @pages.get("/setup")
    def page() -> str:
        return render_template(
            "setup.html",
            steps=_views(*wizard.show()),
            diagnostics=diagnostics is not None,
            unsaved=unsaved_games() is not None,
        )

    @pages.get("/api/setup")
    def steps() -> ResponseReturnValue:
        return {"steps": _views(*wizard.show())}

    @pages.get("/api/setup/<step>")
    def poll(step: str) -> ResponseReturnValue:
        return _views(wizard.poll(_known(wizard, step)))[0]

    @pages.post("/api/setup/<step>/<action>")
    def do(step: str, action: str) -> ResponseReturnValue:
        _known(wizard, step)
        asked = body()
        if action == "refresh":
            return _views(wizard.refresh(step))[0]
        if action == "skip":
            return _views(wizard.skip(step, skipped=asked.flag("skipped", True)))[0]
        if (step, action) not in ACTIONS:
            raise NotThereError(f"There is no action “{action}”. Reload the page and try again.")
        return _views(wizard.do(step, ACTIONS[step, action](asked)))[0]

    @pages.get("/setup/diagnostics.zip")
    def pack() -> Response:
        if diagnostics is None:
            raise NotThereError(say("There is no page at this address."))
        response = Response(diagnostics(), mimetype="application/zip")
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.get("/setup/journal.sqlite")
    def save_games() -> Response:
        games = unsaved_games()
        if games is None:
            raise NotThereError(say("There is no page at this address."))
        response = Response(games, mimetype="application/vnd.sqlite3")
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.get("/setup/<step>/<path:name>")
    def file(step: str, name: str) -> Response:
        content = wizard.file(_known(wizard, step), name)
        if content is None:
            raise NotThereError(f"The picture “{name}” is no longer kept.")
        response = Response(content, mimetype=guess_type(name)[0] or "application/octet-stream")
        response.headers["Cache-Control"] = "no-store"
        return response

    return pages


def _views(*steps: StepView) -> list[StepData]:
    language = choosing.current()
    return [present(step, language) for step in steps]


def _known(wizard: Wizard, step: str) -> str:
    if step not in wizard.ids:
        raise NotThereError(f"There is no setup step “{step}”. Reload the page and try again.")
    return step

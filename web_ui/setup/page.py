"""The setup page at /setup, its steps at /api/setup, and the files of a step."""

from collections.abc import Callable, Generator
from datetime import datetime
from itertools import chain
from mimetypes import guess_type
from typing import Protocol

from flask import Blueprint, Response, render_template, request
from flask.typing import ResponseReturnValue

from firmware_host.setup import StepView, Wizard
from firmware_host.words import say
from web_ui import choosing, guard
from web_ui.actions import body
from web_ui.asking import ticket
from web_ui.errors import NotThereError
from web_ui.setup.actions import ACTIONS
from web_ui.setup.present import present
from web_ui.setup.views import StepData


class BackupPort(Protocol):
    """Makes a backup of the games piece by piece, with the pictures of all rolls if they are wanted."""

    def __call__(self, *, pictures: bool) -> Generator[bytes, None, None]:
        """Yield the pieces; DiceTableError instead of the first if it cannot be made."""
        ...


def blueprint(
    wizard: Wizard,
    diagnostics: Callable[[], bytes] | None = None,
    backup: BackupPort | None = None,
    unsaved_games: Callable[[], bytes | None] = lambda: None,
) -> Blueprint:
    """Return the page and its API: GET returns what is known and changes nothing, POST acts and returns the step.

    `diagnostics` makes the zip that the page offers for whoever helps, `backup` the one with all games. `unsaved_games`
    returns the journal to be saved elsewhere while its disk can only be read, otherwise None.
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
        return _views(wizard.do(step, ACTIONS[step, action](asked), ticket(asked).id))[0]

    @pages.get("/setup/diagnostics.zip")
    def pack() -> Response:
        guard.refuse_links()
        if diagnostics is None:
            raise NotThereError(say("There is no page at this address."))
        response = Response(diagnostics(), mimetype="application/zip")
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.get("/setup/backup.zip", endpoint="backup")
    def save() -> Response:
        if backup is None:
            raise NotThereError(say("There is no page at this address."))
        pieces = backup(pictures="pictures" in request.args)
        first = next(pieces)  # what keeps a backup from being made is told before an answer has begun
        response = Response(chain((first,), pieces), mimetype="application/zip")
        response.call_on_close(pieces.close)
        response.headers["Cache-Control"] = "no-store"
        name = f"dice-table-{datetime.now():%Y-%m-%d-%H%M}.zip"
        response.headers.set("Content-Disposition", "attachment", filename=name)
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

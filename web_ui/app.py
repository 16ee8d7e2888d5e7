"""The factory of the Flask app: one blueprint a page, one guard around all of them."""

import logging
from collections.abc import Callable

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from firmware_host.errors import DiceTableError
from firmware_host.table.setup import Wizard
from firmware_host.words import say
from web_ui import actions, analysing, choosing, game, guard, pictures, setup, stream
from web_ui.errors import ForeignOriginError, NotJsonError, NotThereError, WebError
from web_ui.ports import Table

LARGEST_BODY = 16 * 1024  # bytes; the longest honest action, a start with eight players, stays under 2 KiB
WRONG_ADDRESSES = {
    404: say("There is no page at this address."),
    405: say("This address does not take what was asked of it. Reload the page and try again."),
    413: say("This is more than an action may hold. Reload the page and try again."),
}
"""What Flask refuses by itself, in words of ours: its own are English, and not for players."""
log = logging.getLogger(__name__)


def create_app(table: Table, wizard: Wizard, diagnostics: Callable[[], bytes] | None = None) -> Flask:
    """Return the WSGI app that shows `table`, acts on it, and sets it up with `wizard`.

    `diagnostics` makes the zip for whoever helps; None where none is offered.
    The table must be running and outlive the app.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.json.sort_keys = False  # type: ignore[attr-defined] # Flask's default provider has it
    for blueprint in (
        game.blueprint(table),
        analysing.blueprint(table),
        setup.blueprint(wizard, diagnostics),
        actions.blueprint(table),
        stream.blueprint(table),
        pictures.blueprint(table),
    ):
        app.register_blueprint(blueprint)
    choosing.install(app)
    app.before_request(guard.refuse_foreign_actions)
    app.after_request(guard.add_headers)
    _handle_errors(app)
    return app


def _handle_errors(app: Flask) -> None:
    @app.errorhandler(DiceTableError)
    def refused(error: DiceTableError) -> Response:
        return _answer(_status(error), error.sentence)

    @app.errorhandler(HTTPException)
    def wrong_address(error: HTTPException) -> Response:
        code = error.code or 500
        return _answer(code, WRONG_ADDRESSES.get(code, say("The page's server refuses this: {name}.", name=error.name)))

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        log.exception("A page request failed", exc_info=error)
        return _answer(500, say("Something went wrong inside the table's program. The game is kept; try again."))


def _status(error: DiceTableError) -> int:
    match error:
        case ForeignOriginError():
            return 403
        case NotThereError():
            return 404
        case NotJsonError():
            return 415
        case WebError():
            return 400
        case _:
            return 409


def _answer(status: int, sentence: str) -> Response:
    """Answer with the sentence in the page's language: as JSON to a program, as a small page to a person."""
    told = choosing.current().tell(sentence)
    if request.path.startswith("/api/") or not request.accept_mimetypes.accept_html:
        return make_response(jsonify(error=told), status)
    return make_response(render_template("error.html", status=status, sentence=told), status)

"""The factory of the Flask app: one blueprint a page, one guard around all of them."""

import logging

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from firmware_host.errors import DiceTableError
from web_ui import actions, game, guard, pictures, setup, stream
from web_ui.errors import ForeignOriginError, NotJsonError, WebError
from web_ui.ports import Table

LARGEST_BODY = 16 * 1024  # bytes; the longest honest action, a start with eight players, stays under 2 KiB
log = logging.getLogger(__name__)


def create_app(table: Table) -> Flask:
    """Return the WSGI app that shows `table` and acts on it. The table must be running and outlive the app."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.json.sort_keys = False  # type: ignore[attr-defined] # Flask's default provider has it
    for blueprint in (
        game.blueprint(),
        setup.blueprint(table),
        actions.blueprint(table),
        stream.blueprint(table),
        pictures.blueprint(table),
    ):
        app.register_blueprint(blueprint)
    app.before_request(guard.refuse_foreign_actions)
    app.after_request(guard.add_headers)
    _handle_errors(app)
    return app


def _handle_errors(app: Flask) -> None:
    @app.errorhandler(DiceTableError)
    def refused(error: DiceTableError) -> Response:
        return _answer(_status(error), str(error))

    @app.errorhandler(HTTPException)
    def wrong_address(error: HTTPException) -> Response:
        return _answer(error.code or 500, error.description or error.name)

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        log.exception("A page request failed", exc_info=error)
        return _answer(500, "Something went wrong inside the table's program. The game is kept; try again.")


def _status(error: DiceTableError) -> int:
    match error:
        case ForeignOriginError():
            return 403
        case NotJsonError():
            return 415
        case WebError():
            return 400
        case _:
            return 409


def _answer(status: int, sentence: str) -> Response:
    """Answer with the sentence: as JSON to a program, as a small page to a person."""
    if request.path.startswith("/api/") or not request.accept_mimetypes.accept_html:
        return make_response(jsonify(error=sentence), status)
    return make_response(render_template("error.html", status=status, sentence=sentence), status)

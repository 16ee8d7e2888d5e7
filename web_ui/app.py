"""The factory of the Flask app: one blueprint per page, one guard around them all."""

import logging
from collections.abc import Callable, Collection, Mapping

from flask import Flask, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from firmware_host import __version__
from firmware_host.errors import DiceTableError
from firmware_host.game.errors import StartRefusal
from firmware_host.setup import Wizard
from firmware_host.table.errors import TableClosedError, TableSilentError
from firmware_host.words import say
from web_ui import (
    actions,
    analysing,
    assets,
    choosing,
    compression,
    game,
    guard,
    pictures,
    printing,
    setup,
    stream,
    theming,
)
from web_ui.errors import ForeignOriginError, NotJsonError, NotThereError, TooManyStreamsError, WebError, WrongNameError
from web_ui.ports import TablePort
from web_ui.stream_hub import StreamHub

STREAMS = "dice_table.streams"
LARGEST_BODY = 16 * 1024  # bytes; the longest honest action, a start with eight players, stays under 2 KiB
WRONG_ADDRESSES = {  # not for players
    404: say("There is no page at this address."),
    405: "This address does not accept that request. Reload the page and try again.",
    413: "This request is too large. Reload the page and try again.",
}
"""Our own sentences for what Flask itself refuses."""
STATUSES: Mapping[type[DiceTableError], int] = {
    ForeignOriginError: 403,
    NotThereError: 404,
    NotJsonError: 415,
    WrongNameError: 421,
    TooManyStreamsError: 429,
    WebError: 400,
    TableClosedError: 503,  # not a refusal: the same request may be sent again
    TableSilentError: 503,
}
"""Of what is refused, by the first kind that fits; what the table refuses, as it is now, is a conflict (409)."""
log = logging.getLogger(__name__)


def create_app(
    table: TablePort,
    wizard: Wizard,
    diagnostics: Callable[[], bytes] | None = None,
    files: assets.Assets | None = None,
    names: Collection[str] = (),
    backup: setup.BackupPort | None = None,
) -> Flask:
    """Return the WSGI app that shows `table`, acts on it, and sets it up with `wizard`.

    `diagnostics` makes the zip for whoever helps, `backup` the one with all games; None if none is offered. `files` are
    the page's own files; None for those of this package. `names` are what the table may be called besides
    `guard.own_names`. The table must be running and outlive the app. Its StreamHub is `app.extensions[STREAMS]`: close
    it before the server.
    """
    app = Flask(__name__, static_folder=None)
    files = files or assets.own_assets()
    hub = app.extensions[STREAMS] = StreamHub(table, wizard)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.json.sort_keys = False  # type: ignore[attr-defined] # Flask's default provider has it
    for blueprint in (
        game.blueprint(table, wizard),
        analysing.blueprint(table),
        setup.blueprint(wizard, diagnostics, backup, table.unsaved_games),
        actions.blueprint(table),
        stream.blueprint(table, wizard, files.build, hub),
        pictures.blueprint(table),
        assets.blueprint(files),
        printing.blueprint(table),
    ):
        app.register_blueprint(blueprint)
    choosing.install(app)
    theming.install(app)
    app.context_processor(lambda: {"version": __version__})
    app.before_request(guard.refuse_other_names(guard.own_names(names)))
    app.before_request(guard.refuse_foreign_requests)
    for after in (compression.compress, compression.revalidate, guard.add_headers):  # the last is called first
        app.after_request(after)
    _handle_errors(app)
    return app


def _handle_errors(app: Flask) -> None:
    @app.errorhandler(DiceTableError)
    def refused(error: DiceTableError) -> Response:
        return _answer(_status(error), error.sentence)

    @app.errorhandler(StartRefusal)
    def wrong_fields(error: StartRefusal) -> Response:
        translate = choosing.current().translate
        faults = {field: translate(sentence) for field, sentence in error.faults.items()}
        return make_response(jsonify(error=translate(error.sentence), faults=faults), _status(error))

    @app.errorhandler(HTTPException)
    def wrong_address(error: HTTPException) -> Response:
        code = error.code or 500
        # not for players
        return _answer(code, WRONG_ADDRESSES.get(code, f"The server refused this request: {error.name}."))

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        log.exception("A page request failed", exc_info=error)
        return _answer(500, say("Something went wrong in the table's program. Your game is safe; try again."))


def _status(error: DiceTableError) -> int:
    return next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 409)


def _answer(status: int, sentence: str) -> Response:
    """Answer with the sentence in the page's language: as JSON to a program, as a small page to a person."""
    translated = choosing.current().translate(sentence)
    if request.path.startswith("/api/") or not request.accept_mimetypes.accept_html:
        return make_response(jsonify(error=translated), status)
    return make_response(render_template("error.html", status=status, sentence=translated), status)

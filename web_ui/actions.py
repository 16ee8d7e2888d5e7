"""What pages ask of the table: POST /api/<action> with a JSON body, answered with the view after it."""

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from web_ui.asking import ACTIONS, Body
from web_ui.errors import BadAskError
from web_ui.ports import Table
from web_ui.present import present


def blueprint(table: Table) -> Blueprint:
    """Return the actions of `asking.ACTIONS`, the panel's buttons and the state as it is."""
    pages = Blueprint("actions", __name__, url_prefix="/api")

    @pages.get("/state")
    def state() -> ResponseReturnValue:
        return present(table.snapshot())

    @pages.post("/press")
    def press() -> ResponseReturnValue:
        button = _body().whole("button")
        buttons = len(table.snapshot().panel.lamps)
        if not 0 <= button < buttons:
            raise BadAskError(f"There is no button {button}: the panel has buttons 0 to {buttons - 1}.")
        table.press(button)
        return present(table.snapshot())

    @pages.post("/<action>")
    def act(action: str) -> ResponseReturnValue:
        if action not in ACTIONS:
            abort(404, f"There is no action “{action}”. Reload the page and try again.")
        return present(table.ask(ACTIONS[action](_body())))

    return pages


def _body() -> Body:
    fields = request.get_json(silent=True)
    if not isinstance(fields, dict):
        raise BadAskError("An action needs a JSON object as its body. Reload the page and try again.")
    return Body(fields)

"""What pages ask the table: POST /api/<action> with a JSON body, answered with the view after it.

An action may come with an id of its own (`request`): where its answer is lost it can be sent again, and is done once.
It may also say for which moment of the game it is meant (`expected`), and is refused once the game has moved on.
"""

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from vision.json_reader import JsonError, read_object
from web_ui import choosing, theming
from web_ui.asking import ACTIONS, Body, ticket
from web_ui.errors import BadAskError, NotThereError
from web_ui.ports import TablePort
from web_ui.present import present


def blueprint(table: TablePort) -> Blueprint:
    """Return the actions of `asking.ACTIONS`, the panel's buttons, what a device keeps, and the current state."""
    pages = Blueprint("actions", __name__, url_prefix="/api")

    @pages.get("/state")
    def state() -> ResponseReturnValue:
        return present(table.snapshot(), choosing.current(), table.now())

    @pages.post("/press")
    def press() -> ResponseReturnValue:
        fields = body()
        button = fields.whole("button")
        buttons = len(table.snapshot().panel.lamps)
        if not 0 <= button < buttons:
            raise BadAskError(f"There is no button {button}: the panel has buttons 0 to {buttons - 1}.")
        held = fields.flag("held") if fields.has("held") else None
        return present(table.press(button, held, ticket(fields)), choosing.current(), table.now())

    @pages.post("/language")
    def language() -> ResponseReturnValue:
        return choosing.remember(body().text("language"))

    @pages.post("/theme")
    def theme() -> ResponseReturnValue:
        return theming.remember(body().text("theme"))

    @pages.post("/<action>")
    def act(action: str) -> ResponseReturnValue:
        if action not in ACTIONS:
            raise NotThereError(f"There is no action “{action}”. Reload the page and try again.")
        fields = body()
        return present(table.ask(ACTIONS[action](fields), ticket(fields)), choosing.current(), table.now())

    return pages


def body() -> Body:
    """Return the JSON body of this request; BadAskError if there is none."""
    try:
        return Body(read_object(request.get_data(cache=False)))
    except JsonError as error:
        raise BadAskError(
            f"An action needs a JSON object as its body, but {error}. Reload the page and try again."
        ) from error

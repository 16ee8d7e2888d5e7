"""The pictures: cut-outs and photos of rolls by name, and what the camera sees now."""

from flask import Blueprint, Response

from firmware_host.words import say
from web_ui.errors import NotThereError
from web_ui.ports import Table


def blueprint(table: Table) -> Blueprint:
    """Return the pictures at /pictures/<name> and /live.jpg, never cached."""
    pages = Blueprint("pictures", __name__)

    @pages.get("/pictures/<path:name>")
    def picture(name: str) -> Response:
        return _jpeg(table.picture(name), say("There is no picture “{name}” any more.", name=name))

    @pages.get("/live.jpg")
    def live() -> Response:
        return _jpeg(
            table.live_jpeg(),
            say("The camera has not shown a picture yet. Wait a moment, or choose another source."),
        )

    return pages


def _jpeg(data: bytes | None, missing: str) -> Response:
    if data is None:
        raise NotThereError(missing)
    response = Response(data, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response

"""Pictures: cut-outs and photos of rolls by name, and what the camera sees now."""

from flask import Blueprint, Response

from web_ui.errors import NotThereError
from web_ui.ports import TablePort


def blueprint(table: TablePort) -> Blueprint:
    """Return the pictures at /pictures/<name> and /live.jpg, never cached."""
    pages = Blueprint("pictures", __name__)

    @pages.get("/pictures/<path:name>")
    def picture(name: str) -> Response:
        return _jpeg(table.picture(name), f"The picture “{name}” is no longer kept.")

    @pages.get("/live.jpg")
    def live() -> Response:
        return _jpeg(
            table.live_jpeg(),
            "No picture from the camera yet. Wait a moment, or choose another camera.",
        )

    return pages


def _jpeg(data: bytes | None, missing: str) -> Response:
    if data is None:
        raise NotThereError(missing)
    response = Response(data, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response

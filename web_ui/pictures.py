"""Pictures: cut-outs and photos of rolls by name, and what the camera sees now.

Rolling dice are not streamed: whatever stands between here and a slow page, the server's own buffer first, would fill
with frames, and the page would lag behind. The page asks for one picture at a time, naming the frame that it has, and
is answered at once with the newest; frames that it was too slow for are never sent, and no thread waits for one.
"""

from flask import Blueprint, Response, request

from web_ui.errors import NotThereError
from web_ui.ports import TablePort


def blueprint(table: TablePort) -> Blueprint:
    """Return the pictures at /pictures/<name>, /live.jpg and /rolling.jpg, never cached."""
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

    @pages.get("/rolling.jpg")
    def rolling() -> Response:
        taken = table.rolling_jpeg(request.args.get("after", 0, int))
        if taken is None:
            return Response(status=204, headers={"Cache-Control": "no-store"})
        number, data = taken
        response = _jpeg(data, "")
        response.headers["X-Frame"] = str(number)
        return response

    return pages


def _jpeg(data: bytes | None, missing: str) -> Response:
    if data is None:
        raise NotThereError(missing)
    response = Response(data, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response

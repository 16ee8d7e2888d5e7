"""The setup page: which source is watched, and where the tray lies in its picture."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from web_ui.ports import Table

KINDS = {
    "sim": "Simulated tray",
    "usb": "USB camera",
    "picamera": "Raspberry Pi camera",
    "video": "Video file",
    "folder": "Folder of photos",
}


def source_title(spec: str) -> str:
    """Return what people call a source: "usb:0" is "USB camera 0"; a kind unknown here keeps its own name."""
    kind, _, which = spec.partition(":")
    title = KINDS.get(kind, kind)
    return f"{title} {which}" if kind == "usb" else title


def blueprint(table: Table) -> Blueprint:
    """Return the page at /setup and its facts at /api/setup."""
    pages = Blueprint("setup", __name__)

    @pages.get("/setup")
    def page() -> str:
        return render_template("setup.html")

    @pages.get("/api/setup")
    def facts() -> ResponseReturnValue:
        return {
            "source": table.snapshot().tray.source,
            "sources": [{"spec": spec, "title": source_title(spec)} for spec in table.sources()],
            "corners": [list(corner) for corner in table.corners()],
        }

    return pages

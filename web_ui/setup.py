"""The setup page: which source is watched, and where the tray lies in its picture."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from firmware_host.words import say
from web_ui import choosing
from web_ui.ports import Table

KINDS = {
    "sim": say("Simulated tray"),
    "picamera": say("Raspberry Pi camera"),
    "video": say("Video file"),
    "folder": say("Folder of photos"),
}


def source_title(spec: str) -> str:
    """Return what people call a source: "usb:0" is "USB camera 0"; a kind unknown here keeps its own name."""
    kind, _, which = spec.partition(":")
    return say("USB camera {number}", number=which) if kind == "usb" else KINDS.get(kind, kind)


def blueprint(table: Table) -> Blueprint:
    """Return the page at /setup and its facts at /api/setup."""
    pages = Blueprint("setup", __name__)

    @pages.get("/setup")
    def page() -> str:
        return render_template("setup.html")

    @pages.get("/api/setup")
    def facts() -> ResponseReturnValue:
        tell = choosing.current().tell
        return {
            "source": table.snapshot().tray.source,
            "sources": [{"spec": spec, "title": tell(source_title(spec))} for spec in table.sources()],
            "corners": [list(corner) for corner in table.corners()],
        }

    return pages

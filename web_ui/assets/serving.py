"""Gives browsers the page's own files, to keep for good: an address never has another content."""

from flask import Blueprint, Response, request

from firmware_host.words import say
from web_ui.assets.files import Assets
from web_ui.compression import takes_gzip
from web_ui.errors import NotThereError

FOR_GOOD = "public, max-age=31536000, immutable"  # a year, the longest that counts


def blueprint(assets: Assets) -> Blueprint:
    """Return the files below /static, and for templates `asset`, the address of one, and `build`, the version."""
    pages = Blueprint("assets", __name__)
    pages.app_context_processor(lambda: {"asset": assets.address, "build": assets.build})

    @pages.get("/static/<fingerprint>/<path:name>")
    def file(fingerprint: str, name: str) -> Response:
        asset = assets.get(name)
        if asset is None:
            raise NotThereError(say("There is no page at this address."))
        if fingerprint != asset.fingerprint:
            # A page loaded just before an update asks for files of the old version. With those of the new one it
            # learns from the event stream that it is old.
            return Response(status=302, headers={"Location": assets.address(name), "Cache-Control": "no-store"})
        if asset.compressed is not None and takes_gzip():
            response = Response(asset.compressed, mimetype=asset.mimetype)
            response.content_encoding = "gzip"
            response.set_etag(f"{fingerprint}-gzip")
            response.make_conditional(request)
        else:
            response = Response(asset.content, mimetype=asset.mimetype)
            response.set_etag(fingerprint)
            response.make_conditional(request, accept_ranges=True, complete_length=len(asset.content))
        response.headers["Cache-Control"] = FOR_GOOD
        return response

    return pages

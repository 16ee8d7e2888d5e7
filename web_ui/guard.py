"""Keeps other sites' pages away from this table: the same-origin rule for actions, and security headers."""

from urllib.parse import urlsplit

from flask import Response, request

from web_ui.errors import ForeignOriginError, NotJsonError

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def refuse_foreign_actions() -> None:
    """Refuse an action that another site's page started.

    Browsers say where a request comes from in Sec-Fetch-Site (newer, and no page can forge it) or Origin. A program
    that sends neither is not a browser and carries nobody's cookies. Accepting only JSON bodies makes a browser ask
    first (a CORS preflight, never granted here) before it sends one for another site.
    """
    if request.method in SAFE_METHODS:
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    foreign = (site is not None and site != "same-origin") or (
        origin is not None and urlsplit(origin).netloc != request.host
    )
    if foreign:
        raise ForeignOriginError("This action came from another site's page. Use the table's own page.")
    if not request.is_json:
        raise NotJsonError("An action must be sent as JSON (Content-Type: application/json).")


def add_headers(response: Response) -> Response:
    """Add the security headers to every answer."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response

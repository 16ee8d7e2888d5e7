"""Keeps other sites' pages away from this table: names it answers to, the same-origin rule, and security headers."""

import re
import socket
from collections.abc import Callable, Collection
from ipaddress import ip_address

from flask import Response, request

from firmware_host.words import say
from web_ui.errors import ForeignOriginError, NotJsonError, WrongNameError

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
OWN = frozenset({"same-origin", "none"})
"""Of Sec-Fetch-Site: the table's own page, or the person at the browser. A neighbour on the same site is not ours."""

HOST = re.compile(r"(?P<name>[^\s\[\]:/@?#]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")
LONGEST_NAME = 60
"""Letters of a foreign name that an answer repeats."""

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def own_names(given: Collection[str] = ()) -> frozenset[str]:
    """Return what browsers may call this table, besides its addresses: localhost, the machine's names, and those given.

    Nothing is looked up: whoever answers for a name could answer anything.
    """
    machine = socket.gethostname()
    short = machine.partition(".")[0]
    return frozenset(name.lower() for name in ("localhost", machine, short, f"{short}.local", *given) if name)


def refuse_other_names(names: Collection[str]) -> Callable[[], None]:
    """Return what refuses a request to a name that is not this table's.

    A page of another site may have its own name lead to this table once it is loaded (DNS rebinding). For the browser
    it is the table's own page then, and only the name it asked for gives it away. An address is never such a name.
    Browsers always send one; what sends none is no browser.
    """

    def refuse() -> None:
        host = request.environ.get("HTTP_HOST")
        if host is None:
            return
        found = HOST.fullmatch(host)
        name = found["name"].removesuffix(".").lower() if found else ""
        if name not in names and not _is_address(name):
            raise WrongNameError(
                say(
                    "This table is not called “{name}”. Open it by its address, such as http://192.168.1.20:8080, or "
                    "start it with its name, dice-table play --names {name}.",
                    name=host[:LONGEST_NAME].encode("ascii", "replace").decode(),
                )
            )

    return refuse


def refuse_foreign_requests() -> None:
    """Refuse what another site's page asks for: every action, and whatever it would show or read of this table.

    Browsers say where a request comes from in Sec-Fetch-Site (newer, no page can forge it, only over https or to the
    machine itself) or Origin. A program that sends neither is not a browser and carries nobody's cookies. Accepting
    only JSON bodies makes a browser ask first (a CORS preflight, never granted here) before it sends one for another
    site. A link from anywhere may open a page.
    """
    acts = request.method not in SAFE_METHODS
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    foreign = site not in OWN or (acts and site == "none")
    link = not acts and request.headers.get("Sec-Fetch-Mode") == "navigate"
    if (foreign and not link) or not _is_own(request.headers.get("Origin")):
        raise ForeignOriginError("This action came from another site's page. Use the table's own page.")
    if acts and not request.is_json:
        raise NotJsonError("An action must be sent as JSON (Content-Type: application/json).")


def refuse_links() -> None:
    """Refuse a link of another site to what is no page, such as a file with the state of the whole table."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in OWN:
        raise ForeignOriginError("Another site has sent you here. Go to the table's own setup page.")


def add_headers(response: Response) -> Response:
    """Add the security headers to every answer."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def _is_own(origin: str | None) -> bool:
    """Whether an Origin is this table's, whatever stands before it: a proxy may have taken the s off https."""
    return origin is None or origin.partition("://")[2] == request.environ.get("HTTP_HOST", "")


def _is_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True

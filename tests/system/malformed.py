"""What comes of requests that no page of ours sends, on every route: `python -m tests.system.malformed`.

The pages are those of the whole program on the simulated tray. Each route is sent bodies that are too
deep, too large, no JSON or of the wrong types, broken headers, and methods that it does not have. Whatever comes, the
answer is a sentence for people, no status of 500, and nothing in the log. It prints how each route has answered.
"""

import argparse
import json
import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.wrappers import Response

from firmware_host.app.build import open_application
from firmware_host.game.commands import Player, StartGame
from firmware_host.settings import load_settings
from web_ui.asking import ACTIONS, Body
from web_ui.setup.actions import ACTIONS as SETUP_ACTIONS

JSON = "application/json"
SEAT = {"name": "Ann", "colour": "#a3262a"}
CORNERS = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
FIELDS: Mapping[str, object] = {
    "advised": True,
    "box": "chance",
    "button": 0,
    "coach": "off",
    "cocked": "ask",
    "count": 1,
    "dice": [0],
    "die": 0,
    "face": "6",
    "faces": "pips",
    "held": True,
    "paused": True,
    "win": True,
    "caution": 1,
    "keep": [0],
    "kind": "pips",
    "lamp": 0,
    "language": "en",
    "name": "Old dice",
    "options": {},
    "outline": CORNERS,
    "players": [SEAT, SEAT],
    "round": False,
    "rules": "yahtzee",
    "side": "left",
    "skipped": False,
    "spec": "sim:seed=7",
    "strike": False,
    "theme": "dark",
    "throw": 0,
    "value": 3,
    "values": [1, 2, 3, 4, 5],
    "width": 0,
}
"""A right value for every field that an action reads, but for what comes with any of them."""

TICKET = ("request", "expected")

DEEP: Any = json.loads("[" * 20 + "]" * 20)
WRONG: tuple[object, ...] = (
    None,
    True,
    -1,
    2**62,
    1e300,
    0.5,
    "",
    "\0",
    "../../etc/passwd",
    "%s{0}{x.__class__}",
    "x" * 201,
    "\u202e\n\u2028" * 20,
    [],
    {},
    [None],
    ["x"],
    [2**62] * 30,
    [[1, 2], [3]],
    [[1e300, -1e300]] * 4,
    [{}],
    {"x": 1},
    {"": [[]]},
    [{"name": [], "colour": {}}],
    [SEAT] * 300,
    DEEP,
)
"""Values of which at most one type can be right."""

BODIES: Mapping[str, bytes] = {
    "nothing": b"",
    "no JSON": b"value=1&die=2",
    "cut off": b'{"players": [{"name": "An',
    "no object": b"[]",
    "null": b"null",
    "deep lists": b"[" * 8000,
    "deep objects": b'{"die":' * 2000,
    "deep in a field": b'{"die": ' + b"[" * 4000 + b"]" * 4000 + b"}",
    "NaN": b'{"die": NaN, "outline": [[NaN, Infinity]], "button": NaN}',
    "infinite": b'{"die": 1e999, "outline": [[1e999, -1e999], [0, 0], [1, 1]], "button": 1e999}',
    "huge number": b'{"die": ' + b"9" * 5000 + b', "button": ' + b"9" * 300 + b"}",
    "huge point": b'{"outline": [[' + b"9" * 400 + b", 0], [0, 0], [1, 1]]}",
    "half a character": b'{"name": "\\ud800", "spec": "\\udfff", "box": "\\ud800", "language": "\\ud800"}',
    "no UTF-8": b'{"name": "\xff\xfe", "box": "\xed\xa0\x80"}',
    "twice": b'{"die": 0, "die": 1}',
    "NUL": b"\0" * 1000,
    "too large": b'{"name": "' + b"x" * 20_000 + b'"}',
}
LARGE = b"x" * 10_000_000
TYPES = (
    "text/plain",
    "multipart/form-data",
    "application/json; charset=nonsense",
    "application/x-www-form-urlencoded",
    "\xff",
    "",
)
HEADERS: tuple[Mapping[str, str], ...] = (
    {"Host": "[::1"},
    {"Host": "a b"},
    {"Host": ""},
    {"Host": "localhost:99999999999"},
    {"Host": "\xff\xfe"},
    {"Host": "localhost/../x"},
    {"Host": "evil.example"},
    {"Origin": "http://[::1"},
    {"Origin": "http://[not-an-address]"},
    {"Origin": "http://localhost:port"},
    {"Origin": "://"},
    {"Origin": "\xff"},
    {"Sec-Fetch-Site": "\xff"},
    {"Cookie": "language=\xff; theme=[]; =; ;;"},
    {"Accept-Language": "xx;q=nan,\xff;q=-1,*;q=1e999"},
    {"Accept-Encoding": "gzip;q=\xff, ;;q=nan"},
    {"Accept": "\xff/*;q=x"},
    {"If-None-Match": '"\xff, W/'},
    {"If-Modified-Since": "the day before"},
    {"Range": "bytes=9-1,x"},
    {"Content-Length": "-5"},
    {"Content-Length": "many"},
    {"X-Forwarded-For": "\xff"},
)
QUERIES = (
    "after=99999999999999999999999",
    "after=%FF%00",
    "players=1e9&faces=%00&x=y",
    "build=%FF&setup=[",
    "players=-9" + "9" * 5000,
)
METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW")
PARTS = ("x", "%00", "%FF%FE", "..%2F..%2Fetc%2Fpasswd", "y" * 3000, "%E2%80%AE%0A")
"""What stands in addresses where something is to be named."""


@dataclass(slots=True)
class RouteAnswers:
    """How one address has answered: how often with each status, and what was wrong with an answer."""

    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Logged(logging.Handler):
    """Counts what is logged as an error or with a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.levelno >= logging.ERROR:
            error = record.exc_info[1] if record.exc_info else None
            self.lines.append(f"{record.getMessage()} ({error!r:.200})")


@contextmanager
def pages(folder: Path) -> Iterator[Flask]:
    """Open the pages of the whole program, which plays with the simulated tray; nothing answers at its address."""
    application = open_application(load_settings({"data": folder, "port": 0, "camera": "sim:seed=7"}, {}))
    try:
        application.table.start()
        application.table.ask(StartGame((Player("Ann", "#a3262a"), Player("Ben", "#2626a3"))))
        yield application.pages
    finally:
        application.close()


def addresses(rule: Rule) -> list[str]:
    """Return the addresses of a route to be tried: each action of its own, and odd parts elsewhere."""
    parts = sorted(rule.arguments)
    if parts == ["action"]:
        return [_filled(rule, {"action": action}) for action in (*ACTIONS, "x", "%00")]
    if parts == ["action", "step"]:
        actions = (*SETUP_ACTIONS, ("light", "refresh"), ("rail", "skip"), ("x", "y"))
        return [_filled(rule, {"step": step, "action": action}) for step, action in actions]
    known = {"step": "dice", "fingerprint": "0", "rules": "crag"}
    return [
        _filled(rule, {part: odd if part == last else known.get(part, odd) for part in parts})
        for odd in (PARTS if parts else ("",))
        for last in (parts[-1:] or [""])
    ]


def _filled(rule: Rule, parts: Mapping[str, str]) -> str:
    address = rule.rule
    for part, text in parts.items():
        for form in (f"<{part}>", f"<path:{part}>"):
            address = address.replace(form, text)
    return address


def requests(rule: Rule, address: str) -> Iterator[dict[str, Any]]:
    """Yield the requests to be sent to an address, as arguments of the test client's `open`."""
    yield from ({"path": address, "method": method} for method in METHODS)
    own = "POST" if "POST" in (rule.methods or ()) else "GET"
    right = json.dumps(FIELDS).encode()
    for headers in HEADERS:
        yield {"path": address, "method": own, "headers": headers, "data": right, "content_type": JSON}
    if own == "GET":
        yield from ({"path": address, "query_string": query} for query in QUERIES)
        return
    for kind in TYPES:
        yield {"path": address, "method": own, "data": right, "content_type": kind}
    for body in (*BODIES.values(), LARGE):
        yield {"path": address, "method": own, "data": body, "content_type": JSON}
    names = fields_of(address)
    for wrong in WRONG if len(names) > len(TICKET) else ():
        body = json.dumps(dict.fromkeys(FIELDS, wrong)).encode()
        yield {"path": address, "method": own, "data": body, "content_type": JSON}
    for name in names:
        for wrong in WRONG:
            body = json.dumps({**FIELDS, name: wrong}).encode()
            yield {"path": address, "method": own, "data": body, "content_type": JSON}


class _Noted(dict[str, object]):
    """Right values for all fields, noting which of them are read."""

    def __init__(self) -> None:
        super().__init__(FIELDS)
        self.read: dict[str, None] = {}

    def get(self, key: str, default: object = None) -> object:
        """Note and return a field."""
        self.read[key] = None
        return super().get(key, default)


def fields_of(address: str) -> tuple[str, ...]:
    """Return the fields that an action reads, its ticket's among them."""
    *_, step, action = address.split("/")
    made = SETUP_ACTIONS.get((step, action)) or ACTIONS.get(action)
    if made is None:
        return ("button", "held", "language", "theme", "skipped")
    noted = _Noted()
    made(Body(noted))
    return (*noted.read, *TICKET)


def fault_of(answer: Response, method: str) -> str:
    """Return what is wrong with an answer, empty for a right one."""
    if answer.status_code >= 500:
        return f"status {answer.status_code}"
    if answer.status_code < 400 or method == "HEAD":
        return ""
    if answer.is_json and isinstance(answer.json, dict):
        said = answer.json.get("error", "")
        return "" if said.endswith((".", "?", "!")) and " " in said else f"no sentence: {said!r:.80}"
    return (
        "" if answer.mimetype == "text/html" and b"<p" in answer.get_data() else f"no page: {answer.get_data()!r:.80}"
    )


def ask(client: FlaskClient, asked: dict[str, Any]) -> tuple[int, str]:
    """Send a request; returns the status and what is wrong with the answer."""
    with client.open(buffered=False, **asked) as answer:
        if answer.mimetype == "text/event-stream":
            return answer.status_code, ""
        return answer.status_code, fault_of(answer, asked["method"])


def trial(app: Flask, every: int = 1, without: Collection[str] = ()) -> Mapping[str, RouteAnswers]:
    """Send every route what it does not expect, one in `every` of it; returns the answers by method and route.

    Addresses in `without` are left out.
    """
    logged = Logged()
    logging.getLogger().addHandler(logged)
    client = app.test_client()
    answered: dict[str, RouteAnswers] = {}
    number = 0
    try:
        for rule in app.url_map.iter_rules():
            for address in (address for address in addresses(rule) if address not in without):
                route = f"{'POST' if 'POST' in (rule.methods or ()) else 'GET '} {address[:60]}"
                answers = answered.setdefault(route, RouteAnswers())
                for asked in requests(rule, address):
                    number += 1
                    if number % every:
                        continue
                    status, fault = ask(client, {"method": "GET", **asked})
                    answers.statuses[status] += 1
                    if fault or logged.lines:
                        answers.faults.append(f"{fault} {' '.join(logged.lines)} for {asked!r:.300}")
                        logged.lines.clear()
    finally:
        logging.getLogger().removeHandler(logged)
    return answered


def main() -> None:
    """Print a line for each route; exit with 1 if one has answered as it must not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="send one in N requests  [default: all]")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, pages(Path(folder)) as app:
        answered = trial(app, arguments.every)
    for route, answers in sorted(answered.items()):
        counts = "  ".join(f"{status}: {count}" for status, count in sorted(answers.statuses.items()))
        sys.stdout.write(f"{route:68} {counts}\n")
        for fault in answers.faults:
            sys.stdout.write(f"    {fault}\n")
    count = sum(answers.statuses.total() for answers in answered.values())
    faults = sum(len(answers.faults) for answers in answered.values())
    sys.stdout.write(f"{count} requests to {len(answered)} addresses: {faults} answered as they must not be.\n")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

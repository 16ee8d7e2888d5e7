"""What loading a page costs: requests, bytes and the time until something is painted, as Chromium's own tools see it.

A photograph weighs what the camera makes of it, and what the page asks of the table's API changes with the table; both
are counted apart from what makes up the page: the page itself, its own files and the event stream.
"""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.conftest import PATIENCE_MS, TABLET

DRAWN = """() => document.readyState === 'complete' &&
  [...document.querySelectorAll('#start, #game, .step')].some(it => it.checkVisibility())"""
TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
PAINTS = """() => Promise.all([['paint', 'first-contentful-paint'], ['largest-contentful-paint', '']].map(
  ([type, name]) => new Promise(done => new PerformanceObserver(list => {
    const paint = list.getEntries().findLast(entry => entry.name === name);
    if (paint !== undefined) done(paint.startTime);
  }).observe({ type, buffered: true }))))"""
TURN_MS = 20


@dataclass(frozen=True, slots=True)
class Link:
    """The line between page and table: the time to and fro in milliseconds, and bits per second."""

    latency_ms: float
    bits_per_second: float


@dataclass(slots=True)
class Request:
    """One request: its address, whether it went over the network, whether it ended, its bytes there and unpacked."""

    address: str
    kind: str
    sent: bool = True
    ended: bool = False
    wire: float = 0
    unpacked: int = 0

    @property
    def path(self) -> str:
        """The address without the machine."""
        return urlsplit(self.address).path

    @property
    def own(self) -> bool:
        """Whether it is part of the page: no photograph, and no question to the table."""
        return not self.path.startswith("/api/") and not self.path.endswith((".jpg", ".jpeg"))


@dataclass(slots=True)
class Load:
    """One load of a page; times in milliseconds since it began."""

    requests: list[Request] = field(default_factory=list)
    first_paint: float = 0
    largest_paint: float = 0

    @property
    def own(self) -> list[Request]:
        """The requests over the network that make up the page."""
        return [request for request in self.requests if request.own and request.sent]

    @property
    def wire(self) -> int:
        """Bytes over the network that make up the page, with the headers of the answers."""
        return round(sum(request.wire for request in self.own))

    @property
    def unpacked(self) -> int:
        """Bytes that make up the page, unpacked."""
        return sum(request.unpacked for request in self.own)


def weigh(browser: Browser, address: str, link: Link | None = None) -> tuple[Load, Load]:
    """Load a page in a browser that knows nothing of it, and once more in the same; over `link`, or as fast as it goes.

    A load ends when the page is drawn and has all it has asked for but the event stream.
    """
    context = browser.new_context(viewport={"width": TABLET[0], "height": TABLET[1]})
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    devtools = context.new_cdp_session(page)
    devtools.send("Network.enable")
    if link is not None:
        through = link.bits_per_second / 8
        speed = {"latency": link.latency_ms, "downloadThroughput": through, "uploadThroughput": through}
        devtools.send("Network.emulateNetworkConditions", {"offline": False, **speed})
    cold = _load(page, devtools, address)
    page.goto("about:blank")
    warm = _load(page, devtools, address)
    context.close()
    return cold, warm


def _load(page: Page, devtools: CDPSession, address: str) -> Load:
    watch = _Watch(devtools)
    page.goto(address)
    page.wait_for_function(DRAWN)
    page.evaluate(TWO_FRAMES)  # pictures of what was drawn last are asked for by now
    while not watch.complete():
        page.wait_for_timeout(TURN_MS)
    first, largest = page.evaluate(PAINTS)
    watch.stop()
    return Load(watch.requests(), first, largest)


class _Watch:
    """Notes the requests of a page from now on."""

    def __init__(self, devtools: CDPSession) -> None:
        self._devtools = devtools
        self._requests: dict[str, Request] = {}
        self._redirects: list[Request] = []
        self._heard = {
            "Network.requestWillBeSent": self._sent,
            "Network.requestServedFromCache": self._cached,
            "Network.responseReceived": self._answered,
            "Network.dataReceived": self._received,
            "Network.loadingFinished": self._finished,
            "Network.loadingFailed": self._failed,
        }
        for event, note in self._heard.items():
            devtools.on(event, note)

    def stop(self) -> None:
        for event, note in self._heard.items():
            self._devtools.remove_listener(event, note)

    def complete(self) -> bool:
        """Whether all has arrived that makes up the page; of the event stream something."""
        own = [request for request in self._requests.values() if request.own]
        return any(request.kind == "EventSource" for request in own) and all(
            request.unpacked > 0 if request.kind == "EventSource" else request.ended for request in own
        )

    def requests(self) -> list[Request]:
        return [*self._redirects, *self._requests.values()]

    def _sent(self, event: Any) -> None:
        if not event["request"]["url"].startswith("http"):
            return
        if "redirectResponse" in event:
            self._redirects.append(self._requests[event["requestId"]])
        self._requests[event["requestId"]] = Request(event["request"]["url"], event.get("type", ""))

    def _cached(self, event: Any) -> None:
        if request := self._requests.get(event["requestId"]):
            request.sent = False

    def _answered(self, event: Any) -> None:
        if request := self._requests.get(event["requestId"]):
            request.wire += event["response"]["encodedDataLength"]
            request.sent = request.sent and not event["response"].get("fromDiskCache", False)

    def _received(self, event: Any) -> None:
        if request := self._requests.get(event["requestId"]):
            request.unpacked += event["dataLength"]
            if request.kind == "EventSource":
                request.wire += event["encodedDataLength"] or event["dataLength"]

    def _finished(self, event: Any) -> None:
        if request := self._requests.get(event["requestId"]):
            request.ended = True
            request.wire = event["encodedDataLength"]

    def _failed(self, event: Any) -> None:
        if request := self._requests.get(event["requestId"]):
            request.ended = True

"""Someone who plays with the eyes shut: knows the page by its accessibility tree alone, as a screen reader does."""

import re
from typing import Any

from playwright.sync_api import Page

Node = dict[str, Any]
"""A node of Chromium's accessibility tree."""


class Listener:
    """Hears what is announced and presses what is named; sees nothing."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._browser = page.context.new_cdp_session(page)
        self._browser.send("Accessibility.enable")
        self._root = self._browser.send("DOM.getDocument", {"depth": 0})["root"]["backendNodeId"]
        everything: list[Node] = self._browser.send("Accessibility.getFullAXTree")["nodes"]
        self._live = [
            node["nodeId"]
            for node in everything
            if _property(node, "live") == "polite" and _value(node, "role") not in {"output", "status"}
        ]

    def told(self) -> str:
        """Return what the page has said of itself last: the text of its polite live regions that are no status."""
        texts = [self._browser.send("Accessibility.getChildAXNodes", {"id": live})["nodes"] for live in self._live]
        return " ".join(_value(node, "name") for nodes in texts for node in nodes)

    def wait(self, pattern: str) -> re.Match[str]:
        """Listen until something that fits `pattern` is told."""
        while True:
            told = self.told()
            if found := re.search(pattern, told):
                return found
            # only to know when to listen again; what is said is heard above
            self._page.wait_for_function("told => document.querySelector('#spoken').textContent !== told", arg=told)

    def names(self, role: str) -> list[str]:
        """Return the names of all that has this role, in the order of the page."""
        return [_value(node, "name") for node in self._all(role)]

    def press(self, name: str) -> None:
        """Go to the one button of this name and press Enter."""
        (button,) = (node for node in self._all("button") if _value(node, "name") == name)
        self._browser.send("DOM.focus", {"backendNodeId": button["backendDOMNodeId"]})
        self._page.keyboard.press("Enter")

    def _all(self, role: str) -> list[Node]:
        wanted = {"backendNodeId": self._root, "role": role}
        return [
            node for node in self._browser.send("Accessibility.queryAXTree", wanted)["nodes"] if not node["ignored"]
        ]


def _value(node: Node, field: str) -> str:
    return str(node.get(field, {}).get("value", ""))


def _property(node: Node, name: str) -> object:
    return next((one["value"].get("value") for one in node.get("properties", ()) if one["name"] == name), None)

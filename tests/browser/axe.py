"""What axe-core finds wrong with a page, its doubts about contrast settled by a picture of what is really painted."""

import os
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.contrast import pale

SOURCE = Path(__file__).parents[2] / "web_ui" / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


@cache
def source() -> str:
    """The script; tests that need it skip, or fail where all is required, without."""
    if not SOURCE.exists():
        reason = "no axe-core; run npm --prefix web_ui ci"
        if os.environ.get("DICE_TABLE_REQUIRE_ALL"):
            pytest.fail(f"{reason} (DICE_TABLE_REQUIRE_ALL is set)")
        pytest.skip(reason)
    return SOURCE.read_text(encoding="utf-8")


def faults(page: Page, *, sampled: bool = True) -> list[str]:
    """Name what axe-core finds on the page, or in its open dialog, and the texts too pale for what lies behind them.

    Gradients and pictures leave axe-core in doubt of the contrast; there it is measured as painted, if `sampled`.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(source())
    found: dict[str, Any] = page.evaluate(
        """async (standards) => {
             const { violations, incomplete } = await axe.run(document.querySelector("dialog[open]") ?? document, {
               runOnly: standards, resultTypes: ["violations", "incomplete"], preload: false });
             return { violations, doubts: incomplete.filter(({ id }) => id === "color-contrast") } }""",
        STANDARDS,
    )
    named = [f"{rule['id']}: {node}" for rule in found["violations"] for node in _targets(rule)]
    doubted = [target for rule in found["doubts"] for target in _targets(rule)]
    return named + [f"color-contrast: {text}" for text in (pale(page, doubted) if sampled else ())]


def _targets(rule: dict[str, Any]) -> Iterable[str]:
    return (" ".join(node["target"]) for node in rule["nodes"])

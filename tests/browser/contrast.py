"""The contrast of many texts at once, against what is really painted behind them: one picture without letters."""

from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Page

from tests.browser.measuring import LARGE_CONTRAST, TEXT_CONTRAST

RAREST = 20  # one pixel in so many may be paler: dots of texture

_TEXTS = """(selectors) => selectors.flatMap((selector) => {
  const element = document.querySelector(selector);
  const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const style = getComputedStyle(element);
  const alpha = (it) => it === null ? 1 : Number(getComputedStyle(it).opacity) * alpha(it.parentElement);
  const ink = (element instanceof SVGElement ? style.fill : style.color).match(/[\\d.]+/g).map(Number);
  return texts.flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()].map((box) => ({
      text: `${selector} "${node.data.trim()}"`, ink: ink.slice(0, 3), alpha: (ink[3] ?? 1) * alpha(element),
      size: parseFloat(style.fontSize), bold: Number(style.fontWeight) >= 700,
      box: [Math.ceil(box.left), Math.ceil(box.top), Math.floor(box.right), Math.floor(box.bottom)],
      seen: element.contains(document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)),
    }));
  });
})"""
_HIDE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`*, *::before, *::after { color: transparent !important; text-shadow: none !important;
    text-decoration-color: transparent !important; transition: none !important }
    text { fill: transparent !important }`);
  document.adoptedStyleSheets = [sheet];
}"""


def pale(page: Page, selectors: list[str]) -> list[str]:
    """Name the texts in sight of these elements that contrast too little with their ground, with their ratio.

    A text's ratio is that of the worst of the pixels in its box but the rarest twentieth.
    """
    texts: list[dict[str, Any]] = page.evaluate(_TEXTS, selectors) if selectors else []
    if not texts:
        return []
    page.evaluate(_HIDE)
    data = np.frombuffer(page.screenshot(animations="disabled"), np.uint8)
    page.evaluate("() => { document.adoptedStyleSheets = [] }")
    painted = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert painted is not None
    ground = np.asarray(painted)[:, :, ::-1].astype(float)
    found = []
    for text in texts:
        left, top, right, bottom = (max(0, edge) for edge in text["box"])
        behind = ground[top:bottom, left:right].reshape(-1, 3)
        if not text["seen"] or not len(behind):
            continue
        ink = text["alpha"] * np.array(text["ink"]) + (1 - text["alpha"]) * behind
        ratio = float(np.quantile(_contrast(ink, behind), 1 / RAREST))
        large = text["size"] >= 24 or (text["bold"] and text["size"] >= 18.66)
        if ratio < (LARGE_CONTRAST if large else TEXT_CONTRAST):
            found.append(f"{text['text']} {ratio:.2f}")
    return found


def _contrast(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Contrast ratios 1-21 of two arrays of colours, red green blue 0-255 in the last axis."""
    lights = np.stack([_luminance(one), _luminance(other)])
    ratios: np.ndarray = (lights.max(0) + 0.05) / (lights.min(0) + 0.05)
    return ratios


def _luminance(colours: np.ndarray) -> np.ndarray:
    parts = colours / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    weighed: np.ndarray = linear @ np.array((0.2126, 0.7152, 0.0722))
    return weighed

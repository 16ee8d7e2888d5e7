"""What can be measured on a page as it is drawn: sizes, places, and what does not fit."""

import cv2
import numpy as np
from playwright.sync_api import Locator, Page, expect

from web_ui.colour import contrast

FINGER_PX = 48
TEXT_CONTRAST = 4.5  # WCAG 2.2 AA, 1.4.3
LARGE_CONTRAST = 3.0  # from 24 px, or 18.66 px bold


def shown(page: Page) -> Page:
    expect(page.locator("#game")).to_be_visible()
    return page


def answered(page: Page) -> None:
    """Wait until the table has answered every tap: the page shows what was tapped before it has."""
    expect(page.locator("body")).to_have_attribute("data-pending", "0")


def too_small(page: Page) -> list[str]:
    """Name everything that can be tapped now and is smaller than a finger."""
    found: list[str] = page.evaluate(
        """least => [...document.querySelectorAll('button, a[href], input, summary, label')]
          .filter(target => target.checkVisibility() && !target.closest('label input, td output'))
          .filter(target => target.type !== 'radio' || !target.closest('label'))
          .map(target => [target, target.getBoundingClientRect()])
          .filter(([, box]) => box.width < least - 0.01 || box.height < least - 0.01)
          .map(([target, box]) => `${target.ariaLabel ?? target.textContent.trim()} ${box.width}x${box.height}`)""",
        FINGER_PX,
    )
    return found


def scrolls_sideways(page: Page) -> bool:
    wide: bool = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    return wide


def overlapping(page: Page) -> list[str]:
    """Name pairs of buttons of which one lies on the other."""
    found: list[str] = page.evaluate(
        """() => {
          const buttons = [...document.querySelectorAll('main button')].filter(it => it.checkVisibility());
          const boxes = buttons.map(it => it.getBoundingClientRect());
          const said = it => it.ariaLabel ?? it.textContent.trim();
          return buttons.flatMap((one, i) => buttons.slice(i + 1).flatMap((other, k) => {
            const [a, b] = [boxes[i], boxes[i + 1 + k]];
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            return across > 1 && down > 1 ? [`${said(one)} / ${said(other)}`] : [];
          }));
        }"""
    )
    return found


def cut_off(page: Page) -> list[str]:
    """Name titles, scores and buttons whose text is wider than they are."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(
             '.title, .hint, .written, .offer, .row-sum, .totals output, .thin td, .hand-title, .button, .prompt, ' +
             '.no-button')]
          .filter(it => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0)
          .map(it => `${it.className}: ${it.textContent.trim()}`)"""
    )
    return found


def readable(text: Locator) -> tuple[float, float]:
    """Measure the contrast of a text against what is really painted behind it: the ratio, and the one it needs.

    The text is made transparent, the place of its letters is photographed, and the ratio is that of the worst of the
    pixels but the rarest twentieth (dots of texture).
    """
    text.scroll_into_view_if_needed()
    style = text.evaluate(
        """it => { const style = getComputedStyle(it);
             return {colour: style.color, size: parseFloat(style.fontSize), bold: Number(style.fontWeight) >= 700} }"""
    )
    letters = text.evaluate(
        """it => { it.style.setProperty('color', 'transparent', 'important'); it.style.textShadow = 'none';
             const walker = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
             const range = document.createRange();
             do { walker.nextNode() } while (!walker.currentNode.data.trim());
             range.selectNodeContents(walker.currentNode);
             const {x, y, width, height} = range.getBoundingClientRect();
             return {x, y, width, height} }"""
    )
    picture = cv2.imdecode(
        np.frombuffer(text.page.screenshot(clip=letters, animations="disabled"), np.uint8), cv2.IMREAD_COLOR
    )
    assert picture is not None
    red, green, blue = (int(float(part)) for part in style["colour"][4:-1].split(",")[:3])
    ink = f"#{red:02x}{green:02x}{blue:02x}"
    behind = np.asarray(picture).reshape(-1, 3)[::7]
    ratios = sorted(contrast(ink, f"#{r:02x}{g:02x}{b:02x}") for b, g, r in behind.tolist())
    large = style["size"] >= 24 or (style["bold"] and style["size"] >= 18.66)
    return ratios[len(ratios) // 20], LARGE_CONTRAST if large else TEXT_CONTRAST

"""What can be measured on a page as it is drawn: sizes, places, and what does not fit."""

from playwright.sync_api import Page, expect

FINGER_PX = 48


def shown(page: Page) -> Page:
    expect(page.locator("#game")).to_be_visible()
    return page


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
    """Name pairs of buttons of which one lies on the other; the pencil of a die lies on its die."""
    found: list[str] = page.evaluate(
        """() => {
          const buttons = [...document.querySelectorAll('main button')].filter(it => it.checkVisibility());
          const boxes = buttons.map(it => it.getBoundingClientRect());
          const said = it => it.ariaLabel ?? it.textContent.trim();
          return buttons.flatMap((one, i) => buttons.slice(i + 1).flatMap((other, k) => {
            const [a, b] = [boxes[i], boxes[i + 1 + k]];
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const pencil = one.matches('.die') && other.matches('.correct');
            return across > 1 && down > 1 && !pencil ? [`${said(one)} / ${said(other)}`] : [];
          }));
        }"""
    )
    return found


def cut_off(page: Page) -> list[str]:
    """Name titles, scores and buttons whose text is wider than they are."""
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(
             '.title, .hint, .ink, .offer, .row-sum, .totals output, .thin td, .hand-title, .act, .prompt, .no-button')]
          .filter(it => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1 && it.clientWidth > 0)
          .map(it => `${it.className}: ${it.textContent.trim()}`)"""
    )
    return found

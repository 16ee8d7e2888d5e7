"""Someone who plays through the page only: sees what is visible, taps what can be tapped."""

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

SETTLE_MS = 180_000  # a throw on a busy single-board computer: tumbling, lying still, five dice read
ROLLED = "body[data-phase=rolled]"
QUESTION = "body[data-phase=question]"
THROW = "body[data-phase=throw]"


@dataclass(frozen=True, slots=True)
class Turn:
    """What the nameplate says, and the dice as they lie."""

    name: str
    turn: str
    rolls_left: str
    dice: tuple[str, ...]
    held: tuple[bool, ...]


def seen(page: Page) -> Turn:
    """Read the page as a person does."""
    dice = page.locator(".lying .die")
    labels = [re.search(r"shows (\w+)", label or "") for label in _all(dice, "aria-label")]
    return Turn(
        name=page.locator("#plate h1").inner_text(),
        turn=page.locator("#plate .turn").inner_text(),
        rolls_left=page.locator(".rolls .count").inner_text(),
        dice=tuple(label.group(1) for label in labels if label),
        held=tuple(pressed == "true" for pressed in _all(dice, "aria-pressed")),
    )


def wait_for_roll(page: Page, rolls_left: int) -> None:
    """Wait until dice lie still and count, answering what the table asks by the likeliest choice."""
    done = page.locator(ROLLED).locator(".rolls .count", has_text=re.compile(rf"^{rolls_left}$"))
    question = page.locator(QUESTION)
    again = page.locator(THROW)
    while True:
        expect(done.or_(question).or_(again).first).to_be_visible(timeout=SETTLE_MS)
        if done.is_visible():
            return
        _help(page)


def _help(page: Page) -> None:
    """Do the one thing that gets a doubtful roll counted: name a die, count it as it lies, or throw again."""
    for control in (
        page.locator(".choice").first,
        page.get_by_role("button", name="Count it as it lies"),
        page.get_by_role("button", name=re.compile("^Throw")),
    ):
        if control.is_visible():
            before = page.locator(".tray").inner_html()
            control.click()
            page.wait_for_function("before => document.querySelector('.tray').innerHTML !== before", arg=before)
            return
    page.wait_for_timeout(100)


def hold_two_and_throw(page: Page) -> None:
    """Hold the first two dice and throw the other three."""
    rolls_left = int(seen(page).rolls_left)
    for number in (1, 2):
        die = page.get_by_role("button", name=re.compile(rf"^Die {number} shows"))
        die.click()
        expect(die).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Throw 3 dice").click()
    wait_for_roll(page, rolls_left - 1)


def write_best(page: Page) -> tuple[str, int]:
    """Write the box that offers most, a 0 with its two taps where nothing scores; say which box and for how much."""
    offers = page.locator("[data-do=write][data-box]")
    if offers.count():
        best = max(range(offers.count()), key=lambda index: int(offers.nth(index).inner_text()))
        box, points = offers.nth(best).get_attribute("data-box"), int(offers.nth(best).inner_text())
        offers.nth(best).click()
    else:
        zero = page.locator("[data-do=doubt][data-box]").first
        box, points = zero.get_attribute("data-box"), 0
        zero.click()
        page.locator(".doubted").click()
    assert box is not None
    return box, points


def _all(locator: Locator, attribute: str) -> list[str | None]:
    return [locator.nth(index).get_attribute(attribute) for index in range(locator.count())]

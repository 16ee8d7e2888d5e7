"""Someone who plays through the page only: sees what is visible, taps what can be tapped."""

import re
import time
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

SETTLE_S = 180.0  # a throw on a busy single-board computer: tumbling, lying still, five dice read, one throw in vain
PATIENCE_S = 6.0  # how long the table must have waited for somebody before somebody does something
RESTING = "body:is([data-phase=throw], [data-phase=question], [data-phase=rolled])"


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
        name=page.locator("#status h1").inner_text(),
        turn=page.locator("#status .turn").inner_text(),
        rolls_left=page.locator(".rolls .count").inner_text(),
        dice=tuple(label.group(1) for label in labels if label),
        held=tuple(pressed == "true" for pressed in _all(dice, "aria-pressed")),
    )


def wait_for_roll(page: Page, rolls_left: int) -> None:
    """Throw if a turn begins, and wait until dice lie still and at most `rolls_left` are left.

    Helps where the table asks or nothing happens. Fewer are left where the table had settled a doubt by itself just as
    the player threw again.
    """
    done = page.locator("body[data-phase=rolled] .rolls .count", has_text=re.compile(rf"^[0-{rolls_left}]$"))
    deadline = time.monotonic() + SETTLE_S
    changed = time.monotonic()
    before = ""
    first = page.get_by_role("button", name="Throw the dice", exact=True)
    while not done.is_visible():
        if first.is_visible():
            first.click()
        now = page.locator(".play").inner_text() + (page.locator("body").get_attribute("data-phase") or "")
        if now != before:
            before, changed = now, time.monotonic()
        elif time.monotonic() - changed > PATIENCE_S and page.locator(RESTING).count():
            _help(page)
            changed = time.monotonic()
        assert time.monotonic() < deadline, f"no roll within {SETTLE_S} s; the page says {before}"
        page.wait_for_timeout(100)


def _help(page: Page) -> None:
    """Do the one thing that gets a doubtful roll counted: name a die, count the dice as they lie, or throw again."""
    for control in (
        page.locator(".choice").first,
        page.get_by_role("button", name="Count these dice"),
        page.get_by_role("button", name=re.compile("^Throw")),
    ):
        if control.is_visible():
            control.click()
            return


def choose_game(page: Page, title: str, players: int) -> None:
    """On the start page choose a game and take away seats, of the two there are, until `players` are left."""
    page.locator(".game-card", has_text=re.compile(f"^\\s*{title}")).click()
    expect(page.locator("#settings-line")).to_have_text(re.compile(f"^{title}"))
    for number in range(2, players, -1):
        page.get_by_role("button", name=f"Remove Player {number}").click()


def open_settings(page: Page) -> None:
    """On the start page open the line that says what is set besides game and players, unless it still is."""
    if page.locator("#settings[open]").count() == 0:
        page.locator("#settings-line").click()


def step(page: Page, option: str, by: int) -> None:
    """Step an option of the start page, its settings open, up or down by taps."""
    for _ in range(abs(by)):
        page.get_by_role("group", name=option).get_by_role("button", name="More" if by > 0 else "Less").click()


def hold_and_throw(page: Page, count: int) -> None:
    """Hold the first `count` dice and throw the others."""
    rolls_left = int(seen(page).rolls_left)
    others = page.locator(".lying").count() - count
    for number in range(1, count + 1):
        die = page.get_by_role("button", name=re.compile(rf"^Die {number} shows"))
        die.click()
        expect(die).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name=f"Throw {others} dice").click()
    wait_for_roll(page, rolls_left - 1)


def write_best(page: Page) -> tuple[str, int]:
    """Write the box that offers most, a 0 with its two taps where nothing scores; say which box and for how much."""
    offers = page.locator("[data-do=write][data-box]")
    worth = [_points(offers.nth(index).inner_text()) for index in range(offers.count())]
    zeros = page.locator("[data-do=confirm][data-box]")
    if worth and (max(worth) >= 0 or not zeros.count()):
        best = worth.index(max(worth))
        box, points = offers.nth(best).get_attribute("data-box"), worth[best]
        offers.nth(best).click()
    else:
        box, points = zeros.first.get_attribute("data-box"), 0
        zeros.first.click()
        page.locator(".confirming").click()
    assert box is not None
    return box, points


def _points(offer: str) -> int:
    """Read an offer: points, in a school box a cross or points with their sign, with points beside below."""
    first = offer.split(maxsplit=1)[0].replace("\N{MINUS SIGN}", "-")
    return 0 if first == "\N{MULTIPLICATION SIGN}" else int(first)


def _all(locator: Locator, attribute: str) -> list[str | None]:
    return [locator.nth(index).get_attribute(attribute) for index in range(locator.count())]

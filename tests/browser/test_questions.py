"""The questions about a roll, with the ways out that each offers, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from firmware_host.game.commands import SetHold, StartGame
from firmware_host.table.requests import AcceptRoll, NameFace, ThrowDice
from firmware_host.table.snapshot import QuestionView
from firmware_host.words import listed, say
from tests.browser.conftest import PHONE, TABLET, OpenPage, Serve
from tests.browser.measuring import answered, overlapping, scrolls_sideways, too_small
from tests.browser.player import open_settings
from tests.web_ui.fake_table import TWO, FakeTable


def asking(question: QuestionView, values: tuple[int, ...] = (2, 3, 3, 5, 3)) -> FakeTable:
    table = FakeTable()
    table.ask(StartGame(TWO, cocked="throw"))
    table.wonder(question, values)
    return table


def expect_offers(page: Page, *ways_out: str) -> None:
    expect(page.locator(".ways button:enabled")).to_have_text(list(ways_out))
    expect(page.locator("#controls button:enabled").filter(has_not_text=re.compile("^Undo$"))).to_have_count(0)


def cocked(*, must_throw: bool) -> QuestionView:
    return QuestionView(
        "cocked",
        (3,),
        "Die 4 is not flat, or something is covering it.",
        can_accept=not must_throw,
        can_name=not must_throw,
        rethrow=(3,),
    )


def test_a_cocked_die_is_named_by_one_tap(serve: Serve, open_page: OpenPage) -> None:
    table = asking(cocked(must_throw=False))
    page = open_page(serve(table).address)
    expect(page.locator(".prompt.asking")).to_have_text("Die 4 is not flat, or something is covering it.")
    expect_offers(page, "Count these dice", "Throw 1 die")
    page.get_by_role("button", name="It is 6").click()
    expect(page.locator(".prompt.asking")).to_have_count(0)
    answered(page)
    assert table.asked[-1] == NameFace(3, 6)


def test_a_cocked_die_that_must_be_thrown_again_leaves_that_alone(serve: Serve, open_page: OpenPage) -> None:
    table = asking(cocked(must_throw=True))
    page = open_page(serve(table).address)
    expect_offers(page, "Throw 1 die")
    expect(page.locator(".seen.is-held")).to_have_count(4)
    expect(page.get_by_role("img", name="Die 1 shows 2, Held")).to_be_visible()
    expect(page.get_by_role("img", name="Die 4 shows 5")).to_contain_text("Check")
    page.get_by_role("button", name="Throw 1 die").click()
    expect(page.locator(".prompt.asking")).to_have_count(0)
    answered(page)
    assert table.asked[-1] == ThrowDice()


@pytest.mark.parametrize(
    ("question", "values", "ways_out"),
    [
        (
            QuestionView("missing", (), "Only 4 of the 5 dice are in the tray.", can_accept=False, can_enter=True),
            (2, 3, 3, 5),
            ["Throw again", "Enter by hand"],
        ),
        (
            QuestionView("held-changed", (1,), "Held die 2 showed 4 and now shows 3.", can_accept=True, can_enter=True),
            (2, 3, 3, 5, 3),
            ["Count these dice", "Throw again", "Enter by hand"],
        ),
    ],
)
def test_each_question_offers_its_ways_out(
    question: QuestionView, values: tuple[int, ...], ways_out: list[str], serve: Serve, open_page: OpenPage
) -> None:
    page = open_page(serve(asking(question, values)).address)
    expect(page.locator(".prompt.asking")).to_have_text(question.text)
    expect_offers(page, *ways_out)


@pytest.mark.parametrize("language", ["Русский", "Polski"])
@pytest.mark.parametrize("size", [TABLET, PHONE])
def test_five_ways_out_fit_in_any_language(
    language: str, size: tuple[int, int], serve: Serve, open_page: OpenPage
) -> None:
    table = FakeTable()
    page = open_page(serve(table).address, size=size)
    page.get_by_role("button", name=language).click()
    expect(page.locator("[data-language][aria-pressed=true]").first).to_have_text(language)
    answered(page)
    table.ask(StartGame(TWO))
    text = say("Dice {dice} did not move.", dice=listed([1, 3]))
    table.wonder(
        QuestionView("not-thrown", (0, 2), text, can_accept=True, can_enter=True, hold=(0, 2)), (2, 3, 3, 5, 3)
    )
    expect(page.locator(".prompt.asking")).to_be_visible()
    expect(page.locator(".ways button:enabled")).to_have_count(5)
    assert not scrolls_sideways(page)
    assert too_small(page) == []
    assert overlapping(page) == []


def test_a_die_that_did_not_move_is_held_by_one_tap(serve: Serve, open_page: OpenPage) -> None:
    question = QuestionView("not-thrown", (1,), "Die 2 did not move.", can_accept=True, can_enter=True, hold=(3,))
    table = asking(question)
    page = open_page(serve(table).address)
    expect_offers(page, "Hold die 2", "Count these dice", "Throw again", "Enter by hand")
    page.get_by_role("button", name="Hold die 2").click()
    expect(page.get_by_role("button", name="Hold button 4, lamp lit")).to_be_visible()
    answered(page)
    assert table.asked[-1] == SetHold(3, held=True)


def test_dice_thrown_too_early_count_by_one_tap(serve: Serve, open_page: OpenPage) -> None:
    table = asking(QuestionView("early", (), "These dice were thrown before.", can_accept=True, can_enter=True))
    page = open_page(serve(table).address)
    page.get_by_role("button", name="Count these dice").click()
    expect(page.locator(".prompt.asking")).to_have_count(0)
    answered(page)
    assert table.asked[-1] == AcceptRoll()


def test_the_rule_for_cocked_dice_is_chosen_before_the_game(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = open_page(serve(table).address)
    open_settings(page)
    rule = page.get_by_role("group", name="Cocked dice")
    expect(rule.get_by_label("Ask")).to_be_checked()
    rule.get_by_label("Throw again").check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#status h1")).to_have_text("Player 1")
    answered(page)
    game = table.snapshot().game
    assert game is not None
    assert game.cocked == "throw"

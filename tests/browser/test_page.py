"""What people do on the page, in a real browser, over a table in memory."""

import re

from playwright.sync_api import Locator, Page, expect

from firmware_host.game.commands import SetHold, StartGame, WriteBox
from firmware_host.rules.rulesets.poker_dice import POKER_DICE
from firmware_host.table.snapshot import QuestionView
from tests.browser.conftest import OpenPage, Serve
from tests.browser.measuring import answered
from tests.web_ui.fake_table import TWO, FakeTable


def playing(*, throws_itself: bool = True) -> FakeTable:
    """Ann and Ben play; Ann's first roll is 2 3 3 5 3."""
    table = FakeTable(throws_itself=throws_itself)
    table.ask(StartGame(TWO))
    return table


def unsure(die: int) -> QuestionView:
    return QuestionView("unsure", (die,), f"What does die {die + 1} from the left show?", can_accept=False)


def die(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^Die {number} shows"))


def expect_turn_of(page: Page, name: str) -> None:
    expect(page.locator("#status h1")).to_have_text(name)


def total(page: Page, seat: int) -> Locator:
    return page.locator(".totals td").nth(seat)


def test_one_tap_starts(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(FakeTable()).address)
    page.get_by_role("button", name="Start the game").click()
    expect_turn_of(page, "Player 1")
    expect(page.locator("#status")).to_contain_text("Turn 1 of 13")
    expect(page.locator(".rolls")).to_contain_text("2")
    expect(die(page, 4)).to_have_accessible_name("Die 4 shows 5, tap to hold")


def test_start_with_names_colours_and_a_third_player(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = open_page(serve(table).address)
    page.get_by_label("Name of player 1").fill("Zoë")
    page.get_by_role("button", name="Add a player").click()
    page.get_by_label("Name of player 3").fill("Žana")
    page.get_by_role("button", name="Colour of Zoë: Ruby. Tap to change").click()
    page.get_by_role("dialog").get_by_role("button", name="Sapphire").click()
    page.get_by_role("button", name="Remove Player 2").click()
    page.get_by_role("button", name="Start the game").click()
    expect_turn_of(page, "Zoë")
    expect(page.locator(".seat .name")).to_have_text(["Zoë", "Žana"])
    answered(page)
    game = table.snapshot().game
    assert game is not None
    assert [player.colour for player in game.players] == ["#1f4e8c", "#1d6b45"]


def test_choosing_a_taken_colour_swaps(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(FakeTable()).address)
    page.get_by_role("button", name="Colour of Player 1: Ruby").click()
    page.get_by_role("dialog").get_by_role("button", name="Sapphire").click()
    expect(page.get_by_role("button", name="Colour of Player 1: Sapphire")).to_be_visible()
    expect(page.get_by_role("button", name="Colour of Player 2: Ruby")).to_be_visible()


def test_a_refused_start_says_why(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(FakeTable()).address)
    page.get_by_label("Name of player 2").fill("Player 1")
    page.get_by_role("button", name="Start the game").click()
    expect(page.get_by_role("alert")).to_contain_text("Two players are called Player 1")
    expect(page.get_by_label("Name of player 2")).to_be_focused()


def test_eight_seats_and_no_ninth(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(FakeTable()).address)
    add = page.get_by_role("button", name="Add a player")
    for _ in range(6):
        add.click()
    expect(add).to_be_hidden()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".seat .name")).to_have_count(8)


def test_hold_by_tap_and_by_button(serve: Serve, open_page: OpenPage) -> None:
    table = playing()
    page = open_page(serve(table).address)
    die(page, 2).click()
    expect(die(page, 2)).to_have_attribute("aria-pressed", "true")
    expect(die(page, 2)).to_contain_text("Held")
    expect(page.get_by_role("button", name="Hold button 2, lamp lit")).to_be_visible()
    page.get_by_role("button", name="Hold button 3, lamp off").click()
    expect(die(page, 3)).to_have_attribute("aria-pressed", "true")
    die(page, 2).click()
    expect(die(page, 2)).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="Hold button 2, lamp off")).to_be_visible()
    answered(page)
    assert table.pressed == [2]


def test_throw_the_others(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(playing()).address)
    die(page, 2).click()
    page.get_by_role("button", name="Throw 4 dice").click()
    expect(die(page, 1)).to_have_accessible_name("Die 1 shows 1, tap to hold")
    expect(die(page, 2)).to_have_accessible_name("Die 2 shows 3, held, tap to release")
    expect(page.locator(".rolls .count")).to_have_text("1")
    page.get_by_role("button", name="Throw 4 dice").click()
    expect(page.locator(".rolls .count")).to_have_text("0")
    expect(page.get_by_role("button", name=re.compile("^Throw"))).to_have_count(0)
    expect(page.locator(".prompt")).to_have_text("No rolls are left in this turn. Score a box.")


def test_tap_writes_and_names_the_next(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(playing()).address)
    page.get_by_role("button", name="Score 9 in Threes").click()
    expect_turn_of(page, "Ben")
    expect(total(page, 0)).to_have_text("9")
    expect(page.locator("#spoken")).to_have_text(
        "Ann scores 9 in Threes and has 9. Ben, it's your turn. Turn 1 of 13. "
        "Rolled 1, 6, 4, 4, 2. 17 in all. 2 rolls left."
    )


def test_a_zero_is_asked_twice(serve: Serve, open_page: OpenPage) -> None:
    table = playing()
    page = open_page(serve(table).address)
    page.get_by_role("button", name="Score 0 in Sixes").click()
    sure = page.get_by_role("button", name="Really score 0 in Sixes? Tap again to confirm")
    expect(sure).to_be_visible()
    expect_turn_of(page, "Ann")
    page.locator(".prompt").click()
    expect(sure).to_have_count(0)
    page.get_by_role("button", name="Score 0 in Sixes").click()
    sure.click()
    expect_turn_of(page, "Ben")
    answered(page)
    assert table.asked[-1] == WriteBox("sixes")


def test_undo(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(playing()).address)
    page.get_by_role("button", name="Score 16 in Chance").click()
    expect_turn_of(page, "Ben")
    undo = page.get_by_role("button", name="Undo")
    undo.click()
    undo.click()
    expect_turn_of(page, "Ann")
    expect(page.get_by_role("button", name="Score 16 in Chance")).to_be_visible()


def test_unsure_die(serve: Serve, open_page: OpenPage) -> None:
    table = playing(throws_itself=False)
    page = open_page(serve(table).address)
    table.wonder(QuestionView("unsure", (3,), "What does die 4 from the left show?", can_accept=False), (2, 3, 3, 6, 1))
    expect(page.locator(".prompt")).to_have_text("What does die 4 from the left show?")
    page.get_by_role("group", name="What does die 4 really show?").get_by_role("button", name="It is 6").click()
    expect(die(page, 4)).to_have_accessible_name("Die 4 shows 6, tap to hold")


def test_unsure_die_that_shows_something_else(serve: Serve, open_page: OpenPage) -> None:
    table = playing(throws_itself=False)
    page = open_page(serve(table).address)
    table.wonder(QuestionView("unsure", (0,), "What does die 1 from the left show?", can_accept=False), (2, 3, 3, 6, 1))
    page.get_by_role("button", name="Other…").click()
    page.get_by_role("dialog").get_by_role("button", name="It is 5").click()
    expect(die(page, 1)).to_have_accessible_name("Die 1 shows 5, tap to hold")


def test_die_of_which_nothing_is_known(serve: Serve, open_page: OpenPage) -> None:
    table = playing(throws_itself=False)
    page = open_page(serve(table).address)
    question = QuestionView("unsure", (0,), "What does die 1 from the left show?", can_accept=False)
    table.wonder(question, (1, 3, 3, 6, 1), choices=(1, 2, 3, 4, 5, 6))
    asked = page.get_by_role("group", name="What does die 1 really show?")
    expect(asked.get_by_role("button")).to_have_text(["Face…"])
    asked.get_by_role("button").click()
    page.get_by_role("dialog").get_by_role("button", name="It is 5").click()
    expect(die(page, 1)).to_have_accessible_name("Die 1 shows 5, tap to hold")


def test_held_die_changed(serve: Serve, open_page: OpenPage) -> None:
    table = playing()
    page = open_page(serve(table).address)
    die(page, 2).click()
    expect(die(page, 2)).to_have_attribute("aria-pressed", "true")
    answered(page)
    table.wonder(QuestionView("held-changed", (1,), "Held die 2 changed.", can_accept=True), (2, 4, 3, 6, 1))
    expect(page.locator(".prompt")).to_have_text("Held die 2 changed.")
    expect(page.locator(".is-asked")).to_have_count(1)
    page.get_by_role("button", name="Throw again").click()
    expect(page.locator(".prompt.asking")).to_have_count(0)
    expect(die(page, 2)).to_have_accessible_name(re.compile("^Die 2 shows 3, held"))


def test_count_it_as_it_lies(serve: Serve, open_page: OpenPage) -> None:
    table = playing(throws_itself=False)
    page = open_page(serve(table).address)
    table.wonder(QuestionView("not-thrown", (0,), "Die 1 did not move.", can_accept=True), (6, 6, 3, 6, 1))
    page.get_by_role("button", name="Count these dice").click()
    expect(die(page, 1)).to_have_accessible_name("Die 1 shows 6, tap to hold")


def test_correct_with_the_pencil(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(playing()).address)
    page.get_by_role("button", name="Correct die 4").click()
    page.get_by_role("dialog", name="What does die 4 really show?").get_by_role("button", name="It is 3").click()
    expect(die(page, 4)).to_have_accessible_name("Die 4 shows 3, corrected, tap to hold")
    expect(page.get_by_role("button", name="Score 14 in 4 of a kind")).to_be_visible()


def test_correct_with_a_long_press(serve: Serve, open_page: OpenPage) -> None:
    table = playing()
    page = open_page(serve(table).address)
    die(page, 1).click(delay=900)
    dialog = page.get_by_role("dialog", name="What does die 1 really show?")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Cancel").click()
    expect(die(page, 1)).to_have_attribute("aria-pressed", "false")
    answered(page)
    assert len(table.asked) == 1


def test_camera_lost_and_faces_tapped_in(serve: Serve, open_page: OpenPage) -> None:
    table = playing(throws_itself=False)
    page = open_page(serve(table).address)
    table.lose_camera()
    expect(page.locator(".prompt")).to_contain_text("Camera lost")
    count = page.get_by_role("button", name="Count these dice")
    for face in (6, 6, 1, 2):
        page.get_by_role("button", name=f"Add {face}").click()
    expect(count).to_be_disabled()
    page.get_by_role("button", name="Place 3: 1. Tap to clear").click()
    for face in (6, 5):
        page.get_by_role("button", name=f"Add {face}").click()
    count.click()
    expect(die(page, 3)).to_have_accessible_name("Die 3 shows 6, tap to hold")
    expect(page.get_by_role("button", name="Score 18 in Sixes")).to_be_visible()


def test_camera_lost_in_mid_turn_keeps_the_held_faces(serve: Serve, open_page: OpenPage) -> None:
    table = playing()
    page = open_page(serve(table).address)
    die(page, 2).click()
    expect(die(page, 2)).to_have_attribute("aria-pressed", "true")
    answered(page)
    table.lose_camera()
    page.get_by_role("button", name="Enter by hand").click()
    expect(page.get_by_role("button", name="Place 2: 3. Tap to clear")).to_be_visible()
    for face in (1, 1, 1, 1):
        page.get_by_role("button", name=f"Add {face}").click()
    page.get_by_role("button", name="Count these dice").click()
    expect(page.get_by_role("button", name="Score 4 in Ones")).to_be_visible()


def test_a_written_score_shows_its_photo(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(playing()).address)
    page.get_by_role("button", name="Score 9 in Threes").click()
    page.get_by_role("button", name="Threes: Ann has 9; see the photo of this roll").click()
    dialog = page.get_by_role("dialog", name="Ann scored 9 in Threes with this roll")
    expect(dialog).to_be_visible()
    photo = dialog.get_by_role("img")
    expect(photo).to_have_attribute("src", "/pictures/roll-23353.jpg")
    expect(photo).to_have_js_property("naturalWidth", 640)
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_the_end_and_a_new_game(serve: Serve, open_page: OpenPage) -> None:
    table = playing()
    boxes = [box.id for box in POKER_DICE.boxes]
    for box in boxes[:-1]:
        table.ask(WriteBox(box))
        table.ask(WriteBox(box))
    table.ask(WriteBox(boxes[-1]))
    page = open_page(serve(table).address)
    page.get_by_role("button", name=re.compile("in Chance$")).click()
    expect(page.locator("#outcome")).to_be_visible()
    answered(page)
    game = table.snapshot().game
    assert game is not None
    best = max(player.total for player in game.players)
    expect(page.locator("#outcome")).to_have_text(re.compile(rf"^{' and '.join(game.winners)} .*with {best}$"))
    page.get_by_role("button", name="New players").click()
    expect(page.get_by_label("Name of player 1")).to_have_value("Ann")
    page.get_by_role("button", name="Start the game").click()
    expect(total(page, 0)).to_have_text("0")


def test_ending_a_game_asks_twice(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(playing()).address)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="End this game").click()
    page.get_by_role("button", name="End it? Tap again").click()
    expect(page.locator("#outcome")).to_have_text("The game was ended early")


def test_rolling_is_shown(serve: Serve, open_page: OpenPage) -> None:
    table = playing()
    page = open_page(serve(table).address)
    expect(page.locator(".lying")).to_have_count(5)
    table.tumble()
    expect(page.locator(".tumbling")).to_have_count(5)
    expect(page.locator(".offer")).to_have_count(0)


def test_two_pages_stay_in_step(serve: Serve, open_page: OpenPage) -> None:
    address = serve(playing()).address
    tablet, phone = open_page(address), open_page(address, (390, 844), touch=True)
    die(tablet, 5).click()
    expect(die(phone, 5)).to_have_attribute("aria-pressed", "true")
    phone.get_by_role("button", name="Score 9 in Threes").tap()
    expect_turn_of(tablet, "Ben")
    expect(total(tablet, 0)).to_have_text("9")
    expect(total(phone, 0)).to_have_text("9")


def test_reconnecting(serve: Serve, open_page: OpenPage) -> None:
    table = playing()
    serving = serve(table)
    page = open_page(serving.address)
    expect_turn_of(page, "Ann")
    serving.stop()
    banner = page.get_by_text("Reconnecting…")
    expect(banner).to_be_visible()
    page.get_by_role("button", name="Score 9 in Threes").click()
    expect(page.get_by_role("alert")).to_contain_text("The table doesn't answer")
    expect(page.locator("tr[data-key=threes] .is-pending")).to_have_text("9")
    expect_turn_of(page, "Ann")
    table.ask(WriteBox("chance"))
    serving.start()
    expect(banner).to_be_hidden()
    expect_turn_of(page, "Ben")
    expect(total(page, 0)).to_have_text("16")
    expect(page.get_by_role("alert")).to_have_text("The game has moved on; look again.")
    expect(page.locator(".refusal-note")).to_have_text("The game has moved on; look again.")
    expect(page.locator(".is-pending")).to_have_count(0)


def test_a_tap_on_a_lost_line_is_done_as_soon_as_the_line_is_back(serve: Serve, open_page: OpenPage) -> None:
    table = playing()
    serving = serve(table)
    page = open_page(serving.address)
    expect_turn_of(page, "Ann")
    serving.stop()
    for number in (1, 4):
        die(page, number).click()
        expect(die(page, number)).to_have_attribute("aria-pressed", "true")
        expect(die(page, number)).to_have_attribute("aria-busy", "true")
    expect(page.get_by_text("Reconnecting…")).to_be_visible()
    assert len(table.asked) == 1
    serving.start()
    answered(page)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert table.asked[1:] == [SetHold(0, held=True), SetHold(3, held=True)]


def test_a_silent_line_is_noticed(serve: Serve, open_page: OpenPage) -> None:
    serving = serve(playing())
    page = open_page("about:blank")
    page.clock.install()
    page.goto(serving.address)
    banner = page.get_by_text("Reconnecting…")
    expect_turn_of(page, "Ann")
    expect(banner).to_be_hidden()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 30)
    page.clock.run_for(600)
    expect(banner).to_be_visible()
    page.clock.run_for(1500)
    expect(banner).to_be_hidden()


def test_keyboard_alone(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(playing()).address)
    die(page, 1).focus()
    page.keyboard.press("Space")
    expect(die(page, 1)).to_have_attribute("aria-pressed", "true")
    expect(die(page, 1)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Correct die 1")).to_be_focused()
    page.get_by_role("button", name="Score 9 in Threes").press("Enter")
    expect_turn_of(page, "Ben")

"""What people do on the page in other games than poker dice, over a table in memory."""

import re

import pytest
from playwright.sync_api import Page, expect

from firmware_host.game.commands import Player, SetHold, SpendTime, Stand, StartGame, WriteBox
from firmware_host.rules.rulesets.balut import BALUT
from firmware_host.rules.rulesets.speed_yatzy import SPEED_YATZY
from tests.browser.conftest import PHONE, TABLET, OpenPage, Serve
from tests.browser.measuring import answered
from tests.browser.player import choose_game, open_settings, step
from tests.web_ui.fake_table import FALLING, TWO, FakeTable


def seated(rules: str, *rolls: tuple[int, ...], players: tuple[Player, ...] = TWO, **options: str | int) -> FakeTable:
    table = FakeTable(rolls or FALLING)
    table.ask(StartGame(players, rules, {name.replace("_", "-"): value for name, value in options.items()}))
    return table


def box(page: Page, title: str, name: str) -> str:
    """Say what the column of a player holds in a box, mark by mark."""
    column = page.locator(".card").first.locator("thead .name").all_inner_texts().index(name)
    row = page.locator("tbody tr", has=page.get_by_role("rowheader", name=re.compile(f"^{title}")))
    return row.locator("td").nth(column).inner_text()


def test_a_game_is_chosen_with_its_options_faces_and_players_by_taps(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    page = open_page(serve(table).address)
    choose_game(page, "Speed yatzy", players=1)
    open_settings(page)
    page.get_by_role("group", name=SPEED_YATZY.options[1].title).get_by_role("radio", name="25").check()
    step(page, SPEED_YATZY.options[2].title, 3)
    step(page, SPEED_YATZY.options[2].title, -1)
    page.get_by_role("radio", name="Poker faces").check()
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#status h1")).to_have_text("Player 1")
    answered(page)
    game = table.snapshot().game
    assert game is not None
    assert (game.rules, game.faces, len(game.players)) == ("speed-yatzy", "poker", 1)
    assert game.options == {"speed-bonus-on": "all", "two-pairs-points": 25, "clock-minutes": 2, "clock-increment": 0}


def test_a_game_for_two_gives_a_lone_player_an_opponent(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(FakeTable()).address)
    choose_game(page, "Crag", players=1)
    expect(page.locator("#seats .seat")).to_have_count(1)
    page.locator(".game-card", has_text="Poker hands").click()
    expect(page.locator("#seats .seat")).to_have_count(2)
    expect(page.get_by_role("button", name="Remove Player 2")).to_have_count(0)


def test_the_last_game_is_laid_out_again(serve: Serve, open_page: OpenPage) -> None:
    table = FakeTable()
    table.ask(
        StartGame((Player("Zoë", "#6b2f74"), *TWO), "poker-hands", {"rounds": 1, "equal-hands": "shared"}, "poker")
    )
    for _ in range(3):
        table.ask(Stand())
    page = open_page(serve(table).address)
    page.get_by_role("button", name="New players").click()
    expect(page.get_by_role("radio", name=re.compile("^Poker hands"))).to_be_checked()
    expect(page.get_by_label("Name of player 1")).to_have_value("Zoë")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#status .turn")).to_have_text("Round 1 of 1")
    answered(page)
    game = table.snapshot().game
    assert game is not None
    assert (game.options["equal-hands"], game.faces) == ("shared", "poker")


def test_the_rules_of_the_game_are_a_tap_away(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(seated("speed-yatzy", two_pairs_points=25)).address)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog", name="Speed yatzy")
    expect(rules.get_by_role("row", name="Two pairs 25")).to_be_visible()
    rules.get_by_role("button", name="Close").click()
    expect(rules).to_be_hidden()


def test_the_school_is_written_with_one_tap_and_says_what_it_refuses(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(seated("school-poker", (3, 3, 3, 1, 6))).address)
    page.get_by_role("button", name="Why can't I score Twos?").click()
    expect(page.get_by_role("alert")).to_contain_text("Twos")
    page.get_by_role("button", name="Score × in Threes").click()  # noqa: RUF001 - a cross, as the card shows it
    expect(page.locator("#status h1")).to_have_text("Ben")
    assert box(page, "Threes", "Ann") == "\N{MULTIPLICATION SIGN}"
    page.get_by_role("button", name="Score −1 in Ones").click()  # noqa: RUF001 - a minus sign, likewise
    expect(page.locator("#status h1")).to_have_text("Ann")
    assert box(page, "Sum", "Ben") == "\N{MINUS SIGN}1"


def test_striking_what_scores_takes_a_mode_and_two_taps(serve: Serve, open_page: OpenPage) -> None:
    table = seated("yatzy", (6, 6, 6, 6, 1))
    page = open_page(serve(table).address)
    strike = page.get_by_role("button", name="Strike a box")
    strike.click()
    expect(page.get_by_role("button", name=re.compile(r"^Score \d"))).to_have_count(0)
    page.get_by_role("button", name="Score a box").click()
    expect(page.get_by_role("button", name="Score 24 in Sixes")).to_be_visible()
    strike.click()
    page.get_by_role("button", name="Strike Sixes").click()
    expect(page.locator("#status h1")).to_have_text("Ann")
    page.get_by_role("button", name="Really strike Sixes? Tap again to confirm").click()
    expect(page.locator("#status h1")).to_have_text("Ben")
    answered(page)
    assert table.asked[-1] == WriteBox("sixes", strike=True)
    assert box(page, "Sixes", "Ann") == "—"
    expect(page.get_by_role("button", name="Score 24 in Sixes")).to_be_visible()


def test_a_game_without_strikes_offers_none(serve: Serve, open_page: OpenPage) -> None:
    page = open_page(serve(seated("poker-dice", (6, 6, 6, 6, 1))).address)
    expect(page.get_by_role("button", name="Score 24 in Sixes")).to_be_visible()
    expect(page.get_by_role("button", name="Strike a box")).to_have_count(0)


def test_points_beside_the_box_are_offered(serve: Serve, open_page: OpenPage) -> None:
    table = seated("speed-yatzy", (4, 4, 4, 4, 4), players=TWO[:1])
    table.ask(WriteBox("five-of-a-kind"))
    page = open_page(serve(table).address)
    offer = page.get_by_role("button", name="Score 30 in Fours, plus 40")
    expect(offer).to_contain_text("+40")
    offer.click()
    expect(page.get_by_role("button", name="Fours: Ann has 30; see the photo of this roll")).to_contain_text("+40")


def test_every_slot_has_its_photo(serve: Serve, open_page: OpenPage) -> None:
    table = seated("balut", (4, 4, 4, 4, 1), (4, 4, 1, 2, 3), players=TWO[:1])
    table.ask(WriteBox("fours"))
    table.ask(WriteBox("fours"))
    page = open_page(serve(table).address)
    page.get_by_role("button", name="Fours: Ann has 8; see the photo of this roll").click()
    photo = page.get_by_role("dialog").get_by_role("img")
    expect(photo).to_have_attribute("src", "/pictures/roll-44123.jpg")
    page.get_by_role("dialog", name="Ann scored 8 in Fours").get_by_role("button", name="16").click()
    expect(page.get_by_role("dialog", name="Ann scored 16 in Fours")).to_be_visible()
    expect(photo).to_have_attribute("src", "/pictures/roll-44441.jpg")


@pytest.mark.parametrize("seats", [1, 4])
def test_slots_fill_from_the_left(serve: Serve, open_page: OpenPage, seats: int) -> None:
    players = (*TWO, Player("Eve", "#1d6b45"), Player("Gil", "#6b2f74"))[:seats]
    page = open_page(serve(seated("balut", (4, 4, 4, 4, 1), players=players)).address)
    page.get_by_role("button", name="Score 16 in Fours").click()
    expect(page.locator("#status h1")).to_have_text(players[1 % seats].name)
    assert box(page, "Fours", "Ann").split() == (
        ["16", "16", "Sum", "16"] if seats == 1 else ["16", "·", "·", "·", "Sum", "16"]
    )


def test_the_end_of_a_bad_balut(serve: Serve, open_page: OpenPage) -> None:
    table = seated("balut", players=TWO[:1])
    for closed in range(BALUT.turns):
        table.ask(WriteBox(BALUT.boxes[closed // 4].id, strike=True))
    page = open_page(serve(table).address)
    expect(page.locator("#outcome")).to_have_text("You finished with \N{MINUS SIGN}2 points (0 in all)")
    expect(page.locator(".totals output")).to_have_text(["0", "\N{MINUS SIGN}2"])


def test_a_match_of_hands(serve: Serve, open_page: OpenPage) -> None:
    table = seated("poker-hands", (6, 6, 6, 1, 2), (5, 5, 1, 2, 3), rounds=1)
    page = open_page(serve(table).address)
    expect(page.locator(".hand-name")).to_have_text("3 of a kind")
    expect(page.locator(".odds .is-now")).to_have_text(re.compile(r"3 of a kind\s*15\.43 %\s*6\.5"))
    page.get_by_role("button", name="Let it stand").click()
    expect(page.locator("#status h1")).to_have_text("Ben")
    page.get_by_role("button", name=re.compile("^Ann has 3 of a kind: 6 6 6 1 2")).click()
    photo = page.get_by_role("dialog", name="Ann made 3 of a kind with this roll")
    expect(photo.get_by_role("img")).to_have_attribute("src", "/pictures/roll-66612.jpg")
    photo.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Let it stand").click()
    expect(page.locator("#outcome")).to_have_text("Ann wins with 1 round")


def test_a_roll_off_is_announced(serve: Serve, open_page: OpenPage) -> None:
    table = seated("poker-hands", (6, 6, 6, 1, 2))
    table.ask(Stand())
    table.ask(Stand())
    page = open_page(serve(table).address)
    expect(page.locator(".round-news")).to_contain_text("Roll-off")
    expect(page.locator(".made")).to_have_count(2)


def test_the_clock_runs_down_and_is_right_after_the_line_was_lost(serve: Serve, open_page: OpenPage) -> None:
    table = seated("speed-yatzy", clock_minutes=1)
    serving = serve(table)
    page = open_page("about:blank")
    page.clock.install(time=0)
    page.clock.pause_at(1)  # how long the machine takes for this test is no thinking time
    page.goto(serving.address)
    clock = page.locator("#status .clock .time")
    expect(clock).to_have_text("1:00")
    page.clock.run_for(10_000)
    expect(clock).to_have_text("0:50")
    serving.stop()
    expect(page.locator("#offline")).to_be_visible()
    table.clock.advance(40)
    serving.start()
    page.clock.run_for(1_100)  # the page asks again after a second
    expect(clock).to_have_text("0:20")
    expect(page.locator("#status .clock")).to_have_class(re.compile("is-low"))
    table.ask(SpendTime(45))
    table.ask(WriteBox("chance"))
    expect(clock).to_have_text("1:00")
    expect(page.locator("thead .seat").first).to_contain_text("0:15")


def test_a_pause_stops_the_clock_on_every_page(serve: Serve, open_page: OpenPage) -> None:
    table = seated("speed-yatzy", clock_minutes=1)
    serving = serve(table)
    page = open_page("about:blank")
    page.clock.install(time=0)
    page.clock.pause_at(1)
    page.goto(serving.address)
    other = open_page(serving.address, PHONE)
    table.clock.advance(10)
    other.get_by_role("button", name="Pause").click()
    expect(page.locator("#tray .prompt")).to_have_text("The game is paused, and nobody's clock runs.")
    page.clock.run_for(20_000)
    for shown in (page, other):
        expect(shown.locator("#status .clock .time")).to_have_text("0:50")
        expect(shown.locator("[data-do=throw]")).to_have_count(0)
    table.clock.advance(20)
    page.locator("#controls").get_by_role("button", name="Go on").click()
    expect(other.get_by_role("button", name="Pause")).to_be_enabled()
    assert table.snapshot().clock_due == table.clock.monotonic() + 50


def test_time_that_runs_out_ends_the_game(serve: Serve, open_page: OpenPage) -> None:
    table = seated("speed-yatzy", (6, 6, 6, 6, 6), clock_minutes=1)
    table.ask(WriteBox("sixes"))
    page = open_page(serve(table).address)
    expect(page.locator("#status h1")).to_have_text("Ben")
    table.ask(SpendTime(60))
    expect(page.locator("#outcome")).to_have_text("Ann wins with 40")
    expect(page.locator(".outcome .instruction")).to_have_text("Ben has run out of thinking time")


@pytest.mark.parametrize("size", [TABLET, PHONE])
@pytest.mark.parametrize(
    ("rules", "dice", "buttons"), [("crag", 3, 3), ("yatzy", 5, 5), ("maxi-yatzy", 6, 5), ("maxi-yatzy", 6, 6)]
)
def test_buttons_stand_under_their_dice(
    serve: Serve, open_page: OpenPage, size: tuple[int, int], rules: str, dice: int, buttons: int
) -> None:
    table = seated(rules)
    table.wire(buttons)
    table.ask(SetHold(dice - 1, held=True))
    page = open_page(serve(table).address, size)
    expect(page.locator(".lying .die")).to_have_count(dice)
    expect(page.locator(".is-held")).to_have_count(1)
    expect(page.locator(".panel-button")).to_have_count(buttons)
    expect(page.locator(".panel-button.is-lit")).to_have_count(1 if buttons == dice else 0)
    expect(page.locator(".no-button")).to_have_count(dice - buttons)
    page.get_by_role("button", name=re.compile(f"^Die {dice} shows")).click()
    expect(page.locator(".is-held")).to_have_count(0)
    answered(page)
    table.tumble()
    expect(page.locator(".tumbling")).to_have_count(dice)

"""A tap is never lost and never done twice: bursts of taps over lines that delay, lose and break."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

import pytest
from playwright.sync_api import Page

from firmware_host.game.commands import AbandonGame, StartGame
from tests.browser.bursts import MOST_BOXES, Meaning, assert_equal, begin, burst, outcome
from tests.browser.conftest import OpenPage
from tests.browser.shaky import Quality, ShakyServing
from tests.web_ui.fake_table import TWO, FakeTable

LINES = (Quality(0.03), Quality(0.4), Quality(0.1, loss=0.1, breaks=0.1), Quality(0.4, loss=0.08, breaks=0.08))


@dataclass
class Lane:
    """A page of its own, before a table of its own."""

    page: Page
    table: FakeTable
    serving: ShakyServing
    meaning: Meaning

    def begin_game(self) -> None:
        """Begin another game, which the page shows."""
        if self.table.snapshot().game is not None:
            self.table.ask(AbandonGame())
        self.table.ask(StartGame(TWO))
        self.table.asked.clear()
        self.meaning = Meaning()
        assert_equal(self.page, self.table)


@pytest.fixture
def open_lanes(open_page: OpenPage) -> Iterator[Callable[[int], list[Lane]]]:
    lanes: list[Lane] = []

    def open_some(count: int) -> list[Lane]:
        for seed in range(count):
            table = FakeTable()
            table.ask(StartGame(TWO))
            serving = ShakyServing(table, seed)
            page = open_page(serving.address)
            page.emulate_media(reduced_motion="reduce")  # nothing is drawn for its own sake: many pages at once
            lanes.append(Lane(page, table, serving, Meaning()))
            table.asked.clear()
        return lanes

    yield open_some
    for lane in lanes:
        lane.serving.stop()
        lane.table.close()


def play(lanes: list[Lane], rounds: int, random: Random) -> Counter[str]:
    """Let every lane play so many bursts at the same time; returns what was counted."""
    count: Counter[str] = Counter()
    for number in range(rounds):
        for lane in lanes:
            lane.serving.quality = random.choice(LINES)
            begin(lane.page, burst(random))
        for lane in lanes:
            found = outcome(lane.page)
            lane.serving.quality = Quality(0)
            meant = []
            for tap in found["log"]:
                meant.append(lane.meaning.of(tap))
                if tap["kind"] in ("hold", "press"):
                    assert tuple(tap["held"]) == lane.meaning.held, "the tap did not show at once"
            commands = [command for command in meant if command is not None]
            case = f"burst {number}: {found}"
            assert lane.table.asked == commands, case
            assert found["refusal"] == "", case
            game = lane.table.snapshot().game
            assert game is not None
            assert game.rolls_used == lane.meaning.rolls, case
            assert not game.dice or tuple(die.held for die in game.dice) == lane.meaning.held, case
            assert_equal(lane.page, lane.table)
            lane.table.asked.clear()
            count += Counter(bursts=1, taps=len(found["log"]), commands=len(commands))
            if lane.meaning.boxes >= MOST_BOXES:
                lane.begin_game()
    return count


def test_taps_are_neither_lost_nor_doubled(open_lanes: Callable[[int], list[Lane]]) -> None:
    count = play(open_lanes(5), 3, Random(26))  # noqa: S311 - taps keep no secret
    assert count["bursts"] == 15
    assert count["commands"] > 30


@pytest.mark.long
def test_a_thousand_bursts(open_lanes: Callable[[int], list[Lane]]) -> None:
    lanes = open_lanes(10)
    random = Random(1000)  # noqa: S311 - likewise
    count: Counter[str] = Counter()
    while count["bursts"] < 1000:
        count += play(lanes, 10, random)
        lines = sum((lane.serving.count for lane in lanes), count)
        sys.stderr.write(", ".join(f"{number} {what}" for what, number in lines.items()) + "\n")
    assert lines["of them repeats"] > 50

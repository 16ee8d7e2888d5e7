import heapq
from bisect import bisect_right
from collections.abc import Iterator
from random import Random

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.buttons import Buttons
from hardware.debounce import CLOSED_S
from tests.hardware.finger import Edge, WirePin, edges

PINS = (5, 6, 13, 19, 26, 17)
PRESSES = 10_000


class Wires:
    """Buttons on wires in virtual time: edges are told late by `lag` seconds, looks come late by `late`."""

    def __init__(self, seed: int, presses: int, lag: float, late: float) -> None:
        self.chance = Random(seed)  # noqa: S311 - not for secrets
        self.now = 0.0
        self.lag, self.late = lag, late
        self.told: list[list[float]] = [[] for _ in PINS]
        factory = MockFactory(pin_class=WirePin)
        self.edges = [list(edges(self.chance, presses // len(PINS) + 1, 100.0)) for _ in PINS]
        self.times = [[edge.at for edge in wire] for wire in self.edges]
        for index, gpio in enumerate(PINS):
            pin = factory.pin(gpio)
            pin.closed = lambda index=index: self.closed(index)
        self.pins = [factory.pin(gpio) for gpio in PINS]
        self.buttons = Buttons(PINS, factory, lambda: self.now, lambda index: self.told[index].append(self.now))

    def closed(self, index: int) -> bool:
        """The level of a wire now, whatever was told of it."""
        past = bisect_right(self.times[index], self.now)
        return past > 0 and self.edges[index][past - 1].closed

    def run(self) -> None:
        """Let everything happen."""
        for at, _, index, edge in heapq.merge(*(self._told(index) for index in range(len(PINS)))):
            while (due := self.buttons.due_in()) is not None:
                look = self.now + due + self.chance.uniform(0, self.late)
                if look > at:
                    break
                self.now = look
                self.buttons.look()
            self.now = max(self.now, at)
            self.pins[index].tell(edge)
        self.buttons.close()

    def presses(self, index: int) -> list[float]:
        """When the presses of a button began."""
        return [edge.at for edge in self.edges[index] if edge.press is not None]

    def _told(self, index: int) -> Iterator[tuple[float, int, int, Edge]]:
        at = 0.0
        for number, edge in enumerate(self.edges[index]):
            # In half of the seconds the machine is busy.
            lag = self.chance.uniform(0, self.lag) if int(edge.at) % 2 else 0.0
            at = max(at, edge.at + lag)
            yield at, number, index, edge


def test_ten_thousand_random_presses_are_ten_thousand() -> None:
    wires = Wires(1, PRESSES, lag=0.0, late=0.002)
    wires.run()
    for index in range(len(PINS)):
        presses, told = wires.presses(index), wires.told[index]
        assert len(told) == len(presses) > PRESSES / len(PINS)
        delays = [after - before for before, after in zip(presses, told, strict=True)]
        assert min(delays) >= CLOSED_S
        assert max(delays) <= 0.03


@pytest.mark.parametrize("lag", [0.01, 0.04, 0.3])
def test_on_a_busy_machine_none_is_lost_and_none_is_added(lag: float) -> None:
    wires = Wires(2, 1500, lag=lag, late=lag)
    wires.run()
    assert [len(told) for told in wires.told] == [len(wires.presses(index)) for index in range(len(PINS))]


def test_edges_of_another_clock_are_dated_as_they_come() -> None:
    factory = MockFactory(pin_class=WirePin)
    now = 1000.0
    told: list[int] = []
    buttons = Buttons([5], factory, lambda: now, told.append)
    pin = factory.pin(5)
    pin.tell(Edge(7e9, True))
    now += 0.1
    pin.tell(Edge(7e9 + 1, False))
    assert told == [0]
    buttons.close()

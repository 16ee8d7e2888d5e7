"""A finger on a hold button whose contacts bounce, and interference on its wires: the edges that a pin sees."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from gpiozero.pins.mock import MockPin
from gpiozero.pins.pi import PiPin

BOUNCE_S = 0.020
HELD_S = (0.025, 2.0)
SPIKE_S = 0.001
REST_S = (0.045, 0.4)
"""From when the contacts have come to rest until the next press."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A change of the contacts at a time in seconds; `press` is the number of the press that it begins, or None."""

    at: float
    closed: bool
    press: int | None = None


def edges(
    chance: Random, presses: int, start: float, held: tuple[float, float] = HELD_S, rest: tuple[float, float] = REST_S
) -> Iterator[Edge]:
    """Presses one after the other, bouncing as they begin and end, with interference before, between and during."""
    at = start
    for number in range(presses):
        now = at + chance.uniform(*rest)
        yield from _spikes(chance, at, now, closed=True)
        bounce = chance.uniform(0, BOUNCE_S)
        # Short presses are as likely as long ones.
        until = now + held[0] * (held[1] / held[0]) ** chance.random()
        yield Edge(now, True, number)
        yield from _chatter(chance, now, bounce, closed=False)
        yield from _spikes(chance, now + bounce + 0.01, until - 0.01, closed=False)
        yield Edge(until, False)
        bounce = chance.uniform(0, BOUNCE_S)
        yield from _chatter(chance, until, bounce, closed=True)
        at = until + bounce
    yield from _spikes(chance, at, at + 0.1, closed=True)


def _chatter(chance: Random, at: float, seconds: float, *, closed: bool) -> Iterator[Edge]:
    times = sorted(at + seconds * chance.random() for _ in range(2 * chance.randrange(5)))
    for index, time in enumerate(times):
        yield Edge(time, closed is (index % 2 == 0))


def _spikes(chance: Random, begin: float, end: float, *, closed: bool) -> Iterator[Edge]:
    """Up to two spikes, one after the other, in a time in which nothing else happens."""
    for _ in range(chance.randrange(3)):
        if begin + 2 * SPIKE_S < end:
            spike = chance.uniform(begin, end - SPIKE_S)
            begin = spike + chance.uniform(0.0001, SPIKE_S)
            yield Edge(spike, closed)
            yield Edge(begin, not closed)


class WirePin(MockPin):
    """A pin as lgpio has it: its level is that of the wire now, its edges come later with the time when they were."""

    closed: Callable[[], bool] | None = None

    def tell(self, edge: Edge) -> None:
        """Tell of an edge, on the thread of the pin library."""
        if self.when_changed is not None:
            PiPin._call_when_changed(self, edge.at, not edge.closed)

    def _get_state(self) -> object:
        return super()._get_state() if self.closed is None else not self.closed()

"""Requests take turns by address, and none takes all threads."""

from dataclasses import dataclass
from threading import Event

import pytest

from web_ui.server.fair_queue import AT_ONCE, FairDispatcher, FairQueue


@dataclass(frozen=True)
class Asked:
    address: str
    number: int = 0

    def service(self) -> None:
        raise AssertionError

    def cancel(self) -> None:
        raise AssertionError


def test_addresses_take_turns_and_each_keeps_its_order() -> None:
    queue = FairQueue(at_once=9)
    for number in range(3):
        queue.append(Asked("flooder", number))
    queue.append(Asked("player"))
    queue.append(Asked("guest"))
    given = [queue.popleft() for _ in range(5)]
    assert [one.address for one in given] == ["flooder", "player", "guest", "flooder", "flooder"]
    assert [one for one in given if one.address == "flooder"] == [Asked("flooder", number) for number in range(3)]
    assert not queue


def test_one_address_is_worked_on_only_so_often_at_once() -> None:
    queue = FairQueue(at_once=2)
    for number in range(4):
        queue.append(Asked("flooder", number))
    first, _ = queue.popleft(), queue.popleft()
    assert (bool(queue), len(queue)) == (False, 2)
    with pytest.raises(IndexError):
        queue.popleft()
    queue.append(Asked("player"))
    assert queue.popleft().address == "player"
    queue.done(first)
    assert queue.popleft() == Asked("flooder", 2)
    assert not queue


class Slow:
    """A request that is answered when it is told to be."""

    def __init__(self, dispatcher: FairDispatcher, address: str) -> None:
        self.address = address
        self.begun, self.go_on, self.cancelled = Event(), Event(), False
        self._dispatcher = dispatcher

    def service(self) -> None:
        self.begun.set()
        assert self.go_on.wait(60)
        self._dispatcher.done(self)

    def cancel(self) -> None:
        self.cancelled = True


def test_threads_are_left_for_others() -> None:
    dispatcher = FairDispatcher(AT_ONCE + 1)
    slow = [Slow(dispatcher, "flooder") for _ in range(AT_ONCE + 1)]
    player = Slow(dispatcher, "player")
    for task in (*slow, player):
        dispatcher.add_task(task)
    for task in (*slow[:AT_ONCE], player):
        assert task.begun.wait(60)
    assert not slow[-1].begun.is_set()
    slow[0].go_on.set()
    assert slow[-1].begun.wait(60)
    for task in (*slow, player):
        task.go_on.set()
    assert dispatcher.shutdown() is True

from threading import Event, Thread

import pytest

from firmware_host.setup.once import KEPT, OnceEach
from firmware_host.table.errors import TableRefusal


def test_work_is_done_once_for_each_request_and_each_time_without_one() -> None:
    once, done = OnceEach(), list[str]()
    for id_ in ("first", "first", "second", "first", "", ""):
        once.do(id_, lambda id_=id_: done.append(id_))  # type: ignore[misc]
    assert done == ["first", "second", "", ""]


def test_a_refusal_is_repeated() -> None:
    once, asked = OnceEach(), list[int]()

    def refuse() -> None:
        asked.append(1)
        raise TableRefusal("Not now.")

    for _ in range(3):
        with pytest.raises(TableRefusal, match="Not now"):
            once.do("first", refuse)
    assert len(asked) == 1


def test_who_asks_again_waits_for_the_first() -> None:
    once, begun, go_on, again = OnceEach(), Event(), Event(), Event()

    def work() -> None:
        begun.set()
        assert go_on.wait(60)

    first = Thread(target=once.do, args=("first", work))
    first.start()
    assert begun.wait(60)

    def ask_again() -> None:
        once.do("first", lambda: pytest.fail("done twice"))
        again.set()

    second = Thread(target=ask_again)
    second.start()
    assert not again.is_set()
    go_on.set()
    assert again.wait(60)
    for thread in (first, second):
        thread.join()


def test_old_requests_are_forgotten() -> None:
    once, done = OnceEach(), list[int]()
    for number in range(KEPT + 1):
        once.do(f"request {number}", lambda: done.append(1))
    once.do("request 0", lambda: done.append(1))
    assert len(done) == KEPT + 2

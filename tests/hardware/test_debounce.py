import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import CLOSED_S, REST_S, Debounce


def test_a_press_counts_while_it_is_held_and_not_again_when_it_ends() -> None:
    contacts = Debounce()
    contacts.close(10.0)
    assert contacts.due == pytest.approx(10.0 + CLOSED_S / 2)
    assert not contacts.look(10.003, closed=True)
    assert contacts.due == pytest.approx(10.0 + CLOSED_S, abs=0.0006)
    assert not contacts.look(10.004, closed=True)
    assert contacts.look(10.006, closed=True)
    assert contacts.due is None
    assert not contacts.look(10.012, closed=True)
    assert not contacts.open(12.0)


def test_one_look_alone_may_have_met_interference() -> None:
    contacts = Debounce()
    contacts.close(10.0)
    assert not contacts.look(10.015, closed=True), "by another spike; the edge that ended this one is on its way"
    assert not contacts.look(10.018, closed=False)
    assert not contacts.open(10.001)


def test_a_press_that_nobody_looked_at_in_time_counts_by_its_edges() -> None:
    contacts = Debounce()
    contacts.close(10.0)
    assert not contacts.look(10.5, closed=False)
    assert contacts.open(10.0 + CLOSED_S)


def test_interference_never_counts_and_hides_no_press() -> None:
    contacts = Debounce()
    for start in (10.0, 10.010, 10.012):
        contacts.close(start)
        assert not contacts.open(start + 0.001)
    contacts.close(10.013)
    assert not contacts.look(10.016, closed=True)
    assert contacts.look(10.019, closed=True)


def test_chatter_of_press_and_release_is_one_press() -> None:
    contacts = Debounce()
    contacts.close(10.0)
    assert contacts.open(10.006), "closed long enough to count"
    contacts.close(10.020)
    assert not contacts.open(10.300)
    contacts.close(10.310)
    assert not contacts.open(10.319), "chatter of the release"
    contacts.close(10.319 + REST_S + 0.001)
    assert contacts.open(10.5)


def test_a_level_that_is_looked_at_too_late_must_last() -> None:
    contacts = Debounce()
    contacts.close(10.0)
    assert not contacts.look(10.2, closed=True), "it may be another closing by now"
    assert not contacts.look(10.2 + CLOSED_S / 2, closed=True)
    assert contacts.look(10.2 + CLOSED_S, closed=True)


def test_a_press_told_before_its_own_edges_came_is_told_once() -> None:
    contacts = Debounce()
    contacts.close(10.0)
    assert not contacts.look(10.007, closed=True)
    assert contacts.look(10.010, closed=True), "the level is that of the press below; its edges are on their way"
    assert not contacts.open(10.001)
    contacts.close(10.004)
    assert not contacts.open(10.080)
    contacts.close(10.2)
    assert contacts.open(10.3)


def test_after_a_lost_edge_the_next_press_counts() -> None:
    contacts = Debounce()
    contacts.close(10.0)
    assert not contacts.look(10.003, closed=True)
    assert contacts.look(10.006, closed=True)
    contacts.close(11.0)
    assert contacts.open(11.1)


def test_contacts_that_are_closed_at_first_count_from_their_next_press() -> None:
    contacts = Debounce(closed=True)
    assert contacts.due is None
    assert not contacts.look(10.0, closed=True)
    assert not contacts.open(20.0)
    contacts.close(20.010)
    assert not contacts.open(20.019), "chatter of the release"
    contacts.close(21.0)
    assert contacts.open(21.1)


@given(st.lists(st.tuples(st.floats(CLOSED_S * 1.01, 0.02), st.floats(0.0001, REST_S * 0.9)), min_size=1, max_size=30))
def test_however_long_it_chatters_one_press_is_one(chatter: list[tuple[float, float]]) -> None:
    contacts = Debounce()
    now = 100.0
    presses = 0
    for closed, opened in chatter:
        contacts.close(now)
        presses += contacts.open(now + closed)
        now += closed + opened
    assert presses == 1

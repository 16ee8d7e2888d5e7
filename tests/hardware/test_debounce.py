from hypothesis import given
from hypothesis import strategies as st

from hardware.debounce import REST_S, Debounce


def test_a_press_after_rest_counts_and_its_chatter_does_not() -> None:
    contacts = Debounce()
    assert contacts.closed(10.000)
    contacts.opened(10.002)
    assert not contacts.closed(10.003)
    contacts.opened(10.200)
    assert not contacts.closed(10.204), "chatter of the release"
    contacts.opened(10.206)
    assert contacts.closed(10.207 + REST_S)


def test_forgotten_contacts_are_at_rest() -> None:
    contacts = Debounce()
    contacts.opened(5.0)
    contacts.forget()
    assert contacts.closed(5.0)


@given(st.lists(st.floats(0.0001, REST_S * 0.9), max_size=30))
def test_however_long_it_chatters_one_press_is_one(gaps: list[float]) -> None:
    contacts = Debounce()
    now = 100.0
    presses = int(contacts.closed(now))
    for index, gap in enumerate(gaps):
        now += gap
        if index % 2:
            presses += contacts.closed(now)
        else:
            contacts.opened(now)
    assert presses == 1

"""Contrast as WCAG 2.2 defines it, and the seat colours against it."""

import pytest

from web_ui.colour import SEATS, contrast, ink_on

# Ratios as published in the W3C's own examples of failing and passing greys on white.
PUBLISHED = [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#767676", "#ffffff", 4.54)]


@pytest.mark.parametrize(("one", "other", "ratio"), PUBLISHED)
def test_published_ratios(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.005)
    assert contrast(other, one) == contrast(one, other)


@pytest.mark.parametrize(("name", "colour"), SEATS)
def test_names_read_well_on_every_seat_colour(name: str, colour: str) -> None:
    assert contrast(ink_on(colour), colour) >= 4.5, name


def test_eight_different_colours() -> None:
    assert len({colour for _, colour in SEATS}) == len({name for name, _ in SEATS}) == 8

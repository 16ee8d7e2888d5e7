"""Light or dark: what a device has chosen is in the page that the server sends, so nothing flashes."""

import re

import pytest
from flask.testing import FlaskClient

from web_ui.theming import MEDIA

COLOURED = re.compile(r'<(?:meta|link)[^>]* data-colours="(light|dark)" media="([^"]+)"')
AUTO, LIGHT, DARK = MEDIA.values()


def media(client: FlaskClient, address: str) -> tuple[str, ...]:
    """What the light colours are for, and what the dark ones: the browser's bar, then the page."""
    found = COLOURED.findall(client.get(address).text)
    assert [kind for kind, _ in found] == ["light", "dark", "dark"]
    return tuple(medium for _, medium in found)


@pytest.mark.parametrize("address", ["/", "/setup", "/sheet/crag"])
def test_a_choice_comes_with_the_page_and_lasts_a_year(client: FlaskClient, address: str) -> None:
    assert media(client, address) == (*AUTO, AUTO[1])
    for theme, (light, dark) in MEDIA.items():
        answer = client.post("/api/theme", json={"theme": theme})
        assert answer.json == {"theme": theme}
        assert "Max-Age=31536000" in answer.headers["Set-Cookie"]
        assert media(client, address) == (light, dark, dark)


def test_paper_is_never_dark() -> None:
    assert [dark for _, dark in MEDIA.values() if dark != "not all" and not dark.startswith("screen")] == []


def test_an_unknown_theme_is_refused_and_an_unknown_cookie_is_none(client: FlaskClient) -> None:
    answer = client.post("/api/theme", json={"theme": "noon"})
    assert answer.status_code == 400
    client.set_cookie("theme", "noon")
    assert media(client, "/") == (*AUTO, AUTO[1])


def test_the_switch_shows_the_choice(client: FlaskClient) -> None:
    client.set_cookie("theme", "dark")
    pressed = re.findall(r'data-theme="(\w+)"[^>]*\n? *aria-pressed="true"', client.get("/setup").text)
    assert pressed == ["dark"]

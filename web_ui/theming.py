"""Each device shows the table by day or in the evening: as chosen on it, else as the device itself is set."""

from collections.abc import Mapping
from types import MappingProxyType

from flask import Flask, Response, jsonify, request

from web_ui.choosing import A_YEAR_S
from web_ui.errors import BadAskError

COOKIE = "theme"
MEDIA: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "auto": ("(prefers-color-scheme: light)", "screen and (prefers-color-scheme: dark)"),
        "light": ("all", "not all"),
        "dark": ("not all", "screen"),
    }
)
"""The media that the light and the dark colours are for, by choice; paper is always light."""


def install(app: Flask) -> None:
    """Give templates the theme of each request's device, so that its first picture has the right colours."""
    app.context_processor(lambda: {"theme": chosen(), "themes": MEDIA})


def chosen() -> str:
    """Return what this request's device has chosen, "auto" if nothing."""
    cookie = request.cookies.get(COOKIE, "")
    return cookie if cookie in MEDIA else "auto"


def remember(theme: str) -> Response:
    """Return the response that makes a browser keep a theme for a year; BadAskError for an unknown one."""
    if theme not in MEDIA:
        raise BadAskError(f"There is no theme “{theme}”. Choose one of: {', '.join(MEDIA)}.")
    answer = jsonify(theme=theme)
    answer.set_cookie(COOKIE, theme, max_age=A_YEAR_S, samesite="Lax", httponly=True)
    return answer

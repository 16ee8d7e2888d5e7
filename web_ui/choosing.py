"""Each device has its own language: the one chosen on it, else the one its browser prefers, else English."""

from babel import negotiate_locale
from flask import Flask, Response, jsonify, request
from flask_babel import Babel, get_locale

from firmware_host.words import say, say_count
from web_ui import scripts
from web_ui.errors import BadAskError
from web_ui.language import LANGUAGES, Language
from web_ui.translations.loading import translations

COOKIE = "language"
A_YEAR_S = 365 * 24 * 60 * 60


def install(app: Flask) -> None:
    """Give each request its language, and templates the texts in it."""
    Babel(app, locale_selector=chosen)
    app.context_processor(_for_templates)
    app.after_request(_say_language)


def chosen() -> str:
    """Return the language code for this request's device."""
    cookie = request.cookies.get(COOKIE, "")
    if cookie in LANGUAGES:
        return cookie
    preferred = [tag for tag, quality in request.accept_languages if quality]
    return negotiate_locale(preferred, LANGUAGES, sep="-") or next(iter(LANGUAGES))


def current() -> Language:
    """Return the language of this request; it may outlive the request."""
    code = str(get_locale())
    return Language(code, translations(code))


def remember(code: str) -> Response:
    """Return the response that makes a browser keep a language for a year; BadAskError for an unknown one."""
    if code not in LANGUAGES:
        known = ", ".join(LANGUAGES.values())
        raise BadAskError(f"The page is not available in “{code}”. Choose one of: {known}.")
    answer = jsonify(language=code)
    answer.set_cookie(COOKIE, code, max_age=A_YEAR_S, samesite="Lax", httponly=True)
    return answer


def _for_templates() -> dict[str, object]:
    language = current()
    return {
        "language": language,
        "languages": LANGUAGES,
        "catalogue": lambda: scripts.catalogue(translations(language.code)),
        "translate": language.translate,
        "say": lambda template, **values: language.translate(say(template, **values)),
        "say_count": lambda one, many, count, **values: language.translate(say_count(one, many, count, **values)),
    }


def _say_language(response: Response) -> Response:
    if response.mimetype in ("text/html", "application/json"):
        response.vary.update(("Cookie", "Accept-Language"))
        response.content_language.add(str(get_locale()))
    return response

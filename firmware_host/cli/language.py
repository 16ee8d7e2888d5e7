"""The language that commands answer in: `--language`, else that of the environment, else English.

What is for programs (`--json`), names of options and `--help` stay as they are.
"""

import os
from collections.abc import Mapping

import click

from web_ui.language import ENGLISH, LANGUAGES, Language


def of_environment(environ: Mapping[str, str] = os.environ) -> str:
    """Return the code of the first language we have that LC_ALL, LC_MESSAGES or LANG asks for; "en" for none.

    As in gettext, LANGUAGE may list others before it, such as "uk:ru", unless the locale is that of no language.
    """
    locale = environ.get("LC_ALL") or environ.get("LC_MESSAGES") or environ.get("LANG") or "C"
    if _code(locale) in ("c", "posix"):
        return ENGLISH.code
    wanted = (*environ.get("LANGUAGE", "").split(":"), locale)
    return next((code for code in map(_code, wanted) if code in LANGUAGES), ENGLISH.code)


def current() -> Language:
    """Return the language of the command that runs; English outside of commands."""
    context = click.get_current_context(silent=True)
    return (context and context.find_object(Language)) or ENGLISH


def tell(text: str) -> str:
    """Return a text of the program in the language of the command that runs."""
    return current().translate(text)


def decimal(value: float, places: int = 2, *, sign: bool = False) -> str:
    """Return a number as that language writes it, with so many decimals, and with its sign if asked."""
    shown = round(value, places) + 0.0  # never "-0.00"
    if current() is ENGLISH:
        return f"{shown:{'+' if sign else ''}.{places}f}"
    from babel.numbers import format_decimal  # noqa: PLC0415 - takes as long to import as most commands to run

    digits = f"0.{'0' * places}" if places else "0"
    pattern = f"+{digits};-{digits}" if sign else digits
    return str(format_decimal(shown, pattern, locale=current().code))


def language_of(code: str) -> Language:
    """Return a language with its texts, which are only read when they are needed."""
    if code == ENGLISH.code:
        return ENGLISH
    from web_ui.translations.loading import translations  # noqa: PLC0415 - reads a catalogue with Babel

    return Language(code, translations(code))


def _choose(context: click.Context, parameter: click.Parameter, code: str | None) -> None:  # noqa: ARG001 - click's
    root = context.find_root()  # a group may have to say what one of its commands refuses
    if code is not None:
        root.obj = context.obj = language_of(code)
    elif root.obj is None:
        root.obj = language_of(of_environment())


def _code(locale: str) -> str:
    """Return the language of a locale's name, such as "uk" of "uk_UA.UTF-8"."""
    return locale.partition(".")[0].partition("@")[0].partition("_")[0].lower()


language_option = click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    callback=_choose,
    expose_value=False,
    is_eager=True,
    help="Language of the answer.  [default: that of the environment, or English]",
)

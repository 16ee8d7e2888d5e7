"""What the page's scripts say, in the page's language."""

from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.extract import extract
from babel.support import NullTranslations

WORDS = Path(__file__).parent / "static" / "lib" / "words.js"
COMMENT_TAG = "i18n:"
PERIOD = 200  # how many counts `forms` covers; from there the rules of all our languages repeat every hundred

Message = str | tuple[str, ...]
"""A text as catalogues hold it: a string, or a pair of singular and plural."""


@cache
def spoken() -> tuple[tuple[Message, tuple[str, ...]], ...]:
    """Return each text of the scripts with the comments on it."""
    keywords = {"gettext": None, "ngettext": (1, 2)}
    with WORDS.open("rb") as script:
        found = extract("javascript", script, keywords, (COMMENT_TAG,), strip_comment_tags=True)
        return tuple((message, tuple(comments)) for _, message, comments, _ in found)


def catalogue(translations: NullTranslations) -> dict[str, Any]:
    """Return what the page's gettext.js reads, as plain JSON values; texts equal to the English are left out.

    `texts` holds texts by their English ones, `counted` the plural forms by the English singular, and `forms` the
    form, a digit, of each count from 0 to 199.
    """
    forms = [int(translations.plural(count)) for count in range(PERIOD)]
    texts: dict[str, str] = {}
    counted: dict[str, list[str]] = {}
    for message, _ in spoken():
        if isinstance(message, str):
            translation = translations.gettext(message)
            if translation != message:
                texts[message] = translation
        else:
            one, many = message
            counted[one] = [translations.ngettext(one, many, forms.index(form)) for form in range(max(forms) + 1)]
    return {"forms": "".join(map(str, forms)), "texts": texts, "counted": counted}

"""What the page's scripts say, in the page's language."""

from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.extract import extract
from babel.support import NullTranslations

STATIC = Path(__file__).parent / "static"
WORD_LISTS = ("lib/words.js", "lib/advising.js", "lib/endings.js")
"""The scripts that hold all texts, below `STATIC`."""
COMMENT_TAG = "i18n:"
PERIOD = 200  # how many counts `forms` covers; from there the rules of all our languages repeat every hundred

Message = str | tuple[str, ...]
"""A text as catalogues hold it: a string, or a pair of singular and plural."""


@cache
def spoken() -> tuple[tuple[Message, tuple[str, ...], str], ...]:
    """Return each text of the scripts with the comments on it and the script, one of `WORD_LISTS`."""
    keywords = {"gettext": None, "ngettext": (1, 2)}
    texts: list[tuple[Message, tuple[str, ...], str]] = []
    for words in WORD_LISTS:
        with (STATIC / words).open("rb") as script:
            found = extract("javascript", script, keywords, (COMMENT_TAG,), strip_comment_tags=True)
            texts += [(message, tuple(comments), words) for _, message, comments, _ in found]
    return tuple(texts)


def catalogue(translations: NullTranslations) -> dict[str, Any]:
    """Return what the page's gettext.js reads, as plain JSON values; texts equal to the English are left out.

    `texts` holds texts by their English ones, `counted` the plural forms by the English singular, and `forms` the
    form, a digit, of each count from 0 to 199.
    """
    forms = [int(translations.plural(count)) for count in range(PERIOD)]
    texts: dict[str, str] = {}
    counted: dict[str, list[str]] = {}
    for message, _, _ in spoken():
        if isinstance(message, str):
            translation = translations.gettext(message)
            if translation != message:
                texts[message] = translation
        else:
            one, many = message
            counted[one] = [translations.ngettext(one, many, forms.index(form)) for form in range(max(forms) + 1)]
    return {"forms": "".join(map(str, forms)), "texts": texts, "counted": counted}

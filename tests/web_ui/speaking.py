"""A language outside any request, with the catalogue that the page uses."""

from web_ui.language import Language
from web_ui.translations.loading import translations


def speaking(code: str) -> Language:
    return Language(code, translations(code))

"""A language outside any request, with the catalogue that the page uses."""

from babel.support import NullTranslations, Translations

from web_ui.language import Language
from web_ui.translations.catalogues import FOLDER


def translations(code: str) -> NullTranslations:
    return Translations.load(FOLDER, [code])


def speaking(code: str) -> Language:
    return Language(code, translations(code))

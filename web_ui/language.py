"""The page's languages: their names, and the table's texts in each. Pure: no Flask."""

import gettext
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from firmware_host import words
from firmware_host.words import Catalogue

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "en": "English",
        "ro": "Română",
        "eo": "Esperanto",
        "ru": "Русский",
        "uk": "Українська",
        "pl": "Polski",
    }
)
"""What each language calls itself, by its ISO 639 code; the first is the one the program is written in."""


@dataclass(frozen=True, slots=True)
class Language:
    """A language with its texts. It needs no request, so a stream may keep it as long as the page is open."""

    code: str
    catalogue: Catalogue

    def translate(self, text: str) -> str:
        """Return a text of the program in this language; English if the catalogue lacks it."""
        return words.translate(text, self.catalogue)


ENGLISH = Language("en", gettext.NullTranslations())

"""A language's texts, read from its .po file: as the file has them, and as the page looks them up."""

import io
from functools import cache
from pathlib import Path
from threading import Lock

from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileParser, unescape
from babel.support import NullTranslations, Translations

from web_ui.language import LANGUAGES

FOLDER = Path(__file__).parent
TRANSLATED = tuple(LANGUAGES)[1:]
"""The languages that need a catalogue: all but the first, which the texts are written in."""

_PREVIOUS = ("| msgid ", "| msgid_plural ")
_LOADING = Lock()


class Texts(Catalog):
    """A catalogue as its file has it; `twice` holds the English texts that occur more than once."""

    def __init__(self, code: str) -> None:
        super().__init__(locale=code, charset="utf-8")
        self.twice: list[str] = []

    def __setitem__(self, id: str | tuple[str, ...] | list[str], message: Message) -> None:  # noqa: A002 - Babel's name
        if id and id in self:
            self.twice.append(id if isinstance(id, str) else id[0])
        super().__setitem__(id, message)


def po_path(code: str) -> Path:
    """Return where the translations into a language are kept."""
    return FOLDER / f"{code}.po"


def read(code: str) -> Texts:
    """Return the translations into a language, none if there is no file yet; PoFileError if it is malformed."""
    texts = Texts(code)
    path = po_path(code)
    if path.exists():
        with path.open("rb") as file:
            PoFileParser(texts, abort_invalid=True).parse(file)
    for message in texts:
        _find_previous(message)
    return texts


def is_translated(message: Message) -> bool:
    """Whether players may see it: complete, and not just carried over from a similar text."""
    return not message.fuzzy and all(form.strip() for form in forms(message))


def forms(message: Message) -> tuple[str, ...]:
    """Return the translation of a text, one string for each plural form where it counts something."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def translations(code: str) -> NullTranslations:
    """Return what gettext looks a language's texts up in; the first call for a language waits until it is read."""
    with _LOADING:
        return _compiled(code)


@cache
def _compiled(code: str) -> NullTranslations:
    if code not in TRANSLATED:
        return NullTranslations()
    texts = read(code)
    for message in list(texts):
        if message.id and not is_translated(message):
            texts.delete(message.id)
    file = io.BytesIO()
    write_mo(file, texts)
    file.seek(0)
    return Translations(file)


def _find_previous(message: Message) -> None:
    """Tell the previous English text from a translator's comments, which is all that Babel reads it as."""
    previous = [comment for comment in message.user_comments if comment.startswith(_PREVIOUS)]
    message.user_comments = [comment for comment in message.user_comments if comment not in previous]
    message.previous_id = [unescape(comment[comment.index('"') :]) for comment in previous]

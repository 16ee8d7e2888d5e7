"""The catalogues on disk: messages.pot for translators, a messages.po and its messages.mo for each language."""

import gettext
import io
from collections.abc import Iterator
from pathlib import Path

from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from web_ui.language import LANGUAGES
from web_ui.translations.collect import placeholders

FOLDER = Path(__file__).parent
TEMPLATE = FOLDER / "messages.pot"
TRANSLATED = tuple(LANGUAGES)[1:]
"""The languages that need a catalogue: all but the first, which the texts are written in."""

HEADER = "# The page's texts. Written by `python -m web_ui.translations`; translate the msgstr lines and run it again."


class _Undated(Catalog):
    """A catalogue whose header says nothing that changes by itself, so that writing it twice writes the same."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        language = [("Language", str(self.locale)), ("Plural-Forms", self.plural_forms)] if self.locale else []
        return [
            *language,
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]


def po_path(code: str) -> Path:
    """Return where the translations into a language are kept."""
    return FOLDER / code / "LC_MESSAGES" / "messages.po"


def mo_path(code: str) -> Path:
    """Return where the page reads them from."""
    return po_path(code).with_suffix(".mo")


def read(code: str) -> Catalog:
    """Return the translations into a language, none where there is no file yet."""
    path = po_path(code)
    if not path.exists():
        return Catalog(locale=code)
    with path.open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def renewed(collected: Catalog, known: Catalog) -> Catalog:
    """Return the collected texts with their known translations; a text that is new has none, and one gone is gone."""
    fresh = _empty(str(known.locale))
    for message in _texts(collected):
        before = known.get(message.id)
        kept = before.string if before is not None and before.id == message.id else _untranslated(message, known)
        fresh.add(
            message.id,
            kept,
            locations=message.locations,
            flags=before.flags if before is not None else (),
            auto_comments=message.auto_comments,
            user_comments=before.user_comments if before is not None else (),
        )
    return fresh


def po_text(catalog: Catalog) -> bytes:
    """Return a catalogue as its .po file holds it, one text a line."""
    file = io.BytesIO()
    write_po(file, catalog, width=0, include_lineno=False, ignore_obsolete=True)
    return file.getvalue()


def pot_text(collected: Catalog) -> bytes:
    """Return the collected texts as messages.pot holds them."""
    template = _empty(None)
    for message in _texts(collected):
        template.add(message.id, locations=message.locations, auto_comments=message.auto_comments)
    return po_text(template)


def mo_bytes(catalog: Catalog) -> bytes:
    """Return a catalogue as its .mo file holds it: what is translated, for looking up."""
    told = _empty(str(catalog.locale))
    for message in _texts(catalog):
        told.add(message.id, message.string, flags=message.flags)
    file = io.BytesIO()
    write_mo(file, told)
    return file.getvalue()


def faults(collected: Catalog, catalog: Catalog) -> Iterator[str]:
    """Yield what is missing or wrong in a language's catalogue, each in a line that names the text."""
    wanted = {_shown(message) for message in _texts(collected)}
    held = {_shown(message) for message in _texts(catalog)}
    yield from (f"missing: {text}" for text in sorted(wanted - held))
    yield from (f"no longer said: {text}" for text in sorted(held - wanted))
    yield from (f"obsolete: {_shown(message)}" for message in catalog.obsolete.values())
    for message in _texts(catalog):
        yield from (f"{fault}: {_shown(message)}" for fault in _faults_of(message, _single_counts(catalog)))


def _faults_of(message: Message, single: tuple[bool, ...]) -> Iterator[str]:
    """Yield what is wrong with one text; `single` says of each plural form whether one count alone takes it."""
    if message.fuzzy:
        yield "marked as fuzzy"
    forms = message.string if isinstance(message.string, list | tuple) else (message.string or "",)
    if message.pluralizable and len(forms) != len(single):
        yield f"{len(forms)} plural forms instead of {len(single)}"
        return
    if not all(form.strip() for form in forms):
        yield "not translated"
        return
    one, several = (message.id, message.id) if isinstance(message.id, str) else message.id[:2]
    for form, alone in zip(forms, single if message.pluralizable else (True,), strict=True):
        known = {placeholders(several), placeholders(one)} if alone else {placeholders(several)}
        if placeholders(form) not in known:
            yield f"other names in braces in “{form}”"
        if form.strip() != form:
            yield f"spaces around “{form}”"


def _single_counts(catalog: Catalog) -> tuple[bool, ...]:
    form = gettext.c2py(catalog.plural_expr)
    forms = [form(count) for count in range(200)]
    return tuple(forms.count(index) == 1 for index in range(catalog.num_plurals))


def _untranslated(message: Message, catalog: Catalog) -> str | tuple[str, ...]:
    return ("",) * catalog.num_plurals if message.pluralizable else ""


def _empty(code: str | None) -> Catalog:
    return _Undated(locale=code, header_comment=HEADER, charset="utf-8", fuzzy=False)


def _texts(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id)


def _shown(message: Message) -> str:
    """Return a text as one line names it: the singular and the plural where it has both."""
    return message.id if isinstance(message.id, str) else " | ".join(message.id)

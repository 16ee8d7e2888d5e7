"""The catalogues as translators keep them: updated with the page's texts, and checked for faults."""

import gettext
import io
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.pofile import write_po

from web_ui.translations.collect import placeholders
from web_ui.translations.loading import Texts, forms, is_translated

HEADER = "# The page's texts. Written by `python -m web_ui.translations`; translate the msgstr lines and run it again."
ONE_LINE = 10_000  # characters, more than any text has: Babel wraps comments at 76 where it is told not to wrap


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


def renewed(collected: Catalog, known: Catalog) -> Catalog:
    """Return the collected texts with their known translations; texts that are gone are dropped.

    A new text takes the translation of the most similar one that is gone, marked as fuzzy and with that one's
    English text, so that translators see what to fix in a changed sentence. Babel's own update would also
    take it from texts that stay, and would miss a changed plural.
    """
    fresh = _empty(str(known.locale))
    wanted = {message.id for message in _texts(collected)}
    gone = {_key(message): message for message in _texts(known) if message.id not in wanted and any(forms(message))}
    for message in _texts(collected):
        before = known.get(message.id)
        if before is None or before.id != message.id:
            before = _carried_over(message, gone, known.num_plurals)
        fresh.add(
            message.id,
            before.string,
            locations=message.locations,
            flags=before.flags,
            auto_comments=message.auto_comments,
            user_comments=before.user_comments,
            previous_id=before.previous_id if before.fuzzy else (),
        )
    return fresh


def _carried_over(message: Message, gone: Mapping[str, Message], plurals: int) -> Message:
    """Return `message` with the translation of the most similar text among those that are gone, if any is similar."""
    nearest = get_close_matches(_key(message), gone, n=1)
    if not nearest:
        return Message(message.id, _shaped(message, (), plurals))
    old = gone[nearest[0]]
    previous = old.previous_id if old.fuzzy and old.previous_id else _ids(old)  # what its translation was made for
    return Message(
        message.id,
        _shaped(message, forms(old), plurals),
        flags={"fuzzy"},
        user_comments=old.user_comments,
        previous_id=previous,
    )


def po_text(catalog: Catalog) -> bytes:
    """Return a catalogue as its .po file holds it, one text a line."""
    written = _empty(str(catalog.locale) if catalog.locale else None)
    for message in _texts(catalog):
        written[message.id] = message
    file = io.BytesIO()
    write_po(file, written, width=ONE_LINE, include_lineno=False, include_previous=True)
    return file.getvalue()


def wrong(catalog: Catalog) -> Iterator[str]:
    """Yield what must not or cannot be shown to players, one line per text."""
    if isinstance(catalog, Texts):
        yield from (f"there twice: {text}" for text in catalog.twice)
    single = _single_counts(catalog)
    for message in _texts(catalog):
        if is_translated(message):
            yield from (f"{fault}: {_shown(message)}" for fault in _faults_of(message, single))


def to_do(collected: Catalog, catalog: Catalog) -> Iterator[str]:
    """Yield what is left for translators, one line per text; players see these texts in English."""
    wanted = {_shown(message) for message in _texts(collected)}
    held = {_shown(message) for message in _texts(catalog)}
    yield from (f"missing: {text}" for text in sorted(wanted - held))
    yield from (f"no longer said: {text}" for text in sorted(held - wanted))
    for message in _texts(catalog):
        if message.fuzzy:
            yield f"marked as fuzzy: {_shown(message)}"
        elif not is_translated(message):
            yield f"not translated: {_shown(message)}"


def _faults_of(message: Message, single: tuple[bool, ...]) -> Iterator[str]:
    """Yield what is wrong with one text; `single` says of each plural form whether one count alone takes it."""
    given = forms(message)
    if message.pluralizable and len(given) != len(single):
        yield f"{len(given)} plural forms instead of {len(single)}"
        return
    one, several = _ids(message)[0], _ids(message)[-1]
    for form, alone in zip(given, single if message.pluralizable else (True,), strict=True):
        known = {placeholders(several), placeholders(one)} if alone else {placeholders(several)}
        if placeholders(form) not in known:
            yield f"other names in braces in “{form}”"
        if form.strip() != form:
            yield f"spaces around “{form}”"


def _single_counts(catalog: Catalog) -> tuple[bool, ...]:
    form = gettext.c2py(catalog.plural_expr)
    taken = [form(count) for count in range(200)]
    return tuple(taken.count(index) == 1 for index in range(catalog.num_plurals))


def _shaped(message: Message, given: tuple[str, ...], plurals: int) -> str | tuple[str, ...]:
    """Return `given` as a translation of `message`: one, or as many as the language has, empty where there is none."""
    filled = (*given, *("",) * plurals)
    return filled[:plurals] if message.pluralizable else filled[0]


def _ids(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def _key(message: Message) -> str:
    """Return the text that a catalogue knows a message by, and that similar ones are found by."""
    return _ids(message)[0]


def _empty(code: str | None) -> Catalog:
    return _Undated(locale=code, header_comment=HEADER, charset="utf-8", fuzzy=False)


def _texts(catalog: Catalog) -> Iterator[Message]:
    return (message for message in catalog if message.id)


def _shown(message: Message) -> str:
    """Return a text as one line names it: the singular and the plural where it has both."""
    return " | ".join(_ids(message))

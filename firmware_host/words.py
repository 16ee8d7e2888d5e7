"""Words for people: English texts that remember how they were made, so that a page can translate them.

A text made here is an ordinary English str, which can be printed or logged as it is. Templates are the keys of the
page's catalogues, so each is a literal at the call, never put together from pieces.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from firmware_host.characters import harmless


class Catalogue(Protocol):
    """Translations by English text, as in gettext; a text without a translation is returned as it is."""

    def gettext(self, message: str) -> str:
        """Return the translation of `message`."""

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return the translation for `n` things, in the right plural form."""


@dataclass(frozen=True, slots=True)
class _Recipe:
    """How a text was made: a template, its plural form and count if it counts something, and its values."""

    template: str
    values: Mapping[str, object]
    plural: str = ""
    count: int = 0


class Words(str):
    """An English text made from a template; `translate` gives it in another language."""

    __slots__ = ("recipe",)
    recipe: _Recipe

    def __new__(cls, recipe: _Recipe) -> "Words":
        """Fill in the English text."""
        template = recipe.template if not recipe.plural or recipe.count == 1 else recipe.plural
        text = super().__new__(cls, _fill(template, recipe.values))
        text.recipe = recipe
        return text

    def __deepcopy__(self, memo: dict[int, object]) -> "Words":
        """A text never changes, so it may stand for its copy."""
        return self


def say(template: str, /, **values: object) -> Words:
    """Return `template` with its {names} filled in.

    Values that are Words are translated too; all others (names of people, numbers, faces) stay as they are, except for
    characters that would trick whoever reads. A title may be Words already: without values, it stays as it is.
    """
    if isinstance(template, Words) and not values:
        return template
    return Words(_Recipe(template, _fit(values)))


def say_count(singular: str, plural: str, count: int, /, **values: object) -> Words:
    """Return the singular or plural for `count`, with {count} and the other {names} filled in."""
    return Words(_Recipe(singular, _fit({"count": count, **values}), plural, count))


def joined(*parts: str, by: str = " ") -> Words:
    """Join the parts that are not empty into one text; each is translated on its own."""
    kept = [say(part) for part in parts if part]
    return Words(
        _Recipe(
            by.join(f"{{part{i}}}" for i in range(len(kept))),
            MappingProxyType({f"part{i}": part for i, part in enumerate(kept)}),
        )
    )


def listed(items: Sequence[object]) -> Words:
    """Return "2", "2 and 4", "1, 2 and 4"; items that are Words are translated too."""
    texts = [item if isinstance(item, Words) else say("{item}", item=item) for item in items]
    if len(texts) < 2:
        return joined(*texts)
    return say("{items} and {last}", items=joined(*texts[:-1], by=", "), last=texts[-1])


def translate(text: str, catalogue: Catalogue) -> str:
    """Return `text` in the language of `catalogue`; a plain str is looked up as it is."""
    if not text:
        return ""  # the empty key of a catalogue is its header
    if not isinstance(text, Words):
        return catalogue.gettext(text)
    recipe = text.recipe
    if recipe.plural:
        template = catalogue.ngettext(recipe.template, recipe.plural, recipe.count)
    else:
        template = catalogue.gettext(recipe.template)
    values = {
        name: translate(value, catalogue) if isinstance(value, Words) else value
        for name, value in recipe.values.items()
    }
    return _fill(template, values)


def _fill(template: str, values: Mapping[str, object]) -> str:
    return template.format_map(values) if values else template


def _fit(values: Mapping[str, object]) -> Mapping[str, object]:
    """Return values as they may stand in a sentence, whatever a file or a person is called."""
    return MappingProxyType(
        {
            name: value if isinstance(value, int | float | Words) else harmless(str(value))
            for name, value in values.items()
        }
    )

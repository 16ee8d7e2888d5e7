"""Words for people: English texts that remember what they were made of, so that a page can tell them in its language.

A text made here is an ordinary str, the English one; whoever only prints or logs it need not know more. Templates are
the keys of the page's catalogues, so each is a literal at the call, never put together from pieces.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol


class Catalogue(Protocol):
    """A language's texts by their English ones, as gettext keeps them; a text it lacks is given back as it is."""

    def gettext(self, message: str) -> str:
        """Return the text for `message`."""

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """Return the text for `n` things, in the plural form that suits them."""


@dataclass(frozen=True, slots=True)
class _Recipe:
    """What a text was made of: a template, its plural form and count where it counts something, and its values."""

    template: str
    values: Mapping[str, object]
    plural: str = ""
    count: int = 0


class Words(str):
    """An English text made from a template; `tell` makes it anew in another language."""

    __slots__ = ("recipe",)
    recipe: _Recipe

    def __new__(cls, recipe: _Recipe) -> "Words":
        """Fill in the English text."""
        template = recipe.template if not recipe.plural or recipe.count == 1 else recipe.plural
        text = super().__new__(cls, _fill(template, recipe.values))
        text.recipe = recipe
        return text


def say(template: str, /, **values: object) -> Words:
    """Return `template` with its {names} filled in.

    Values that are Words are told in the page's language too; all others (names of people, numbers, faces) stay.
    A title of a game's data may be Words already: alone, they stay as they are.
    """
    if isinstance(template, Words) and not values:
        return template
    return Words(_Recipe(template, MappingProxyType(values)))


def say_count(singular: str, plural: str, count: int, /, **values: object) -> Words:
    """Return the form that suits `count`, which both forms know as {count}, with the other {names} filled in."""
    return Words(_Recipe(singular, MappingProxyType({"count": count, **values}), plural, count))


def joined(*parts: str, by: str = " ") -> Words:
    """Return the parts that are not empty as one text; each is a text of its own in every language."""
    kept = [say(part) for part in parts if part]
    return Words(
        _Recipe(
            by.join(f"{{part{i}}}" for i in range(len(kept))),
            MappingProxyType({f"part{i}": part for i, part in enumerate(kept)}),
        )
    )


def listed(items: Sequence[object]) -> Words:
    """Return "2", "2 and 4", "1, 2 and 4"; items that are Words are told in the page's language too."""
    texts = [item if isinstance(item, Words) else say("{item}", item=item) for item in items]
    if len(texts) < 2:
        return joined(*texts)
    return say("{items} and {last}", items=joined(*texts[:-1], by=", "), last=texts[-1])


def tell(text: str, catalogue: Catalogue) -> str:
    """Return `text` in the language of `catalogue`; a plain str is looked up as it stands."""
    if not text:
        return ""  # the empty key of a catalogue is its header
    if not isinstance(text, Words):
        return catalogue.gettext(text)
    recipe = text.recipe
    if recipe.plural:
        template = catalogue.ngettext(recipe.template, recipe.plural, recipe.count)
    else:
        template = catalogue.gettext(recipe.template)
    told = {
        name: tell(value, catalogue) if isinstance(value, Words) else value for name, value in recipe.values.items()
    }
    return _fill(template, told)


def _fill(template: str, values: Mapping[str, object]) -> str:
    return template.format_map(values) if values else template

"""Sentences for people that remember what they were made of, so that whoever shows them can do so in any language."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Self

Value = str | int | float


class Sentence(str):
    """An ordinary str, the English sentence, that remembers its template and the values filled in; made by `say`."""

    __slots__ = ("template", "values")
    template: str
    values: Mapping[str, Value]

    def __new__(cls, template: str, values: Mapping[str, Value]) -> Self:
        """Fill in the English sentence."""
        sentence = super().__new__(cls, template.format_map(values) if values else template)
        sentence.template, sentence.values = template, MappingProxyType(dict(values))
        return sentence


def say(template: str, /, **values: object) -> Sentence:
    """Return `template`, a literal, with its {names} filled in: with sentences of this kind, texts or numbers."""
    return Sentence(
        template,
        {name: value if isinstance(value, str | int | float) else str(value) for name, value in values.items()},
    )

"""Turns what devices say into Words, which pages can translate, whatever the device."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from firmware_host.words import say

DEVICE_ERRORS = (OSError, ValueError, RuntimeError)
"""What a camera raises, with a sentence, if it cannot do what it is asked."""


@runtime_checkable
class TemplatedText(Protocol):
    """A text that remembers the template it was made from, and the values filled in, some of them such texts too."""

    @property
    def template(self) -> str:
        """The text with {names} in place of its values."""

    @property
    def values(self) -> Mapping[str, object]:
        """The values by name."""


def words_of(text: str) -> str:
    """Return a device's text as Words if it remembers what it was made of; any other text as it is."""
    if not isinstance(text, TemplatedText):
        return text
    values = {name: words_of(value) if isinstance(value, str) else value for name, value in text.values.items()}
    return say(text.template, **values)


def sentence_of(error: Exception) -> str:
    """Return what a device's error says, likewise."""
    sentence = error.args[0] if error.args else ""
    return words_of(sentence) if isinstance(sentence, str) and isinstance(sentence, TemplatedText) else str(error)

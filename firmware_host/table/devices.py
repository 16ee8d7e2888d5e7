"""What devices say, as words that pages can tell in their language. Whose devices they are is no business of ours."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from firmware_host.words import say

DEVICE_ERRORS = (OSError, ValueError, RuntimeError)
"""What an eye raises, with a sentence, when it cannot do what it is asked."""


@runtime_checkable
class MadeOf(Protocol):
    """A text that remembers the template it was made from, and the values filled in, some of them such texts too."""

    @property
    def template(self) -> str:
        """The text with {names} in place of its values."""

    @property
    def values(self) -> Mapping[str, object]:
        """The values by name."""


def words_of(text: str) -> str:
    """Return what a device says as Words, where it remembers what it was made of; any other text as it is."""
    if not isinstance(text, MadeOf):
        return text
    values = {name: words_of(value) if isinstance(value, str) else value for name, value in text.values.items()}
    return say(text.template, **values)


def sentence_of(error: Exception) -> str:
    """Return what a device's error says, likewise."""
    sentence = error.args[0] if error.args else ""
    return words_of(sentence) if isinstance(sentence, str) and isinstance(sentence, MadeOf) else str(error)

"""House rules to choose before a game: typed choices, with their explanations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from firmware_host.errors import DiceTableError
from firmware_host.words import joined

Setting = str | int | bool
Options = Mapping[str, Setting]

_NO_WORDS: Mapping[Setting, str] = MappingProxyType({})
_SWITCH = MappingProxyType({True: "on", False: "off"})
_SPELLINGS = MappingProxyType({"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False})


class OptionError(DiceTableError, ValueError):
    """Options that the ruleset does not have or cannot take; `faults` has a sentence for each, by option id."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(joined(*faults.values()))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule to choose before the game: one of `choices`, all of the type of `default`.

    `explanation` says in a sentence or two what the choice changes. `words` has the word for a choice if that is not
    the choice itself; switches are on or off. `shown` has the full name of a choice if its word alone is unclear.
    `about` is the id of the only box that it changes, if there is one: house rules without that box do not offer it.
    """

    id: str
    title: str
    choices: tuple[Setting, ...]
    default: Setting
    explanation: str = ""
    words: Mapping[Setting, str] = field(default_factory=lambda: _NO_WORDS, hash=False)
    shown: Mapping[Setting, str] = field(default_factory=lambda: _NO_WORDS, hash=False)
    about: str = ""

    def why_not(self, setting: Setting) -> str:
        """Say why `setting` cannot be chosen; empty if it can. True is not 1 here."""
        if any(type(choice) is type(setting) and choice == setting for choice in self.choices):
            return ""
        return self._refused(setting)

    def word(self, setting: Setting) -> str:
        """Return the word for one of the choices, as `parse` reads it."""
        if isinstance(setting, bool):
            return _SWITCH[setting]
        return self.words.get(setting, str(setting))

    def says(self, setting: Setting) -> str:
        """Return the name of one of the choices, for people to read."""
        return self.shown.get(setting, self.word(setting))

    def parse(self, text: str) -> Setting:
        """Read a choice from its word; OptionError lists the choices."""
        for choice in self.choices:
            if text in (self.word(choice), str(choice)) or (choice is _SPELLINGS.get(text.lower())):
                return choice
        raise OptionError({self.id: self._refused(text)})

    def _refused(self, setting: Setting) -> str:
        return f"Option {self.id} cannot be {setting!r}. {self._choices()}"

    def _choices(self) -> str:
        numbers = [choice for choice in self.choices if type(choice) is int and choice not in self.words]
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            named = [self.word(choice) for choice in self.choices if choice in self.words]
            least, most = numbers[0], numbers[-1]
            if not named:
                return f"Choose a whole number from {least} to {most}."
            return f"Choose {', '.join(named)} or a whole number from {least} to {most}."
        return f"Choose one of: {', '.join(self.word(choice) for choice in self.choices)}."


def switch(id: str, title: str, default: bool, explanation: str, about: str = "") -> Option:  # noqa: A002 - the project's word throughout
    """Return an option that is on or off."""
    return Option(id, title, (False, True), default, explanation, about=about)

"""House rules to choose before a game: typed choices, with the words that explain them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from firmware_host.errors import DiceTableError
from firmware_host.words import Words, joined, say

Setting = str | int | bool
Options = Mapping[str, Setting]

_NO_WORDS: Mapping[Setting, str] = MappingProxyType({})
_SWITCH = MappingProxyType({True: "on", False: "off"})
_SPELLINGS = MappingProxyType({"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False})


class OptionError(DiceTableError, ValueError):
    """Options that the ruleset does not have or cannot take; `faults` names each by option id."""

    def __init__(self, faults: Mapping[str, str]) -> None:
        super().__init__(joined(*faults.values()))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule to choose before the game: one of `choices`, all of the type of `default`.

    `explanation` says in a sentence or two what the choice changes. `words` holds what people call a choice where
    that is not the choice itself; switches are called on and off. `shown` says a choice in full where its word alone
    would not tell.
    """

    id: str
    title: str
    choices: tuple[Setting, ...]
    default: Setting
    explanation: str = ""
    words: Mapping[Setting, str] = field(default_factory=lambda: _NO_WORDS)
    shown: Mapping[Setting, str] = field(default_factory=lambda: _NO_WORDS)

    def why_not(self, setting: Setting) -> str:
        """Say why `setting` cannot be chosen; empty where it can. True is no 1 here."""
        if any(type(choice) is type(setting) and choice == setting for choice in self.choices):
            return ""
        return self._refused(setting)

    def word(self, setting: Setting) -> str:
        """Return what people call one of the choices, as `parse` reads it."""
        if isinstance(setting, bool):
            return _SWITCH[setting]
        return self.words.get(setting, str(setting))

    def says(self, setting: Setting) -> str:
        """Return one of the choices as people read it."""
        return self.shown.get(setting, self.word(setting))

    def parse(self, text: str) -> Setting:
        """Read a choice from its word; OptionError names the choices there are."""
        for choice in self.choices:
            if text in (self.word(choice), str(choice)) or (choice is _SPELLINGS.get(text.lower())):
                return choice
        raise OptionError({self.id: self._refused(text)})

    def _refused(self, setting: Setting) -> Words:
        cannot = say("Option {option} cannot be {setting}.", option=self.id, setting=repr(setting))
        return joined(cannot, self._choices())

    def _choices(self) -> Words:
        numbers = [choice for choice in self.choices if type(choice) is int and choice not in self.words]
        if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
            named = [self.word(choice) for choice in self.choices if choice in self.words]
            least, most = numbers[0], numbers[-1]
            if not named:
                return say("Choose a whole number from {least} to {most}.", least=least, most=most)
            words = joined(*named, by=", ")
            return say("Choose {words} or a whole number from {least} to {most}.", words=words, least=least, most=most)
        return say("Choose one of: {words}.", words=joined(*(self.word(choice) for choice in self.choices), by=", "))


def switch(id: str, title: str, default: bool, explanation: str) -> Option:  # noqa: A002 - ids are called so throughout
    """Return an option that is on or off."""
    return Option(id, title, (False, True), default, explanation)

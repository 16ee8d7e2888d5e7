"""The options in a file of house rules: those of the original game, fixed or narrowed, and its own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware_host.rules.house.fields import ID_SHAPE, LONGEST_ID, Fields, shown
from firmware_host.rules.options import Option, OptionError, Setting, switch

MOST_OPTIONS = 12
MOST_WAYS = 64
SAID_BY_FIELDS = ("order", "first-roll-wins", "saved-rolls", "wild")
"""Options of built-in games for which a file has a field; it offers them only if it names them among its options."""
OPTION_FIELDS = ("title", "explanation", "default", "choices", "when")
_SWITCH = {"on": True, "off": False}


@dataclass(frozen=True, slots=True)
class OwnOption:
    """An option that a file adds: `when` has a table of changes for each choice that changes anything."""

    option: Option
    when: Mapping[Setting, Mapping[str, object]]
    path: str

    def changes(self, chosen: Setting, faults: dict[str, str]) -> Fields | None:
        """Return the changes of a choice; None if it has none."""
        table = self.when.get(chosen)
        return None if table is None else Fields(table, f"{self.path}.when.{self.option.word(chosen)}", faults)


@dataclass(frozen=True, slots=True)
class HouseOptions:
    """What players can choose: `offered` from the original game, and `own`; `fixed` is chosen for them."""

    fixed: Mapping[str, Setting]
    offered: tuple[Option, ...]
    own: tuple[OwnOption, ...]

    @property
    def all(self) -> tuple[Option, ...]:
        """Every option that players can choose."""
        return (*self.offered, *(own.option for own in self.own))


def read_options(options: tuple[Option, ...], fields: Fields) -> HouseOptions:
    """Read the table of options; `options` are those of the original game."""
    table = fields.table("options")
    fixed: dict[str, Setting] = {}
    offered = {option.id: option for option in options if option.id not in SAID_BY_FIELDS or option.id in (table or ())}
    own: list[OwnOption] = []
    for name in table.names() if table else ():
        if table is None:
            break
        if name in offered:
            narrowed = _narrowed(offered[name], table)
            if isinstance(narrowed, Option):
                offered[name] = narrowed
            else:
                del offered[name]
                fixed |= narrowed
        elif (option := _own(name, table)) is not None:
            own.append(option)
    ways = 1
    for option in own:
        ways *= len(option.option.choices)
    if len(own) > MOST_OPTIONS or ways > MOST_WAYS:
        fields.fault("options", f"These options combine in {ways} ways. Use fewer, for at most {MOST_WAYS} ways.")
        own = []
    return HouseOptions(fixed, tuple(offered.values()), tuple(own))


def _narrowed(option: Option, table: Fields) -> Option | dict[str, Setting]:
    """Return the original game's option as the file narrows it, or its setting if the file fixes it."""
    if not isinstance(table.raw(option.id), Mapping):
        setting = _setting(option, table, option.id)
        return {} if setting is None else {option.id: setting}
    inner = table.table(option.id)
    if inner is None:
        return {}
    inner.knows("choices", "default")
    choices = inner.each("choices", lambda items, place: _setting(option, items, place), some=True)
    default = _setting(option, inner, "default") if "default" in inner else None
    inner.done()
    if choices is not None:
        kept = tuple(choice for choice in option.choices if choice in choices)
        if default is None:
            default = option.default if option.default in kept else kept[0]
        if default not in kept:
            inner.fault("default", f"It is {shown(default)}, which is not one of the choices. Choose one of them.")
            return option
        option = replace(option, choices=kept)
    return option if default is None else replace(option, default=default)


def _setting(option: Option, fields: Fields, name: str) -> Setting | None:
    """Return a setting of the option, written as its value or its word."""
    value = fields.raw(name)
    try:
        if isinstance(value, bool | int) and not option.why_not(value):
            return value
        return option.parse(value if isinstance(value, str) else shown(value))
    except OptionError as error:
        fields.fault(name, str(error))
        return None


def _own(name: str, table: Fields) -> OwnOption | None:
    inner = table.table(name)
    if inner is None:
        return None
    if not ID_SHAPE.fullmatch(name) or len(name) > LONGEST_ID:
        table.fault(name, f"{name!r} is not a valid id. Use lowercase letters, digits and hyphens, such as short-game.")
    inner.knows(*OPTION_FIELDS)
    inner.require("title", "explanation", why="Players read it when they choose.")
    inner.require("default", why="The game uses it unless players choose otherwise.")
    inner.require("when", why=f"It says what a choice changes. Start a table with [options.{name}.when.on].")
    title, explanation, default = inner.title(), inner.text("explanation"), inner.raw("default")
    when = inner.table("when")
    words = inner.ids("choices")
    inner.done()
    if not isinstance(default, bool | str) or (isinstance(default, str) and not ID_SHAPE.fullmatch(default)):
        if "default" in inner:
            inner.fault("default", f"It is {shown(default)}, but must be true, false or a word in quotes.")
        return None
    default = default if isinstance(default, str) else "on" if default else "off"
    if title is None or explanation is None or when is None or not when.names():
        return None
    changes: dict[Setting, Mapping[str, object]] = {}
    for word in when.names():
        table_of = when.raw(word)
        if not ID_SHAPE.fullmatch(word):
            when.fault(word, f"{word!r} is not a valid choice. Use lowercase letters, digits and hyphens.")
        elif not isinstance(table_of, Mapping):
            when.fault(word, f"It is {shown(table_of)}, but must be a table of what the choice changes.")
        else:
            changes[word] = table_of
    known = tuple(dict.fromkeys((default, *when.names())))
    if set(known) <= set(_SWITCH) and words is None:
        option = switch(name, title, _SWITCH[default], explanation)
        return OwnOption(option, {_SWITCH[str(word)]: table for word, table in changes.items()}, table.at(name))
    if words is not None and not set(known) <= set(words):
        inner.fault("choices", f"Missing from the list: {', '.join(word for word in known if word not in words)}.")
        return None
    option = Option(name, title, tuple(dict.fromkeys(words or known)), default, explanation)
    return OwnOption(option, changes, table.at(name))

"""A table in a file of house rules, read field by field; faults are noted by field, and reading goes on."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from firmware_host.characters import is_harmless, is_visible
from firmware_host.rules.house.faults import known

_T = TypeVar("_T")
_W = TypeVar("_W", bound=str)

ID_SHAPE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
LONGEST_ID = 40
LONGEST_TITLE = 40
LONGEST_TEXT = 400


class Fields:
    """The fields of one table at `path`, each read with its type; `faults` collects what is wrong, by field.

    A method returns None if the field is missing or wrong; only a wrong field is a fault.
    """

    def __init__(self, table: Mapping[str, object], path: str, faults: dict[str, str]) -> None:
        self._table = table
        self._asked: set[str] = set()
        self._path = path
        self.faults = faults

    def __contains__(self, name: str) -> bool:
        return name in self._table

    def at(self, name: str) -> str:
        """Return the path of a field in the file."""
        return f"{self._path}.{name}" if self._path else name

    def fault(self, name: str, sentence: str) -> None:
        """Note what is wrong with a field; only its first fault is kept."""
        self.faults.setdefault(self.at(name) if name else self._path, sentence)

    def raw(self, name: str) -> object | None:
        """Return the value of a field, whatever its type."""
        self._asked.add(name)
        return self._table.get(name)

    def faulty(self, name: str = "") -> bool:
        """Return whether a field, or anything inside it, has a fault; without a name, whether any field has."""
        path = self.at(name) if name else self._path
        return any(field == path or field.startswith((f"{path}.", f"{path}[")) for field in self.faults)

    def knows(self, *names: str) -> None:
        """Accept fields as known, even if they are never read."""
        self._asked.update(names)

    def require(self, *names: str, why: str) -> None:
        """Note each missing field, and what it is for."""
        for name in names:
            if name not in self:
                self.fault(name, f"It is missing. {why}")

    def text(self, name: str, longest: int = LONGEST_TEXT) -> str | None:
        """Return one line of printable text."""
        value = self._typed(name, str, "text in quotes")
        if value is None:
            return None
        text = " ".join(value.split())
        if not text or not is_visible(text) or not is_harmless(text) or len(text) > longest:
            self.fault(name, f"It is {shown(value)}, but must be text of 1 to {longest} characters.")
            return None
        return text

    def title(self, name: str = "title") -> str | None:
        """Return one short line of text."""
        return self.text(name, LONGEST_TITLE)

    def texts(self, name: str) -> tuple[str, ...] | None:
        """Return a list of texts."""
        return self.each(name, lambda inner, item: inner.text(item))

    def id(self, name: str = "id") -> str | None:
        """Return an id: lowercase letters and digits, joined by hyphens."""
        value = self._typed(name, str, "text in quotes")
        if value is None:
            return None
        if not ID_SHAPE.fullmatch(value) or len(value) > LONGEST_ID or value == "strike":
            self.fault(
                name,
                f"{value!r} is not a valid id. Use up to {LONGEST_ID} lowercase letters, digits and hyphens, such as "
                "full-house. The word strike is reserved for games written as text.",
            )
            return None
        return value

    def ids(self, name: str) -> tuple[str, ...] | None:
        """Return a list of ids."""
        return self.each(name, lambda inner, item: inner.id(item))

    def whole(self, name: str, least: int, most: int) -> int | None:
        """Return a whole number from `least` to `most`."""
        value = self.raw(name)
        if value is None:
            return None
        if type(value) is not int or not least <= value <= most:
            self.fault(name, f"It is {shown(value)}, but must be a whole number from {least} to {most}.")
            return None
        return value

    def wholes(self, name: str, least: int, most: int) -> tuple[int, ...] | None:
        """Return a list of whole numbers from `least` to `most`, at least one."""
        return self.each(name, lambda inner, item: inner.whole(item, least, most), some=True)

    def each(
        self, name: str, read: Callable[["Fields", str], _T | None], *, some: bool = False
    ) -> tuple[_T, ...] | None:
        """Return the result of `read(fields, name)` for each entry of a list; None if any of them is None."""
        values = self._typed(name, list, "a list in square brackets")
        if values is None:
            return None
        if some and not values:
            self.fault(name, "The list is empty. Give at least one entry.")
            return None
        inner = _Items(values, self.at(name), self.faults)
        found = [read(inner, place) for place in inner.names()]
        return tuple(item for item in found if item is not None) if None not in found else None

    def flag(self, name: str) -> bool | None:
        """Return true or false."""
        return self._typed(name, bool, "true or false")

    def choice(self, name: str, choices: Sequence[_W]) -> _W | None:
        """Return one of `choices`."""
        value = self._typed(name, str, f"one of the words {', '.join(choices)}")
        if value is None:
            return None
        for choice in choices:
            if value == choice:
                return choice
        self.fault(name, f"{value!r} is not known here. {known(value, choices)}")
        return None

    def table(self, name: str) -> "Fields | None":
        """Return the fields of an inner table."""
        value = self.raw(name)
        if value is None or isinstance(value, Mapping):
            return None if value is None else Fields(value, self.at(name), self.faults)
        self.fault(name, f"It is {shown(value)}, but must be a table of fields.")
        return None

    def tables(self, name: str) -> "tuple[Fields, ...] | None":
        """Return the fields of each table in a list, leaving out entries that are not tables."""
        values = self._typed(name, list, f"a list of tables, each starting with [[{name}]]")
        if values is None:
            return None
        items = _Items(values, self.at(name), self.faults)
        found = [items.table(place) for place in items.names()]
        return tuple(table for table in found if table is not None)

    def names(self) -> tuple[str, ...]:
        """Return the names of all fields, known or not."""
        return tuple(self._table)

    def done(self) -> None:
        """Note every unknown field."""
        for name in self._table:
            if name not in self._asked:
                self.fault(name, f"There is no such field here. {known(name, sorted(self._asked))}")

    def _typed(self, name: str, type_: type[_T], needed: str) -> _T | None:
        value = self.raw(name)
        if value is None:
            return None
        if type(value) is not type_:
            self.fault(name, f"It is {shown(value)}, but must be {needed}.")
            return None
        return value


class _Items(Fields):
    """The entries of a list, as fields named [1], [2] and so on."""

    def __init__(self, values: Iterable[object], path: str, faults: dict[str, str]) -> None:
        super().__init__({f"[{place}]": value for place, value in enumerate(values, start=1)}, path, faults)

    def at(self, name: str) -> str:
        return f"{self._path}{name}"


def shown(value: object) -> str:
    """Write a value much as it looks in the file, shortened if it is long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a table of fields"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"

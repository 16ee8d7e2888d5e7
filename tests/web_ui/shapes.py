"""Views as plain JSON, and whether a value has the shape that a TypedDict declares."""

import builtins
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from web_ui.views import View

Json = dict[str, Any]


def as_json(view: View) -> Json:
    """Return a view whose parts tests take without asking first whether they are there."""
    return {**view}


def faults(value: object, kind: Any, where: str = "") -> list[str]:
    """Name each place below `value` that is not of `kind`: a TypedDict, or what its fields may be."""
    return list(_faults(value, kind, where))


def _faults(value: object, kind: Any, where: str) -> Iterator[str]:
    origin, arguments = get_origin(kind), get_args(kind)
    if is_typeddict(kind):
        yield from _fields(value, kind, where)
    elif origin in (typing.Union, types.UnionType):
        tried = [faults(value, part, where) for part in arguments]
        yield from min(tried, key=len)
    elif origin is typing.Literal:
        if value not in arguments:
            yield f"{where}: {value!r} is none of {arguments}"
    elif origin in (list, tuple, dict):
        yield from _items(value, kind, where)
    elif not isinstance(value, (int, float) if kind is float else kind):
        yield f"{where}: {value!r} is not {kind}"


def _items(value: object, kind: Any, where: str) -> Iterator[str]:
    arguments = get_args(kind)
    match get_origin(kind), value:
        case builtins.dict, Mapping():
            items = [(str(key), item, arguments[1]) for key, item in value.items()]
        case builtins.list, list() | tuple():
            items = [(str(index), item, arguments[0]) for index, item in enumerate(value)]
        case builtins.tuple, list() | tuple() if len(value) == len(arguments):
            items = [(str(index), item, arguments[index]) for index, item in enumerate(value)]
        case _:
            yield f"{where}: {value!r} is not {kind}"
            return
    for name, item, part in items:
        yield from _faults(item, part, f"{where}.{name}")


def _fields(value: object, kind: Any, where: str) -> Iterator[str]:
    if not isinstance(value, Mapping):
        yield f"{where}: {value!r} is no {kind.__name__}"
        return
    hints = get_type_hints(kind, include_extras=True)
    yield from (f"{where}.{name} is not declared" for name in value.keys() - hints.keys())
    for name, part in hints.items():
        optional = get_origin(part) is NotRequired
        if name in value:
            yield from _faults(value[name], get_args(part)[0] if optional else part, f"{where}.{name}")
        elif not optional:
            yield f"{where}.{name} is missing"

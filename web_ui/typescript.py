"""Write the types of what pages are sent, for the scripts' type checker: `python -m web_ui.typescript`.

The source is the TypedDicts of `web_ui.views` and `web_ui.setup.views`; the files it writes are committed, and a test
keeps them up to date. No browser ever loads them.
"""

import builtins
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, NotRequired, get_args, get_origin, get_type_hints, is_typeddict

from web_ui import views
from web_ui.setup import views as setup_views

STATIC = Path(__file__).parent / "static"
FILES: Mapping[str, ModuleType] = MappingProxyType({"lib/views.d.ts": views, "setup/views.d.ts": setup_views})
"""The files, below `static`, with the module whose TypedDicts each declares."""

HEAD = "// Written by `python -m web_ui.typescript` from {module}; change it there.\n"
PLAIN = MappingProxyType(
    {str: "string", int: "number", float: "number", bool: "boolean", object: "unknown", type(None): "null"}
)


def declarations(module: ModuleType) -> str:
    """Return a TypeScript file that declares the TypedDicts of a module, and its unions of them by their names."""
    parts = [HEAD.format(module=module.__name__)]
    for name, value in vars(module).items():
        if is_typeddict(value):
            parts.append("".join(_interface(value)))
        elif isinstance(value, types.UnionType) and all(map(is_typeddict, get_args(value))):
            parts.append(f"export type {name} = {_written(value)};\n")
    return "\n".join(parts)


def _interface(shape: type) -> Iterator[str]:
    yield from _comment(shape.__doc__ or "")
    yield f"export interface {shape.__name__} {{\n"
    for name, kind in get_type_hints(shape, include_extras=True).items():
        optional = get_origin(kind) is NotRequired
        yield f"  {name}{'?' if optional else ''}: {_written(get_args(kind)[0] if optional else kind)};\n"
    yield "}\n"


def _comment(text: str) -> Iterator[str]:
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(lines) == 1:
        yield f"/** {lines[0]} */\n"
        return
    yield "/**\n"
    for line in lines:
        yield f" * {line}".rstrip() + "\n"
    yield " */\n"


def _written(kind: Any) -> str:
    """Write a type; TypeError for one that JSON does not carry."""
    if kind in PLAIN:
        return PLAIN[kind]
    if is_typeddict(kind):
        return str(kind.__name__)
    arguments = get_args(kind)
    match get_origin(kind):
        case typing.Literal:
            written = " | ".join(f'"{value}"' for value in arguments)
        case typing.Union | types.UnionType:
            written = " | ".join(map(_written, arguments))
        case builtins.list:
            item = _written(arguments[0])
            written = f"({item})[]" if " | " in item else f"{item}[]"
        case builtins.tuple:
            written = f"[{', '.join(map(_written, arguments))}]"
        case builtins.dict if arguments[0] is str:
            written = f"Record<string, {_written(arguments[1])}>"
        case _:
            raise TypeError(f"The page cannot be sent a {kind}.")
    return written


if __name__ == "__main__":
    for path, module in FILES.items():
        (STATIC / path).write_text(declarations(module), encoding="utf-8")

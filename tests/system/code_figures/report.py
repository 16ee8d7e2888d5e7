"""The figures as a page of text: a line each, with what was found indented below it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Figures = Mapping[str, Any]


def written(found: Mapping[str, Figures]) -> str:
    """Return the text of all figures that were counted."""
    return "".join(f"{line}\n" for name, figures in found.items() for line in SECTIONS[name](figures))


def _names(figures: Figures) -> Iterator[str]:
    yield from _listed("public class names defined in several modules", figures["classes"])
    yield from _listed("module names used more than twice", figures["modules"])


def _listed(title: str, places: Mapping[str, list[str]]) -> Iterator[str]:
    yield _line(title, len(places))
    for name, where in places.items():
        yield f"    {name}: {', '.join(where)}"


def _tap(figures: Figures) -> Iterator[str]:
    for language, title in (("python", "Python"), ("javascript", "JavaScript")):
        yield _line(f"{title} files entered by a tap on a box ({figures['taps']} taps)", len(figures[language]))
        yield from (f"    {file}" for file in figures[language])


def _circles(figures: Figures) -> Iterator[str]:
    for what in ("modules", "packages"):
        for kind, title in (("hard", "imports that always run"), ("all", "all imports")):
            found = figures[f"{kind}_{what}"]
            yield _line(f"circles of {what}, by {title}", len(found))
            yield from (f"    {len(circle)}: {', '.join(circle)}" for circle in found)
    yield _line("imports only in functions or for types", figures["soft_imports"])


def _duplicates(figures: Figures) -> Iterator[str]:
    for where in ("product", "tests"):
        title = f"pairs of equal blocks of {figures['least']} and more lines, {where}"
        yield _line(title, len(figures[where]))
        yield from (f"    {block['lines']}: {block['one']} = {block['other']}" for block in figures[where])
        yield _line(f"lines in such blocks, {where}", figures[f"{where}_lines"])


def _sizes(figures: Figures) -> Iterator[str]:
    yield _line("files of Python, JavaScript, CSS and HTML", figures["files"])
    yield _line("their lines", figures["lines"])
    yield _line("files of more than 400 lines", figures["too_long"])
    yield from (f"    {lines}: {name}" for name, lines in figures["longest"].items())


def _colours(figures: Figures) -> Iterator[str]:
    yield _line("colour literals in style sheets", figures["total"])
    yield _line("those outside custom properties", figures["outside"])
    yield _line("different ones of those", figures["distinct_outside"])
    yield from (f"    {count}: {name}" for name, count in figures["files"].items())


def _types(figures: Figures) -> Iterator[str]:
    for key, title in (
        ("python", "Python functions with all their types, product"),
        ("python_tests", "Python functions with all their types, tests"),
        ("js_functions", "JavaScript functions whose JSDoc has types"),
        ("js_files_checked", "JavaScript files that a type checker reads"),
    ):
        typed, of = figures[key]["typed"], figures[key]["of"]
        yield _line(title, f"{typed} of {of} ({typed / of:.1%})" if of else "none")


def _texts(figures: Figures) -> Iterator[str]:
    yield _line("texts for translators", figures["messages"])
    yield _line("lines of translations (.po)", figures["po_lines"])
    yield _line("lines of committed generated files", figures["generated_lines"])
    yield from (f"    {lines}: {name}" for name, lines in figures["generated"].items() if lines)
    yield _line("bytes of committed compiled catalogues (.mo)", figures["generated_binary_bytes"])


def _line(title: str, value: object) -> str:
    return f"{title:<64} {value}"


SECTIONS: Mapping[str, Callable[[Figures], Iterator[str]]] = {
    "names": _names,
    "tap": _tap,
    "circles": _circles,
    "duplicates": _duplicates,
    "sizes": _sizes,
    "colours": _colours,
    "types": _types,
    "texts": _texts,
}

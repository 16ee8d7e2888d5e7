"""Joins the modules of a page into one, in the order in which a browser would run them. Pure but for reading files.

Each module becomes a function, so that names cannot clash, and returns what it exports; an import takes from what the
other module returned. That holds for modules as we write them: imports first and by name, exports of constants,
functions and classes where they are declared, no circles, and nothing that is loaded later. Anything else is refused.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from web_ui.assets.errors import AssetError
from web_ui.assets.script_scanner import Token, scan

NAME = re.compile(r"[A-Za-z_$][\w$]*")


@dataclass(frozen=True)
class Import:
    """Names taken from a file: ours, and theirs for them. None of them: the file is only run."""

    file: str
    line: int
    names: dict[str, str]


@dataclass
class Module:
    """A script, what it imports, what it exports, and the rest of it as tokens."""

    file: str
    text: str
    imports: list[Import] = field(default_factory=list)
    exports: list[str] = field(default_factory=list)
    body: list[Token] = field(default_factory=list)


class ScriptJoiner:
    """Joins scripts of one folder, whose files are named relative to it, with slashes. Reads each of them once."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._read: dict[str, Module] = {}

    def join(self, entries: Sequence[str]) -> str:
        """Return one module that does what the modules named in `entries` do, one after the other.

        AssetError where one of them or what it imports does what is not joined.
        """
        ordered: dict[str, Module] = {}
        for entry in entries:
            self._add(entry, ordered, ())
        if len({_variable(file) for file in ordered}) < len(ordered):
            raise ValueError(f"Two of these files have the same name but for its signs: {', '.join(ordered)}.")
        return "".join(_function(module) for module in ordered.values())

    def _add(self, file: str, ordered: dict[str, Module], importers: tuple[str, ...]) -> Module:
        """Put a module behind those that it imports."""
        if file in ordered:
            return ordered[file]
        if file not in self._read:
            self._read[file] = _Reader(file, (self._root / file).read_text(encoding="utf-8")).read()
        module = self._read[file]
        for wanted in module.imports:
            if wanted.file in (*importers, file):
                circle = " → ".join((*importers, file, wanted.file))
                raise AssetError(file, wanted.line, f"These modules import each other in a circle: {circle}.")
            if not (self._root / wanted.file).is_file():
                raise AssetError(file, wanted.line, f"There is no file {wanted.file}.")
            missing = set(wanted.names.values()) - set(self._add(wanted.file, ordered, (*importers, file)).exports)
            if missing:
                raise AssetError(file, wanted.line, f"{wanted.file} does not export {', '.join(sorted(missing))}.")
        ordered[file] = module
        return module


class _Reader:
    """Takes the imports and exports out of a module."""

    def __init__(self, file: str, text: str) -> None:
        self._tokens = [token for token in scan(file, text) if token.kind != "comment"]
        self._at = 0
        self._module = Module(file, text)

    def read(self) -> Module:
        while self._at < len(self._tokens):
            statement = self._at == 0 or self._tokens[self._at - 1].text in (";", "}")
            token = self._tokens[self._at]
            match token.text if token.kind == "word" and not self._is_property() else "":
                case "import":
                    if not (statement and token.depth == 0) or self._peek(1).text in ("(", "."):
                        raise self._fault(
                            "Only import at the top of a file is joined, neither import() nor import.meta"
                        )
                    if self._module.body:
                        raise self._fault("Imports come before everything else in a file")
                    self._module.imports.append(self._import())
                case "export":
                    self._export()
                case "await" if token.depth == 0 and not self._in_arrow():
                    raise self._fault("A module that waits while it is loaded is not joined")
                case _:
                    self._module.body.append(token)
                    self._at += 1
        return self._module

    def _is_property(self) -> bool:
        """Whether the word is only the name of a property: after a dot, or before a colon."""
        return (self._at > 0 and self._tokens[self._at - 1].text == ".") or self._peek(1).text == ":"

    def _in_arrow(self) -> bool:
        """Whether an arrow stands between the beginning of the statement and here."""
        for token in reversed(self._tokens[: self._at]):
            if token.depth == 0 and token.text in (";", "=>"):
                return token.text == "=>"
        return False

    def _import(self) -> Import:
        line = self._take("import").line
        names = {}
        if self._peek().kind != "string":
            names = self._names("import")
            self._take("from")
        source = self._peek()
        if source.kind != "string":
            raise self._fault("A file in quotes is expected after from")
        self._at += 1
        self._take(";")
        return Import(self._file_of(source), line, names)

    def _file_of(self, source: Token) -> str:
        named = source.text[1:-1]
        if not re.fullmatch(r"\.\.?/[\w./-]+\.js", named):
            raise AssetError(self._module.file, source.line, f"“{named}” is not the relative path of a script.")
        parts: list[str] = []
        for part in (PurePosixPath(self._module.file).parent / named).parts:
            if part != "..":
                parts.append(part)
            elif parts:
                parts.pop()
            else:
                raise AssetError(self._module.file, source.line, f"“{named}” leads out of the scripts' folder.")
        return "/".join(parts)

    def _names(self, keyword: str) -> dict[str, str]:
        """Read `{ theirs, theirs as ours }`; return theirs by ours."""
        if self._peek().text != "{":
            raise self._fault(f"Only {keyword} {{ names }} is joined, without default and *")
        self._at += 1
        names: dict[str, str] = {}
        while self._peek().text != "}":
            theirs = self._name()
            ours = theirs
            if self._peek().text == "as":
                self._at += 1
                ours = self._name()
            names[ours] = theirs
            if self._peek().text != "}":
                self._take(",")
        self._at += 1
        return names

    def _export(self) -> None:
        if self._tokens[self._at].depth > 0:
            raise self._fault("export belongs at the top of a file")
        self._at += 1
        ahead = 1 if self._peek().text == "async" else 0
        kind = self._peek(ahead).text
        if kind not in ("function", "class", "const") or (ahead and kind != "function"):
            raise self._fault("Only export of a const, function or class where it is declared is joined")
        name = self._peek(ahead + (2 if self._peek(ahead + 1).text == "*" else 1))
        if not NAME.fullmatch(name.text):
            raise self._fault(f"A name is expected after export {kind}")
        if name.text in self._module.exports:
            raise self._fault(f"{name.text} is exported twice")
        if kind == "const":
            self._check_single(name)
        self._module.exports.append(name.text)

    def _check_single(self, name: Token) -> None:
        """Refuse a statement that declares more constants than the one, or does not end with a semicolon."""
        for token in self._tokens[self._at :]:
            if token.depth == 0 and token.text == ";":
                return
            if token.depth == 0 and token.text == ",":
                raise AssetError(self._module.file, token.line, "Each exported constant needs an export of its own.")
        raise AssetError(self._module.file, name.line, f"The declaration of {name.text} does not end with a semicolon.")

    def _name(self) -> str:
        token = self._peek()
        if not NAME.fullmatch(token.text) or token.text == "default":
            raise self._fault("A name other than default is expected")
        self._at += 1
        return token.text

    def _peek(self, ahead: int = 0) -> Token:
        if self._at + ahead < len(self._tokens):
            return self._tokens[self._at + ahead]
        return Token("punctuation", "", len(self._module.text), self._tokens[-1].line, 0)

    def _take(self, text: str) -> Token:
        token = self._peek()
        if token.text != text:
            raise self._fault(f"{text} is expected, not {token.text or 'the end'}")
        self._at += 1
        return token

    def _fault(self, sentence: str) -> AssetError:
        return AssetError(self._module.file, self._peek().line, f"{sentence}.")


def _variable(file: str) -> str:
    return "$" + re.sub(r"\W", "_", file.removesuffix(".js"))


def _function(module: Module) -> str:
    """Write a module as a function that is called at once. The comment names it to whoever looks for a fault."""
    lines = [f"// {module.file}", f"const {_variable(module.file)} = (() => {{"]
    for taken in module.imports:
        if taken.names:
            names = ", ".join(ours if ours == theirs else f"{theirs}: {ours}" for ours, theirs in taken.names.items())
            lines.append(f"const {{ {names} }} = {_variable(taken.file)};")
    lines.append(_without_comments(module))
    if module.exports:
        lines.append(f"return {{ {', '.join(module.exports)} }};")
    return "\n".join([*lines, "})();", ""])


def _without_comments(module: Module) -> str:
    """Write the module's tokens: lines stay lines, for whoever reads them in a browser; comments and blanks go."""
    written: list[str] = []
    end = None
    for token in module.body:
        if end is not None:
            gap = module.text[end : token.start]
            written.append("\n" if "\n" in gap else " " if gap else "")
        written.append(token.text)
        end = token.end
    return "".join(written)

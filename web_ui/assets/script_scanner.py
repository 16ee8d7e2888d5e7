"""Splits a script into its tokens: enough to tell code from comments, strings, templates and regular expressions. Pure.

It knows no grammar. What it cannot tell for sure it refuses, rather than guess.
"""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from web_ui.assets.errors import AssetError

Kind = Literal["word", "punctuation", "string", "template", "regex", "comment"]

SPACE = re.compile(r"\s+")
WORD = re.compile(r"[\w$]+")
STRING = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
TEMPLATE = re.compile(r"(?:\\.|\$(?!\{)|[^`\\$])*(?P<end>`|\$\{)", re.DOTALL)
REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
PUNCTUATION = re.compile(r"\+\+|--|=>|[-+*/%=<>!&|^~?:;,.()\[\]{}#]")
OPENING = {"(": ")", "[": "]", "{": "}", "${": "}"}
BEFORE_OPERAND = frozenset(
    ["await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof", "yield"]
)
"""Words that are followed by a value: a slash after them begins a regular expression."""
BEFORE_CONDITION = frozenset(("if", "while", "for"))
AFTER_OPERAND = frozenset((")", "]", "++", "--"))


class Token(NamedTuple):
    """A piece of a script; `depth` counts the brackets around it, which belong to what they stand in."""

    kind: Kind
    text: str
    start: int
    line: int
    depth: int

    @property
    def end(self) -> int:
        """Where it ends in the script."""
        return self.start + len(self.text)


class _Bracket(NamedTuple):
    text: str
    line: int
    condition: bool


def scan(file: str, text: str) -> list[Token]:
    """Return the tokens of a script, comments among them, white space not; AssetError for what is no script."""
    return list(_Scanner(file, text).tokens())


class _Scanner:
    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._text = text
        self._at = 0
        self._line = 1
        self._open: list[_Bracket] = []
        self._before: Token | None = None  # the last token that is no comment
        self._value_before = False  # whether it ends a value: a slash after it divides

    def tokens(self) -> Iterator[Token]:
        while self._skip_space():
            token = self._next()
            yield token
            self._at = token.end
            self._line += token.text.count("\n")
            if token.kind != "comment":
                self._before = token
        if self._open:
            bracket = self._open[-1]
            raise AssetError(self._file, bracket.line, f"{bracket.text} is never closed.")

    def _skip_space(self) -> bool:
        if space := SPACE.match(self._text, self._at):
            self._at = space.end()
            self._line += space[0].count("\n")
        return self._at < len(self._text)

    def _next(self) -> Token:
        first = self._text[self._at]
        if self._text.startswith(("//", "/*"), self._at):
            return self._match("comment", COMMENT, "This comment is never closed.")
        if first in "\"'":
            self._value_before = True
            return self._match("string", STRING, "This string does not end on its line.")
        if first == "`" or (first == "}" and self._open and self._open[-1].text == "${"):
            return self._template(first)
        if first == "/":
            return self._slash()
        if WORD.match(self._text, self._at):
            token = self._match("word", WORD, "")
            named = self._before is not None and self._before.text == "."
            self._value_before = named or token.text not in BEFORE_OPERAND
            return token
        token = self._match("punctuation", PUNCTUATION, f"{first!r} is not expected in a script.")
        return self._bracket(token)

    def _match(self, kind: Kind, pattern: re.Pattern[str], fault: str) -> Token:
        match = pattern.match(self._text, self._at)
        if match is None:
            raise AssetError(self._file, self._line, fault)
        return Token(kind, match[0], self._at, self._line, len(self._open))

    def _template(self, first: str) -> Token:
        """A piece of a template: from ` or } up to ${ or `."""
        if first == "}":
            self._open.pop()
        match = TEMPLATE.match(self._text, self._at + 1)
        if match is None:
            raise AssetError(self._file, self._line, "This template is never closed.")
        token = Token("template", first + match[0], self._at, self._line, len(self._open))
        self._value_before = match["end"] == "`"
        if match["end"] == "${":
            self._open.append(_Bracket("${", self._line, condition=False))
        return token

    def _slash(self) -> Token:
        if self._before is not None and self._before.text == "}" and self._before.kind == "punctuation":
            raise AssetError(self._file, self._line, "A slash after } may divide or begin a pattern: name the value.")
        if self._value_before:
            self._value_before = False
            return Token("punctuation", "/", self._at, self._line, len(self._open))
        self._value_before = True
        return self._match("regex", REGEX, "This pattern does not end on its line.")

    def _bracket(self, token: Token) -> Token:
        """Take a bracket into account; one that closes stands where its counterpart does."""
        self._value_before = token.text in AFTER_OPERAND
        if token.text in OPENING:
            condition = self._before is not None and self._before.text in BEFORE_CONDITION
            self._open.append(_Bracket(token.text, token.line, condition))
        elif token.text in OPENING.values():
            if not self._open or OPENING[self._open[-1].text] != token.text:
                raise AssetError(self._file, self._line, f"{token.text} closes nothing.")
            if self._open.pop().condition:
                self._value_before = False  # what follows a condition is a statement
            return token._replace(depth=len(self._open))
        return token

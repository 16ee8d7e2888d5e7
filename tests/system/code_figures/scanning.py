"""Source text with its comments blanked out, line for line, so that places in it stay places in the file."""

import ast
import io
import re
import tokenize
from pathlib import PurePosixPath

STRING = r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"
REGEX = r"(?<=[(,=:\[!&|?{};\n])[ \t]*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/"
JS = re.compile(rf"(?P<kept>{STRING}|`(?:\\.|[^`\\])*`|{REGEX})|/\*.*?\*/|//[^\n]*", re.DOTALL)
CSS = re.compile(rf"(?P<kept>{STRING})|/\*.*?\*/", re.DOTALL)
HTML = re.compile(r"(?P<kept>$^)|<!--.*?-->|\{#.*?#\}", re.DOTALL)
MARKUP = {".js": JS, ".css": CSS, ".html": HTML}


def without_comments(name: str, text: str) -> str:
    """Return the text of a .py, .js, .css or .html file with blanks for comments."""
    suffix = PurePosixPath(name).suffix
    if suffix == ".py":
        return _python_without_comments(text)
    return MARKUP[suffix].sub(lambda match: match[0] if match["kept"] else blank(match[0]), text)


def without_imports(name: str, text: str) -> str:
    """Return the text of a file, free of comments, with blanks for its import statements."""
    if name.endswith(".js"):
        return re.sub(r"^import\b[^;(]*;", lambda match: blank(match[0]), text, flags=re.MULTILINE)
    if not name.endswith(".py"):
        return text
    lines = text.split("\n")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for line in range(node.lineno - 1, node.end_lineno or node.lineno):
                lines[line] = ""
    return "\n".join(lines)


def blank(text: str) -> str:
    """Return as many spaces, with the line ends left in place."""
    return re.sub(r"[^\n]", " ", text)


def _python_without_comments(text: str) -> str:
    lines = text.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    return "\n".join(lines)

"""Joins the sheets of a page into one. Pure but for reading files."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath

from web_ui.assets.errors import AssetError

PIECE = re.compile(
    r"(?P<string>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')|(?P<comment>/\*.*?\*/)|(?P<space>\s+)"
    r"|url\(\s*(?:\"(?P<url>[^\"\n]*)\"\s*\))?|(?P<at>@(?:import|charset|namespace)\b)"
    r"|(?P<bracket>[()\[\]{}])|(?P<fault>[\"']|/\*)",
    re.DOTALL,
)
CLOSES = {")": "(", "]": "[", "}": "{"}


def join_sheets(root: Path, files: Sequence[str], address: Callable[[str], str]) -> str:
    """Return one sheet that does what `files` do, one after the other, without comments.

    Files are named relative to `root`, with slashes; `address` returns where a browser finds another file that a sheet
    names by url("…"), and raises KeyError where there is none. AssetError for what only works in a sheet of its own.
    """
    return "".join(_rewritten(file, (root / file).read_text(encoding="utf-8"), address) for file in files)


def _rewritten(file: str, text: str, address: Callable[[str], str]) -> str:
    brackets: list[tuple[str, int]] = []

    def replace(piece: re.Match[str]) -> str:
        line = text.count("\n", 0, piece.start()) + 1
        found = piece[0]
        match piece.lastgroup:
            case "comment":
                return ""
            case "space":
                return "\n" if "\n" in found else " "
            case "at":
                raise AssetError(file, line, f"{found} only works at the top of a sheet of its own.")
            case "fault":
                raise AssetError(file, line, "This string or comment does not end.")
            case "bracket":
                _count(found, line)
            case "url":
                return f'url("{_address(piece["url"], line)}")'
            case None:
                raise AssetError(file, line, 'An address is written as url("…").')
        return found

    def _count(bracket: str, line: int) -> None:
        if bracket not in CLOSES:
            brackets.append((bracket, line))
        elif not brackets or brackets.pop()[0] != CLOSES[bracket]:
            raise AssetError(file, line, f"{bracket} closes nothing.")

    def _address(url: str, line: int) -> str:
        parts: list[str] = []
        for part in (PurePosixPath(file).parent / url).parts:
            if part == ".." and parts:
                parts.pop()
            else:
                parts.append(part)
        try:
            return address("/".join(parts))
        except KeyError:
            raise AssetError(file, line, f"There is no file “{url}” for it.") from None

    joined = PIECE.sub(replace, text).strip()
    if brackets:
        bracket, line = brackets[-1]
        raise AssetError(file, line, f"{bracket} is never closed.")
    return f"/* {file} */\n{joined}\n"

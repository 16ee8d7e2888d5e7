"""Sheets are joined into one that does what they do; what only works in a sheet of its own is refused."""

import re
from pathlib import Path

import pytest

from web_ui.assets.errors import AssetError
from web_ui.assets.files import STATIC
from web_ui.assets.parts import BY_MEDIUM, EVERY_PAGE, PAGES, PageParts
from web_ui.assets.sheet_joiner import join_sheets

ADDRESSES = {"lib/felt.svg": "/static/0123/lib/felt.svg", "game/dot.svg": "/static/4567/game/dot.svg"}


def joined(folder: Path, *texts: str) -> str:
    (folder / "game").mkdir()
    names = [f"game/{number}.css" for number in range(1, len(texts) + 1)]
    for name, text in zip(names, texts, strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    return join_sheets(folder, names, ADDRESSES.__getitem__)


def test_one_after_the_other_without_comments(tmp_path: Path) -> None:
    first = '/* A die */\n\n.die {\n  content: "/* \'  */";\n  margin: 1px  2px;\n}\n'
    assert joined(tmp_path, first, "@media (width > 1px) {\n  a::after { content: '}'; }\n}") == (
        '/* game/1.css */\n.die {\ncontent: "/* \'  */";\nmargin: 1px 2px;\n}\n'
        "/* game/2.css */\n@media (width > 1px) {\na::after { content: '}'; }\n}\n"
    )


def test_addresses_are_those_of_the_files_as_they_are(tmp_path: Path) -> None:
    text = 'a { background: url("../lib/felt.svg"), url( "dot.svg" ) no-repeat; }'
    assert 'url("/static/0123/lib/felt.svg"), url("/static/4567/game/dot.svg") no-repeat' in joined(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('a {}\nb { background: url("felt.svg"); }', "game/1.css:2: There is no file “felt.svg”"),
        ("a { background: url(../lib/felt.svg); }", "game/1.css:1: An address is written as url("),
        ("@import 'b.css';", "game/1.css:1: @import only works at the top"),
        ("a { b: c;\n", "game/1.css:1: { is never closed"),
        ("a { b: c; }\n}", "game/1.css:2: } closes nothing"),
        ("a { b: calc(1px; }", "game/1.css:1: } closes nothing"),
        ("a {}\n/* b", "game/1.css:2: This string or comment does not end"),
        ("a { content: 'b; }", "game/1.css:1: This string or comment does not end"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(AssetError, match=re.escape(fault)):
        joined(tmp_path, text)


def test_every_sheet_is_part_of_a_page() -> None:
    named = {f"{sheet}.css" for page in (EVERY_PAGE, *PAGES.values(), PageParts(BY_MEDIUM)) for sheet in page.sheets}
    assert {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.css")} == named

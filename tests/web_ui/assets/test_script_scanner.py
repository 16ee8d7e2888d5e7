"""Code, comments, strings, templates and patterns are told apart, and what is not for sure is refused."""

import re

import pytest

from web_ui.assets.errors import AssetError
from web_ui.assets.script_scanner import scan


def kinds(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in scan("a.js", text)]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("'it\\'s // no comment'", "string"),
        ('"/* nor \\" this */"', "string"),
        ("// import { a } from 'b'", "comment"),
        ("/* two\nlines */", "comment"),
        ("`a $ { } 'b' \\` \\${c}\n`", "template"),
        ("/[/]\\/(\"|')/gu", "regex"),
    ],
)
def test_what_is_one_piece(text: str, kind: str) -> None:
    assert kinds(text) == [(kind, text)]


def test_a_template_in_a_template() -> None:
    text = '`${a ? `<${{ b: "}" }.b}>` : ""} end`'
    pieces = [text for kind, text in kinds(text) if kind == "template"]
    assert pieces == ["`${", "`<${", "}>`", "} end`"]


@pytest.mark.parametrize(
    "before",
    ["return", "(", "x = ", "a,", "[", "? ", ": ", "&& ", "=> ", "typeof", "if (x)", "while ((x))", "...", ";"],
)
def test_a_pattern_after_what_wants_a_value(before: str) -> None:
    closing = {"(": ")", "[": "]"}.get(before, "")
    assert ("regex", "/'b/g") in kinds(f"{before} /'b/g{closing}")


@pytest.mark.parametrize("before", ["x", "5", ")", "]", "'a'", "`a`", "x++", "x.return", "/a/"])
def test_a_division_after_a_value(before: str) -> None:
    opening = {")": "f(", "]": "x["}.get(before, "")
    assert [text for kind, text in kinds(f"{opening}{before} / b / c") if text == "/"] == ["/", "/"]


def test_depth_and_line() -> None:
    found = {token.text: (token.depth, token.line) for token in scan("a.js", "a\n({\nb: `${\nc}\n`, d })\ne")}
    assert {name: found[name] for name in "abcde"} == {"a": (0, 1), "b": (2, 3), "c": (3, 4), "d": (2, 5), "e": (0, 6)}
    assert (found["("], found[")"]) == ((0, 2), (0, 5))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a\n'b\n'", "a.js:2: This string does not end"),
        ("`a", "a.js:1: This template is never closed"),
        ("`${a`", "a.js:1: This template is never closed"),
        ("/* a", "a.js:1: This comment is never closed"),
        ("x = /a", "a.js:1: This pattern does not end"),
        ("f({\n)", "a.js:2: ) closes nothing"),
        ("}", "a.js:1: } closes nothing"),
        ("f(\n[1", "a.js:2: [ is never closed"),
        ("{}\n/a/.test(b)", "a.js:2: A slash after }"),
        ("\\u0061", "a.js:1: '\\\\' is not expected"),
    ],
)
def test_what_is_refused(text: str, fault: str) -> None:
    with pytest.raises(AssetError, match=re.escape(fault)):
        scan("a.js", text)

"""Modules are joined into one that does what they do; anything not understood for sure is refused, file and line."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from web_ui.assets.errors import AssetError
from web_ui.assets.files import STATIC
from web_ui.assets.parts import EVERY_PAGE, PAGES
from web_ui.assets.script_joiner import ScriptJoiner

A = """// What a module of ours looks like.
import { b, c as sea, later } from "./lib/b.js";
import "./lib/c.js";

const name = "a"; // b has a name of its own
told.push(`${name} ${b(1)} ${sea.x} ${/['"`]/.test("'") ? `in ${`three ${later()}`}` : "export"}`);
"""
B = """import { tell } from "./c.js";
/** @import { Nothing } from "../nowhere.js" */
const name = "b";
export function b(number) {
  return `${name}${number}`;
}
export const c = { x: 2, import: 3, export: 4 };
export async function* steps() {
  for (const step of [1, 2]) yield await step;
}
export class Thing {}
tell(c.import / c.export / 1);
tell(new Thing() instanceof Thing);
export const later = () => name.length;
"""
C = "export const tell = (text) => told.push(text);\ntell('c');\n"


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / f"{name.replace('_', '/')}.js"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def node() -> str:
    path = shutil.which("node")
    if path is None:
        reason = "no node to run scripts with"
        if os.environ.get("DICE_TABLE_REQUIRE_ALL"):
            pytest.fail(f"{reason} (DICE_TABLE_REQUIRE_ALL is set)")
        pytest.skip(reason)
    return path


def test_joined_modules_do_what_they_did_before(tmp_path: Path, node: str) -> None:
    script = ScriptJoiner(write(tmp_path, a=A, lib_b=B, lib_c=C)).join(["a.js", "lib/c.js"])
    script = f"const told = [];\n{script}console.log(JSON.stringify(told));"
    said = subprocess.run([node, "--input-type=module"], input=script, capture_output=True, text=True, check=True)
    assert json.loads(said.stdout) == ["c", 0.75, True, "a b1 2 in three 1"]


def test_comments_go_and_lines_stay(tmp_path: Path) -> None:
    text = "/** What it is. */\nexport const a = 1; // one\n\n\nexport const b = `\n\n  // two`;\n/* the end */"
    joined = ScriptJoiner(write(tmp_path, a=text)).join(["a.js"])
    assert joined == (
        "// a.js\nconst $a = (() => {\nconst a = 1;\nconst b = `\n\n  // two`;\nreturn { a, b };\n})();\n"
    )


@pytest.mark.parametrize("page", PAGES)
def test_each_page_is_joined_into_a_module_that_parses(tmp_path: Path, node: str, page: str) -> None:
    entries = [f"{script}.js" for script in (*EVERY_PAGE.scripts, *PAGES[page].scripts)]
    joined = ScriptJoiner(STATIC).join(entries)
    (tmp_path / "page.mjs").write_text(joined, encoding="utf-8")
    subprocess.run([node, "--check", tmp_path / "page.mjs"], check=True)
    assert len(re.findall(r"^// \S+\.js$", joined, re.MULTILINE)) == joined.count("\nconst $") >= 5


def test_every_script_is_part_of_a_page() -> None:
    entries = [f"{script}.js" for page in PAGES.values() for script in (*EVERY_PAGE.scripts, *page.scripts)]
    joined = set(re.findall(r"^// (\S+\.js)$", ScriptJoiner(STATIC).join(entries), re.MULTILINE))
    assert {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")} - joined == set()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("a();\nimport { b } from './b.js';", "a.js:2: Imports come before everything else"),
        ("import b from './b.js';", "a.js:1: Only import { names } is joined"),
        ("import * as b from './b.js';", "a.js:1: Only import { names } is joined"),
        ("import { default as b } from './b.js';", "a.js:1: A name other than default"),
        ("import { b } from 'b';", "a.js:1: “b” is not the relative path"),
        ("import { b } from '../b.js';", "a.js:1: “../b.js” leads out"),
        ("import { b } from './b.json';", "a.js:1: “./b.json” is not the relative path"),
        ("import { b } from './b.js' with { type: 'css' };", "a.js:1: ; is expected, not with"),
        ("import { b } from './b.js'", "a.js:1: ; is expected, not the end"),
        ("\nimport { b } from './none.js';", "a.js:2: There is no file none.js"),
        ("import { b,\n  d } from './b.js';", "a.js:1: b.js does not export d"),
        ("import { c } from './c.js';", "c.js:1: These modules import each other in a circle: a.js → c.js → a.js"),
        ("import './a.js';", "a.js:1: These modules import each other in a circle: a.js → a.js"),
        ("const b = await import('./b.js');", "a.js:1: A module that waits while it is loaded"),
        ("const b = () => import('./b.js');", "a.js:1: Only import at the top"),
        ("const b =\n  import.meta.url;", "a.js:2: Only import at the top"),
        ("await b();", "a.js:1: A module that waits"),
        ("for await (const b of c) b();", "a.js:1: A module that waits"),
        ("const b = () => 1;\nawait b();", "a.js:2: A module that waits"),
        ("export default 1;", "a.js:1: Only export of a const, function or class"),
        ("export * from './b.js';", "a.js:1: Only export of a const, function or class"),
        ("export { b } from './b.js';", "a.js:1: Only export of a const, function or class"),
        ("const b = 1;\nexport { b };", "a.js:2: Only export of a const, function or class"),
        ("export let b = 1;", "a.js:1: Only export of a const, function or class"),
        ("export async () => 1;", "a.js:1: Only export of a const, function or class"),
        ("export const { b } = c;", "a.js:1: A name is expected after export const"),
        ("export const b = 1,\n  c = 2;", "a.js:1: Each exported constant needs an export of its own"),
        ("export const b = 1", "a.js:1: The declaration of b does not end with a semicolon"),
        ("export const b = 1;\nexport const b = 2;", "a.js:2: b is exported twice"),
        ("{\n  export const b = 1;\n}", "a.js:2: export belongs at the top"),
        ("const b = 'c\n", "a.js:1: This string does not end"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    write(tmp_path, a=text, b="export const b = 1;\n", c="import './a.js';\nexport const c = 1;\n")
    with pytest.raises(AssetError, match=re.escape(fault)):
        ScriptJoiner(tmp_path).join(["a.js"])


def test_files_that_would_share_a_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="the same name but for its signs"):
        ScriptJoiner(write(tmp_path, **{"a-b": "", "a.b": ""})).join(["a-b.js", "a.b.js"])

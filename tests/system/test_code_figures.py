"""The figures on the state of the code, each counted in a small tree that has what it counts, and its near misses."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.system.code_figures.circles import circles, strongly_connected
from tests.system.code_figures.colours import colours
from tests.system.code_figures.duplicates import Block, duplicates
from tests.system.code_figures.names import names
from tests.system.code_figures.report import written
from tests.system.code_figures.sizes import sizes
from tests.system.code_figures.texts import texts
from tests.system.code_figures.tree import Tree
from tests.system.code_figures.typing_share import Share, types

MakeTree = Callable[[dict[str, str]], Tree]


@pytest.fixture
def tree(tmp_path: Path) -> MakeTree:
    """Make a tree of these files."""

    def make(files: dict[str, str]) -> Tree:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return Tree(tmp_path)

    return make


def test_a_checkout_holds_what_git_tracks(tree: MakeTree) -> None:
    made = tree({"kept.py": "", "left_out.py": "", ".hidden/x.py": ""})
    for asked in (["init", "-q"], ["add", "kept.py", ".hidden/x.py"]):
        subprocess.run(["git", "-C", str(made.root), *asked], check=True)

    assert made.files == ("kept.py",)


def test_a_name_of_two_classes_is_found(tree: MakeTree) -> None:
    found = names(
        tree(
            {
                "tray/cup.py": "class Die: ...\nclass _Own: ...\nclass Cup: ...\nclass Once: ...\nclass Once: ...",
                "card/box.py": "class Die: ...\nclass _Own: ...\ndef make():\n    class Cup: ...\n",
                "tests/test_die.py": "class Cup: ...",
            }
        )
    )

    assert found.classes == {"Die": ["card.box", "tray.cup"]}


def test_a_module_name_may_be_used_twice(tree: MakeTree) -> None:
    files = ["a/store.py", "b/store.py", "c/store.py", "a/play.py", "b/play.py", "tests/play.py"]
    packages = [f"{package}/__init__.py" for package in "abc"]

    assert names(tree(dict.fromkeys(files + packages, ""))).modules == {
        "store": ["a/store.py", "b/store.py", "c/store.py"]
    }


def test_strongly_connected_sets_are_told_apart() -> None:
    edges = [("a", "b"), ("b", "c"), ("c", "a"), ("c", "d"), ("d", "e"), ("e", "d"), ("e", "f"), ("g", "g")]

    assert strongly_connected(edges) == [["a", "b", "c"], ["d", "e"]]


CIRCLE = {
    "room/__init__.py": "",
    "room/hard/__init__.py": "",
    "room/hard/one.py": "import room.hard.two",
    "room/hard/two.py": "from room.hard import one",
    "room/soft/__init__.py": "",
    "room/soft/one.py": "from room.soft import two, three",
    "room/soft/two.py": "def late():\n    if True:\n        from room.soft import one\n        return one",
    "room/soft/three.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from room.soft import one",
}


def test_circles_of_modules_are_hard_or_soft(tree: MakeTree) -> None:
    found = circles(tree(CIRCLE))

    assert found.hard_modules == [["room.hard.one", "room.hard.two"]]
    assert found.all_modules == [["room.soft.one", "room.soft.three", "room.soft.two"], *found.hard_modules]
    assert found.soft_imports == 2
    assert found.all_packages == []


def test_an_import_that_runs_anyway_is_hard_beside_a_soft_one(tree: MakeTree) -> None:
    both = "from room.soft import one\n" + CIRCLE["room/soft/two.py"]
    either = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    one = 1\nelse:\n    from room.soft import one"

    found = circles(tree({**CIRCLE, "room/soft/two.py": both, "room/soft/three.py": either}))

    assert found.hard_modules == found.all_modules
    assert found.soft_imports == 0


def test_packages_go_in_circles_where_no_modules_do(tree: MakeTree) -> None:
    found = circles(
        tree(
            {
                "room/__init__.py": "",
                "room/left/__init__.py": "",
                "room/left/top.py": "from room.right import low",
                "room/left/low.py": "",
                "room/right/__init__.py": "",
                "room/right/low.py": "",
                "room/right/top.py": "def late():\n    from room.left import low\n    return low",
            }
        )
    )

    assert (found.all_modules, found.hard_packages) == ([], [])
    assert found.all_packages == [["room.left", "room.right"]]


def lines(count: int, name: str = "value") -> str:
    return "".join(f"{name}_{number} = {number}\n" for number in range(count))


def test_ten_equal_lines_are_a_duplicate(tree: MakeTree) -> None:
    spread = lines(12).replace("value_5", "\n# between\nimport os\n    \nvalue_5").replace("= 7", "=   7  # seven")
    found = duplicates(tree({"a.py": f"import json\n{lines(12)}", "b.py": spread, "c.py": lines(9)}))

    assert found.product == [Block(12, "a.py:2-13", "b.py:1-16")]
    assert (found.product_lines, found.tests, found.tests_lines) == (24, [], 0)


def test_shorter_duplicates_are_found_on_demand(tree: MakeTree) -> None:
    made = tree({"a.py": lines(9), "b.py": lines(9)})

    assert duplicates(made).product == []
    assert [block.lines for block in duplicates(made, 9).product] == [9]


def test_duplicates_in_tests_and_in_one_file_and_in_style_sheets_count(tree: MakeTree) -> None:
    rules = "".join(f".box-{number} {{\n  order: {number};\n}}\n" for number in range(5))
    found = duplicates(
        tree(
            {
                "tests/a.py": lines(10) + "between = 1\n" + lines(10),
                "a.css": rules,
                "b.css": "/* said\nin b */\n" + rules,
                "c.html": "{# said #}\n" + "<p>1</p>\n" * 9,
            }
        )
    )

    assert found.product == [Block(10, "a.css:1-14", "b.css:3-16")]
    assert found.tests == [Block(10, "tests/a.py:1-10", "tests/a.py:12-21")]


def test_a_repeated_line_overlaps_no_block_of_itself(tree: MakeTree) -> None:
    assert duplicates(tree({"a.py": "again()\n" * 19})).product == []
    assert [block.lines for block in duplicates(tree({"a.py": "again()\n" * 20})).product] == [10]


def test_slashes_in_texts_and_patterns_of_a_script_are_no_comments(tree: MakeTree) -> None:
    said = 'go("http://one", /[/]\\/*/, `//two`);'
    script = f"{said} // here\n" * 10
    elsewhere = f"/* there */ {said}\n" * 10

    assert duplicates(tree({"a.js": script, "b.js": elsewhere})).product == [Block(10, "a.js:1-10", "b.js:1-10")]
    assert duplicates(tree({"a.js": script, "b.js": elsewhere.replace("two", "three")})).product == []


def test_long_files_are_found(tree: MakeTree) -> None:
    found = sizes(tree({"a.py": "x = 1\n" * 400, "b.js": "x();\n" * 401, "c.txt": "x\n" * 900}))

    assert (found.files, found.lines, found.too_long) == (2, 801, 1)
    assert found.longest == {"b.js": 401, "a.py": 400}


def test_colours_are_counted_in_values_only(tree: MakeTree) -> None:
    sheet = """
      #face, #abc:hover { color: #FFF; background: url(#abc) #a1b2c3; content: "#abc"; }
      :root { --ink: #123; --lift: 0 0 rgb(0 0 0 / 0.5), 0 0 hsl(9 9% 9%) }
      /* #456 */
      @media (width < 9px) { .die { border: 1px solid rgb(0 0 0 / 0.5); fill: rgb(from var(--ink) r g b / 0.5) } }
      .die { color: var(--fade); &:hover { color: #fff } }
    """
    found = colours(tree({"a.css": sheet, "tests/b.css": "p { color: #fff }"}))

    assert (found.total, found.outside, found.distinct_outside) == (7, 4, 3)
    assert found.files == {"a.css": 4}


def test_a_python_function_has_all_its_types_or_not(tree: MakeTree) -> None:
    typed = """
class Die:
    def __init__(self, face: int): ...
    @staticmethod
    def roll(seed: int, *more: int, sure: bool = True, **other: str) -> None: ...
    async def wait(self) -> None:
        def inner(value: int) -> int: ...
"""
    untyped = """
class Die:
    def __init__(self, face): ...
    @staticmethod
    def roll(seed) -> None: ...
    def wait(self): ...
def name(*more) -> None: ...
def other(*, sure) -> None: ...
"""
    assert types(tree({"a.py": typed, "tests/b.py": untyped})).python == Share(4, 4)
    assert types(tree({"a.py": typed, "tests/b.py": untyped})).python_tests == Share(0, 5)


def test_a_script_says_types_by_jsdoc_or_is_checked(tree: MakeTree) -> None:
    script = """// Dice.
/** @param {number} face */
export function one(face) {}
/** Says nothing of types. */
const two = (face) => face;
/** @returns {number} */
export const three = async () => 3;

/** @type {number} */
let faces = 6;
function four() { call((x) => x); }
// function five() {}
"""
    files = {"web/a.js": script, "web/lib/b.js": "// Lib.\n// @ts-nocheck\n", "web/c.js": "// @ts-check\n", "d.js": ""}
    assert types(tree(files)).js_functions == Share(2, 4)
    assert types(tree(files)).js_files_checked == Share(1, 4)

    files["web/jsconfig.json"] = '{"compilerOptions": {"checkJs": true /* all */}}'
    assert types(tree(files)).js_files_checked == Share(2, 4)


HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'


def test_texts_are_counted_in_the_template_or_a_catalogue(tree: MakeTree) -> None:
    template = HEAD + 'msgid "Die"\nmsgid_plural "Dice"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgid "Box"\nmsgstr ""\n'
    catalogue = HEAD + 'msgid "Box"\nmsgstr "Kesto"\n'

    assert texts(tree({"eo.po": catalogue})).messages == 1
    both = texts(tree({"messages.pot": template, "eo.po": catalogue}))
    assert (both.messages, both.po_lines) == (2, 5)


def test_generated_files_say_so(tree: MakeTree) -> None:
    found = texts(
        tree(
            {
                "a.lock": "x\n" * 3,
                "b.md": "# Table\n\nWritten by `python -m bench --write`.\n",
                "c.md": "# Guide\n\nWritten for a person.\n",
                "d.md": "\n" * 5 + "Generated by bench.\n",
                "e.py": '"""Generated by hand."""\n',
                "f.mo": "12345",
            }
        )
    )

    assert found.generated == {"a.lock": 3, "b.md": 3, "f.mo": 0}
    assert (found.generated_lines, found.generated_binary_bytes) == (6, 5)


def test_the_command_counts_any_tree(tree: MakeTree) -> None:
    made = tree({**CIRCLE, "pyproject.toml": "", "a.css": "p { color: #fff }", "room/dice.py": "def roll(): ..."})
    counted = ["names", "circles", "duplicates", "sizes", "colours", "types", "texts"]
    asked = [sys.executable, "-m", "tests.system.code_figures", str(made.root), "--only", *counted]
    found = json.loads(subprocess.run([*asked, "--json"], capture_output=True, text=True, check=True).stdout)
    text = subprocess.run(asked, capture_output=True, text=True, check=True).stdout

    assert list(found) == counted
    assert found["circles"]["hard_modules"] == [["room.hard.one", "room.hard.two"]]
    assert found["types"]["python"] == {"typed": 0, "of": 2}
    assert text == written(found)
    assert "\n    2: room.hard.one, room.hard.two\n" in text


def test_the_command_refuses_what_is_no_checkout(tmp_path: Path) -> None:
    asked = [sys.executable, "-m", "tests.system.code_figures", str(tmp_path)]
    ended = subprocess.run(asked, capture_output=True, text=True, check=False)

    assert ended.returncode == 2
    assert "it has no pyproject.toml" in ended.stderr

"""Every sentence that can reach the page is made with `say`: from a literal template, with its values by name.

A sentence that no player can meet is plain English, and costs no translator anything. Where its error does not say so
by its class, a comment does: `# not for players`.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = (
    "firmware_host/game",
    "firmware_host/journal",
    "firmware_host/rules",
    "firmware_host/table",
    "vision",
    "web_ui",
)
ONLY_ON_THE_COMMAND_LINE = (
    "firmware_host/game/replay.py",
    "firmware_host/game/transcript.py",
    "firmware_host/game/transcript_parser.py",
    "firmware_host/rules/house/",  # faults of a file that somebody writes by hand
    "firmware_host/rules/notation.py",
    "vision/calibration/codec.py",  # faults of a file that this program writes
    "vision/network.py",
    "vision/picture_file.py",
    "vision/read/",
    "vision/recording/",
    "vision/benchmarks/simulate.py",
    "vision/benchmarks/sources.py",
    "vision/simulate/script_file.py",  # likewise
)
NEVER_ON_THE_PAGE = (
    "firmware_host/journal/codec.py",  # faults of a journal changed from outside
    "firmware_host/journal/copying.py",  # told by the commands that copy
    "firmware_host/journal/examination.py",  # what exactly is damaged, for whoever repairs it
    "firmware_host/journal/repair.py",  # told by the command that repairs
    "firmware_host/rules/dice.py",  # values that no camera and no page give
    "firmware_host/rules/options.py",  # choices that the page does not offer
    "firmware_host/rules/rulesets/__init__.py",  # likewise
    "vision/calibration/record.py",  # faults of a calibration changed from outside
    "vision/sources/shared_picture.py",  # sizes that no source gives
    "web_ui/asking.py",  # requests that no page of ours sends
    "web_ui/pictures.py",  # answers to an <img>, which shows none
)
NOT_SAID = (
    "vision/calibration/pdf.py",  # the language of PDF
    "vision/calibration/sheet.py",  # printed in English: a PDF's own letters are Latin
    "firmware_host/journal/rebuild.py",  # the language of databases
    "firmware_host/journal/tables.py",  # likewise
    "web_ui/assets/",  # the languages of scripts and sheets, whose faults keep the program from starting
    "web_ui/choosing.py",  # hands `say` to templates
    "web_ui/stream.py",  # the protocol of event streams
    "web_ui/translations/",
    "web_ui/typescript.py",  # the language of TypeScript
)
FILES = sorted(
    path
    for room in ROOMS
    for path in (ROOT / room).rglob("*.py")
    if not path.relative_to(ROOT).as_posix().startswith(ONLY_ON_THE_COMMAND_LINE + NEVER_ON_THE_PAGE + NOT_SAID)
)
DATA = {"Option", "Ruleset", "switch"}  # the page looks their texts up as they stand
FOR_PROGRAMMERS = {"RuntimeError", "TypeError", "ValueError"}
ENGLISH_ONLY = {
    "BadAskError",  # no page of ours asks so
    "DiceError",
    "EventCodecError",
    "FolderInUseError",  # the program does not start
    "ForeignOriginError",
    "HistoryError",
    "JournalMissingError",  # likewise
    "JournalTooNewError",  # the program does not start
    "MatchError",
    "NotJsonError",
    "NotThereError",
    "RulesetError",
    "SourceSpecError",
    "UnknownBoxError",
    "UnknownGameError",
}
"""Errors that players never meet: files changed from outside, requests that no page of ours sends, slips in code."""
MARK = "# not for players"
WORDS = re.compile(r"[a-zA-Z]{2,}[,;:.?]?['”]? +[“'(]?[a-zA-Z{]|} [a-z]{2,}")
SENTENCE = re.compile(r"[a-z] .*[.?!…]\s*$|^\s*[A-Z][a-z]+ .*[.?!…]\s*$", re.DOTALL)


class Faults(ast.NodeVisitor):
    """Collects what no catalogue could hold, each with its line."""

    def __init__(self, source: str) -> None:
        self.found: list[tuple[int, str]] = []
        self._lines = source.splitlines()

    def visit(self, node: ast.AST) -> None:
        if not (isinstance(node, ast.stmt) and not hasattr(node, "body") and self._is_marked(node)):
            super().visit(node)

    def _is_marked(self, node: ast.stmt) -> bool:
        """Whether a statement carries the mark, on one of its lines or alone on the line above."""
        above = self._lines[node.lineno - 2].strip() if node.lineno > 1 else ""
        return above == MARK or any(MARK in line for line in self._lines[node.lineno - 1 : node.end_lineno])

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if not (isinstance(node.exc, ast.Call) and _name(node.exc) in FOR_PROGRAMMERS | ENGLISH_ONLY):
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and SENTENCE.search(node.value):
            self._fault(node, "a sentence that is not said")

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        if WORDS.search(text):
            self._fault(node, "words put together")

    def visit_Call(self, node: ast.Call) -> None:
        name = _name(node)
        if name in {"say", "say_count"}:
            self._said(node, 1 if name == "say" else 2)
            for value in node.keywords:
                self.visit(value)
        elif name in DATA:
            for part in ast.walk(node):
                if isinstance(part, ast.Call) and part is not node:
                    self.visit(part)
        else:
            self.generic_visit(node)

    def _said(self, node: ast.Call, templates: int) -> None:
        given = {keyword.arg for keyword in node.keywords if keyword.arg} | ({"count"} if templates == 2 else set())
        for template in node.args[:templates]:
            if isinstance(template, ast.Constant) and isinstance(template.value, str):
                named = {field for _, field, _, _ in Formatter().parse(template.value) if field is not None}
                # "Throw the die." needs no number; every other template names all its values.
                if named - given or (given - {"count"}) - named:
                    self._fault(node, f"a template that names {sorted(named)}, made with {sorted(given)}")
            elif given or not isinstance(template, ast.Attribute | ast.Name):
                self._fault(node, "a template that is no literal")

    def _fault(self, node: ast.expr, what: str) -> None:
        self.found.append((node.lineno, f"{what}: {ast.unparse(node)[:80]}"))


def _name(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def faults(source: str) -> Iterator[str]:
    visitor = Faults(source)
    visitor.visit(ast.parse(source))
    yield from (f"line {line}: {what}" for line, what in visitor.found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_sentence_can_be_told_in_other_languages(path: Path) -> None:
    assert not list(faults(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "slip",
    [
        'raise GameRefusal("The game is over. Start a new one.")',
        'raise GameRefusal(f"There is no die {die + 1} on the table.")',
        'self._notice = "The game is over."',
        'say(f"There is no die {die}.")',
        'say("There is no die " + str(die))',
        'say("There is no die {die}.", number=die)',
        'say_count("{count} die", "{count} of {all} dice", number)',
        'joined(say("The game is over."), "Start a new one.")',
        'say("{die} is held.", die=f"The die {number}")',
    ],
)
def test_slips_are_found(slip: str) -> None:
    assert list(faults(slip))


def test_a_mark_counts_for_its_own_statement_alone() -> None:
    slip = 'notice = "The game is over."\n'
    assert not list(faults(f"{MARK}\n{slip}"))
    assert not list(faults(f"{slip.strip()}  {MARK}\n"))
    assert list(faults(f"notice = 0  {MARK}\n{slip}")) == ["line 2: a sentence that is not said: 'The game is over.'"]
    assert list(faults(f"{MARK}\nnotice = 0\n{slip}")) == ["line 3: a sentence that is not said: 'The game is over.'"]

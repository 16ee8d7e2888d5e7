import os
import re
import stat
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from firmware_host.cli import main
from firmware_host.cli.group import COMMANDS
from firmware_host.cli.reference import reference

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = sorted(
    path
    for path in ROOT.glob("**/*.md")
    if not any(
        part == "node_modules" or (part.startswith(".") and part != ".github") for part in path.relative_to(ROOT).parts
    )
)


def commands_shown(text: str) -> list[tuple[str, tuple[str, ...]]]:
    """Find each `dice-table NAME ...` with the options it is shown with."""
    return [
        (name, tuple(re.findall(r"(?<=\s)--[a-z][a-z-]*", rest)))
        for name, rest in re.findall(r"dice-table ([a-z]+)\b([^`\n|]*)", text)
    ]


def document(path: Path) -> str:
    return str(path.relative_to(ROOT))


FORMS = sorted((ROOT / ".github").glob("**/*.yml"))


@pytest.mark.parametrize("path", [*DOCS, *FORMS, ROOT / "hardware/dice-table.service"], ids=document)
def test_every_command_shown_exists_with_its_options(path: Path) -> None:
    for name, options in commands_shown(path.read_text(encoding="utf-8")):
        assert name in COMMANDS, f"there is no dice-table {name}"
        known = set(options_of(name))
        assert set(options) <= known, f"dice-table {name} has no {set(options) - known}"


def options_of(name: str) -> Iterator[str]:
    context = click.Context(main)
    command = main.get_command(context, name)
    assert command is not None
    commands = [command]
    if isinstance(command, click.Group):
        commands += filter(None, (command.get_command(context, sub) for sub in command.list_commands(context)))
    for one in commands:
        yield from (option for parameter in one.params for option in parameter.opts)


def test_every_command_is_a_file_of_its_name() -> None:
    folder = ROOT / "firmware_host/cli/commands"
    modules = {path.stem for path in folder.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert modules - {"__init__"} == set(COMMANDS)


def test_the_reference_page_says_what_the_help_says() -> None:
    page = (ROOT / "firmware_host/cli/COMMANDS.md").read_text(encoding="utf-8")
    assert page == reference(), "run: python -m firmware_host.cli.reference > firmware_host/cli/COMMANDS.md"


@pytest.mark.parametrize("path", DOCS, ids=document)
def test_every_link_leads_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), f"{document(path)} links to {target}, which is not there"


def test_every_room_named_is_a_folder() -> None:
    rooms = set(re.findall(r"`([a-z_]+(?:/[a-z_]+)*)/`", README))
    rooms |= set(re.findall(r"\b(?:firmware_host|hardware|models|vision|web_ui)/[a-z_]+\b(?![.\w])", README))
    assert len(rooms) > 10
    assert [room for room in sorted(rooms) if not (ROOT / room).is_dir()] == []


def test_the_arrow_drawn_is_the_arrow_checked() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (contract["layers"] for contract in contracts if contract["id"] == "arrow")
    checked = {}
    for height, layer in enumerate(layers):
        for module in layer.split(" | "):
            if not module.startswith("("):  # a room that may come
                checked[module.rpartition(".")[2]] = height
    (drawn,) = re.findall(r"^cli → .*$", README, re.MULTILINE)
    assert {
        name: height for height, names in enumerate(drawn.split(" → ")) for name in sorted(names.split(", "))
    } == checked


@pytest.mark.parametrize(
    ("last", "lock"),
    [(".venv/bin/dice-table play", "requirements.lock"), (".venv/bin/pytest", "requirements-dev.lock")],
    ids=["play", "test"],
)
def test_each_command_is_one_line_that_installs_from_its_lock(last: str, lock: str) -> None:
    (line,) = re.findall(rf"^.* && {re.escape(last)}$", README, re.MULTILINE)
    steps = line.split(" && ")
    assert steps[0].endswith("python3 -m venv .venv")
    assert steps[1] == f".venv/bin/pip install -q --require-hashes -r {lock}"
    assert (ROOT / lock).is_file()


class Workshop:
    """A folder with the README, .ci/run and tools that only note how they were called."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.calls = folder / "calls"
        for name in (".ci/run", "README.md"):
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
        for tool in ("pip", "ruff", "mypy", "lint-imports", "pytest"):
            self.tool(f".venv/bin/{tool}", f'echo "{tool} $*" >> "{self.calls}"')
        (folder / "web_ui").mkdir(exist_ok=True)
        self.tool("bin/npm", f'echo "npm $*" >> "{self.calls}"')
        self.tool("bin/node", "")
        self.tool("bin/chromium", "")
        self.tool("bin/ldconfig", "echo libGL.so.1 libglib-2.0.so.0")

    def tool(self, name: str, script: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def run(self) -> tuple[int, list[str]]:
        environment = {**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}"}
        environment.pop("DICE_TABLE_REQUIRE_ALL", None)
        done = subprocess.run(
            ["bash", ".ci/run"], cwd=self.folder, env=environment, capture_output=True, timeout=60, check=False
        )
        return done.returncode, self.calls.read_text(encoding="utf-8").splitlines()


class TestCi:
    INSTALL = ("pip install -q --require-hashes -r requirements-dev.lock", "pip install -q --no-deps")

    @pytest.fixture
    def workshop(self, tmp_path: Path) -> Workshop:
        return Workshop(tmp_path)

    def test_it_checks_everything_and_ends_with_the_readmes_own_line(self, workshop: Workshop) -> None:
        workshop.tool(".venv/bin/pytest", f'echo "pytest $* required=$DICE_TABLE_REQUIRE_ALL" >> "{workshop.calls}"')
        status, calls = workshop.run()
        assert status == 0
        checks = ["ruff format --check", "ruff check", "mypy", "lint-imports"]
        page = ["npm ci", *(f"npm run --silent {check}" for check in ("format", "lint", "styles", "types", "test"))]
        wanted = [*self.INSTALL, *checks, *page, *self.INSTALL, "pytest"]
        assert len(calls) == len(wanted)
        assert all(call.startswith(start) for call, start in zip(calls, wanted, strict=True))
        assert calls[-1] == "pytest  required=1"

    @pytest.mark.parametrize("tool", ["pip", "ruff", "mypy", "lint-imports", "pytest"])
    def test_it_fails_with_whatever_fails(self, workshop: Workshop, tool: str) -> None:
        workshop.tool(f".venv/bin/{tool}", f'echo "{tool} fails" >> "{workshop.calls}"; exit 3')
        status, calls = workshop.run()
        assert status != 0
        assert calls[-1] == f"{tool} fails", "nothing runs after a failure"

    def test_it_can_be_run(self) -> None:
        assert (ROOT / ".ci/run").stat().st_mode & stat.S_IXUSR

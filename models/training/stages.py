"""Running the stages of a lineage: what is done is known by a hash of what went in, what was begun goes on.

Each stage has a folder of its own, named after it and after its key: the hash of its module, its options and the
content of its inputs. Other options or other inputs are therefore another folder, and nothing is ever overwritten. The
program's own sources are no part of it: who changes what a stage makes begins in another work folder.
"""

import hashlib
import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from models.training.card import MODELS
from models.training.lineage import COMMITTED, Lineage, Stage
from models.training.photos import REPOSITORY

KEPT = "stage.json"
"""In a stage's folder: what it was made of and what it made; written when it is done."""
LOG = "log.txt"
LOOKING_FOR_DICE = ("locator.onnx", "faces.onnx")
"""Of the committed networks those that a training looks with; their cards' thresholds do not matter to it."""

DONE, INTERRUPTED, READY, WAITING = "done", "interrupted", "to do", "waits for other stages"


def digest(path: Path) -> str:
    """The SHA-256 of a file, or of the names and SHA-256 of all files in a folder."""
    if path.is_file():
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    files = sorted(file for file in path.rglob("*") if file.is_file())
    listing = "".join(f"{digest(file)}  {file.relative_to(path).as_posix()}\n" for file in files)
    return hashlib.sha256(listing.encode()).hexdigest()


class Workplace:
    """A folder in which the stages of a lineage are run."""

    def __init__(self, folder: Path, lineage: Lineage) -> None:
        self.folder, self.lineage = folder.resolve(), lineage
        self._keys: dict[str, str] = {}

    def status(self, stage: Stage) -> str:
        """How a stage stands: DONE, INTERRUPTED, READY or WAITING."""
        key = self.key(stage)
        if key is None:
            return WAITING
        folder = self._folder_of(stage, key)
        if self._is_done(stage, folder):
            return DONE
        return INTERRUPTED if folder.exists() else READY

    def key(self, stage: Stage) -> str | None:
        """The hash of what a stage is made of; None while something of it is missing.

        Options that only say how many cores may work are no part of it.
        """
        if stage.name in self._keys:
            return self._keys[stage.name]
        contents = {option: self._content(source) for option, source in stage.sources.items()}
        if None in contents.values():
            return None
        ingredients = {"module": stage.module, "options": stage.options, "outputs": stage.outputs, "inputs": contents}
        self._keys[stage.name] = hashlib.sha256(json.dumps(ingredients, sort_keys=True).encode()).hexdigest()
        return self._keys[stage.name]

    def place(self, source: str) -> Path:
        """Where STAGE/FILE lies; click.ClickException where that stage is not done."""
        name, _, file = source.partition("/")
        if name == COMMITTED:
            return MODELS
        stage = self.lineage.stage(name)
        if self.status(stage) != DONE:
            raise click.ClickException(f"{source} is not there: stage {name} is not done.")
        return self._folder_of(stage, str(self.key(stage))) / file

    def run(self, stage: Stage, cores: int) -> None:
        """Run a stage or go on with it; click.ClickException where what it needs is missing or its command fails."""
        if self.status(stage) == DONE:
            return
        inputs = {option: self.place(source) for option, source in stage.sources.items()}
        folder = self._folder_of(stage, str(self.key(stage)))
        folder.mkdir(parents=True, exist_ok=True)
        outputs = {option: folder / file for option, file in stage.outputs.items()}
        if "begins_with" in inputs:
            (target,) = outputs.values()
            shutil.copytree(inputs.pop("begins_with"), target, dirs_exist_ok=True)
        options: dict[str, Any] = {**stage.options, **inputs, **outputs}
        if stage.parallel:
            options[stage.parallel] = cores
        self._call([sys.executable, "-m", stage.module, *_arguments(options)], folder / LOG)
        made = {file.name: digest(file) for file in sorted(folder.iterdir()) if file.name not in {LOG, KEPT}}
        missing = set(stage.outputs.values()) - set(made)
        if missing:
            raise click.ClickException(f"{stage.name} ended without making {', '.join(sorted(missing))}.")
        taken = {option: self._content(source) for option, source in stage.sources.items()}
        record = {"stage": stage.name, "module": stage.module, "options": stage.options, "inputs": taken, "made": made}
        unfinished = folder / f"{KEPT}.part"
        unfinished.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
        unfinished.rename(folder / KEPT)

    def _folder_of(self, stage: Stage, key: str) -> Path:
        return self.folder / f"{stage.name}.{key[:12]}"

    def _is_done(self, stage: Stage, folder: Path) -> bool:
        return (folder / KEPT).exists() and all((folder / file).exists() for file in stage.outputs.values())

    def _content(self, source: str) -> str | None:
        """The hash of STAGE/FILE; None where that stage is not done."""
        name, _, file = source.partition("/")
        if name == COMMITTED:
            return "".join(digest(MODELS / network) for network in LOOKING_FOR_DICE)
        stage = self.lineage.stage(name)
        key = self.key(stage)
        if key is None or not self._is_done(stage, self._folder_of(stage, key)):
            return None
        folder = self._folder_of(stage, key)
        made: Mapping[str, str] = json.loads((folder / KEPT).read_text(encoding="utf-8"))["made"]
        # Large outputs are known by the hash taken when they were made; a file within one is small.
        return made[file] if file in made else digest(folder / file)

    def _call(self, command: list[str], log: Path) -> None:
        click.echo(f"$ {shlex.join(command)}")
        with (
            log.open("a", encoding="utf-8") as kept,
            subprocess.Popen(  # noqa: S603 - this very Python, with a module of ours
                command, cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
            ) as process,
        ):
            kept.write(f"$ {shlex.join(command)}\n")
            for line in process.stdout or ():
                kept.write(line)
                click.echo(f"  {line}", nl=False)
        if process.returncode:
            raise click.ClickException(f"The command ended with {process.returncode}; what it said is in {log}.")


def _arguments(options: Mapping[str, Any]) -> list[str]:
    """Options as a command line takes them: true ones by their name alone, tables as NAME=VALUE each."""
    arguments = []
    for option, value in options.items():
        match value:
            case bool():
                arguments += [f"--{option}"] * value
            case Mapping():
                arguments += [part for name, each in value.items() for part in (f"--{option}", f"{name}={each}")]
            case _:
                arguments += [f"--{option}", str(value)]
    return arguments

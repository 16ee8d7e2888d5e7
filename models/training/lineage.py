"""The recorded lineage of the committed networks: the stages of `lineage.toml`, and what the cards tell of them.

Nothing here needs torch: the lineage can be read, listed and held against the cards wherever the project runs.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

RECORD = Path(__file__).with_name("lineage.toml")
COMMITTED = "committed"
"""What an input is named that is the folder of the project's own networks."""
SCALES = ("full", "tiny")
TRAINED_BY = ("steps", "rate", "seed", "bare")
"""Options of a training that its network's card tells."""
RENDERED = ("scenes", "sets", "crops")
"""Inputs of a training whose number its network's card tells."""

Value = str | int | float | bool | Mapping[str, str]


class LineageError(ValueError):
    """The recorded lineage contradicts itself."""


@dataclass(frozen=True, slots=True)
class Stage:
    """One command of the lineage; the comments at the head of `lineage.toml` say what its fields are."""

    name: str
    module: str
    options: Mapping[str, Value] = field(default_factory=dict)
    inputs: Mapping[str, str] = field(default_factory=dict)
    outputs: Mapping[str, str] = field(default_factory=dict)
    begins_with: str | None = None
    parallel: str | None = None

    @property
    def sources(self) -> dict[str, str]:
        """All that it needs, as STAGE/FILE: its inputs by their options and, under `begins_with`, what it copies."""
        return {**self.inputs, **({"begins_with": self.begins_with} if self.begins_with else {})}

    @property
    def needs(self) -> set[str]:
        """Names of the stages whose output it needs."""
        return {source.partition("/")[0] for source in self.sources.values()} - {COMMITTED}


@dataclass(frozen=True, slots=True)
class Lineage:
    """Stages in an order in which they can run; the last gives the networks with their cards.

    `trainings` is what each network's card tells of its making: a row for each stage that trained it, with the stage's
    name, steps, rate and seed and the number of scenes, sets or crops; `recorded` where its outcome comes from history.
    """

    stages: tuple[Stage, ...]
    trainings: Mapping[str, list[dict[str, Any]]]

    def stage(self, name: str) -> Stage:
        """The stage of that name; KeyError where there is none."""
        return {stage.name: stage for stage in self.stages}[name]


def load_lineage(scale: str = "full", recorded: bool = False, record: Path = RECORD) -> Lineage:
    """The lineage on a scale of SCALES; `recorded` with the first generation as it was, instead of trained anew.

    Raises LineageError where the record contradicts itself.
    """
    lineage = tomllib.loads(record.read_text(encoding="utf-8"))
    stages = [_stage(row, scale) for row in lineage["stages"]]
    every, full = (
        {stage.name: stage for stage in each} for each in (stages, [_stage(row) for row in lineage["stages"]])
    )
    if recorded:
        name = lineage["recorded"]["stage"]
        replaced = _stage({**lineage["recorded"], "name": name}, scale)
        stages = _needed([replaced if stage.name == name else stage for stage in stages])
    _check(stages)
    run = {stage.name for stage in stages}
    trainings = {
        network: [
            _training(every, name) if name in run else _training(full, name) | {"recorded": True} for name in names
        ]
        for network, names in lineage["networks"].items()
    }
    return Lineage(tuple(stages), trainings)


def _stage(row: Mapping[str, Any], scale: str = "full") -> Stage:
    known = {name: value for name, value in row.items() if name not in {"tiny", "options", "stage"}}
    return Stage(**known, options={**row.get("options", {}), **(row.get("tiny", {}) if scale == "tiny" else {})})


def _training(stages: Mapping[str, Stage], name: str) -> dict[str, Any]:
    """A row of `Lineage.trainings`."""
    stage = stages[name]
    entry: dict[str, Any] = {"stage": name}
    entry |= {option: stage.options[option] for option in TRAINED_BY if option in stage.options}
    for option in RENDERED:
        if option in stage.inputs:
            entry[option] = stages[stage.inputs[option].partition("/")[0]].options[option]
    return entry


def _needed(stages: list[Stage]) -> list[Stage]:
    """Those that the last one needs, by whatever way."""
    wanted = {stages[-1].name}
    for stage in reversed(stages):
        if stage.name in wanted:
            wanted |= stage.needs
    return [stage for stage in stages if stage.name in wanted]


def _check(stages: list[Stage]) -> None:
    for fault in _faults(stages):
        raise LineageError(fault)


def _faults(stages: list[Stage]) -> Iterator[str]:
    before: dict[str, Stage] = {}
    for stage in stages:
        if stage.name in before:
            yield f"There are two stages {stage.name}."
        for source in stage.sources.values():
            name, _, file = source.partition("/")
            if name == COMMITTED:
                continue
            if name not in before:
                yield f"{stage.name} needs {source}, but no stage before it is called {name}."
            elif not _gives(before[name], file):
                yield f"{stage.name} needs {source}, but {name} gives {', '.join(before[name].outputs.values())}."
        before[stage.name] = stage


def _gives(stage: Stage, file: str) -> bool:
    """Whether a file is an output of a stage, lies in one, or is the final one of a training."""
    given = {name.removesuffix(".pt") + ".final.pt" for name in stage.outputs.values()} | set(stage.outputs.values())
    return file in given or file.partition("/")[0] in given

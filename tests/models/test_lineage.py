"""The recorded lineage is one that can be replayed, and the one that the committed cards tell."""

import hashlib
import importlib.util
import json
import subprocess
from pathlib import Path
from typing import Any

import click
import pytest

from models.training.lineage import RECORD, SCALES, LineageError, Stage, load_lineage
from models.training.recorded import blob
from tests.models.weights_file import LAG, batches_seen
from vision.network import models_folder

NETWORKS = ("cocked", "faces", "locator")


def card(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((models_folder() / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("name", NETWORKS)
def test_a_card_tells_the_stages_that_trained_its_network(name: str) -> None:
    assert card(name)["training"] == load_lineage().trainings[name]


@pytest.mark.parametrize("name", NETWORKS)
def test_the_weights_that_a_training_goes_on_from_are_those_of_the_card(name: str) -> None:
    weights = models_folder() / "training" / "weights" / f"{name}.pt"

    assert hashlib.sha256(weights.read_bytes()).hexdigest() == card(name)["weights_sha256"]


def test_the_face_reader_was_trained_twice_and_the_locator_averaged() -> None:
    trainings = load_lineage().trainings

    assert [(row["steps"], row["sets"], row["seed"]) for row in trainings["faces"]] == [
        (16000, 900, 1),
        (18000, 3600, 1),
    ]
    assert [(row["steps"], row["crops"], row["rate"]) for row in trainings["cocked"]] == [
        (7000, 24000, 3e-3),
        (9000, 48000, 2e-3),
    ]
    first, second, mean = trainings["locator"]
    assert (first["steps"], first["scenes"], first["bare"]) == (6000, 6750, 300)
    assert (second["steps"], second["scenes"], second["bare"]) == (4500, 8500, 1500)
    assert mean == {"stage": "locator-mean"}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("recorded", [False, True])
def test_every_stage_calls_a_module_by_options_that_it_has(scale: str, recorded: bool) -> None:
    for stage in load_lineage(scale, recorded).stages:
        found = importlib.util.find_spec(stage.module)
        assert found is not None, stage
        assert found.origin is not None
        source = Path(found.origin).read_text(encoding="utf-8")
        for option in {*stage.options, *stage.inputs, *stage.outputs, *([stage.parallel] if stage.parallel else [])}:
            assert f'"--{option}"' in source, f"{stage.name}: {stage.module} has no --{option}"


def test_a_tiny_lineage_has_the_same_stages_and_less_to_do() -> None:
    full, tiny = (load_lineage(scale).stages for scale in ("full", "tiny"))

    assert [stage.name for stage in tiny] == [stage.name for stage in full]
    for large, small in zip(full, tiny, strict=True):
        assert {**small.sources} == {**large.sources}
        for count in ("steps", "scenes", "sets", "crops", "held-out"):
            if count in large.options:
                assert int(str(small.options[count])) < int(str(large.options[count])) / 10


def test_the_recorded_first_generation_takes_the_place_of_all_that_trained_it() -> None:
    lineage = load_lineage(recorded=True)
    names = [stage.name for stage in lineage.stages]

    assert not {"locator-1", "faces-1", "cocked-1", "export-1"} & set(names)
    assert {"scenes-1", "sets-1", "crops-1"} <= set(names), "the second generation's data begin with these"
    assert lineage.stage("calibrate-1").module == "models.training.recorded"
    assert [row.get("recorded", False) for row in lineage.trainings["faces"]] == [True, False]


def test_recorded_weights_were_trained_at_full_scale_whatever_goes_on_from_them() -> None:
    first, second = load_lineage("tiny", recorded=True).trainings["faces"]

    assert first == {**load_lineage().trainings["faces"][0], "recorded": True}
    assert second["steps"] < 100


@pytest.mark.parametrize(
    ("written", "wrong", "told"),
    [
        ('"scenes-1/scenes", sets', '"scenes-9/scenes", sets', "no stage before it is called scenes-9"),
        ('begins_with = "export-2/models"', 'begins_with = "export-2/cards"', "export-2 gives models"),
        ('name = "sets-1"', 'name = "scenes-1"', "two stages scenes-1"),
    ],
)
def test_a_record_that_contradicts_itself_is_refused(tmp_path: Path, written: str, wrong: str, told: str) -> None:
    record = tmp_path / "lineage.toml"
    text = RECORD.read_text(encoding="utf-8")
    assert text.count(written) == 1
    record.write_text(text.replace(written, wrong), encoding="utf-8")

    with pytest.raises(LineageError, match=told):
        load_lineage(record=record)


def test_a_stage_needs_the_stages_of_its_inputs_but_not_the_committed_networks() -> None:
    stage = Stage("faces", "train", inputs={"sets": "sets/sets", "networks": "committed"}, begins_with="export/models")

    assert stage.needs == {"sets", "export"}


def test_a_file_of_the_history_is_had_by_its_hash_and_missed_by_another(tmp_path: Path) -> None:
    git = ["git", "-C", str(tmp_path)]
    subprocess.run([*git, "init", "--quiet"], check=True)
    (tmp_path / "weights.pt").write_bytes(b"of the first generation")
    written = subprocess.run([*git, "hash-object", "-w", "weights.pt"], check=True, capture_output=True, text=True)

    assert blob(written.stdout.strip(), tmp_path) == b"of the first generation"
    with pytest.raises(click.ClickException, match="whole history"):
        blob("0" * 40, tmp_path)


@pytest.mark.parametrize(
    ("name", "title"), [("faces", "face reader"), ("locator", "locator"), ("cocked", "cocked classifier")]
)
def test_the_readme_tells_the_lineage(name: str, title: str) -> None:
    readme = (models_folder() / "README.md").read_text(encoding="utf-8")
    begin = "| network | first generation | second generation |"
    rows = readme.partition(begin)[2].partition("\n\n")[0].splitlines()
    (row,) = (row for row in rows if row.startswith(f"| {title}"))
    generations = row.split("|")[2:4]

    for cell, stage in zip(generations, load_lineage().trainings[name], strict=False):
        for count in ("steps", "scenes", "sets", "crops", "bare"):
            if count in stage:
                assert f"{stage[count]:,}" in cell, (stage, cell)
        assert ("rate" in cell) == (stage["rate"] != 3e-3)


@pytest.mark.parametrize("name", NETWORKS)
def test_the_weights_have_seen_as_many_batches_as_the_lineage_says(name: str) -> None:
    """Each training goes on from averaged weights, whose count lags behind; a mean has the count of the later ones."""
    trained = [stage["steps"] for stage in load_lineage().trainings[name] if "steps" in stage]

    seen = batches_seen(models_folder() / "training" / "weights" / f"{name}.pt")

    assert seen == {sum(trained) - LAG * len(trained)}

"""What is done is skipped, what is interrupted goes on, what differs is made anew beside it."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from models.training.lineage import Lineage, Stage
from models.training.retrain import collect, install, main
from models.training.stages import DONE, INTERRUPTED, KEPT, LOG, READY, WAITING, Workplace, digest

NOTHING = Stage(
    "nothing",
    "models.training.render",
    options={"scenes": 0, "held-out": 0},
    outputs={"out": "scenes"},
    parallel="processes",
)
COPY = Stage("copy", "models.training.render", NOTHING.options, begins_with="nothing/scenes", outputs={"out": "scenes"})


@pytest.fixture
def workplace(tmp_path: Path) -> Callable[..., Workplace]:
    """Give the same folder again and again, as a command does that is started again."""
    return lambda *stages: Workplace(tmp_path, Lineage(stages or (NOTHING, COPY), {}))


def test_stages_are_run_in_turn_and_never_twice(workplace: Callable[..., Workplace]) -> None:
    first = workplace()
    assert [first.status(stage) for stage in (NOTHING, COPY)] == [READY, WAITING]

    first.run(NOTHING, 1)
    (first.place("nothing/scenes") / "scenes-0000.npz").write_bytes(b"rendered")
    first.run(COPY, 1)

    again = workplace()
    assert [again.status(stage) for stage in (NOTHING, COPY)] == [DONE, DONE]
    assert (again.place("copy/scenes") / "scenes-0000.npz").read_bytes() == b"rendered"
    log = again.place("copy/scenes").with_name(LOG)
    said = log.read_text(encoding="utf-8")
    again.run(COPY, 1)
    assert log.read_text(encoding="utf-8") == said


def test_other_options_have_a_folder_of_their_own_and_other_cores_have_not(
    workplace: Callable[..., Workplace],
) -> None:
    plain = workplace()
    more = replace(NOTHING, options={**NOTHING.options, "held-out": 250})

    assert plain.key(NOTHING) == workplace().key(NOTHING)
    assert workplace(more).key(more) != plain.key(NOTHING)
    plain.run(NOTHING, 1)
    assert workplace().status(NOTHING) == DONE, "with one core or more"
    assert workplace(more).status(more) == READY


def test_other_inputs_make_another_stage_of_what_follows(workplace: Callable[..., Workplace]) -> None:
    before, after = workplace(), workplace()
    for each in (before, after):
        each.run(NOTHING, 1)
    made = before.place("nothing/scenes").with_name(KEPT)
    key = before.key(COPY)
    made.write_text(made.read_text(encoding="utf-8").replace(digest(made.with_name("scenes")), "f" * 64))

    assert after.key(COPY) != key


def test_what_was_interrupted_goes_on_in_its_folder(workplace: Callable[..., Workplace]) -> None:
    begun = workplace()
    begun.run(NOTHING, 1)
    folder = begun.place("nothing/scenes").parent
    (folder / KEPT).unlink()
    (folder / "scenes" / "scenes-0000.npz").write_bytes(b"rendered before")

    again = workplace()
    assert again.status(NOTHING) == INTERRUPTED
    again.run(NOTHING, 1)
    assert (again.place("nothing/scenes") / "scenes-0000.npz").read_bytes() == b"rendered before"


def test_a_stage_that_fails_is_not_done_and_says_where_its_log_is(workplace: Callable[..., Workplace]) -> None:
    broken = replace(NOTHING, options={"no-such-option": 1})
    failing = workplace(broken)

    with pytest.raises(click.ClickException, match=LOG):
        failing.run(broken, 1)

    assert failing.status(broken) == INTERRUPTED
    (log,) = failing.folder.rglob(LOG)
    assert "No such option" in log.read_text(encoding="utf-8")


def test_a_stage_does_not_run_before_those_it_needs(workplace: Callable[..., Workplace]) -> None:
    with pytest.raises(click.ClickException, match="nothing is not done"):
        workplace().run(COPY, 1)


def test_a_folder_is_known_by_names_and_contents(tmp_path: Path) -> None:
    for name, content in (("one", b"1"), ("same", b"1"), ("other", b"2")):
        (tmp_path / name / "in").mkdir(parents=True)
        (tmp_path / name / "in" / "file").write_bytes(content)
    (tmp_path / "renamed").mkdir()
    (tmp_path / "renamed" / "file").write_bytes(b"1")

    assert digest(tmp_path / "one") == digest(tmp_path / "same")
    assert len({digest(tmp_path / name) for name in ("one", "other", "renamed")}) == 3


def test_the_candidate_is_what_the_last_stage_made_and_replaces_the_committed_only_when_installed(
    workplace: Callable[..., Workplace], tmp_path: Path
) -> None:
    done = workplace(NOTHING)
    done.run(NOTHING, 1)
    (done.place("nothing/scenes") / "faces.onnx").write_bytes(b"new")
    models = tmp_path / "models"
    models.mkdir()
    for name in ("faces.onnx", "README.md"):
        (models / name).write_bytes(b"old")

    candidate = collect(done, tmp_path / "candidate")
    assert (models / "faces.onnx").read_bytes() == b"old"
    install(candidate, models)

    assert (models / "faces.onnx").read_bytes() == b"new"
    assert (models / "README.md").read_bytes() == b"old"


def test_the_command_lists_every_stage_and_refuses_to_install_a_tiny_one(tmp_path: Path) -> None:
    work = ["--work", str(tmp_path / "work")]
    listed = CliRunner().invoke(main, [*work, "--list"])
    assert listed.exit_code == 0, listed.output
    assert re.search(r"^scenes-1 +to do ", listed.output, re.MULTILINE)
    second = r"^faces-2 +waits for other stages +models.training.train_faces steps=18000"
    assert re.search(second, listed.output, re.MULTILINE)
    assert not (tmp_path / "work").exists()

    assert "full scale" in CliRunner().invoke(main, [*work, "--scale", "tiny", "--install"]).output
    assert (
        "There is no stage faces-3; there are scenes-1,"
        in CliRunner().invoke(main, [*work, "--only", "faces-3"]).output
    )

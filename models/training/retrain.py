"""Train the networks anew, as the committed ones were: `python -m models.training.retrain`.

Replays `lineage.toml` in a work folder, stage by stage; started again it skips what is done and goes on where it was
interrupted. The committed networks are replaced with --install only.
"""

import hashlib
import importlib.util
import shutil
from pathlib import Path

import click

from models.training.card import MODELS, write_card
from models.training.evaluate import write_readme
from models.training.lineage import SCALES, Lineage, load_lineage
from models.training.stages import Workplace

CANDIDATE = "candidate"
"""In the work folder: the networks with their cards and weights, in the folders that the committed ones have."""


@click.command()
@click.option("--work", type=click.Path(path_type=Path), default=Path("work/retrain"), show_default=True)
@click.option("--scale", type=click.Choice(SCALES), default="full", show_default=True, help="Tiny: to try the chain.")
@click.option(
    "--recorded", is_flag=True, help="Continue the first generation's recorded weights instead of training it."
)
@click.option("--only", metavar="STAGE", help="Run this stage alone; those it needs must be done.")
@click.option("--list", "listed", is_flag=True, help="Show the stages and how each stands; run nothing.")
@click.option("--install", "installed", is_flag=True, help="Replace the committed networks, weights and cards.")
@click.option("--cores", default=2, show_default=True, help="Processor cores to use.")
def main(work: Path, scale: str, recorded: bool, only: str | None, listed: bool, installed: bool, cores: int) -> None:
    """Replay the recorded lineage of the networks and write their cards."""
    lineage = load_lineage(scale, recorded)
    workplace = Workplace(work, lineage)
    names = [stage.name for stage in lineage.stages]
    if installed and scale != "full":
        raise click.UsageError("Only networks of full scale are worth installing.")
    if only is not None and only not in names:
        raise click.UsageError(f"There is no stage {only}; there are {', '.join(names)}.")
    if listed:
        click.echo(stage_list(workplace))
        return
    if importlib.util.find_spec("torch") is None:
        raise click.ClickException("Training needs torch: pip install -e '.[training]'")
    for number, stage in enumerate(lineage.stages, 1):
        if only in {None, stage.name}:
            click.echo(f"[{number} of {len(names)}] {stage.name}: {workplace.status(stage)}")
            workplace.run(stage, cores)
    if only is not None:
        return
    candidate = collect(workplace, work / f"{CANDIDATE}-{scale}")
    click.echo(f"The networks and their cards are in {candidate}")
    if installed:
        install(candidate, MODELS)
        write_readme()
        click.echo(f"They have replaced those in {MODELS}")


def stage_list(workplace: Workplace) -> str:
    """A line for each stage: its name, how it stands, and its module with its options."""
    stages = workplace.lineage.stages
    wide = max(len(stage.name) for stage in stages)
    return "\n".join(
        f"{stage.name:{wide}}  {workplace.status(stage):22}  {stage.module} "
        + " ".join(f"{option}={value}" for option, value in stage.options.items() if not isinstance(value, dict))
        for stage in stages
    )


def collect(workplace: Workplace, folder: Path) -> Path:
    """Copy what the last stage made to `folder`, each card telling how its network was trained."""
    last = workplace.lineage.stages[-1]
    (output,) = last.outputs.values()
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(workplace.place(f"{last.name}/{output}"), folder)
    write_trainings(workplace.lineage, folder)
    return folder


def write_trainings(lineage: Lineage, folder: Path) -> None:
    """Write into each network's card the stages that trained it and the hash of its weights."""
    for name, training in lineage.trainings.items():
        weights = hashlib.sha256((folder / "training" / "weights" / f"{name}.pt").read_bytes()).hexdigest()
        write_card(name, {"weights_sha256": weights, "training": training}, folder)


def install(candidate: Path, models: Path) -> None:
    """Copy networks, cards and weights over those in `models`."""
    shutil.copytree(candidate, models, dirs_exist_ok=True)


if __name__ == "__main__":
    main()

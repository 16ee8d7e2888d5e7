"""Set the threshold of the judge of leaning dice on rendered crops: `python -m models.training.calibrate_lean`."""

from pathlib import Path

import click
import numpy as np

from models.training.card import MODELS, write_card
from models.training.lean_crops import TOLD_WRONG, LeanCrops, load_lean_crops, upright_views
from vision.network import load_network
from vision.read.lean import LeanJudge

TOLERATED = 0.01
"""Part of the dice that lie flat which may be said to lean."""


def thresholds(judge: LeanJudge, crops: LeanCrops) -> tuple[float, float]:
    """The temperature, and the chance from which on a die is said to lean: TOLERATED of the flat ones reach it.

    The camera's place is known as well as it is at a table.
    """
    logits = judge.logits(*upright_views(crops, TOLD_WRONG)).astype(np.float64)
    tried = np.geomspace(0.3, 4, 60)
    losses = [np.logaddexp(0, np.where(crops.flat, logits, -logits) / each).mean() for each in tried]
    temperature = float(tried[int(np.argmin(losses))])
    reached = float(np.quantile(logits[crops.flat], 1 - TOLERATED)) / temperature
    return temperature, 1 / (1 + float(np.exp(-reached)))


@click.command()
@click.option("--models", type=click.Path(path_type=Path), default=MODELS, help="Folder.  [default: the project's own]")
@click.option("--crops", type=click.Path(path_type=Path), default=Path("work/lean"), show_default=True)
def main(models: Path, crops: Path) -> None:
    """Write temperature and threshold into the judge's card."""
    write_card("lean", {"temperature": 1.0, "leans": 0.5}, models)
    judge = LeanJudge(load_network("lean", models))
    temperature, leans = thresholds(judge, load_lean_crops(crops, "validation"))
    write_card("lean", {"temperature": round(temperature, 4), "leans": round(leans, 4)}, models)
    click.echo(f"temperature {temperature:.3f}; leaning from {leans:.3f}")


if __name__ == "__main__":
    main()

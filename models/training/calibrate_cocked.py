"""Set the cocked classifier's threshold on rendered crops: `python -m models.training.calibrate_cocked`."""

from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from models.training.card import MODELS, write_card
from models.training.cocked_crops import TOLD_WRONG, load_cocked_crops, upright_views
from vision.network import Floats, load_network
from vision.read.cocked import CockedClassifier

TOLERATED = 0.004
"""Part of the dice that lie flat which may be said to lean; more of them are not sure, and asked about."""


def best_temperature(logits: Floats, flat: NDArray[np.bool_]) -> float:
    """The temperature with the least cross-entropy."""
    tried = np.geomspace(0.3, 4, 60)
    losses = [np.logaddexp(0, np.where(flat, logits, -logits) / each).mean() for each in tried]
    return float(tried[int(np.argmin(losses))])


@click.command()
@click.option("--models", type=click.Path(path_type=Path), default=MODELS, help="Folder.  [default: the project's own]")
@click.option("--crops", type=click.Path(path_type=Path), default=Path("work/cocked"), show_default=True)
def main(models: Path, crops: Path) -> None:
    """Write temperature and threshold into the judge's card, the slants being known as badly as at a table."""
    kept = load_cocked_crops(crops, "validation")
    card = {"temperature": 1.0, "leans": 0.5, "shown": round(float((~kept.flat).mean()), 4)}
    write_card("cocked", card, models)
    judge = CockedClassifier(load_network("cocked", models))
    logits = judge.logits(*upright_views(kept, TOLD_WRONG))
    judge.temperature = round(best_temperature(logits, kept.flat), 4)
    chances = judge.calibrated(logits)
    leans = float(np.quantile(chances[kept.flat], 1 - TOLERATED))
    write_card("cocked", {"temperature": judge.temperature, "leans": round(leans, 4)}, models)
    click.echo(
        f"{len(logits)} dice; temperature {judge.temperature:.3f}; leaning from {leans:.3f}, as "
        f"{(chances[~kept.flat] >= leans).mean():.1%} of those are that do not lie flat"
    )


if __name__ == "__main__":
    main()

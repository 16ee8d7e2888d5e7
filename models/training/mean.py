"""Average two trainings' weights: `python -m models.training.mean --before A --after B --out C`.

The mean of what a training went on from and what it came to forgets less of what was read before (arXiv 2109.01903).
"""

from pathlib import Path

import click
import torch

Weights = dict[str, torch.Tensor]


def mean_weights(one: Weights, other: Weights) -> Weights:
    """The mean of two networks of the same shape; what is counted and not weighed is the other's."""
    return {
        name: (one[name].float() + kept.float()) / 2 if kept.is_floating_point() else kept
        for name, kept in other.items()
    }


@click.command()
@click.option("--before", type=click.Path(path_type=Path, exists=True), required=True, help="Weights gone on from.")
@click.option("--after", type=click.Path(path_type=Path, exists=True), required=True, help="Weights come to.")
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Where their mean is written.")
def main(before: Path, after: Path, out: Path) -> None:
    """Write the mean of two trainings' weights, to be exported."""
    torch.save(mean_weights(*(torch.load(path, weights_only=True) for path in (before, after))), out)


if __name__ == "__main__":
    main()

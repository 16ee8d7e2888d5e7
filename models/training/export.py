"""Export the trained networks: `python -m models.training.export`. Writes ONNX and the card's fixed part.

The figures of the cards are measured afterwards by `models.training.evaluate --write`.
"""

import hashlib
from pathlib import Path
from typing import Any

import click
import torch
from torch import nn

from models.training.card import MODELS, write_card
from models.training.locator_data import BAND, UNIT
from models.training.loop import keep_halved
from models.training.network import EMBEDDING, STRIDE, CockedNetwork, FaceNetwork, LocatorNetwork
from models.training.stored import LABELS, SIDE
from vision.read.cocked import MARGIN, STEEPEST

WEIGHTS = Path("training", "weights")
"""Where, in a folder of networks, their weights are kept for a training to go on from."""
INPUT: dict[str, Any] = {"name": "pictures", "colours": "BGR", "range": [0, 1]}


def export(
    name: str,
    network: nn.Module,
    weights: Path,
    example: torch.Tensor,
    axes: dict[int, str],
    folder: Path,
    outputs: tuple[str, ...] = ("answers",),
) -> None:
    """Write NAME.onnx with its weights inside, and its hash into the card NAME.json, into `folder`.

    The weights are kept as they are, too: in the ONNX file layers are joined for good.
    """
    network.load_state_dict(torch.load(weights, weights_only=True))
    network.eval()
    (folder / WEIGHTS).mkdir(parents=True, exist_ok=True)
    keep_halved(network, folder / WEIGHTS / f"{name}.pt")
    target = folder / f"{name}.onnx"
    torch.onnx.export(
        network,
        (example,),
        str(target),
        input_names=["pictures"],
        output_names=list(outputs),
        dynamic_axes={"pictures": axes, **dict.fromkeys(outputs, axes)},
        opset_version=17,
        dynamo=False,
    )
    write_card(name, {"sha256": hashlib.sha256(target.read_bytes()).hexdigest()}, folder)


def export_locator(locator: Path, folder: Path) -> None:
    """Write the locator and the fixed part of its card."""
    export(
        "locator", LocatorNetwork(), locator, torch.zeros(1, 3, 192, 192), {0: "batch", 2: "height", 3: "width"}, folder
    )
    write_card(
        "locator",
        {
            "what": "finds dice: maps of heat, log width, log height, offset x, offset y",
            "input": {**INPUT, "multiple": 32},
            "stride": STRIDE,
            "unit": UNIT,
            "band": list(BAND),
        },
        folder,
    )


def export_faces(faces: Path, folder: Path) -> None:
    """Write the face reader and the fixed part of its card."""
    export(
        "faces",
        FaceNetwork(len(LABELS)),
        faces,
        torch.zeros(1, 3, SIDE, SIDE),
        {0: "batch"},
        folder,
        ("answers", "embedding"),
    )
    write_card(
        "faces",
        {
            "what": "reads the top face of a die's crop, and embeds it",
            "input": INPUT,
            "side": SIDE,
            "labels": list(LABELS),
            "embedding": EMBEDDING,
        },
        folder,
    )


def export_cocked(cocked: Path, folder: Path) -> None:
    """Write the classifier of cocked dice and the fixed part of its card."""
    export("cocked", CockedNetwork(), cocked, torch.zeros(1, 4, SIDE, SIDE), {0: "batch"}, folder)
    write_card(
        "cocked",
        {
            "what": "judges whether a die does not lie flat and free, by an upright crop and its slant",
            "input": {**INPUT, "fourth": f"slant in units of {STEEPEST:g} degrees"},
            "side": SIDE,
            "margin": MARGIN,
        },
        folder,
    )


@click.command()
@click.option("--locator", type=click.Path(path_type=Path), help="Weights, such as work/locator.final.pt.")
@click.option("--faces", type=click.Path(path_type=Path), help="Weights, such as work/faces.final.pt.")
@click.option("--cocked", type=click.Path(path_type=Path), help="Weights, such as work/cocked.final.pt.")
@click.option("--out", type=click.Path(path_type=Path), default=MODELS, help="Folder.  [default: the project's own]")
def main(locator: Path | None, faces: Path | None, cocked: Path | None, out: Path) -> None:
    """Write the networks whose weights are named."""
    out.mkdir(parents=True, exist_ok=True)
    if locator is not None:
        export_locator(locator, out)
    if faces is not None:
        export_faces(faces, out)
    if cocked is not None:
        export_cocked(cocked, out)


if __name__ == "__main__":
    main()

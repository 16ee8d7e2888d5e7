"""Export the trained networks: `python -m models.training.export`. Writes ONNX and the card's fixed part.

The figures of the cards are measured afterwards by `models.training.evaluate --write`.
"""

import hashlib
from pathlib import Path

import click
import torch
from torch import nn

from models.training.card import MODELS, write_card
from models.training.face_data import LABELS, SIDE
from models.training.locator_data import BAND, UNIT
from models.training.network import STRIDE, FaceReader, Locator


def export(name: str, network: nn.Module, weights: Path, example: torch.Tensor, axes: dict[int, str]) -> None:
    """Write `models/NAME.onnx` with its weights inside, and its hash into the card `models/NAME.json`."""
    network.load_state_dict(torch.load(weights, weights_only=True))
    network.eval()
    target = MODELS / f"{name}.onnx"
    torch.onnx.export(
        network,
        (example,),
        str(target),
        input_names=["pictures"],
        output_names=["answers"],
        dynamic_axes={"pictures": axes, "answers": axes},
        opset_version=17,
        dynamo=False,
    )
    write_card(name, {"sha256": hashlib.sha256(target.read_bytes()).hexdigest()})


@click.command()
@click.option("--locator", type=click.Path(path_type=Path), default=Path("work/locator.final.pt"), show_default=True)
@click.option("--faces", type=click.Path(path_type=Path), default=Path("work/faces.final.pt"), show_default=True)
def main(locator: Path, faces: Path) -> None:
    """Write both networks into models/."""
    scale = {"name": "pictures", "colours": "BGR", "range": [0, 1]}
    export("locator", Locator(), locator, torch.zeros(1, 3, 192, 192), {0: "batch", 2: "height", 3: "width"})
    write_card(
        "locator",
        {
            "what": "finds dice: maps of heat, log width, log height, offset x, offset y",
            "input": {**scale, "multiple": 32},
            "stride": STRIDE,
            "unit": UNIT,
            "band": list(BAND),
        },
    )
    export("faces", FaceReader(len(LABELS)), faces, torch.zeros(1, 3, SIDE, SIDE), {0: "batch"})
    write_card(
        "faces",
        {"what": "reads the top face of a die's crop", "input": scale, "side": SIDE, "labels": list(LABELS)},
    )


if __name__ == "__main__":
    main()

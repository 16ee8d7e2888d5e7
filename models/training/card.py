"""A model's card: the JSON beside its ONNX file with labels, input, hash, thresholds and figures."""

import json
from pathlib import Path
from typing import Any

from models.training.photos import REPOSITORY

MODELS = REPOSITORY / "models"


def write_card(name: str, changes: dict[str, Any], folder: Path = MODELS) -> None:
    """Change fields of the card of a model in `folder`, keeping the others."""
    path = folder / f"{name}.json"
    card = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    path.write_text(json.dumps({**card, **changes}, indent=2) + "\n", encoding="utf-8")

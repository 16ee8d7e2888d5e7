"""Loading a network: an ONNX file is used only with its card, and only when it is the file the card describes."""

import hashlib
import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from vision.errors import VisionError

Floats = NDArray[np.float32]


class ModelError(VisionError, ValueError):
    """A model file or its card is missing, damaged or not what the card says."""


@dataclass(frozen=True, slots=True)
class Network:
    """A loaded network and its card."""

    session: onnxruntime.InferenceSession
    card: dict[str, Any]

    def __call__(self, batch: Floats) -> Floats:
        """Run a batch (B, 3, H, W) float32 of BGR 0-1; the result's shape is the network's own."""
        return np.asarray(self.session.run(None, {"pictures": batch})[0], np.float32)


def models_folder() -> Path:
    """Where the project's own models lie."""
    return Path(str(files("models")))


def load_network(name: str, folder: Path | None = None, threads: int = 2) -> Network:
    """Load `name`.onnx beside `name`.json from `folder` (default: the project's models).

    Raises ModelError naming the file when one is missing, damaged, keeps weights in other files, or does not have
    the hash that the card records.
    """
    folder = models_folder() if folder is None else folder
    card_file, model_file = folder / f"{name}.json", folder / f"{name}.onnx"
    try:
        card = json.loads(card_file.read_text(encoding="utf-8"))
        expected = card["sha256"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"The model card {card_file} cannot be used ({error}); install the project again.") from error
    try:
        data = model_file.read_bytes()
    except OSError as error:
        raise ModelError(f"The model {model_file} cannot be read ({error}); install the project again.") from error
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        raise ModelError(
            f"The model {model_file} is not the one its card describes: sha256 {found}, expected {expected}. "
            "It was changed or cut short; install the project again."
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Loaded from bytes, a model has no folder: weights kept in other files cannot be reached and fail here.
    try:
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises a family of its own that shares no base but Exception
        raise ModelError(f"onnxruntime cannot load {model_file}: {error}") from error
    return Network(session, card)

"""Loading a network: an ONNX file is used only with its card, and only when it is the file the card describes."""

import hashlib
import threading
import weakref
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.bounded_file import MEGABYTE, read_bounded
from vision.errors import VisionError
from vision.json_file import read_object_file
from vision.private_onnxruntime import onnxruntime

Floats = NDArray[np.float32]

MOST_THREADS = 2
"""Of onnxruntime: a Pi has four cores, and the page, the camera and the journal want some of them."""

MOST_BYTES = 64 * MEGABYTE
"""Of a model's file; the project's largest has not a tenth of that."""

OUTSIDE_WEIGHTS = b"\x0a\x08location"
"""How an ONNX file (a protobuf) begins to name another file that holds a tensor's values: key 1, 8 letters long."""


class ModelError(VisionError, ValueError):
    """A model file or its card is missing, damaged or not what the card says."""


SMALL = 64
"""Pixels of a side that any network can do with which takes pictures of every size."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Network:
    """A loaded network and its card."""

    session: onnxruntime.InferenceSession
    card: dict[str, Any]

    def __call__(self, batch: Floats) -> Floats:
        """Run a batch (B, 3, H, W) float32 of BGR 0-1; the first output, whose shape is the network's own."""
        return self.outputs(batch)[0]

    def outputs(self, batch: Floats) -> tuple[Floats, ...]:
        """Run a batch (B, 3, H, W) float32 of BGR 0-1; every output, in the network's order."""
        return tuple(np.asarray(output, np.float32) for output in self.session.run(None, {"pictures": batch}))

    def give_back_spare_memory(self) -> None:
        """Give back to the system what onnxruntime has kept for the next pictures; those take a little longer."""
        shape = [1, *(side if isinstance(side, int) else SMALL for side in self.session.get_inputs()[0].shape[1:])]
        self.session.run(None, {"pictures": np.zeros(shape, np.float32)}, _giving_back())


def give_back_spare_memory() -> None:
    """Let all loaded networks give back to the system what they keep for the next pictures.

    onnxruntime keeps as much as the largest pictures and batches took, and more with each new size of them.
    """
    with _loading:
        loaded = list(_loaded)
    for network in loaded:
        network.give_back_spare_memory()


_loaded: weakref.WeakSet[Network] = weakref.WeakSet()
_loading = threading.Lock()


def _giving_back() -> onnxruntime.RunOptions:
    options = onnxruntime.RunOptions()
    options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
    return options


def models_folder() -> Path:
    """Where the project's own models lie."""
    return Path(str(files("models")))


def model_hashes(folder: Path | None = None) -> dict[str, str]:
    """The SHA-256 of every model in `folder` (default: the project's), by its file's name, as the cards tell them."""
    hashes = {}
    for card in sorted((models_folder() if folder is None else folder).glob("*.json")):
        try:
            hashes[f"{card.stem}.onnx"] = str(read_object_file(card)["sha256"])
        except (OSError, ValueError, KeyError):
            continue
    return hashes


def load_network(name: str, folder: Path | None = None, threads: int = MOST_THREADS) -> Network:
    """Load `name`.onnx beside `name`.json from `folder` (default: the project's models).

    Raises ModelError naming the file when one is missing, damaged, keeps weights in other files, or does not have
    the hash that the card records.
    """
    folder = models_folder() if folder is None else folder
    card_file, model_file = folder / f"{name}.json", folder / f"{name}.onnx"
    try:
        card = read_object_file(card_file)
        expected = card["sha256"]
    except (OSError, ValueError, KeyError) as error:
        raise ModelError(f"The model card {card_file} cannot be used ({error}); install the project again.") from error
    try:
        data = read_bounded(model_file, MOST_BYTES)
    except OSError as error:
        raise ModelError(f"The model {model_file} cannot be read ({error}); install the project again.") from error
    found = hashlib.sha256(data).hexdigest()
    if found != expected:
        raise ModelError(
            f"The model {model_file} is not the one its card describes: sha256 {found}, expected {expected}. "
            "It was changed or cut short; install the project again."
        )
    # Loaded from bytes, onnxruntime would look for such weights in the working folder: nobody's hash covers them.
    if OUTSIDE_WEIGHTS in data:
        raise ModelError(
            f"The model {model_file} keeps weights in other files, which its card's hash does not cover; "
            "save it as one file."
        )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Between two frames nothing is computed: threads that wait by spinning would keep a core of a Pi busy all day.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    try:
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises a family of its own that shares no base but Exception
        raise ModelError(f"onnxruntime cannot load {model_file}: {error}") from error
    network = Network(session, card)
    with _loading:
        _loaded.add(network)
    return network

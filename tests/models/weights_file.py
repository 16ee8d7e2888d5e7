"""Reading how many batches a network has seen from its weights, where torch, which wrote them, is not installed."""

import pickle
import zipfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np

LAG = 499
"""Batches by which the count of averaged weights is behind: 0.998 / 0.002, by the average that `loop.train` takes."""


class CountReader(pickle.Unpickler):
    """Reads whole numbers out of torch's archive and leaves all other tensors out; knows no other classes."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        (name,) = (name for name in archive.namelist() if name.endswith("/data.pkl"))
        super().__init__(archive.open(name))
        self.archive, self.folder = archive, name.removesuffix(".pkl")

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if (module, name) == ("torch._utils", "_rebuild_tensor_v2"):
            return lambda storage, offset, *_: None if storage is None else int(storage[offset])
        if module == "torch" and name.endswith("Storage"):
            return name
        raise pickle.UnpicklingError(f"{module}.{name} has no place among weights")

    def persistent_load(self, pid: Any) -> Any:
        _, kind, key, *_ = pid
        return np.frombuffer(self.archive.read(f"{self.folder}/{key}"), np.int64) if kind == "LongStorage" else None


def batches_seen(weights: Path) -> set[int]:
    """What the layers of a network say that they were trained with; one number, if all were trained together."""
    with zipfile.ZipFile(weights) as archive:
        state = CountReader(archive).load()
    return {count for name, count in state.items() if name.endswith("num_batches_tracked")}

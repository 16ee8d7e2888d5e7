"""A calibration as JSON, and back with all faults at once."""

from collections.abc import Mapping
from typing import Any

from vision.calibration.lens import Lens
from vision.calibration.record import SAME, Calibration
from vision.errors import CalibrationError

FIELDS = ("outline", "view", "millimetres", "rail", "lens", "picture")


def as_json(tray: Calibration, picture: str | None) -> dict[str, Any]:
    """A calibration and the name of the picture it was made from, as plain JSON values."""
    lens = tray.lens
    return {
        "outline": [list(point) for point in tray.outline],
        "view": [list(row) for row in tray.view],
        "millimetres": tray.millimetres,
        "rail": None if tray.rail is None else [list(point) for point in tray.rail],
        "lens": None
        if lens is None
        else {
            "size": list(lens.size),
            "focal": list(lens.focal),
            "centre": list(lens.centre),
            "bends": list(lens.bends),
            "error": lens.error,
        },
        "picture": picture,
    }


def from_json(stored: object) -> Calibration:
    """The calibration that `as_json` wrote; CalibrationError with all faults by field."""
    if not isinstance(stored, Mapping):
        raise CalibrationError("It is no record.", faults={"": "It is no record."})
    faults: dict[str, str] = {str(key): "This is no field of a tray." for key in stored if key not in FIELDS}
    values: dict[str, Any] = {}
    for field in ("outline", "view", "rail"):
        given = stored.get(field, SAME if field == "view" else None)
        if given is None and field == "rail":
            continue
        try:
            values[field] = tuple(tuple(float(part) for part in row) for row in given)
        except (TypeError, ValueError):
            faults[field] = "It is no list of lists of numbers."
    if "rail" in values and any(len(point) != 2 for point in values["rail"]):
        faults["rail"] = "A keep rail has three or more corners, pairs of numbers."
    if "view" in values and [len(row) for row in values["view"]] != [3, 3, 3]:
        faults["view"] = "It is no homography: three rows of three numbers that can be undone."
    values["millimetres"] = stored.get("millimetres", False)
    if not isinstance(values["millimetres"], bool):
        faults["millimetres"] = "It is neither true nor false."
    try:
        values["lens"] = _lens(stored.get("lens"))
    except (KeyError, TypeError, ValueError):
        faults["lens"] = "A lens has size, focal, centre and bends, pairs of numbers, and error, a number."
    if not isinstance(stored.get("picture"), str | None):
        faults["picture"] = "It is no name of a file."
    return _made(values, faults)


def _made(values: Mapping[str, Any], faults: dict[str, str]) -> Calibration:
    """The calibration, or its own faults along with those known; what is wrong is left out to find the others."""
    sound = {field: value for field, value in values.items() if field not in faults}
    try:
        if "outline" in sound:
            tray = Calibration(**sound)
            if not faults:
                return tray
    except CalibrationError as error:
        faults |= error.faults
    faulty = "; ".join(f"{field}: {what}" for field, what in faults.items())
    raise CalibrationError(faulty, faults=faults)


def _lens(stored: Any) -> Lens | None:
    if stored is None:
        return None
    (width, height), (fx, fy), (x, y), (second, fourth) = (
        stored[name] for name in ("size", "focal", "centre", "bends")
    )
    return Lens(
        (int(width), int(height)),
        (float(fx), float(fy)),
        (float(x), float(y)),
        (float(second), float(fourth)),
        float(stored["error"]),
    )

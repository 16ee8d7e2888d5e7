"""What this installation has and lacks, line by line."""

import platform
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.resources import files
from pathlib import Path

from firmware_host.assembly.games import load_games
from firmware_host.settings import DEFAULTS, Settings

PACKAGES = {"opencv-python": "cv2", "onnxruntime": "onnxruntime", "numpy": "numpy", "gpiozero": "gpiozero"}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, what was found, and whether that will do."""

    subject: str
    found: str
    good: bool = True

    def __str__(self) -> str:
        return f"{'ok ' if self.good else 'BAD'}  {self.subject:<16} {self.found}"


def examine(settings: Settings) -> Iterator[Finding]:
    """Look at everything the program needs, one finding after the other; nothing is changed."""
    yield Finding("python", f"{platform.python_version()} ({sys.platform}, {platform.machine()})")
    for package, module in PACKAGES.items():
        yield _package(package, module)
    yield Finding("data", f"{settings.data} ({settings.origins['data']}{'' if settings.data.exists() else ', new'})")
    for key in DEFAULTS:
        yield Finding(key, f"{getattr(settings, key) or 'none'} ({settings.origins[key]})")
    for note in settings.notes:
        yield Finding("note", note, good=False)
    yield from _house_rules(settings.data)
    yield from _dice_sets(settings)
    yield from _models()
    yield from _sources()


def _package(package: str, module: str) -> Finding:
    try:
        import_module(module)
    except ImportError as error:
        return Finding(package, missing_library(error) or f"cannot be loaded: {error}", good=False)
    return Finding(package, metadata.version(package))


def missing_library(error: ImportError) -> str | None:
    """Say what to install where OpenCV lacks a library of the system; None when `error` is about something else."""
    if not any(name in str(error) for name in ("libGL", "libgthread", "libglib", "libSM", "libXext", "libX11")):
        return None
    return (
        f"OpenCV cannot be loaded, because this system lacks a library ({error}). "
        "On Debian, Ubuntu and Raspberry Pi OS: sudo apt install libgl1 libglib2.0-0"
    )


def _house_rules(data: Path) -> Iterator[Finding]:
    games = load_games(data)
    for game, file in games.files.items():
        yield Finding("house rules", f"{file}: {games.rulesets[game].title} ({game})")
    for file, faults in games.faults.items():
        for fault in faults:
            yield Finding("house rules", f"{file}: {fault}", good=False)


def _dice_sets(settings: Settings) -> Iterator[Finding]:
    try:
        from vision.read import DiceSetError, DiceSets  # noqa: PLC0415 - where OpenCV is missing the rest is told
    except ImportError:  # told above
        return
    sets = DiceSets(settings.data)
    try:
        used = settings.dice_set or sets.in_use()
        for name in sets.names():
            looks = sets.load(name).looks
            told = f"{sum(looks.values())} looks at {' '.join(looks)}"
            yield Finding("dice set", f"{name}{' (in use)' if name == used else ''}: {told}")
        if settings.dice_set:
            sets.load(settings.dice_set)
    except DiceSetError as error:
        yield Finding("dice set", str(error), good=False)


def _models() -> Iterator[Finding]:
    networks = sorted(file.name for file in files("models").iterdir() if file.name.endswith(".onnx"))
    if not networks:
        yield Finding("models", "none found: nothing can be read. Install the program again.", good=False)
    for name in networks:
        card = files("models") / f"{name.removesuffix('.onnx')}.json"
        yield Finding("model", name if card.is_file() else f"{name} has no card ({card.name})", good=card.is_file())


def _sources() -> Iterator[Finding]:
    try:
        from vision.sources import KNOWN_FORMS  # noqa: PLC0415 - where OpenCV is missing the rest is told
        from vision.sources.cameras import list_cameras  # noqa: PLC0415 - likewise
    except ImportError:  # told above
        return
    for camera in list_cameras():
        sizes = ", ".join(f"{width} x {height}" for width, height in camera.sizes) or "sizes unknown"
        yield Finding("source", f"{camera.spec} ({camera.name}; {sizes})")
    for form in KNOWN_FORMS:
        yield Finding("source form", form)

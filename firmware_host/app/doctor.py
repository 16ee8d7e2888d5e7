"""What this installation has and what is missing, line by line."""

import platform
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.resources import files
from pathlib import Path

from firmware_host import __version__
from firmware_host.app.backups import automatic_backups
from firmware_host.app.games import load_games
from firmware_host.backup.status_text import copied, failed, made
from firmware_host.journal.memory import is_read_only
from firmware_host.settings import DEFAULTS, PICTURE_FOLDER, Settings
from firmware_host.table.disk_room import LIMITS, MEGABYTE, bytes_of, free_bytes, game_folders

PACKAGES = {
    "opencv-python": "cv2",
    "onnxruntime": "vision.private_onnxruntime",
    "numpy": "numpy",
    "gpiozero": "gpiozero",
}

CHECKOUT = Path(__file__).resolve().parents[2]
"""Where the program lies: the top of a checkout, or the folder that packages are installed into."""

GIT_S = 5.0
"""Seconds that git may take to look through the checkout; a slow disk must not keep the rest from being shown."""

OPENCV_LIBRARIES = ("libGL", "libgthread", "libglib", "libSM", "libXext", "libX11", "libxcb")
NUMPY_MISMATCH = ("numpy.dtype size changed", "numpy.core.multiarray", "numpy._core.multiarray", "NumPy 1.x")
"""What libraries say that were made for another numpy."""


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """One line: what was checked, what was found, and whether it is good."""

    subject: str
    found: str
    good: bool = True

    def __str__(self) -> str:
        return f"{'ok ' if self.good else 'BAD'}  {self.subject:<16} {self.found}"


def examine(settings: Settings) -> Iterator[DoctorFinding]:
    """Check everything the program needs, and yield the findings; nothing is changed."""
    yield DoctorFinding("dice-table", " ".join(filter(None, (__version__, checked_out_commit(CHECKOUT)))))
    yield DoctorFinding("python", f"{platform.python_version()} ({sys.platform}, {platform.machine()})")
    for package, module in PACKAGES.items():
        yield _package(package, module)
    yield DoctorFinding(
        "data", f"{settings.data} ({settings.origins['data']}{'' if settings.data.exists() else ', new'})"
    )
    for key in DEFAULTS:
        yield DoctorFinding(key, f"{getattr(settings, key) or 'none'} ({settings.origins[key]})")
    yield from _disk(settings.data)
    yield from _backups(settings)
    for note in settings.notes:
        yield DoctorFinding("note", note, good=False)
    yield from _house_rules(settings.data)
    yield from _dice_sets(settings)
    yield from _models()
    yield from _sources()


def checked_out_commit(checkout: Path) -> str:
    """Return "(commit 1a2b3c4)" of a git checkout, "-changed" behind it if files differ from it; "" if unknown."""
    if not (checkout / ".git").exists():  # git would go on looking in the folders above
        return ""
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--exclude=*", "--dirty=-changed"],  # noqa: S607 - wherever git is installed
            cwd=checkout,
            capture_output=True,
            text=True,
            timeout=GIT_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return f"(commit {done.stdout.strip()})"


def _package(package: str, module: str) -> DoctorFinding:
    try:
        import_module(module)
    except Exception as error:  # whatever a library does where it cannot be loaded
        return DoctorFinding(package, load_fault(error) or f"cannot be loaded: {error}", good=False)
    return DoctorFinding(package, metadata.version(package))


def load_fault(error: Exception) -> str | None:
    """Say what to install if a library cannot be loaded; None if `error` is about something else."""
    why = str(error)
    if any(sign in why for sign in NUMPY_MISMATCH):
        return (
            f"A library does not fit the numpy that it finds ({why.splitlines()[0]}). Create the environment anew and "
            "run the play command of the README, which installs what fits together."
        )
    if not isinstance(error, ImportError) or ".so" not in why:
        return None
    if any(name in why for name in OPENCV_LIBRARIES):
        return (
            f"OpenCV cannot be loaded, because a system library is missing ({why}). "
            "On Debian, Ubuntu and Raspberry Pi OS: sudo apt install libgl1 libglib2.0-0"
        )
    if "cannot open shared object file" not in why:
        return None
    library = why.partition(":")[0]
    return (
        f"A system library is missing ({why}). On Debian, Ubuntu and Raspberry Pi OS, sudo apt install apt-file, "
        f"sudo apt-file update and apt-file search {library} name the package to install."
    )


def _disk(data: Path) -> Iterator[DoctorFinding]:
    try:
        free = free_bytes(data)
        games = game_folders(data / PICTURE_FOLDER)
        taken = sum(bytes_of(game) for game in games)
    except OSError as error:
        yield DoctorFinding("disk", f"cannot be looked at: {error}", good=False)
        return
    if is_read_only(data):
        yield DoctorFinding("disk", "can only be read, so nothing can be saved. Use another card", good=False)
    kept = "no pictures are saved" if free < LIMITS.last else "old pictures give way to new ones"
    short = free < LIMITS.wanted
    yield DoctorFinding("disk", f"{free // MEGABYTE} MB free{f'. Make room: {kept}' if short else ''}", good=not short)
    since = f", the oldest {games[0].name}" if games else ""
    yield DoctorFinding("pictures", f"{taken // MEGABYTE} MB of {len(games)} games{since}")


def _backups(settings: Settings) -> Iterator[DoctorFinding]:
    status = automatic_backups(settings).status()
    yield DoctorFinding("backups", made(status))
    for told, good in ((failed(status), False), (copied(status), True)):
        if told is not None:
            yield DoctorFinding("backups", told, good)
    if status.second is not None and status.second.failure:
        yield DoctorFinding("backups", status.second.failure, good=False)


def _house_rules(data: Path) -> Iterator[DoctorFinding]:
    games = load_games(data)
    for game, file in games.files.items():
        yield DoctorFinding("house rules", f"{file}: {games.rulesets[game].title} ({game})")
    for file, faults in games.faults.items():
        for fault in faults:
            yield DoctorFinding("house rules", f"{file}: {fault}", good=False)


def _dice_sets(settings: Settings) -> Iterator[DoctorFinding]:
    try:
        from vision.read import DiceSetError, DiceSets  # noqa: PLC0415 - without OpenCV the rest still runs
    except Exception:  # reported above
        return
    sets = DiceSets(settings.data)
    try:
        used = settings.dice_set or sets.in_use()
        for name in sets.names():
            counts = sets.load(name).example_counts
            examples = f"{sum(counts.values())} examples of {' '.join(counts)}"
            yield DoctorFinding("dice set", f"{name}{' (in use)' if name == used else ''}: {examples}")
        if settings.dice_set:
            sets.load(settings.dice_set)
    except DiceSetError as error:
        yield DoctorFinding("dice set", str(error), good=False)


def _models() -> Iterator[DoctorFinding]:
    networks = sorted(file.name for file in files("models").iterdir() if file.name.endswith(".onnx"))
    if not networks:
        yield DoctorFinding("models", "none found, so no dice can be read. Install the program again.", good=False)
    for name in networks:
        card = files("models") / f"{name.removesuffix('.onnx')}.json"
        yield DoctorFinding(
            "model", name if card.is_file() else f"{name} has no card ({card.name})", good=card.is_file()
        )


def _sources() -> Iterator[DoctorFinding]:
    try:
        from vision.sources import KNOWN_FORMS  # noqa: PLC0415 - without OpenCV the rest still runs
        from vision.sources.cameras import list_cameras  # noqa: PLC0415 - likewise
        from vision.sources.named import source_title  # noqa: PLC0415 - likewise
    except Exception:  # reported above
        return
    for camera in list_cameras():
        sizes = ", ".join(f"{width} x {height}" for width, height in camera.sizes) or "sizes unknown"
        yield DoctorFinding("source", f"{source_title(camera.spec, camera.name)} ({camera.spec}; {sizes})")
    for form in KNOWN_FORMS:
        yield DoctorFinding("source form", form)

import importlib.util
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from firmware_host import __version__

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ["firmware_host", "hardware", "models", "vision", "web_ui"]
LOCKS = ["requirements.lock", "requirements-dev.lock"]
TOOLS = r"web_ui/(\.[^/]+|[^/]+\.config\.js|[^/]+\.json)|.*\.d\.ts"
"""What development alone needs of the packages."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


class Pin(NamedTuple):
    """One requirement of a lock: what it pins, where it applies, and the files that may be installed."""

    name: str
    version: str
    marker: str
    hashes: frozenset[str]


def read_lock(name: str) -> set[Pin]:
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    pins = set()
    for line in text.splitlines():
        if not line or line.lstrip().startswith("#"):
            continue
        found = re.fullmatch(
            r"(?P<name>[a-z0-9.-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>.*?))?\s+"
            r"(?P<hashes>(?:--hash=sha256:[0-9a-f]{64}\s*)+)",
            line,
        )
        assert found, f"{name}: not a version with its hashes: {line[:100]}"
        pins.add(
            Pin(
                found["name"],
                found["version"],
                found["marker"] or "",
                frozenset(re.findall(r"\w{64}", found["hashes"])),
            )
        )
    return pins


def tracked(*folders: str) -> list[str]:
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", *folders]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listing.stdout.split("\0") if name and (ROOT / name).exists()]


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_are_the_folders_of_this_repository(package: str) -> None:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    assert Path(spec.origin).resolve() == ROOT / package / "__init__.py"


def test_the_top_level_is_fixed() -> None:
    top = {name.split("/")[0] for name in tracked() if not name.startswith(".")}
    assert top == {*PACKAGES, *LOCKS, "LICENSE", "README.md", "pyproject.toml", "tests"}


def test_the_wheel_holds_every_file_of_the_packages_and_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.name.split("-")[1] == __version__
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
        (entry_points,) = (name for name in packed if name.endswith("/entry_points.txt"))
        assert "dice-table = firmware_host.cli:main" in archive.read(entry_points).decode()

    files = set(tracked(*PACKAGES))
    tools = {name for name in files if re.fullmatch(TOOLS, name)}
    assert tools
    assert not tools & packed, "what checks the page's scripts and sheets is of no use to whoever plays"
    wanted = files - tools
    assert not wanted - packed
    assert {Path(name).suffix for name in wanted} >= {".py", ".toml", ".html", ".css", ".js", ".onnx", ".json"}
    assert {name.split("/")[0] for name in packed if ".dist-info/" not in name} == set(PACKAGES)


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_version_has_its_hashes_and_no_address(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert "http" not in text
    assert "file:" not in text
    assert not re.search(r"^\s*-(?!-hash=)", text, re.MULTILINE), "an option for pip"
    assert len(read_lock(name)) > 20


def test_both_locks_live_in_one_environment() -> None:
    assert read_lock("requirements.lock") < read_lock("requirements-dev.lock")


def test_whatever_the_project_names_is_locked() -> None:
    groups = PROJECT["dependency-groups"]
    play = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"], *groups["build"]]
    dev = [entry for entry in groups["dev"] if isinstance(entry, str)]
    for lock, requirements in (("requirements.lock", play), ("requirements-dev.lock", play + dev)):
        locked = read_lock(lock)
        for requirement in map(Requirement, requirements):
            versions = [pin.version for pin in locked if pin.name == canonicalize_name(requirement.name)]
            assert any(version in requirement.specifier for version in versions), f"{requirement} is not in {lock}"


def test_training_is_neither_for_playing_nor_for_testing() -> None:
    training = {Requirement(entry).name for entry in PROJECT["project"]["optional-dependencies"]["training"]}
    assert training >= {"onnx", "torch"}
    for lock in LOCKS:
        assert not training & {pin.name for pin in read_lock(lock)}


@pytest.mark.parametrize("name", ["greenlet", "numpy", "onnxruntime", "opencv-python", "sqlalchemy"])
def test_compiled_packages_are_locked_for_more_than_this_machine(name: str) -> None:
    files = [len(pin.hashes) for pin in read_lock("requirements-dev.lock") if pin.name == name]
    assert max(files) >= 5, "x86_64 and aarch64 Linux, macOS, Windows, and the sources"

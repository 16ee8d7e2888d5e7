"""Runs a target for a while: by coverage where atheris is installed, else by changes alone; and JSON by hypothesis."""

import contextlib
import faulthandler
import hashlib
import importlib.util
import json
import logging
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.system.fuzz.mutating import mutated
from tests.system.fuzz.targets import DATA, SPLIT, TARGETS, Target

CORPUS = DATA / "fuzz"
"""Inputs that once were faults, a folder for each target: all are tried first, and stay refused or accepted."""

SLOWEST_S = 20.0
"""Of one input on a busy machine; more is a fault, since whoever sent it stops the table."""

BY_HYPOTHESIS = 0.25
"""Part of the time in which JSON of any shape is made."""


@dataclass(slots=True)
class Report:
    """How many inputs were tried, in how many seconds, and what went wrong, by where in our code it did."""

    tried: int = 0
    seconds: float = 0.0
    faults: dict[str, tuple[bytes, str]] = field(default_factory=dict)


def fuzz(name: str, seconds: float, seed: int | None = None) -> Report:
    """Run the target `name` for so many seconds, without atheris."""
    target, report = TARGETS[name], Report()
    began = time.monotonic()
    seeds = [*known(name), *target.seeds()]
    with quiet():
        for data in seeds:
            attempt(target, data, report)
        _by_hypothesis(target, seeds, began + seconds * BY_HYPOTHESIS, report)
        chance = random.Random(seed)  # noqa: S311 - inputs for tests
        while time.monotonic() < began + seconds:
            attempt(target, mutated(chance.choice(seeds), seeds, target.words, chance), report)
    report.seconds = time.monotonic() - began
    return report


def known(name: str) -> Iterator[bytes]:
    """Yield the inputs that once were faults of a target."""
    yield from (path.read_bytes() for path in sorted((CORPUS / name).glob("*.bin")))


def attempt(target: Target, data: bytes, report: Report) -> None:
    """Try one input and note what goes wrong, once for each place in the code."""
    began = time.monotonic()
    try:
        target.run(data)
    except target.refusals:
        pass
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        last = traceback.extract_tb(error.__traceback__)[-8:]
        ours = [one for one in last if "site-packages" not in one.filename and "fuzz" not in one.filename]
        place = f"{type(error).__name__} at {Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else repr(error)
        report.faults.setdefault(place, (data, traceback.format_exc(limit=-6)))
    took = time.monotonic() - began
    if took > SLOWEST_S:
        report.faults.setdefault("slow", (data, f"it took {took:.1f} s"))
    report.tried += 1


def save(name: str, report: Report, folder: Path) -> list[Path]:
    """Write each fault's input into `folder`, named by its content; return the files."""
    files = []
    for data, _ in report.faults.values():
        path = folder / name / f"{hashlib.sha256(data).hexdigest()[:12]}.bin"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        files.append(path)
    return files


def has_atheris() -> bool:
    """Whether inputs can be led by coverage; atheris has wheels for Linux on x86_64 alone."""
    return importlib.util.find_spec("atheris") is not None


def by_coverage(name: str, seconds: float, folder: Path) -> int:
    """Run a target by atheris in a process of its own; what it finds is left in `folder`. Return its exit status."""
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate((*known(name), *TARGETS[name].seeds())):
            Path(corpus, str(number)).write_bytes(data)
        words = Path(corpus + ".words")
        words.write_text("".join(f'"{_escaped(word)}"\n' for word in TARGETS[name].words if len(word) < 60))
        folder.mkdir(parents=True, exist_ok=True)
        options = (
            f"-max_total_time={seconds:.0f}", "-max_len=65536", "-timeout=60", "-rss_limit_mb=4096", f"-dict={words}",
            f"-artifact_prefix={folder}/", "-print_final_stats=1", "-verbosity=0",
        )  # fmt: skip
        done = subprocess.run(
            [sys.executable, "-m", "tests.system.fuzz.led", name, *options, corpus], env=os.environ, check=False
        )
        words.unlink()
    return done.returncode


def _escaped(word: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in word)


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Let no log, no warning and no decoder's own message be shown meanwhile: refusing is what is asked for."""
    from cv2.utils.logging import LOG_LEVEL_SILENT, setLogLevel  # noqa: PLC0415 - slow to load

    setLogLevel(LOG_LEVEL_SILENT)
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    sys.stderr.flush()
    screen = os.dup(2)
    faulthandler.enable(screen)
    try:
        with warnings.catch_warnings(), open(os.devnull, "wb") as nowhere:
            warnings.simplefilter("ignore")
            os.dup2(nowhere.fileno(), 2)
            yield
    finally:
        os.dup2(screen, 2)
        faulthandler.enable()
        os.close(screen)
        logging.disable(before)


def _by_hypothesis(target: Target, seeds: list[bytes], end: float, report: Report) -> None:
    """Put JSON of any shape in the place of an input, or of what follows its first part."""
    words = sorted({word for seed in seeds for word in _words(seed)})[:200]
    texts = st.one_of(st.text(max_size=20), st.sampled_from(words or [""]))
    leaves = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), texts)
    anything = st.recursive(
        leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
    )
    heads = [b"", *(seed.partition(SPLIT)[0] + SPLIT for seed in seeds), *(seed[:1] for seed in seeds)]

    @settings(
        max_examples=50, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )
    @given(st.integers(0, len(heads) - 1), anything)
    def some(head: int, value: object) -> None:
        attempt(target, heads[head] + json.dumps(value).encode(), report)

    while time.monotonic() < end:
        some()


def _words(seed: bytes) -> Iterator[str]:
    yield from (word.decode() for word in re.findall(rb'"([a-zA-Z_-]{1,24})"', seed[:20_000]))

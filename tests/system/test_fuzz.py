import os
import random

import pytest

from tests.system.fuzz.mutating import mutated
from tests.system.fuzz.running import Report, attempt, fuzz, known, quiet
from tests.system.fuzz.targets import TARGETS, Target

SECONDS = float(os.environ.get("DICE_TABLE_FUZZ_SECONDS", "60"))


@pytest.mark.parametrize("name", TARGETS)
def test_good_inputs_and_those_that_once_were_faults_do_no_harm(name: str) -> None:
    report = Report()
    with quiet():
        for data in (*known(name), *TARGETS[name].seeds()):
            attempt(TARGETS[name], data, report)
    assert report.tried >= 1
    assert not report.faults, [trace for _, trace in report.faults.values()]


@pytest.mark.parametrize("name", TARGETS)
def test_good_inputs_are_accepted(name: str) -> None:
    accepted = 0
    with quiet():
        for data in TARGETS[name].seeds():
            try:
                TARGETS[name].run(data)
            except TARGETS[name].refusals:
                continue
            accepted += 1
    assert accepted >= 1, "every seed is refused, so nothing behind the first check is reached"


def test_what_goes_wrong_is_found() -> None:
    def run(data: bytes) -> None:
        if b"[[[[" in data:
            raise RecursionError
        if data[:1] == b"!":
            raise ValueError("refused")

    target = Target(run, lambda: [b"{}"], (b"[[[[",), (ValueError,))
    chance, report = random.Random(5), Report()  # noqa: S311 - inputs for tests
    for _ in range(300):
        attempt(target, mutated(b"{}", [b"{}"], target.words, chance), report)
    assert [place.split()[0] for place in report.faults] == ["RecursionError()"]


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_a_minute_of_broken_input_does_no_harm(name: str) -> None:
    report = fuzz(name, SECONDS)
    assert report.tried > 10
    assert not report.faults, "\n".join(f"{place}\n{trace}" for place, (_, trace) in report.faults.items())

"""A thousand scripted throws, each compared with the truth: `python -m tests.system.bench`.

Every settled roll must be read right or asked about, none invented, none missed; exit status 1 where one is not.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tests.system.bench.judging import Findings
from tests.system.bench.running import begin, run
from tests.system.bench.scenario import Scenario, scenarios
from tests.system.bench.table import COLUMNS, written

TABLE = Path(__file__).parents[1] / "BENCH.md"


def main() -> None:
    """Run the scenarios and print what came of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.system.bench", description=__doc__)
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="scenarios whose name has this in it"
    )
    parser.add_argument("--processes", type=int, default=1, help="how many scenarios are watched at once")
    parser.add_argument("--write", action="store_true", help=f"write the table to tests/system/{TABLE.name}")
    parser.add_argument(
        "--scripts", type=Path, metavar="DIR", help="write the scripts there, to be played; run nothing"
    )
    parser.add_argument("--faults", type=Path, metavar="DIR", help="draw what was told of each fault there")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep what is done there, and go on from it")
    parser.add_argument("--models", type=Path, metavar="DIR", help="read by the networks there, not by the project's")
    given = parser.parse_args()
    chosen = [
        scenario for scenario in scenarios() if not given.only or any(name in scenario.name for name in given.only)
    ]
    if given.write and (given.only or given.models):
        parser.error("--write wants the whole bench and the project's networks: no --only, no --models")
    if given.scripts:
        given.scripts.mkdir(parents=True, exist_ok=True)
        for scenario in chosen:
            (given.scripts / f"{scenario.name}.toml").write_text(scenario.toml(), encoding="utf-8")
        return
    found = _watch(chosen, given.processes, given.faults, given.resume, given.models)
    if given.write:
        TABLE.write_text(written(found), encoding="utf-8")
    sys.exit(0 if all(findings.good for findings in found) else 1)


def _watch(
    chosen: Sequence[Scenario], processes: int, faults: Path | None, resumed: Path | None, models: Path | None
) -> list[Findings]:
    """Watch the scenarios, and print a line for each as soon as it and those before it are done."""
    known = {} if resumed is None or not resumed.exists() else _known(resumed)
    found = []
    sys.stdout.write(COLUMNS.format("scenario", *Findings.COUNTS) + "\n")
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(processes, get_context("spawn"), begin) as pool,
    ):
        left = [scenario for scenario in chosen if scenario.name not in known]
        results = pool.map(run, left, [Path(folder)] * len(left), [faults] * len(left), [models] * len(left))
        for scenario in chosen:
            if scenario.name not in known:
                known[scenario.name] = next(results)
                if resumed is not None:
                    with resumed.open("a", encoding="utf-8") as done:
                        done.write(known[scenario.name].as_json() + "\n")
            findings = known[scenario.name]
            found.append(findings)
            sys.stdout.write(COLUMNS.format(findings.name, *findings.counts()) + "\n")
            for fault in findings.faults:
                sys.stdout.write(f"    {fault.kind} at {fault.time:.2f} s: {fault.what}\n")
            sys.stdout.flush()
    totals = [sum(numbers) for numbers in zip(*(findings.counts() for findings in found), strict=True)]
    sys.stdout.write(COLUMNS.format(f"{len(found)} scenarios", *totals) + "\n")
    return found


def _known(resumed: Path) -> dict[str, Findings]:
    """What was found already, by the scenarios' names."""
    lines = resumed.read_text(encoding="utf-8").splitlines()
    return {findings.name: findings for findings in map(Findings.from_json, lines)}


if __name__ == "__main__":
    main()

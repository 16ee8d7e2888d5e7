"""Tries broken, odd and hostile input on whatever reads what others wrote.

    python -m tests.system.fuzz [TARGET...] --minutes N [--blind]

Led by coverage where atheris is installed (pip install atheris; Linux on x86_64), else, or with --blind, by random
changes of good inputs and by hypothesis. What goes wrong is told, its input is kept in --faults, and the exit status
is 1. Once mended, the input goes to tests/data/fuzz/TARGET/, where it is tried for good.
"""

import argparse
import sys
from pathlib import Path

import click

from tests.system.fuzz.running import by_coverage, fuzz, has_atheris, save
from tests.system.fuzz.targets import TARGETS


def main() -> None:
    """Run the targets one after the other, so many minutes each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", metavar="TARGET", nargs="*", help=", ".join(TARGETS))
    parser.add_argument("--minutes", type=float, default=1.0, help="for each target")
    parser.add_argument("--blind", action="store_true", help="do without atheris")
    parser.add_argument("--seed", type=int, help="of the random changes")
    parser.add_argument("--faults", type=Path, default=Path("fuzz-faults"), help="where inputs that fail are kept")
    asked = parser.parse_args()
    unknown = set(asked.targets) - TARGETS.keys()
    if unknown:
        parser.error(f"there is no target {', '.join(sorted(unknown))}; choose from {', '.join(TARGETS)}")
    wrong = 0
    for name in asked.targets or TARGETS:
        if has_atheris() and not asked.blind:
            status = by_coverage(name, asked.minutes * 60, asked.faults / name)
            click.echo(f"{name:<16} {'a fault, told above' if status else 'no fault'}")
            wrong += status != 0
            continue
        report = fuzz(name, asked.minutes * 60, asked.seed)
        click.echo(f"{name:<16} {report.tried:>9,} inputs in {report.seconds:.0f} s, {len(report.faults)} faults")
        for (place, (_, trace)), path in zip(report.faults.items(), save(name, report, asked.faults), strict=True):
            click.echo(f"\n{place}: {path}\n{trace}")
        wrong += len(report.faults)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

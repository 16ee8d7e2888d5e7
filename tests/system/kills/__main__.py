"""SIGKILL at random moments of a playing server, and what became of everything that it had acknowledged.

Each server is forked from this process, which has loaded everything; `--starts` more are started as people do, by
`dice-table play`, and tell how soon people can play on. Guests play by chance: every command, undo and correction,
buttons, settings of the setup; in every other server the journal is copied meanwhile. A request that was not answered
is asked again, with its id, of the next server. Exit status 1 if anything was lost, doubled or done by half.
"""

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from tests.system.kills.trial import Trial

PLAYABLE_LIMIT_S = 5.0


def main() -> None:
    """Run the trial and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.system.kills", description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help="how many servers are killed")
    parser.add_argument("--starts", type=int, default=20, help="how many more are whole programs")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder), given.seed)
        try:
            for number in range(1, given.times + 1):
                trial.kill_once()
                if number % 100 == 0:
                    trial.compare_journal()
                    sys.stdout.write(f"{number} killed: {trial.told()}\n")
                    sys.stdout.flush()
            trial.compare_journal()  # what a server has left unanswered is asked of another server
            playable = [trial.kill_program() for _ in range(given.starts)]
            trial.compare_journal()
        finally:
            trial.close()
    sys.stdout.write(trial.table())
    median = statistics.median(playable) if playable else 0.0
    if playable:
        sys.stdout.write(f"start to playable: {median:.1f} s in the middle, {max(playable):.1f} s at most\n")
    sys.exit(1 if trial.wrong or median > PLAYABLE_LIMIT_S else 0)


if __name__ == "__main__":
    main()

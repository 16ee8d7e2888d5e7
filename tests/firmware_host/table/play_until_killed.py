"""Plays into the middle of a turn in the folder given, tells the game as it stands, and waits to be killed."""

import sys
import time
from pathlib import Path

from firmware_host.game.commands import CorrectDie, SetHold, WriteBox
from tests.firmware_host.table.scripted import OTHER_SPOTS, TWO, Sitting, lying


def main(folder: Path) -> None:
    sitting = Sitting(folder)
    sitting.table.ask(TWO)
    sitting.lay(lying("1 2 3 4 5", OTHER_SPOTS))
    sitting.table.ask(WriteBox("large-straight"))
    sitting.lay(lying("6 2 6 4 1"))
    sitting.table.ask(CorrectDie(1, 3))
    sitting.table.ask(SetHold(0, held=True))
    print(repr(sitting.table.ask(SetHold(2, held=True)).game), flush=True)  # noqa: T201 - the parent reads it
    time.sleep(60)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

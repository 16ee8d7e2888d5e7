"""`dice-table play`: the house, and beside it a recorder where one is asked for."""

from collections.abc import Callable
from pathlib import Path

from firmware_host.assembly.build import open_house
from firmware_host.settings import Settings


def play(settings: Settings, record: Path | None, most: int, ready: Callable[[str], None]) -> None:
    """Play until SIGINT or SIGTERM; `ready` is told the address. What is seen is recorded into a folder, if given.

    A recording takes `most` bytes. One that fails at the start refuses to play; one that fails later leaves the game
    alone. Raises what open_house raises, and RecordingRefusedError.
    """
    if record is None:
        house = open_house(settings)
        try:
            house.serve(ready)
        finally:
            house.close()
        return
    # OpenCV takes a while to load: only once it is needed.
    from firmware_host.assembly.recording import players_word, recorder_in  # noqa: PLC0415

    with recorder_in(record, most, settings.data) as recorder:
        house = open_house(settings, recorder)
        try:
            with players_word(house, recorder):
                house.serve(ready)
        finally:
            house.close()

"""What is kept of the evening's earlier games so that the analysis need not work it out again, and for how long."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

from firmware_host.journal.errors import JournalError
from firmware_host.table.coach.analysis import Analyser

FIRST_EVENING = datetime(2026, 11, 21, 18, tzinfo=UTC)
COACH = cast("Any", SimpleNamespace(unit="points"))


class TwoEvenings:
    """A journal of two games on each of two evenings, which counts how often each is read; none can be read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def games(self) -> list[SimpleNamespace]:
        starts = [FIRST_EVENING + timedelta(days=day, hours=hour) for day in (1, 0) for hour in (1, 0)]
        names = ("d", "c", "b", "a")
        return [
            SimpleNamespace(id=name, events=1, started=started) for name, started in zip(names, starts, strict=True)
        ]

    def events(self, game: str) -> None:
        self.read.append(game)
        raise JournalError("it cannot be read")


def test_only_the_games_of_the_evening_are_remembered() -> None:
    journal = TwoEvenings()
    analyser = Analyser(cast("Any", journal))
    for game in "bbddb":
        analyser.prepare(cast("Any", SimpleNamespace(id=game, players=("Ada",))), COACH, lambda _: None)
    assert journal.read == ["a", "c", "a"]

"""What is kept of the evening's earlier games so that the analysis need not work it out again, and for how long."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

from firmware_host.journal.errors import JournalError
from firmware_host.table.coach.analysis import Analyser, Analysis, PlayerAnalysis, highlights
from firmware_host.table.coach.views import MomentView

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


def mistake(turn: int, change: float) -> MomentView:
    return MomentView(turn, ("1", "2", "3"), change, None)


def player(for_points: MomentView | None, for_win: MomentView | None) -> PlayerAnalysis:
    return PlayerAnalysis(
        "Ada", "#a3262a", 150.0, 0.0, 0.0, 0.0, 0.0, 150.0, None, for_points, costliest_for_win=for_win
    )


def worst(*players: PlayerAnalysis) -> tuple[int, str, int] | None:
    found = highlights(Analysis("g", "points", players, (), (), ()))
    return (found[0].seat, found[0].unit, found[0].moment.turn) if found else None


def test_the_costliest_mistake_is_the_one_that_cost_most_of_a_win() -> None:
    early, late, last = mistake(3, -9.0), mistake(11, -0.124), mistake(13, -0.3)
    assert worst(player(early, late), player(None, last)) == (1, "win", 13)
    assert worst(player(early, last), player(None, late)) == (0, "win", 13)
    assert worst(player(early, None), player(mistake(2, -12.0), None)) == (1, "points", 2)


def test_a_mistake_that_cost_next_to_nothing_of_a_win_hides_none_that_cost_points() -> None:
    trifle = mistake(12, -0.004)
    assert worst(player(mistake(3, -9.0), trifle)) == (0, "points", 3)
    assert worst(player(None, trifle)) == (0, "win", 12)
    assert worst(player(None, None)) is None

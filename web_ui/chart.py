"""The chances of winning as lines over the turns of a game, with axes, and as the table behind them. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass

LEFT, TOP, WIDTH, HEIGHT = 84, 16, 546, 200
"""Where the lines lie in the picture of analysis.html, in its units: right of the per cents and above the turns."""
MOST_LABELS = 7


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis: where it is, and what is written there (per cent, or the number of a turn)."""

    at: float
    value: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A line a player as points of a polyline, the marks on both axes, and a row a turn for the table.

    A row has the number of the turn, None for the end of the game, and each player's chance (0 to 1) when it began.
    """

    lines: tuple[str, ...]
    shares: tuple[Tick, ...]
    turns: tuple[Tick, ...]
    rows: tuple[tuple[int | None, tuple[float, ...]], ...]


def chart(chances: Sequence[Sequence[float]], rounds: Sequence[int]) -> Chart:
    """Return the chart of each player's chances (0 to 1) at moments that lie in these turns, the last being the end."""
    last = len(rounds) - 1
    begins = [at for at in range(last) if at == 0 or rounds[at] != rounds[at - 1]]
    every = -(-len(begins) // MOST_LABELS)
    return Chart(
        lines=tuple(" ".join(f"{_x(at, last):.1f},{_y(share):.1f}" for at, share in enumerate(row)) for row in chances),
        shares=tuple(Tick(_y(share), round(100 * share)) for share in (1.0, 0.5, 0.0)),
        turns=tuple(Tick(_x(at, last), rounds[at]) for at in begins[::every]),
        rows=tuple((None if at == last else rounds[at], tuple(row[at] for row in chances)) for at in (*begins, last)),
    )


def _x(at: int, last: int) -> float:
    return LEFT + WIDTH * at / max(last, 1)


def _y(share: float) -> float:
    return TOP + HEIGHT * (1 - share)

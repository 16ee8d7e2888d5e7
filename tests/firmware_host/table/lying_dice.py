"""Dice that lie in a tray, and turns that await them, for the referee's tests."""

from collections.abc import Sequence

from firmware_host.game.commands import Place
from firmware_host.table.referee import (
    LyingDie,
    Reading,
    TrayTurn,
    Trouble,
    TurnDie,
)

W = 60.0
OLD = [(100.0, 200.0), (250.0, 120.0), (400.0, 300.0), (550.0, 180.0), (700.0, 240.0)]
NEW = [(130.0, 400.0), (290.0, 420.0), (430.0, 90.0), (590.0, 380.0), (760.0, 60.0)]


def die(value: int, x: float, y: float, *, choices: tuple[int, ...] = ()) -> LyingDie:
    return LyingDie(Place(x, y, W), value, sure=not choices, choices=choices)


def at(values: Sequence[int], spots: Sequence[tuple[float, float]] = OLD) -> tuple[LyingDie, ...]:
    return tuple(die(value, x, y) for value, (x, y) in zip(values, spots, strict=False))


def reading(*dice: LyingDie, thrown: bool = True, problems: tuple[str, ...] = ()) -> Reading:
    return Reading(tuple(sorted(dice, key=lambda one: one.place.x)), thrown, problems)


FIRST = TrayTurn(5, 3)


def later(values: Sequence[int], held: Sequence[int], rolls_left: int = 2) -> tuple[TrayTurn, tuple[LyingDie, ...]]:
    """A turn whose roll lies at the old spots, with some dice held, and the dice at rest there."""
    dice = at(values)
    turn = TrayTurn(5, rolls_left, tuple(TurnDie(one.value, i in held, one.place) for i, one in enumerate(dice)))
    return turn, dice


def cocked(value: int, x: float, y: float, *, trouble: Trouble = "cocked", clear: bool = True) -> LyingDie:
    return LyingDie(Place(x, y, W), value, sure=False, choices=(value, value % 6 + 1), trouble=trouble, clear=clear)

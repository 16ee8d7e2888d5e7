"""Who is told what happens in the tray, and what is told back."""

from typing import Protocol

from vision.pipeline import SettledRoll


class KeptDie(Protocol):
    """A die that stays where it lies while the others are thrown: centre in picture pixels and its face."""

    @property
    def x(self) -> float:
        """Pixels from the left."""

    @property
    def y(self) -> float:
        """Pixels from the top."""

    @property
    def face(self) -> str:
        """Its label."""


class TrayListener(Protocol):
    """Told, from the eye's thread, what happens in the tray. Calls return at once."""

    def tray_moving(self, *, hand: bool = False) -> None:
        """Something moves, or a `hand` is in the tray, moving or not; told again when that changes."""

    def tray_settled(self, roll: SettledRoll) -> None:
        """Dice lie still."""

    def camera_lost(self, reason: str) -> None:
        """There are no pictures any more."""

    def camera_back(self) -> None:
        """There are pictures again; a settled roll follows."""

    def notices_changed(self) -> None:
        """What `Eye.notices` tells is not what it told before."""

"""The camera as the game uses it: refusals in place of device errors, and no throws while the tray is leased."""

from collections.abc import Callable, Sequence

from firmware_host.game.state import Game
from firmware_host.table.corrections import CorrectedDie
from firmware_host.table.device_text import DEVICE_ERRORS, sentence_of
from firmware_host.table.errors import TableRefusal
from firmware_host.table.lease.tray import TRAY_LEASED
from firmware_host.table.ports import CameraPort, KeptDie, Notice
from firmware_host.words import joined, say


class TrayCamera:
    """Wraps a `CameraPort`; `leased` returns whether setup has the tray. Only the table's writer calls it."""

    def __init__(self, camera: CameraPort, leased: Callable[[], bool]) -> None:
        self._camera = camera
        self._leased = leased

    @property
    def source(self) -> str:
        """The source being watched."""
        return self._camera.source

    @property
    def can_throw(self) -> bool:
        """Whether the source throws on request."""
        return self._camera.can_throw

    @property
    def leased(self) -> bool:
        """Whether setup has the tray."""
        return self._leased()

    def notices(self) -> tuple[Notice, ...]:
        """Return what people should know about tray and camera."""
        return (*((Notice(TRAY_LEASED),) if self.leased else ()), *self._camera.notices())

    def use_dice_of(self, game: Game | None) -> None:
        """Read only the kind of dice the game is played with; without a game nothing changes."""
        if game is not None:
            self._camera.dice.use_kind(game.faces)

    def require_tray(self) -> None:
        """Raise TableRefusal while setup has the tray."""
        if self.leased:
            raise TableRefusal(joined(TRAY_LEASED, say("Finish there first.")))

    def throw(self, kept: Sequence[KeptDie], count: int) -> None:
        """Throw all of `count` dice except the kept ones; TableRefusal if that cannot be done."""
        self.change(lambda: self._camera.throw(kept, count))

    def use_source(self, spec: str) -> None:
        """Watch another source; TableRefusal if it cannot be opened."""
        self.change(lambda: self._camera.use_source(spec))

    def use_dice_set(self, name: str) -> None:
        """Read the dice by a dice set, "" for none; TableRefusal if it cannot be used."""
        self.change(lambda: self._camera.dice.use_set(name))

    def learn(self, corrected: Sequence[CorrectedDie]) -> None:
        """Teach the dice set in use the dice that players corrected."""
        if corrected and self._camera.dice.in_use:
            self._camera.dice.learn([(die.face, die.roll.die_example(die.die)) for die in corrected])

    @staticmethod
    def change(change: Callable[[], None]) -> None:
        """Change something about the camera; TableRefusal says why it cannot be done."""
        try:
            change()
        except DEVICE_ERRORS as error:
            raise TableRefusal(sentence_of(error)) from error

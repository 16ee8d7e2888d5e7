"""The lamps of the panel: lit over dice that are held, blinking over those that the coach would hold."""

from firmware_host.game.state import Game
from firmware_host.table.ports import Panel
from firmware_host.table.snapshot import PanelShown


class Lamps:
    """Lights the lamps of a panel, and only when they change."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._blinking: tuple[bool, ...] = ()

    def light(self, game: Game | None, hinted: tuple[bool, ...], stay: tuple[bool, ...] = ()) -> None:
        """Light the lamps for the dice of a game; `hinted` marks those to be held.

        `stay` marks the dice in the tray that are held by themselves while others are thrown again; empty where none.
        """
        held = [die.held for die in game.turn.dice] if game is not None and not game.over else []
        held = list(stay) or held
        lit = tuple((held + [False] * self._panel.buttons)[: self._panel.buttons])
        blinking = hinted[: self._panel.buttons]
        if lit != self._panel.lamps() or blinking != self._blinking:
            self._panel.show(lit, blinking)
            self._blinking = blinking

    def shown(self) -> PanelShown:
        """Return how they are lit."""
        return PanelShown(self._panel.name, self._panel.lamps(), self._blinking)

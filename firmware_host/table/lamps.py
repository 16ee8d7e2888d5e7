"""The lamps of the panel: on above held dice, blinking above those the coach would hold."""

from collections.abc import Sequence
from itertools import zip_longest

from firmware_host.game.state import Game
from firmware_host.table.ports import OFF, LampState, PanelPort
from firmware_host.table.snapshot import PanelView


class Lamps:
    """Sets the lamps of a panel, and only when they change."""

    def __init__(self, panel: PanelPort) -> None:
        self._panel = panel

    def light(self, game: Game | None, hinted: Sequence[bool], staying: Sequence[bool] = ()) -> None:
        """Set the lamps for the dice of a game; `hinted` marks those that the coach would hold.

        `staying` marks the dice in the tray that stay while others are thrown again; unless it is empty, their lamps
        are on instead of those of the held dice.
        """
        held = [die.held for die in game.turn.dice] if game is not None and not game.over else []
        states = [_state(lit, hint) for lit, hint in zip_longest(staying or held, hinted, fillvalue=False)]
        lamps = (*states, *(OFF,) * self._panel.buttons)[: self._panel.buttons]
        if lamps != self._panel.lamps():
            self._panel.show(lamps)

    def view(self) -> PanelView:
        """Return the panel as pages show it."""
        return PanelView(self._panel.name, self._panel.lamps())


def _state(lit: bool, hinted: bool) -> LampState:
    if lit:
        return "on"
    return "blinking" if hinted else "off"

"""Writes the rolls of the tray into the ledger, each with its pictures."""

from collections.abc import Sequence

from firmware_host.errors import DiceTableError
from firmware_host.game.commands import RecordRoll, SetHold
from firmware_host.game.state import Game
from firmware_host.rules.dice import face_of
from firmware_host.table.errors import TableRefusal
from firmware_host.table.ledger import Ledger
from firmware_host.table.pictures import PictureNotKeptError, Pictures
from firmware_host.table.referee import CountedRoll, count_by_hand
from firmware_host.table.tray import Tray
from firmware_host.words import say


class Rolls:
    """The way of a roll from the tray to the ledger. Only the table's writer calls it."""

    def __init__(self, ledger: Ledger, tray: Tray, pictures: Pictures) -> None:
        self._ledger = ledger
        self._tray = tray
        self._pictures = pictures

    def record(self, game: Game, roll: CountedRoll) -> str:
        """Record a roll of the tray; held dice that are not among the kept ones are released.

        Returns why its pictures could not be kept, in a sentence; empty where they were.
        """
        released = [SetHold(i, held=False) for i, die in enumerate(game.turn.dice) if die.held and i not in roll.was]
        photo, notice = self._keep_pictures(game, roll)
        try:
            self._ledger.do(*released, RecordRoll(roll.values, roll.kept, roll.places, photo))
        except DiceTableError:
            if photo is not None:
                self._pictures.discard(photo)
            raise
        return notice

    def by_hand(self, game: Game, values: Sequence[int], *, moving: bool) -> CountedRoll | None:
        """Return the roll of values that a player entered, left to right, where the dice that lie may be these.

        None where they may not, or where dice are `moving`. TableRefusal where a held die would change.
        """
        for i, (die, value) in enumerate(zip(game.turn.dice, values, strict=False)):
            if die.held and die.value != value:
                raise TableRefusal(
                    say(
                        "Die {die} is held and shows {face}, so it cannot show anything else now. Release it first, "
                        "or enter it as it is.",
                        die=i + 1,
                        face=face_of(die.value, game.faces),
                    )
                )
        reading = self._tray.reading if self._tray.state == "still" and not moving else None
        return None if reading is None else count_by_hand(self._tray.turn(game), reading, values)

    def _keep_pictures(self, game: Game, roll: CountedRoll) -> tuple[str | None, str]:
        """Keep the pictures of a roll; returns the photo's name, or None and why there is none."""
        tray = self._tray.roll
        if tray is None:
            return None, ""
        fresh = self._tray.cuts
        old = self._pictures.cuts(game.turn.photo, len(game.turn.dice))
        cuts = [
            fresh[seen] if seen is not None else self._pictures.read(old[was]) if old and was is not None else None
            for seen, was in zip(roll.seen, roll.was, strict=True)
        ]
        try:
            return self._pictures.keep(game.id, self._ledger.rolls + 1, tray.picture_jpeg(), cuts), ""
        except PictureNotKeptError as error:
            return None, error.sentence

"""What happens to a roll: judged in the tray, recorded in the game with its pictures, noted by tray and corrections."""

from collections.abc import Sequence

from firmware_host.errors import DiceTableError
from firmware_host.game.commands import RecordRoll, SetHold
from firmware_host.game.state import Game
from firmware_host.rules.dice import face_of
from firmware_host.table.corrections import Corrections
from firmware_host.table.errors import TableRefusal
from firmware_host.table.game_session import GameSession
from firmware_host.table.pictures import PictureNotSavedError, Pictures
from firmware_host.table.referee import CountedRoll, NoRoll, count_by_hand
from firmware_host.table.snapshot import QuestionView
from firmware_host.table.tray.keep_rail import KeepRail
from firmware_host.table.tray.tray import Tray
from firmware_host.words import say


class RollRecorder:
    """Records rolls. Only the table's writer calls it.

    Methods that record one return a sentence on why its pictures could not be saved; empty if they were.
    """

    def __init__(
        self, session: GameSession, tray: Tray, rail: KeepRail, corrections: Corrections, pictures: Pictures
    ) -> None:
        self._session = session
        self._tray = tray
        self._rail = rail
        self._corrections = corrections
        self._pictures = pictures

    def judge(self) -> str | None:
        """Judge the dice at rest and record them if they are a roll; None if they are not."""
        game = self._session.game
        if game is None or game.over:
            return None
        verdict = self._tray.judge(game)
        if isinstance(verdict, CountedRoll):
            return self.record(game, verdict)
        self._tray.conclude(verdict, game)
        return None

    def name(self, die: int, value: int) -> str | None:
        """Take a player's word for a die, and judge again; TableRefusal if it cannot be named."""
        self._session.playing()
        before = self._tray.reading
        self._tray.name(die, value)
        try:
            return self.judge()
        except DiceTableError:
            self._tray.reading = before
            raise

    def accept(self, game: Game, *, moving: bool) -> str:
        """Record these dice; TableRefusal if they cannot be counted, or while dice are `moving`."""
        verdict = None if moving else self._tray.judge(game, accept=True)
        if isinstance(verdict, CountedRoll):
            return self.record(game, verdict)
        if isinstance(verdict, NoRoll | QuestionView) and verdict.text:
            raise TableRefusal(verdict.text)
        raise TableRefusal(say("No dice have come to rest in the tray yet. Wait a moment."))

    def entered(self, game: Game, values: Sequence[int], *, moving: bool) -> CountedRoll | None:
        """Return the roll that a player entered, left to right, if the dice in the tray may be these.

        None if they may not, or while dice are `moving`. TableRefusal if a held die would change.
        """
        for i, (die, value) in enumerate(zip(game.turn.dice, values, strict=False)):
            if die.held and die.value != value:
                raise TableRefusal(
                    say(
                        "Die {die} is held and shows {face}. Release it first, or enter {face} for it.",
                        die=i + 1,
                        face=face_of(die.value, game.faces),
                    )
                )
        reading = self._tray.reading if self._tray.state == "still" and not moving else None
        return None if reading is None else count_by_hand(self._tray.turn(game), reading, values)

    def record(self, game: Game, roll: CountedRoll) -> str:
        """Record a roll of the tray; held dice that were thrown anyway are released."""
        released = [SetHold(i, held=False) for i, die in enumerate(game.turn.dice) if die.held and i not in roll.was]
        photo, notice = self._save_pictures(game, roll)
        try:
            self._session.do(*released, RecordRoll(roll.values, roll.kept, roll.places, photo))
        except DiceTableError:
            if photo is not None:
                self._pictures.discard(photo)
            raise
        self._note(roll)
        return notice

    def _note(self, roll: CountedRoll) -> None:
        """Tell tray, corrections and keep rail what has been recorded."""
        game = self._session.current
        self._tray.note_counted(game, roll.seen)
        if self._tray.roll is not None:
            thrown = [seen if was is None else None for seen, was in zip(roll.seen, roll.was, strict=True)]
            self._corrections.note_roll(game, self._tray.roll, thrown)
        self._rail.update()

    def _save_pictures(self, game: Game, roll: CountedRoll) -> tuple[str | None, str]:
        """Save the pictures of a roll; returns the photo's name, or None and why there is none.

        Where the disk has no room for any, a notice says so for as long as it lasts, and nothing is said of this one.
        """
        tray = self._tray.roll
        if tray is None or not self._pictures.room.for_pictures():
            return None, ""
        fresh = self._tray.cuts
        old = self._pictures.cuts(game.turn.photo, len(game.turn.dice))
        cuts = [
            fresh[seen] if seen is not None else self._pictures.read(old[was]) if old and was is not None else None
            for seen, was in zip(roll.seen, roll.was, strict=True)
        ]
        try:
            return self._pictures.save(game.id, self._session.rolls + 1, tray.picture_jpeg(), cuts), ""
        except PictureNotSavedError as error:
            return None, error.sentence

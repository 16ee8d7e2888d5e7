"""The tray between readings: the last reading, which of its dice are at rest, and what the referee said of it."""

from collections.abc import Sequence
from dataclasses import replace

from firmware_host.game.state import Game
from firmware_host.rules.dice import SIDES, face_of, off_the_die
from firmware_host.table.errors import TableRefusal
from firmware_host.table.ports import KeptDie, SeenRoll
from firmware_host.table.referee import (
    BEFORE_THE_BOX,
    CountedRoll,
    LyingDie,
    Reading,
    TrayTurn,
    TurnDie,
    Verdict,
    adopt,
    at_rest_after,
    exchanged,
    found_again,
    judge,
    match_held,
    placed,
    still_at_rest,
    with_held_found,
)
from firmware_host.table.snapshot import DieSpot, DieView, QuestionView, TrayState
from firmware_host.table.tray.reading import reading_of
from firmware_host.words import joined, say, say_count


class Tray:
    """What lies in the tray, as far as the camera has reported it. Only the table's writer calls it.

    `roll` is the last settled roll and `reading` the same in values; both are None before the first, and stay while
    dice move, because a die that has moved is recognised by what lay there before. `on_rail` are the dice of the turn's
    roll that lie on the keep rail. The words for dice are those of the room's README.
    """

    def __init__(self) -> None:
        self.state: TrayState = "waiting"
        self.lost = ""
        self.hand = False
        self.roll: SeenRoll | None = None
        self.reading: Reading | None = None
        self.cuts: tuple[bytes, ...] = ()
        self.verdict: Verdict | None = None
        self.on_rail: frozenset[int] = frozenset()
        self._names: tuple[str, ...] = ()
        self._faces = "pips"
        self._at_rest: tuple[LyingDie, ...] = ()
        self._at_rest_outside: tuple[LyingDie, ...] = ()
        self._staying: tuple[LyingDie, ...] = ()
        self._dice: tuple[TurnDie, ...] = ()
        self._open = False
        self._offered = False
        self._trust_next = True

    def note_moving(self, *, hand: bool = False) -> None:
        """Note that something is moving, or that a hand is in the tray: the last reading no longer counts."""
        self.state = "moving"
        self.hand = hand
        self._close()

    def note_lost(self, reason: str) -> None:
        """Note that there will be no pictures until `note_back`."""
        self.state = "lost"
        self.lost = reason
        self._close()

    def note_back(self) -> None:
        """Note that there are pictures again; dice found in the tray are not a throw."""
        self.state = "waiting"
        self._trust_next = False

    def begin_view(self) -> None:
        """Forget places: another source or other corners change them, and dice found there are not a throw."""
        self.state = "waiting"
        self.roll = self.reading = None
        self._at_rest = self._at_rest_outside = self._staying = ()
        self._trust_next = False
        self._close()

    def distrust_next(self) -> None:
        """Treat the next reading as dice already counted: their roll was entered by hand."""
        self._trust_next = False

    def note_settled(
        self,
        roll: SeenRoll,
        game: Game | None,
        cuts: tuple[bytes, ...],
        names: tuple[str, ...],
        *,
        thrown: bool = False,
    ) -> None:
        """Take in dice at rest, with their cut-outs and the names of the cut-outs.

        `thrown`: the program asked for a throw, so the dice were thrown even if nobody saw them move, and even if they
        look as they did before.
        """
        if self.reading is not None and game is not None:
            turn = self.turn(game)
            self._dice = with_held_found(turn, self._at_rest, self.reading)
            self._at_rest = at_rest_after(turn, self._at_rest, self.reading)
        if thrown:
            self._at_rest = ()
        faces = game.faces if game is not None else self._faces
        reading = reading_of(roll, faces)
        self._at_rest_outside = still_at_rest(self._at_rest_outside, reading.outside)
        reading = replace(
            reading,
            thrown=thrown or (reading.thrown and self._trust_next),
            outside=tuple(die for die in reading.outside if die not in self._at_rest_outside),
        )
        if game is not None and reading.thrown and not thrown:
            self._dice, self._at_rest = exchanged(self.turn(game), self._at_rest, reading)
        self.state = "still"
        self.roll, self.reading, self.cuts = roll, reading, cuts
        self._names, self._faces = names, faces
        self.verdict = None
        self._open = True
        self._offered = not reading.thrown
        self._trust_next = True
        if not reading.thrown:
            self._at_rest, self._at_rest_outside = reading.dice, (*self._at_rest_outside, *reading.outside)
            if game is not None:
                self._dice = adopt(self.turn(game), reading)

    def update_rail(self, game: Game) -> frozenset[int]:
        """Find out which dice of the turn's roll are on the keep rail now, and return them as `on_rail`.

        Notes where hands have put dice on the rail or taken them off: they were not thrown. Nothing is concluded from a
        picture with a problem: the camera may have been moved, and the rail with it.
        """
        reading = self.reading
        if self.state != "still" or reading is None or reading.problems:
            return self.on_rail
        if not self.on_rail and not any(die.on_rail for die in reading.dice):
            return self.on_rail
        turn = self.turn(game)
        found = found_again(turn, self._at_rest, reading, self.on_rail)
        left = tuple(LyingDie(die.place, die.value) for i in found if (die := turn.dice[i]).place is not None)
        elsewhere = [old for old in self._at_rest if not still_at_rest(left, (old,))]
        self._at_rest = (*elsewhere, *(reading.dice[j] for j in found.values()))
        self._dice = tuple(
            replace(die, place=reading.dice[found[i]].place) if i in found else die for i, die in enumerate(turn.dice)
        )
        self.on_rail = frozenset(i for i, j in found.items() if reading.dice[j].on_rail)
        return self.on_rail

    def judge(self, game: Game, *, accept: bool = False) -> Verdict | None:
        """Ask the referee about the dice at rest; None if there are none, or they have been judged for good."""
        if self.state != "still" or self.reading is None or not (self._open or accept):
            return None
        staying = self._staying if game.cocked == "throw" else ()
        return judge(self.turn(game), self._at_rest, self.reading, staying=staying, accept=accept)

    def conclude(self, verdict: Verdict | None, game: Game) -> None:
        """Note what the referee said, and which dice stay while those that are not flat are thrown again."""
        self.verdict = verdict
        if isinstance(verdict, QuestionView) and verdict.rethrow and self.reading is not None:
            held = match_held(self.turn(game), self._at_rest, self.reading.dice).values()
            dice = enumerate(self.reading.dice)
            self._staying = tuple(die for i, die in dice if i not in verdict.rethrow and i not in held)

    def offer(self) -> None:
        """Offer to count these dice: their roll could not be saved."""
        self._offered = True

    def may_accept(self, game: Game) -> bool:
        """Whether to offer to count these dice although no question was asked."""
        return self._offered and isinstance(self.judge(game, accept=True), CountedRoll)

    def name(self, die: int, value: int) -> None:
        """Take a player's word for an unsure die of the reading (0-based from the left; value 1-6)."""
        if self.state != "still" or self.reading is None:
            raise TableRefusal(say("No dice have come to rest in the tray yet. Wait a moment."))
        if not 0 <= die < len(self.reading.dice):
            no_die = say("There is no die {die} in the tray.", die=die + 1)
            lie = say_count(
                "There is {count} die in the tray.", "There are {count} dice in the tray.", len(self.reading.dice)
            )
            raise TableRefusal(joined(no_die, lie))
        if value not in range(1, SIDES + 1):
            raise TableRefusal(off_the_die(value))
        old = self.reading.dice[die]
        if old.sure:
            raise TableRefusal(
                say(
                    "Die {die} was read clearly. If it is wrong, correct it once the roll is counted.",
                    die=die + 1,
                )
            )
        if isinstance(self.verdict, QuestionView) and die in self.verdict.dice and not self.verdict.can_name:
            raise TableRefusal(self.verdict.text)
        named = replace(old, value=value, sure=True, trouble="")
        dice = (*self.reading.dice[:die], named, *self.reading.dice[die + 1 :])
        self.reading = replace(self.reading, dice=dice)

    def note_counted(self, game: Game, seen: Sequence[int | None]) -> None:
        """Note that the reading is now the game's current roll; `seen` gives each die's index in the reading."""
        self.begin(game)
        if self.reading is not None:
            lying = self.reading.dice
            self._dice = tuple(
                die if i is None else replace(die, read_as=die.read_as | lying[i].faces)
                for die, i in zip(self._dice, seen, strict=True)
            )

    def begin(self, game: Game, *, offered: bool = False, turn_ended: bool = False) -> None:
        """Treat all dice in the tray as at rest: the game has moved on or back (a box was scored, a step undone).

        `offered`: the dice may well be the roll that is awaited (their roll was undone). `turn_ended`: a turn has just
        ended; the table asks about dice that the next player threw before that, so that no roll is lost.
        """
        early = turn_ended and self._thrown_early(game)
        self._dice = _turn_dice(game)
        self._staying = ()
        self.on_rail = frozenset()
        if self.roll is not None and self.reading is not None:
            if game.faces != self._faces:
                self.reading, self._faces = reading_of(self.roll, game.faces), game.faces
            self._at_rest = self.reading.dice
            if self.state == "still":
                self._dice = placed(self._dice, self.reading)
            self._at_rest_outside = (*self._at_rest_outside, *self.reading.outside)
        else:
            self._at_rest = tuple(LyingDie(die.place, die.value) for die in game.turn.dice if die.place is not None)
        self._close()
        self._offered = offered
        if early and not game.over:
            self.verdict = QuestionView("early", (), BEFORE_THE_BOX, can_accept=True, can_enter=True)

    def turn(self, game: Game) -> TrayTurn:
        """Return the game's turn, with the places where its dice were last seen."""
        if len(self._dice) != len(game.turn.dice):
            self._dice = _turn_dice(game)
        dice = tuple(
            replace(known, value=die.value, held=die.held, read_as=known.read_as | {die.read})
            for known, die in zip(self._dice, game.turn.dice, strict=True)
        )
        return TrayTurn(game.turn.size, game.turn.rolls_left, dice, game.turn.ending, game.cocked, game.faces)

    def kept(self, game: Game) -> tuple[KeptDie, ...]:
        """Return the dice to keep in the next throw, with their places; TableRefusal if one was never seen.

        These are the held dice, or all the others while a die that is not flat is to be thrown again.
        """
        if self.reading is not None and (staying := self._not_thrown_again()):
            lying = [die for die, stays in zip(self.reading.dice, staying, strict=True) if stays]
            return tuple(KeptDie(die.place.x, die.place.y, face_of(die.value, game.faces)) for die in lying)
        unseen = self.unseen(game)
        if unseen:
            raise TableRefusal(unseen)
        held = [(die.place, die.value) for die in self.turn(game).dice if die.held]
        return tuple(
            KeptDie(place.x, place.y, face_of(value, game.faces)) for place, value in held if place is not None
        )

    def unseen(self, game: Game) -> str:
        """Say that a held die was never seen, so that nothing can be thrown around it; empty if all were."""
        turn = self.turn(game)
        unseen = next((i for i in turn.held if turn.dice[i].place is None), None)
        if unseen is None:
            return ""
        way_out = (
            say("Enter the next roll by hand too.")
            if game.player.opponent
            else say("Release it, or enter the next roll by hand too.")
        )
        lost = say(
            "Held die {die} was entered by hand, so the camera does not know where it is.",
            die=unseen + 1,
        )
        return joined(lost, way_out)

    def staying(self) -> tuple[bool, ...]:
        """Which dice in the tray stay, with their lamps on; empty unless some must be thrown again alone."""
        question = self.verdict if isinstance(self.verdict, QuestionView) else None
        return () if question is None or question.can_name else self._not_thrown_again()

    def view(self) -> tuple[DieView, ...]:
        """Return the dice at rest, as pages show them."""
        if self.state != "still" or self.reading is None or self.roll is None:
            return ()
        verdict = self.verdict if isinstance(self.verdict, QuestionView) else None
        staying = self.staying() or (False,) * len(self.reading.dice)
        width, height = self.roll.size
        return tuple(
            DieView(
                value=die.value,
                sure=die.sure,
                choices=() if die.sure or (verdict and i in verdict.rethrow and not verdict.can_name) else die.choices,
                picture=name,
                stays=stays,
                spot=DieSpot(die.place.x / width, die.place.y / height, die.place.size / width),
            )
            for i, (die, name, stays) in enumerate(zip(self.reading.dice, self._names, staying, strict=True))
        )

    def _not_thrown_again(self) -> tuple[bool, ...]:
        """Which dice in the tray stay if those that are not flat are thrown again; empty if all are flat."""
        verdict = self.verdict
        if self.reading is None or not isinstance(verdict, QuestionView) or not verdict.rethrow:
            return ()
        return tuple(i not in verdict.rethrow for i in range(len(self.reading.dice)))

    def _thrown_early(self, game: Game) -> bool:
        """Whether all dice in the tray were thrown since the last roll was counted."""
        reading = self.reading
        if self.state != "still" or reading is None or not reading.thrown or game.turn.dice:
            return False
        return len(reading.dice) == game.turn.size and not still_at_rest(self._at_rest, reading.dice)

    def _close(self) -> None:
        self.verdict = None
        self._open = False
        self._offered = False


def _turn_dice(game: Game) -> tuple[TurnDie, ...]:
    """Return the dice of the game's roll as the game knows them."""
    return tuple(TurnDie(die.value, die.held, die.place, frozenset({die.read})) for die in game.turn.dice)

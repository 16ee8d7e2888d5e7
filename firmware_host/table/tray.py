"""What lies in the tray, as far as the table has been told: the last settled reading and which dice have not moved."""

from collections.abc import Sequence
from dataclasses import replace

from firmware_host.game.commands import Place
from firmware_host.game.state import Game
from firmware_host.rules.dice import SIDES, face_names, face_of, off_the_die
from firmware_host.table.devices import words_of
from firmware_host.table.errors import TableRefusal
from firmware_host.table.ports import KeptDie, SeenDie, SettledRoll
from firmware_host.table.referee import (
    BEFORE_THE_BOX,
    CountedRoll,
    LyingDie,
    Reading,
    Trouble,
    Turn,
    TurnDie,
    Verdict,
    adopt,
    exchanged,
    follow_held,
    found_again,
    judge,
    match_held,
    placed,
    resting_after,
    still_resting,
)
from firmware_host.table.snapshot import QuestionShown, SeenShown, TrayState
from firmware_host.words import joined, say, say_count

CHOICES = 2  # faces offered for an unsure die


class Tray:
    """The tray between readings. Only the table's writer calls it.

    `roll` is what the eye gave last and `reading` the same in values; both are None until dice have lain still, and
    stay while the dice move, because what moves is told by what lay there before.
    """

    def __init__(self) -> None:
        self.state: TrayState = "waiting"
        self.lost = ""
        self.hand = False
        self.roll: SettledRoll | None = None
        self.reading: Reading | None = None
        self.cuts: tuple[bytes, ...] = ()
        self.verdict: Verdict | None = None
        self.railed: frozenset[int] = frozenset()
        self._names: tuple[str, ...] = ()
        self._faces = "pips"
        self._resting: tuple[LyingDie, ...] = ()
        self._staying: tuple[LyingDie, ...] = ()
        self._beside: tuple[LyingDie, ...] = ()
        self._dice: tuple[TurnDie, ...] = ()
        self._open = False
        self._offered = False
        self._trust_next = True

    def moving(self, *, hand: bool = False) -> None:
        """Note that something moves, or that a hand is in the tray: what was read no longer counts."""
        self.state = "moving"
        self.hand = hand
        self._close()

    def camera_lost(self, reason: str) -> None:
        """Watch nothing until `camera_back`."""
        self.state = "lost"
        self.lost = reason
        self._close()

    def camera_back(self) -> None:
        """Watch again; what is found lying is no throw."""
        self.state = "waiting"
        self._trust_next = False

    def new_view(self) -> None:
        """Forget places, which another source or other corners tell anew; what lies there then is no throw."""
        self.state = "waiting"
        self.roll = self.reading = None
        self._resting = self._staying = self._beside = ()
        self._trust_next = False
        self._close()

    def distrust_next(self) -> None:
        """Take the next reading for dice that lie there already: its roll was entered by hand."""
        self._trust_next = False

    def settled(
        self,
        roll: SettledRoll,
        game: Game | None,
        cuts: tuple[bytes, ...],
        names: tuple[str, ...],
        *,
        thrown: bool = False,
    ) -> None:
        """Take in dice that lie still, with their cut-outs and the names of these.

        `thrown`: a throw was asked of the eye, so they were thrown even if it has not seen them move, and even where
        they lie as they lay before.
        """
        if self.reading is not None and game is not None:
            turn = self.turn(game)
            self._dice = follow_held(turn, self._resting, self.reading)
            self._resting = resting_after(turn, self._resting, self.reading)
        if thrown:
            self._resting = ()
        faces = game.faces if game is not None else self._faces
        reading = _read(roll, faces)
        self._beside = still_resting(self._beside, reading.outside)
        reading = replace(
            reading,
            thrown=thrown or (reading.thrown and self._trust_next),
            outside=tuple(die for die in reading.outside if die not in self._beside),
        )
        if game is not None and reading.thrown and not thrown:
            self._dice, self._resting = exchanged(self.turn(game), self._resting, reading)
        self.state = "still"
        self.roll, self.reading, self.cuts = roll, reading, cuts
        self._names, self._faces = names, faces
        self.verdict = None
        self._open = True
        self._offered = not reading.thrown
        self._trust_next = True
        if not reading.thrown:
            self._resting, self._beside = reading.dice, (*self._beside, *reading.outside)
            if game is not None:
                self._dice = adopt(self.turn(game), reading)

    def follow_rail(self, game: Game) -> frozenset[int]:
        """Return, and keep as `railed`, which dice of the turn's roll lie on the keep rail now.

        Notes where dice are that hands have laid there or taken away: they were not thrown. Nothing is concluded from a
        picture that has a problem: the camera may have been moved, and the rail with it.
        """
        reading = self.reading
        if self.state != "still" or reading is None or reading.problems:
            return self.railed
        if not self.railed and not any(die.on_rail for die in reading.dice):
            return self.railed
        turn = self.turn(game)
        found = found_again(turn, self._resting, reading, self.railed)
        left = tuple(LyingDie(die.place, die.value) for i in found if (die := turn.dice[i]).place is not None)
        elsewhere = [old for old in self._resting if not still_resting(left, (old,))]
        self._resting = (*elsewhere, *(reading.dice[j] for j in found.values()))
        self._dice = tuple(
            replace(die, place=reading.dice[found[i]].place) if i in found else die for i, die in enumerate(turn.dice)
        )
        self.railed = frozenset(i for i, j in found.items() if reading.dice[j].on_rail)
        return self.railed

    def judge(self, game: Game, *, accept: bool = False) -> Verdict | None:
        """Ask the referee about the dice that lie still; None where none do, or they have been judged for good."""
        if self.state != "still" or self.reading is None or not (self._open or accept):
            return None
        staying = self._staying if game.cocked == "throw" else ()
        return judge(self.turn(game), self._resting, self.reading, staying=staying, accept=accept)

    def conclude(self, verdict: Verdict | None, game: Game) -> None:
        """Note what the referee said, and which dice stay until one that does not lie flat was thrown again."""
        self.verdict = verdict
        if isinstance(verdict, QuestionShown) and verdict.rethrow and self.reading is not None:
            held = match_held(self.turn(game), self._resting, self.reading.dice).values()
            dice = enumerate(self.reading.dice)
            self._staying = tuple(die for i, die in dice if i not in verdict.rethrow and i not in held)

    def stay(self) -> tuple[bool, ...]:
        """Which of the dice that lie are held by themselves now; empty where no die must be thrown again alone."""
        question = self.verdict if isinstance(self.verdict, QuestionShown) else None
        return () if question is None or question.can_name else self._not_thrown_again()

    def _not_thrown_again(self) -> tuple[bool, ...]:
        """Which of the dice that lie stay if those that do not lie flat are thrown again; empty where all lie flat."""
        verdict = self.verdict
        if self.reading is None or not isinstance(verdict, QuestionShown) or not verdict.rethrow:
            return ()
        return tuple(i not in verdict.rethrow for i in range(len(self.reading.dice)))

    def offer(self) -> None:
        """Offer that the dice be counted as they lie: their roll could not be kept."""
        self._offered = True

    def may_accept(self, game: Game) -> bool:
        """Whether to offer that the dice be counted as they lie, without a question having been asked."""
        return self._offered and isinstance(self.judge(game, accept=True), CountedRoll)

    def name(self, die: int, value: int) -> None:
        """Take a player's word for an unsure die of the reading (0-based from the left; value 1-6)."""
        if self.state != "still" or self.reading is None:
            raise TableRefusal(say("No dice lie still in the tray, so none can be named. Wait until they do."))
        if not 0 <= die < len(self.reading.dice):
            no_die = say("There is no die {die} in the tray.", die=die + 1)
            lie = say_count("{count} die lies in the tray.", "{count} dice lie in the tray.", len(self.reading.dice))
            raise TableRefusal(joined(no_die, lie))
        if value not in range(1, SIDES + 1):
            raise TableRefusal(off_the_die(value))
        old = self.reading.dice[die]
        if old.sure:
            raise TableRefusal(
                say(
                    "It is clear what die {die} shows. If it was misread, correct it once the roll is counted.",
                    die=die + 1,
                )
            )
        if isinstance(self.verdict, QuestionShown) and die in self.verdict.dice and not self.verdict.can_name:
            raise TableRefusal(self.verdict.text)
        named = replace(old, value=value, sure=True, trouble="")
        dice = (*self.reading.dice[:die], named, *self.reading.dice[die + 1 :])
        self.reading = replace(self.reading, dice=dice)

    def counted(self, game: Game, seen: Sequence[int | None]) -> None:
        """Note that the reading has become the game's current roll; `seen` gives each die's index in the reading."""
        self.begin(game)
        if self.reading is not None:
            lying = self.reading.dice
            self._dice = tuple(
                die if i is None else replace(die, read_as=die.read_as | lying[i].faces)
                for die, i in zip(self._dice, seen, strict=True)
            )

    def begin(self, game: Game, *, offered: bool = False, ended: bool = False) -> None:
        """Take all that lies here as at rest: the game stands elsewhere (a box was written, a step taken back).

        `offered`: what lies there may well be the roll that is awaited (its roll was taken back). `ended`: a turn has
        just ended; dice that the next player threw before that are asked about, so that no roll is lost.
        """
        early = ended and self._thrown_early(game)
        self._dice = tuple(TurnDie(die.value, die.held, die.place, frozenset({die.read})) for die in game.turn.dice)
        self._staying = ()
        self.railed = frozenset()
        if self.roll is not None and self.reading is not None:
            if game.faces != self._faces:
                self.reading, self._faces = _read(self.roll, game.faces), game.faces
            self._resting = self.reading.dice
            if self.state == "still":
                self._dice = placed(self._dice, self.reading)
            self._beside = (*self._beside, *self.reading.outside)
        else:
            self._resting = tuple(LyingDie(die.place, die.value) for die in game.turn.dice if die.place is not None)
        self._close()
        self._offered = offered
        if early and not game.over:
            self.verdict = QuestionShown("early", (), BEFORE_THE_BOX, can_accept=True, can_enter=True)

    def _thrown_early(self, game: Game) -> bool:
        """Whether the dice that lie were all thrown since the last roll was counted."""
        reading = self.reading
        if self.state != "still" or reading is None or not reading.thrown or game.turn.dice:
            return False
        return len(reading.dice) == game.turn.size and not still_resting(self._resting, reading.dice)

    def turn(self, game: Game) -> Turn:
        """Return the game's turn, with the places where its dice were seen last."""
        dice = game.turn.dice
        if len(self._dice) != len(dice):
            self._dice = tuple(TurnDie(die.value, die.held, die.place, frozenset({die.read})) for die in dice)
        placed = tuple(
            replace(mark, value=die.value, held=die.held, read_as=mark.read_as | {die.read})
            for mark, die in zip(self._dice, dice, strict=True)
        )
        return Turn(game.turn.size, game.turn.rolls_left, placed, game.turn.ending, game.cocked, game.faces)

    def kept(self, game: Game) -> tuple[KeptDie, ...]:
        """Return the dice that are not to be thrown, where they lie; TableRefusal where nobody saw one.

        These are the held dice, or all others while a die that did not lie flat is to be thrown again.
        """
        if self.reading is not None and (stay := self._not_thrown_again()):
            lying = [die for die, stays in zip(self.reading.dice, stay, strict=True) if stays]
            return tuple(KeptDie(die.place.x, die.place.y, face_of(die.value, game.faces)) for die in lying)
        kept = []
        for i, die in enumerate(self.turn(game).dice):
            if not die.held:
                continue
            if die.place is None:
                raise TableRefusal(
                    say(
                        "Nobody saw where the held die {die} lies, because its roll was entered by hand. Release it, "
                        "or enter the next roll by hand too.",
                        die=i + 1,
                    )
                )
            kept.append(KeptDie(die.place.x, die.place.y, face_of(die.value, game.faces)))
        return tuple(kept)

    def shown(self) -> tuple[SeenShown, ...]:
        """Return the dice that lie still, as pages show them."""
        if self.state != "still" or self.reading is None:
            return ()
        verdict = self.verdict if isinstance(self.verdict, QuestionShown) else None
        stay = self.stay() or (False,) * len(self.reading.dice)
        return tuple(
            SeenShown(
                value=die.value,
                sure=die.sure,
                choices=() if die.sure or (verdict and i in verdict.rethrow and not verdict.can_name) else die.choices,
                picture=name,
                stays=stays,
            )
            for i, (die, name, stays) in enumerate(zip(self.reading.dice, self._names, stay, strict=True))
        )

    def _close(self) -> None:
        self.verdict = None
        self._open = False
        self._offered = False


def _read(roll: SettledRoll, faces: str) -> Reading:
    problems = tuple(words_of(problem) for problem in roll.problems)
    dice, outside = (tuple(_lying(die, faces) for die in seen) for seen in (roll.dice, roll.outside))
    return Reading(dice, roll.thrown, problems, outside)


def _lying(seen: SeenDie, faces: str) -> LyingDie:
    """Return a seen die in values 1-6; one whose face is not on the game's dice is unsure."""
    x0, y0, x1, y1 = (float(side) for side in seen.box)  # the journal keeps plain numbers, not NumPy's
    place = Place((x0 + x1) / 2, (y0 + y1) / 2, max(1.0, (x1 - x0 + y1 - y0) / 2))
    names = face_names(faces)
    if seen.sure and seen.face in names:
        return LyingDie(place, names.index(seen.face) + 1, on_rail=seen.on_rail)
    trouble: Trouble = "stacked" if seen.trouble == "stacked" else "cocked" if seen.trouble else ""
    likely = tuple(dict.fromkeys(names.index(face) + 1 for face in (seen.face, *seen.likely) if face in names))
    choices = likely[:CHOICES] if len(likely) >= CHOICES else tuple(dict.fromkeys((*likely, *range(1, SIDES + 1))))
    clear = seen.clear and seen.face in names
    return LyingDie(place, choices[0], sure=False, choices=choices, trouble=trouble, clear=clear, on_rail=seen.on_rail)

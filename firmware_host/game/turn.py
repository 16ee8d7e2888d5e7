"""One turn: dice are thrown, held and thrown again, until a box is closed."""

from dataclasses import dataclass, replace

from firmware_host.game.commands import Place
from firmware_host.game.errors import GameRefusal
from firmware_host.rules.dice import DiceError, Roll, face_of
from firmware_host.words import Words, joined, say, say_count


@dataclass(frozen=True, slots=True)
class Ending:
    """What ends a turn, in sentences: as an order of its own, and as an alternative to something else."""

    order: str
    release_or: str
    throw_or: str
    hold_or: str


WRITE = Ending(
    order=say("Score a box."),
    release_or=say("Release a die, or score a box."),
    throw_or=say("Throw again, or score a box."),
    hold_or=say("Hold the dice to keep and throw the others, or score a box."),
)
STAND = Ending(
    order=say("Let your hand stand."),
    release_or=say("Release a die, or let your hand stand."),
    throw_or=say("Throw again, or let your hand stand."),
    hold_or=say("Hold the dice to keep and throw the others, or let your hand stand."),
)

NO_ROLLS_LEFT = say("No rolls are left in this turn.")


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table: the value it counts as, the value that was read, whether it is held, where it is."""

    value: int
    read: int
    held: bool = False
    place: Place | None = None

    @property
    def corrected(self) -> bool:
        """Whether somebody corrected what was read."""
        return self.value != self.read


@dataclass(frozen=True, slots=True)
class Turn:
    """The state of one turn; every method that changes it returns the next state or raises GameRefusal.

    A throw has `size` dice with `faces` ("pips" or "poker"); `limit` throws are allowed and `rolls_used` were made.
    `dice` are left to right and empty until the first throw; `photo` is the name of the last throw's picture.
    `ending` says what ends the turn.
    """

    size: int
    limit: int
    faces: str
    rolls_used: int = 0
    dice: tuple[Die, ...] = ()
    photo: str | None = None
    ending: Ending = WRITE

    @property
    def rolls_left(self) -> int:
        """How many throws are left in this turn."""
        return self.limit - self.rolls_used

    @property
    def held(self) -> tuple[Die, ...]:
        """The dice that are held, left to right."""
        return tuple(die for die in self.dice if die.held)

    @property
    def roll(self) -> Roll:
        """The dice as they count; GameRefusal before the first throw."""
        self.require_dice()
        return Roll(tuple(die.value for die in self.dice))

    def throw(
        self, values: tuple[int, ...], kept: tuple[bool, ...], places: tuple[Place, ...] = (), photo: str | None = None
    ) -> "Turn":
        """Take the dice of a throw, left to right; kept dice stay held and must be exactly the dice that were held."""
        if not self.rolls_left:
            raise GameRefusal(joined(NO_ROLLS_LEFT, self.ending.order))
        self._require_whole_throw(values, kept, places)
        kept_values = sorted(value for value, stays in zip(values, kept, strict=True) if stays)
        held_values = sorted(die.value for die in self.held)
        if not self.dice and kept_values:
            raise GameRefusal(say("The first throw of a turn is with all the dice. Throw them all."))
        if len(kept_values) == self.size:
            nothing_thrown = say("Every die was kept, so nothing was thrown.")
            raise GameRefusal(joined(nothing_thrown, self.ending.release_or))
        if kept_values != held_values:
            raise GameRefusal(self._not_as_held(held_values, kept_values))
        spots = places or (None,) * self.size
        dice = tuple(Die(value, value, stays, place) for value, stays, place in zip(values, kept, spots, strict=True))
        return replace(self, rolls_used=self.rolls_used + 1, dice=dice, photo=photo)

    def hold(self, die: int, held: bool) -> "Turn":
        """Hold or release one die (0-based from the left)."""
        self._require_die(die)
        if not self.rolls_left:
            no_need_to_hold = say("No rolls are left in this turn, so there is no need to hold dice.")
            raise GameRefusal(joined(no_need_to_hold, self.ending.order))
        return self._with_die(die, replace(self.dice[die], held=held))

    def correct(self, die: int, value: int) -> "Turn":
        """Count one die (0-based from the left) as `value` (1-6), whatever was read."""
        self._require_die(die)
        try:
            face_of(value, self.faces)
        except DiceError as error:
            raise GameRefusal(error.sentence) from error
        return self._with_die(die, replace(self.dice[die], value=value))

    def _with_die(self, die: int, new: Die) -> "Turn":
        return replace(self, dice=(*self.dice[:die], new, *self.dice[die + 1 :]))

    def require_dice(self) -> None:
        """Raise GameRefusal before the first throw."""
        if not self.dice:
            raise GameRefusal(say("There are no dice on the table yet. Throw the dice first."))

    def _require_die(self, die: int) -> None:
        self.require_dice()
        if not 0 <= die < self.size:
            raise GameRefusal(say("There is no die {die} on the table. Choose another die.", die=die + 1))

    def _require_whole_throw(self, values: tuple[int, ...], kept: tuple[bool, ...], places: tuple[Place, ...]) -> None:
        if len(values) != self.size:
            raise GameRefusal(
                joined(
                    say_count(
                        "This game is played with {count} die.", "This game is played with {count} dice.", self.size
                    ),
                    say_count("{count} die was thrown.", "{count} dice were thrown.", len(values)),
                    say("Use all the dice of the game, and no others."),
                )
            )
        if len(kept) != self.size or len(places) not in (0, self.size):
            raise GameRefusal(say("It is not clear which dice were kept, or where they are. Throw again."))
        try:
            Roll(values)
        except DiceError as error:
            raise GameRefusal(error.sentence) from error

    def _not_as_held(self, held: list[int], kept: list[int]) -> Words:
        hold = say("You hold {faces}.", faces=self._shown(held)) if held else say("You hold no dice.")
        if kept:
            stayed = say("In the tray, {faces} did not move.", faces=self._shown(kept))
        else:
            stayed = say("In the tray, all dice moved.")
        return joined(hold, stayed, say("Put the held dice back as they were, and throw the others again."))

    def _shown(self, values: list[int]) -> str:
        return " ".join(face_of(value, self.faces) for value in values)

"""One turn: the first throw is awaited, then dice lie, are held and thrown again until a box is written."""

from dataclasses import dataclass, replace

from firmware_host.game.commands import Place
from firmware_host.game.errors import GameRefusal
from firmware_host.rules.dice import DiceError, Roll, face_of
from firmware_host.words import Words, joined, say, say_count


@dataclass(frozen=True, slots=True)
class Ending:
    """What ends a turn, in sentences: as an order of its own, and beside what else may be done."""

    order: str
    release_or: str
    throw_or: str
    hold_or: str


WRITE = Ending(
    order=say("Write a box."),
    release_or=say("Release a die, or write a box."),
    throw_or=say("Throw again, or write a box."),
    hold_or=say("Hold the dice to keep and throw the others, or write a box."),
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
    """A die on the table: the value it counts for, the value that was read, whether it is held, where it lies."""

    value: int
    read: int
    held: bool = False
    place: Place | None = None

    @property
    def corrected(self) -> bool:
        """Whether somebody said that it shows something else than was read."""
        return self.value != self.read


@dataclass(frozen=True, slots=True)
class Turn:
    """The state of one turn; every move returns the next state or raises GameRefusal with a sentence.

    A throw has `size` dice with `faces` ("pips" or "poker"); `limit` throws are allowed and `rolls_used` were made.
    `dice` lie left to right and are empty until the first throw; `photo` is the name of the last throw's picture.
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
        """How many throws this turn still allows."""
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
        """Lay the dice of a throw, left to right; kept dice stay held and must be exactly the dice that were held."""
        if not self.rolls_left:
            raise GameRefusal(joined(NO_ROLLS_LEFT, self.ending.order))
        self._require_whole_throw(values, kept, places)
        kept_values = sorted(value for value, stays in zip(values, kept, strict=True) if stays)
        held_values = sorted(die.value for die in self.held)
        if not self.dice and kept_values:
            raise GameRefusal(say("The first throw of a turn is made with all the dice. Throw all of them."))
        if len(kept_values) == self.size:
            nothing_thrown = say("Every die was kept, so nothing was thrown.")
            raise GameRefusal(joined(nothing_thrown, self.ending.release_or))
        if kept_values != held_values:
            raise GameRefusal(self._not_as_held(held_values, kept_values))
        seats = places or (None,) * self.size
        dice = tuple(Die(value, value, stays, place) for value, stays, place in zip(values, kept, seats, strict=True))
        return replace(self, rolls_used=self.rolls_used + 1, dice=dice, photo=photo)

    def hold(self, die: int, held: bool) -> "Turn":
        """Hold or release one die (0-based from the left); the same turn where nothing changes."""
        self._require_die(die)
        if not self.rolls_left:
            nothing_to_hold_for = say("No rolls are left in this turn, so there is nothing to hold for.")
            raise GameRefusal(joined(nothing_to_hold_for, self.ending.order))
        return self._with_die(die, replace(self.dice[die], held=held))

    def correct(self, die: int, value: int) -> "Turn":
        """Let one die (0-based from the left) count as `value` (1-6), whatever was read."""
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
            raise GameRefusal(say("No dice lie on the table yet. Throw the dice first."))

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
                    say_count("Here is {count} die.", "Here are {count} dice.", len(values)),
                    say("Throw with all the dice of the game, and no others."),
                )
            )
        if len(kept) != self.size or len(places) not in (0, self.size):
            raise GameRefusal(say("It is not clear which dice were kept, or where they lie. Throw again."))
        try:
            Roll(values)
        except DiceError as error:
            raise GameRefusal(error.sentence) from error

    def _not_as_held(self, held: list[int], kept: list[int]) -> Words:
        hold = say("You hold {faces}.", faces=self._shown(held)) if held else say("You hold no dice.")
        if kept:
            stayed = say("In the tray {faces} stayed as they lay.", faces=self._shown(kept))
        else:
            stayed = say("In the tray no dice stayed as they lay.")
        return joined(hold, stayed, say("Lay the held dice back as they were, and throw the others again."))

    def _shown(self, values: list[int]) -> str:
        return " ".join(face_of(value, self.faces) for value in values)

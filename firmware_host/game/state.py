"""A game at one moment: whose turn it is, every card or the match, the clocks, and who has won."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.game.commands import Player
from firmware_host.game.turn import Turn
from firmware_host.rules.match import Match
from firmware_host.rules.options import Options
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.scorecard import Scorecard
from firmware_host.words import Words, say

Slot = tuple[int, str, int]
"""A slot of a card: seat (0-based), box id, slot of the box (0-based)."""


@dataclass(frozen=True, slots=True)
class Position:
    """What changes during a game: whose seat (0-based) is to play, every card, the turn, the match in a game of hands.

    `photos` has the name of the photo of the roll scored in each slot, if there is one. `spent` is the thinking time in
    milliseconds that the seat to play had spent when this turn began, 0 in a game without clocks. `won_at_once` is the
    seat that has won on a first roll, which ended the game; None in nearly all games. `saved` is how many rolls each
    seat has saved, the turn that is played not counted; empty in games without saved rolls.
    """

    seat: int
    cards: tuple[Scorecard, ...]
    turn: Turn
    photos: Mapping[Slot, str] = field(default_factory=dict)
    match: Match | None = None
    spent: int = 0
    won_at_once: int | None = None
    saved: tuple[int, ...] = ()

    @property
    def turns_ended(self) -> tuple[int, ...]:
        """How many turns each seat has ended, roll-offs included."""
        if self.match is None:
            return tuple(card.slots_closed for card in self.cards)
        hands = [made.seat for made in self.match.hands]
        return tuple(map(hands.count, range(self.match.seats)))


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment; `past` holds the positions before each step that can be undone, oldest first.

    `spent` is the thinking time of each seat in milliseconds and `rewarded` how many turns it has got an increment for,
    both empty in a game without clocks. While it is `paused`, nobody plays. `cut_off` is the position in which time ran
    out, if it did. `coach` says when the coach speaks, `cocked` what to do with a cocked die.
    """

    id: str
    ruleset: Ruleset
    options: Options
    faces: str
    players: tuple[Player, ...]
    now: Position
    past: tuple[Position, ...] = ()
    abandoned: bool = False
    spent: tuple[int, ...] = ()
    rewarded: tuple[int, ...] = ()
    paused: bool = False
    cut_off: Position | None = None
    coach: str = "off"
    cocked: str = "ask"

    @property
    def turn(self) -> Turn:
        """The current turn; a new one after the last of the game."""
        return self.now.turn

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.now.seat]

    @property
    def card(self) -> Scorecard:
        """The card of the player whose turn it is."""
        return self.now.cards[self.now.seat]

    @property
    def out_of_time(self) -> int | None:
        """The seat whose thinking time has run out, which ended the game; None if nobody's has."""
        return next((seat for seat in range(len(self.spent)) if self.time_left(seat) <= 0), None)

    def time_left(self, seat: int) -> int:
        """Return how many milliseconds a seat may still think, in a game with clocks: 0 or less once they ran out."""
        allowed = self.ruleset.clock_s + self.ruleset.increment_s * self.rewarded[seat]
        return 1000 * allowed - self.spent[seat]

    @property
    def finished(self) -> bool:
        """Whether the game came to its end: every box closed, every round or all won at once, a player out of time."""
        if self.out_of_time is not None or self.now.won_at_once is not None:
            return True
        return self.now.match.over if self.now.match else all(card.complete for card in self.now.cards)

    @property
    def over(self) -> bool:
        """Whether no more turns are played: finished or abandoned."""
        return self.abandoned or self.finished

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats that won, several if equal; none unless the game was played to its end.

        The most rounds win a match, the most points (then the highest total) a game that counts points, the highest
        total any other game. Who wins at once needs none of that.
        """
        if self.abandoned or not self.finished:
            return ()
        if self.now.won_at_once is not None:
            return (self.now.won_at_once,)
        if self.now.match:
            results = [(won, 0) for won in self.now.match.won]
        else:
            results = [(card.points or 0, card.total) for card in self.now.cards]
        return tuple(seat for seat, result in enumerate(results) if result == max(results))


def time_is_up(game: Game) -> Words:
    """Say whose thinking time has run out and so ended the game."""
    return say("{player} has run out of thinking time.", player=game.players[game.out_of_time or 0].name)

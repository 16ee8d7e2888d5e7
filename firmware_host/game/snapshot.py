"""The whole of a game as plain values for pages and panels: what is shown, never what is decided."""

from collections.abc import Mapping
from dataclasses import dataclass

from firmware_host.game.session import Game
from firmware_host.rules.dice import face_of
from firmware_host.rules.scorecard import Choice, Entry


@dataclass(frozen=True, slots=True)
class DieShown:
    """One die of the current roll, left to right."""

    value: int
    face: str
    held: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class BoxShown:
    """One cell of the card: points written (None while open), the photo of their roll, what the dice now offer.

    `offer`, `writable`, `strikable` and `why_not` speak of the player whose turn it is, once dice lie; elsewhere they
    are empty. A box with several slots shows the sum of those written, and an offer while one is open.
    """

    box: str
    points: int | None
    struck: bool
    offer: int | None
    writable: bool
    strikable: bool
    why_not: str
    photo: str | None


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """One column of the card, with its running total."""

    name: str
    colour: str
    boxes: tuple[BoxShown, ...]
    bonuses: Mapping[str, int]
    total: int


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game at one moment.

    `current` is the seat (0-based) whose turn it is, None once finished or abandoned. `rolls_used` counts the
    throws of this turn (0: the first throw is awaited); `dice` is empty until the first throw. `turn` counts the
    rounds from 1 to `turns`; `steps` is how many steps can be taken back.
    """

    game: str
    rules: str
    faces: str
    players: tuple[PlayerShown, ...]
    current: int | None
    turn: int
    turns: int
    rolls_used: int
    rolls_left: int
    dice: tuple[DieShown, ...]
    photo: str | None
    steps: int
    finished: bool
    abandoned: bool
    winners: tuple[str, ...]


def snapshot(game: Game) -> GameSnapshot:
    """Show a game as it stands; boxes are in the order of its ruleset, whose titles depend on the faces."""
    turn = game.turn
    return GameSnapshot(
        game=game.id,
        rules=game.ruleset.id,
        faces=game.faces,
        players=tuple(_player(game, seat) for seat in range(len(game.players))),
        current=None if game.over else game.now.seat,
        turn=min(game.card.slots_closed + 1, game.ruleset.turns),
        turns=game.ruleset.turns,
        rolls_used=turn.rolls_used,
        rolls_left=0 if game.over else turn.rolls_left,
        dice=tuple(DieShown(die.value, face_of(die.value, game.faces), die.held, die.corrected) for die in turn.dice),
        photo=turn.photo,
        steps=0 if game.abandoned else len(game.past),
        finished=game.finished,
        abandoned=game.abandoned,
        winners=tuple(game.players[seat].name for seat in game.winners),
    )


def _player(game: Game, seat: int) -> PlayerShown:
    player, card = game.players[seat], game.now.cards[seat]
    choices: tuple[Choice | None, ...] = (None,) * len(card.rows)
    if seat == game.now.seat and game.turn.dice and not game.over:
        choices = card.choices(game.turn.roll)
    boxes = tuple(
        _box(box.id, entries, choice, game.now.photos.get((seat, box.id)))
        for box, entries, choice in zip(game.ruleset.boxes, card.rows, choices, strict=True)
    )
    return PlayerShown(player.name, player.colour, boxes, card.bonuses, card.total)


def _box(box: str, entries: tuple[Entry, ...], choice: Choice | None, photo: str | None) -> BoxShown:
    return BoxShown(
        box=box,
        points=sum(entry.points for entry in entries) if entries else None,
        struck=bool(entries) and entries[-1].struck,
        offer=choice.points if choice else None,
        writable=bool(choice and choice.writable),
        strikable=bool(choice and choice.strikable),
        why_not=choice.why_not if choice else "",
        photo=photo,
    )

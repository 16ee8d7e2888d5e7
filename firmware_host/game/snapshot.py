"""A whole game as plain values for pages and panels, to show, not to decide anything."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.game.state import Game
from firmware_host.rules.dice import face_of
from firmware_host.rules.match import Made, Match
from firmware_host.rules.options import Options
from firmware_host.rules.ruleset import Box, Ruleset
from firmware_host.rules.scorecard import Choice, Entry, mark


@dataclass(frozen=True, slots=True)
class DieShown:
    """One die of the current roll, left to right."""

    value: int
    face: str
    held: bool
    corrected: bool


@dataclass(frozen=True, slots=True)
class SlotShown:
    """One closed slot: its points, what to write there, what its turn earned besides, the photo of its roll."""

    points: int
    struck: bool
    mark: str
    extra: int
    photo: str | None


@dataclass(frozen=True, slots=True)
class BoxShown:
    """One cell of the card: its points (None while open), the photo of their roll, what the dice offer now.

    `offer`, `writable`, `strikable`, `why_not`, `why_no_strike`, `offer_mark` and `extra` (points besides the box) are
    for the player whose turn it is, once dice are at rest; elsewhere they are empty. A box with several slots shows the
    sum of the closed ones, each of them in `slots`, how many are still `open`, and an offer while any is.
    """

    box: str
    points: int | None
    struck: bool
    offer: int | None
    writable: bool
    strikable: bool
    why_not: str
    photo: str | None
    why_no_strike: str = ""
    offer_mark: str = ""
    extra: int = 0
    slots: tuple[SlotShown, ...] = ()
    open: int = 0


@dataclass(frozen=True, slots=True)
class HandShown:
    """A hand that stands in a game of hands: the id of its rank, its dice, the photo of its roll."""

    hand: str
    faces: tuple[str, ...]
    photo: str | None


@dataclass(frozen=True, slots=True)
class PlayerShown:
    """One column of the card, with its running total.

    `upper` is the Sum row, `against_par` how far it is above or below the game's par; `points` and `awards` decide a
    game that counts points; `seconds_left` is the thinking clock. A game of hands has `rounds_won` and the `hands` of
    this round with its roll-offs, or of the last round until somebody's hand stands. Each is None, or empty, in games
    without it. `opponent` is the style in which the program plays this seat, empty for a person; if any seats are
    `advised`, the coach speaks only to them.
    """

    name: str
    colour: str
    boxes: tuple[BoxShown, ...]
    bonuses: Mapping[str, int]
    total: int
    upper: int | None = None
    against_par: int | None = None
    points: int | None = None
    awards: Mapping[str, int] = field(default_factory=dict)
    rounds_won: int | None = None
    hands: tuple[HandShown, ...] = ()
    seconds_left: float | None = None
    opponent: str = ""
    advised: bool = False


@dataclass(frozen=True, slots=True)
class GameSnapshot:
    """A game at one moment.

    `current` is the seat (0-based) whose turn it is, None once finished or abandoned. `rolls_used` counts the
    throws of this turn (0: waiting for the first throw); `dice` is empty until the first throw. `turn` counts the
    rounds from 1 to `turns`; `steps` is how many steps can be undone, the end of a game that was abandoned or that the
    clock ended included.
    `options` has every option spelled out, and `ruleset` is the rules with these options and box titles for the faces
    of the dice.
    In a game of hands `hand` is the id of what the dice make now, and `rolling_off` says that this round was tied;
    `round_winners` are the names of those who won the last round. `out_of_time` is the player whose time ran out,
    `won_at_once` the one who won on a first roll, and while the game is `paused` nobody plays.
    `coach` says when the coach speaks, `cocked` what to do with a cocked die.
    """

    game: str
    rules: str
    ruleset: Ruleset = field(repr=False)
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
    options: Options = field(default_factory=dict)
    hand: str | None = None
    rolling_off: bool = False
    round_winners: tuple[str, ...] = ()
    out_of_time: str | None = None
    won_at_once: str | None = None
    paused: bool = False
    coach: str = "off"
    cocked: str = "ask"


def snapshot(game: Game) -> GameSnapshot:
    """Return a game as it is now; boxes are in the order of its ruleset, whose titles depend on the faces."""
    turn, match = game.turn, game.now.match
    contest = game.ruleset.contest
    late = game.out_of_time
    return GameSnapshot(
        game=game.id,
        rules=game.ruleset.id,
        ruleset=game.ruleset,
        faces=game.faces,
        players=tuple(_player(game, seat) for seat in range(len(game.players))),
        current=None if game.over else game.now.seat,
        turn=min((len(match.rounds) if match else game.card.slots_closed) + 1, game.ruleset.turns),
        turns=game.ruleset.turns,
        rolls_used=turn.rolls_used,
        rolls_left=0 if game.over else turn.rolls_left,
        dice=tuple(DieShown(die.value, face_of(die.value, game.faces), die.held, die.corrected) for die in turn.dice),
        photo=turn.photo,
        steps=len(game.past) + (game.abandoned or late is not None),
        finished=game.finished,
        abandoned=game.abandoned,
        winners=_names(game, game.winners),
        options=game.ruleset.settings(game.options),  # a game of an earlier version lacks newer ones
        hand=contest.rank(turn.roll).name if contest and turn.dice else None,
        rolling_off=bool(match and match.rolling_off),
        round_winners=_names(game, match.rounds[-1].winners) if match and match.rounds else (),
        out_of_time=None if late is None else game.players[late].name,
        won_at_once=None if game.now.won_at_once is None else game.players[game.now.won_at_once].name,
        paused=game.paused and not game.over,
        coach=game.coach,
        cocked=game.cocked,
    )


def _player(game: Game, seat: int) -> PlayerShown:
    player, card, match = game.players[seat], game.now.cards[seat], game.now.match
    choices: tuple[Choice | None, ...] = (None,) * len(card.rows)
    if seat == game.now.seat and game.turn.dice and not game.over:
        choices = card.choices(game.turn.roll, game.turn.rolls_used)
    boxes = tuple(
        _box(game, seat, box, entries, choice)
        for box, entries, choice in zip(game.ruleset.boxes, card.rows, choices, strict=True)
    )
    return PlayerShown(
        name=player.name,
        colour=player.colour,
        boxes=boxes,
        bonuses=card.bonuses,
        total=card.total,
        upper=card.subtotal("upper") if game.ruleset.sum_row else None,
        against_par=card.against_par,
        points=card.points,
        awards=card.awards,
        rounds_won=match.won[seat] if match else None,
        hands=tuple(_hand(made, game.faces) for made in _round(match) if made.seat == seat) if match else (),
        seconds_left=max(0, game.time_left(seat)) / 1000 if game.spent else None,
        opponent=player.opponent,
        advised=player.advised,
    )


def _box(game: Game, seat: int, box: Box, entries: tuple[Entry, ...], choice: Choice | None) -> BoxShown:
    slots = tuple(
        SlotShown(entry.points, entry.struck, mark(box, entry), entry.extra, game.now.photos.get((seat, box.id, slot)))
        for slot, entry in enumerate(entries)
    )
    return BoxShown(
        box=box.id,
        points=sum(entry.points for entry in entries) if entries else None,
        struck=bool(entries) and entries[-1].struck,
        offer=choice.points if choice else None,
        writable=bool(choice and choice.writable),
        strikable=bool(choice and choice.strikable),
        why_not=choice.why_not if choice else "",
        photo=slots[-1].photo if slots else None,
        why_no_strike=choice.why_no_strike if choice else "",
        offer_mark=mark(box, Entry(choice.points)) if choice and choice.points is not None else "",
        extra=choice.extra if choice else 0,
        slots=slots,
        open=box.slots - len(entries),
    )


def _round(match: Match) -> tuple[Made, ...]:
    """Return the hands of the current round, or of the last one if no hand stands yet."""
    hands = (*match.earlier, *match.stage)
    return match.rounds[-1].hands if not hands and match.rounds else hands


def _hand(made: Made, faces: str) -> HandShown:
    return HandShown(made.hand.name, tuple(face_of(value, faces) for value in made.values), made.photo)


def _names(game: Game, seats: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(game.players[seat].name for seat in seats)

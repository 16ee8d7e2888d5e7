"""A whole game as a fold of its events: `decide` turns a command into events, `apply` an event into the next state."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from firmware_host.errors import DiceTableError
from firmware_host.game.commands import (
    AbandonGame,
    Command,
    CorrectDie,
    Player,
    RecordRoll,
    SetHold,
    StartGame,
    Undo,
    WriteBox,
)
from firmware_host.game.errors import GameRefusal, HistoryError
from firmware_host.game.events import (
    BoxWritten,
    DieCorrected,
    Event,
    GameAbandoned,
    GameStarted,
    HoldSet,
    Rolled,
    Undone,
)
from firmware_host.game.start import started
from firmware_host.game.turn import Turn
from firmware_host.rules.ruleset import Options, Ruleset, UnknownBoxError
from firmware_host.rules.rulesets import RULESETS
from firmware_host.rules.scorecard import CardError, Entry, Scorecard

_Move = RecordRoll | SetHold | CorrectDie | WriteBox | Undo | AbandonGame


@dataclass(frozen=True, slots=True)
class Position:
    """What moves during a game: whose seat (0-based) is to play, every card, the turn, and the photo of each box.

    `photos` maps (seat, box id) to the name of the picture of the roll that was last written there.
    """

    seat: int
    cards: tuple[Scorecard, ...]
    turn: Turn
    photos: Mapping[tuple[int, str], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one moment; `past` holds the positions before each step that can be taken back, oldest first."""

    id: str
    ruleset: Ruleset
    options: Options
    faces: str
    players: tuple[Player, ...]
    now: Position
    past: tuple[Position, ...] = ()
    abandoned: bool = False

    @property
    def turn(self) -> Turn:
        """The turn being played; a fresh one after the last box of the game."""
        return self.now.turn

    @property
    def card(self) -> Scorecard:
        """The card of the player whose turn it is."""
        return self.now.cards[self.now.seat]

    @property
    def finished(self) -> bool:
        """Whether every box of every player is closed."""
        return all(card.complete for card in self.now.cards)

    @property
    def over(self) -> bool:
        """Whether no more turns are played: finished or abandoned."""
        return self.abandoned or self.finished

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats with the highest total, several where equal; none unless the game was played to its end."""
        if self.abandoned or not self.finished:
            return ()
        totals = [card.total for card in self.now.cards]
        return tuple(seat for seat, total in enumerate(totals) if total == max(totals))


def decide(
    state: Game | None,
    command: Command,
    new_id: Callable[[], str],
    rulesets: Mapping[str, Ruleset] = RULESETS,
) -> tuple[Event, ...]:
    """Answer a command with the events it causes, none where it changes nothing.

    `new_id` names a new game. GameRefusal says in a sentence why the command is not allowed now; StartRefusal, one
    of its kind, says it of each field of a start.
    """
    if isinstance(command, StartGame):
        if state is not None and not state.over:
            raise GameRefusal("A game is being played at this table. Finish or end it before a new one starts.")
        return (started(command, new_id(), rulesets),)
    game = _at_table(state)
    event = _event(game, command)
    after = apply(game, event, rulesets)
    changed = after.now != game.now or after.abandoned
    return (event,) if changed else ()


def _event(game: Game, command: _Move) -> Event:
    match command:
        case RecordRoll():
            event: Event = Rolled(command.values, command.kept, command.places, command.photo)
        case SetHold():
            event = HoldSet(command.die, command.held)
        case CorrectDie():
            event = _correction(game, command)
        case WriteBox():
            event = _writing(game, command)
        case Undo():
            event = Undone()
        case AbandonGame():
            event = GameAbandoned()
    return event


def _correction(game: Game, command: CorrectDie) -> Event:
    _require_play(game)
    game.turn.correct(command.die, command.value)
    return DieCorrected(command.die, command.value, game.turn.dice[command.die].read)


def _writing(game: Game, command: WriteBox) -> Event:
    _require_play(game)
    roll = game.turn.roll
    try:
        card = game.card.strike(command.box, roll) if command.strike else game.card.fill(command.box, roll)
    except (CardError, UnknownBoxError) as refusal:
        raise GameRefusal(str(refusal)) from refusal
    entry = card.entries(command.box)[-1]
    return BoxWritten(command.box, entry.points, entry.struck)


def apply(state: Game | None, event: Event, rulesets: Mapping[str, Ruleset] = RULESETS) -> Game:
    """Return the state after an event; a DiceTableError says why an event cannot follow this state."""
    if isinstance(event, GameStarted):
        return _begin(event, rulesets)
    game = _at_table(state)
    if isinstance(event, Undone):
        if not game.past:
            raise GameRefusal("Nothing has been played yet, so there is nothing to take back.")
        return replace(game, now=game.past[-1], past=game.past[:-1])
    _require_play(game)
    match event:
        case GameAbandoned():
            return replace(game, abandoned=True)
        case HoldSet():
            return replace(game, now=replace(game.now, turn=game.turn.hold(event.die, event.held)))
        case Rolled():
            turn = game.turn.throw(event.values, event.kept, event.places, event.photo)
            after = replace(game.now, turn=turn)
        case DieCorrected():
            after = replace(game.now, turn=game.turn.correct(event.die, event.value))
        case BoxWritten():
            after = _written(game, event)
    return replace(game, now=after, past=(*game.past, game.now))


def fold(events: Iterable[Event], rulesets: Mapping[str, Ruleset] = RULESETS) -> Game:
    """Return the state after all events of one game; HistoryError names the first that cannot have happened."""
    game: Game | None = None
    for number, event in enumerate(events, start=1):
        name = type(event).__name__
        if isinstance(event, GameStarted) is not (game is None):
            raise HistoryError(f"Event {number} of the game is {name}: a game begins once, with GameStarted.")
        try:
            game = apply(game, event, rulesets)
        except DiceTableError as error:
            raise HistoryError(
                f"Event {number} of the game, {name}, cannot follow the ones before it. {error}"
            ) from error
    if game is None:
        raise HistoryError("A game without events has no state. Start one.")
    return game


def _begin(event: GameStarted, rulesets: Mapping[str, Ruleset]) -> Game:
    if event.rules not in rulesets:
        raise GameRefusal(f"There is no game {event.rules!r} here. Choose one of: {', '.join(rulesets)}.")
    ruleset = rulesets[event.rules].with_options(event.options).titled(event.faces)
    cards = (Scorecard.empty(ruleset),) * len(event.players)
    opening = Position(0, cards, Turn(ruleset.dice, ruleset.rolls, event.faces))
    return Game(event.game, ruleset, event.options, event.faces, event.players, opening)


def _written(game: Game, event: BoxWritten) -> Position:
    seat, now = game.now.seat, game.now
    game.turn.require_dice()
    card = game.card.put(event.box, Entry(event.points, event.struck))
    photo = game.turn.photo
    photos = dict(now.photos) if photo is None else {**now.photos, (seat, event.box): photo}
    return Position(
        seat=(seat + 1) % len(now.cards),
        cards=(*now.cards[:seat], card, *now.cards[seat + 1 :]),
        turn=Turn(game.ruleset.dice, game.ruleset.rolls, game.faces),
        photos=photos,
    )


def _at_table(state: Game | None) -> Game:
    if state is None:
        raise GameRefusal("No game has been started at this table. Start one first.")
    if state.abandoned:
        raise GameRefusal("This game was ended before its end. Start a new one.")
    return state


def _require_play(game: Game) -> None:
    if game.finished:
        raise GameRefusal("The game is over: every box is closed. Take back the last step, or start a new game.")

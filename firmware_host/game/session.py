"""A whole game as a fold of its events: `decide` turns a command into events, `apply` an event into the next state."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from firmware_host.characters import harmless
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import (
    AbandonGame,
    Command,
    CorrectDie,
    RecordRoll,
    SetHold,
    SpendTime,
    Stand,
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
    HandStood,
    HoldSet,
    Rolled,
    TimeSpent,
    Undone,
)
from firmware_host.game.start import rules_of, started
from firmware_host.game.state import Game, Position, time_is_up
from firmware_host.game.turn import STAND, WRITE, Turn
from firmware_host.rules.match import Hand, Made, Match
from firmware_host.rules.ruleset import Ruleset, UnknownBoxError
from firmware_host.rules.rulesets import RULESETS
from firmware_host.rules.scorecard import CardError, Entry, Scorecard
from firmware_host.words import joined, say

__all__ = ["Game", "apply", "decide", "fold"]

_Move = RecordRoll | SetHold | CorrectDie | WriteBox | Stand | SpendTime | Undo | AbandonGame


def decide(
    state: Game | None,
    command: Command,
    new_id: Callable[[], str],
    rulesets: Mapping[str, Ruleset] = RULESETS,
) -> tuple[Event, ...]:
    """Return the events that a command causes, none if it changes nothing.

    `new_id` returns the id of a new game. GameRefusal says in a sentence why the command is not allowed now; for a
    start, its subclass StartRefusal has a sentence for each wrong field.
    """
    if isinstance(command, StartGame):
        if state is not None and not state.over:
            raise GameRefusal(say("A game is being played at this table. Finish or end it before you start a new one."))
        return (started(command, new_id(), rulesets),)
    game = _at_table(state)
    event = _event(game, command)
    after = apply(game, event, rulesets)
    changed = (after.now, after.abandoned, after.spent) != (game.now, game.abandoned, game.spent)
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
        case Stand():
            event = _standing(game)
        case SpendTime():
            event = TimeSpent(game.now.seat, _milliseconds(command.seconds))
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
    if game.now.match:
        raise GameRefusal(
            say("{game} has no boxes: the best hand wins the round. Let your hand stand.", game=say(game.ruleset.title))
        )
    roll, used = game.turn.roll, game.turn.rolls_used
    close = game.card.strike if command.strike else game.card.fill
    try:
        card = close(command.box, roll, used)
    except (CardError, UnknownBoxError) as refusal:
        raise GameRefusal(refusal.sentence) from refusal
    entry = card.entries(command.box)[-1]
    return BoxWritten(command.box, entry.points, entry.struck, entry.extra)


def _standing(game: Game) -> Event:
    _require_play(game)
    contest = game.ruleset.contest
    if contest is None:
        raise GameRefusal(say("In this game a turn ends with a box. Score one."))
    hand = contest.rank(game.turn.roll)
    return HandStood(hand.name, hand.strength)


def _milliseconds(seconds: float) -> int:
    if not seconds >= 0:
        raise GameRefusal(
            f"A clock cannot run for {seconds} seconds. Give the time that has passed."
        )  # not for players
    return round(1000 * seconds)


def apply(state: Game | None, event: Event, rulesets: Mapping[str, Ruleset] = RULESETS) -> Game:
    """Return the state after an event; a DiceTableError says why an event cannot follow this state."""
    if isinstance(event, GameStarted):
        return _begin(event, rulesets)
    game = _at_table(state)
    if isinstance(event, Undone):
        return _undone(game)
    _require_play(game)
    match event:
        case GameAbandoned():
            return replace(game, abandoned=True)
        case HoldSet():
            return replace(game, now=replace(game.now, turn=game.turn.hold(event.die, event.held)))
        case TimeSpent():
            return _spent(game, event)
        case Rolled():
            turn = game.turn.throw(event.values, event.kept, event.places, event.photo)
            after = replace(game.now, turn=turn)
        case DieCorrected():
            after = replace(game.now, turn=game.turn.correct(event.die, event.value))
        case BoxWritten():
            after = _written(game, event)
        case HandStood():
            after = _stood(game, event)
    return replace(game, now=after, past=(*game.past, game.now))


def fold(events: Iterable[Event], rulesets: Mapping[str, Ruleset] = RULESETS) -> Game:
    """Return the state after all events of one game; HistoryError names the first that cannot have happened."""
    game: Game | None = None
    for number, event in enumerate(events, start=1):
        name = type(event).__name__
        if isinstance(event, GameStarted) is not (game is None):
            raise HistoryError(f"Event {number} of the game is {name}: a game starts exactly once, with GameStarted.")
        try:
            game = apply(game, event, rulesets)
        except DiceTableError as error:
            raise HistoryError(
                f"Event {number} of the game, {name}, cannot follow the events before it. {error}"
            ) from error
    if game is None:
        raise HistoryError("The game has no events. Start a game first.")
    return game


def _begin(event: GameStarted, rulesets: Mapping[str, Ruleset]) -> Game:
    ruleset = rules_of(event, rulesets).with_options(event.options).titled(event.faces)
    seats = len(event.players)
    opening = Position(
        seat=0,
        cards=(Scorecard.empty(ruleset),) * seats,
        turn=_new_turn(ruleset, event.faces),
        match=Match.begin(ruleset.contest, seats) if ruleset.contest else None,
    )
    spent = (0,) * seats if ruleset.clock_s else ()
    return Game(
        event.game,
        ruleset,
        event.options,
        event.faces,
        # A journal of an earlier version, or of somebody else, may have names that are refused today.
        tuple(replace(player, name=harmless(player.name)) for player in event.players),
        opening,
        spent=spent,
        coach=event.coach,
        cocked=event.cocked,
    )


def _undone(game: Game) -> Game:
    if game.abandoned:
        return replace(game, abandoned=False)
    if game.out_of_time is not None:
        raise GameRefusal(joined(time_is_up(game), say("Time cannot be undone. Start a new game.")))
    if not game.past:
        raise GameRefusal(say("Nothing has been played yet, so there is nothing to undo."))
    return replace(game, now=game.past[-1], past=game.past[:-1])


def _written(game: Game, event: BoxWritten) -> Position:
    seat, now = game.now.seat, game.now
    game.turn.require_dice()
    slot = len(now.cards[seat].entries(event.box))
    card = now.cards[seat].put(event.box, Entry(event.points, event.struck, event.extra))
    photo = game.turn.photo
    return replace(
        now,
        seat=(seat + 1) % len(now.cards),
        cards=(*now.cards[:seat], card, *now.cards[seat + 1 :]),
        turn=_fresh_turn(game),
        photos=now.photos if photo is None else {**now.photos, (seat, event.box, slot): photo},
    )


def _stood(game: Game, event: HandStood) -> Position:
    now = game.now
    roll = game.turn.roll
    if now.match is None:
        raise GameRefusal(say("In this game a turn ends with a box. Score one."))
    made = Made(now.seat, Hand(event.hand, event.strength), roll.values, game.turn.photo)
    after = now.match.stand(made)
    return replace(now, seat=after.due[0] if after.due else now.seat, turn=_fresh_turn(game), match=after)


def _spent(game: Game, event: TimeSpent) -> Game:
    """Add to a clock; if it runs out, the unfinished turn is void."""
    if not game.spent:
        return game
    if not 0 <= event.seat < len(game.spent):
        # not for players
        raise GameRefusal(f"There is no seat {event.seat + 1} at this table, so its clock cannot run.")
    spent = list(game.spent)
    spent[event.seat] += event.milliseconds
    after = replace(game, spent=tuple(spent))
    return replace(after, now=replace(game.now, turn=_fresh_turn(game))) if after.out_of_time is not None else after


def _fresh_turn(game: Game) -> Turn:
    return _new_turn(game.ruleset, game.faces)


def _new_turn(rules: Ruleset, faces: str) -> Turn:
    return Turn(rules.dice, rules.rolls, faces, ending=STAND if rules.contest else WRITE)


def _at_table(state: Game | None) -> Game:
    if state is None:
        raise GameRefusal(say("No game has been started at this table. Start one first."))
    return state


def _require_play(game: Game) -> None:
    if game.abandoned:
        raise GameRefusal(say("This game was ended early. Start a new one."))
    if game.out_of_time is not None:
        raise GameRefusal(joined(time_is_up(game), say("The game is over. Start a new one.")))
    if game.finished:
        raise GameRefusal(say("The game is over. Undo the last step, or start a new game."))

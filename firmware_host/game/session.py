"""A whole game as a fold of its events: `decide` turns a command into events, `apply` an event into the next state."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from firmware_host.characters import harmless
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import (
    AbandonGame,
    Command,
    CorrectDie,
    PauseGame,
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
    PauseSet,
    Rolled,
    TimeRestored,
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

OVER = say("The game is over. Undo the last step, or start a new game.")
PAUSED = say("The game is paused. Go on with it first.")

_Move = RecordRoll | SetHold | CorrectDie | WriteBox | Stand | SpendTime | PauseGame | Undo | AbandonGame


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
    return (event,) if _seen(after) != _seen(game) else ()


def _seen(game: Game) -> tuple[object, ...]:
    """What an event must change to have happened."""
    return game.now, game.abandoned, game.spent, game.paused


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
        case PauseGame():
            event = PauseSet(command.paused)
        case Undo():
            event = _undoing(game)
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


def _undoing(game: Game) -> Event:
    if game.abandoned or game.cut_off is None:
        return Undone()
    seat = game.cut_off.seat
    return TimeRestored(seat, game.spent[seat] - game.cut_off.spent)


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
    if isinstance(event, TimeRestored):
        return _restored(game, event)
    _require_play(game)
    match event:
        case GameAbandoned():
            after = replace(game, abandoned=True)
        case PauseSet():
            after = replace(game, paused=event.paused and bool(game.spent))
        case TimeSpent():
            after = _spent(game, event)
        case _:
            after = _played(game, event)
    return after


def _played(game: Game, event: HoldSet | Rolled | DieCorrected | BoxWritten | HandStood) -> Game:
    """Return the game after a move of the player whose turn it is."""
    if game.paused:
        raise GameRefusal(PAUSED)
    match event:
        case HoldSet():
            return replace(game, now=replace(game.now, turn=game.turn.hold(event.die, event.held)))
        case Rolled():
            turn = game.turn.throw(event.values, event.kept, event.places, event.photo)
            after = replace(game.now, turn=turn)
        case DieCorrected():
            after = replace(game.now, turn=game.turn.correct(event.die, event.value))
        case BoxWritten():
            after = _written(game, event)
        case HandStood():
            after = _stood(game, event)
    return replace(game, now=after, past=(*game.past, game.now), rewarded=_rewarded(game, after))


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
        saved=(0,) * seats if ruleset.saved_rolls else (),
    )
    clocks = (0,) * seats if ruleset.clock_s else ()
    return Game(
        event.game,
        ruleset,
        event.options,
        event.faces,
        # A journal of an earlier version, or of somebody else, may have names that are refused today.
        tuple(replace(player, name=harmless(player.name)) for player in event.players),
        opening,
        spent=clocks,
        rewarded=clocks,
        coach=event.coach,
        cocked=event.cocked,
    )


def _undone(game: Game) -> Game:
    if game.abandoned:
        return replace(game, abandoned=False)
    if game.cut_off is not None:
        raise HistoryError(f"{time_is_up(game)} Only the time of that turn can be given back.")
    if not game.past:
        raise GameRefusal(say("Nothing has been played yet, so there is nothing to undo."))
    return replace(game, now=game.past[-1], past=game.past[:-1])


def _written(game: Game, event: BoxWritten) -> Position:
    seat, now = game.now.seat, game.now
    following = (seat + 1) % len(now.cards)
    game.turn.require_dice()
    slot = len(now.cards[seat].entries(event.box))
    card = now.cards[seat].put(event.box, Entry(event.points, event.struck, event.extra))
    photo = game.turn.photo
    saved = (*now.saved[:seat], game.turn.rolls_left, *now.saved[seat + 1 :]) if now.saved else ()
    at_once = event.box in game.ruleset.first_roll_wins and event.points > 0 and game.turn.rolls_used == 1
    return replace(
        now,
        seat=following,
        cards=(*now.cards[:seat], card, *now.cards[seat + 1 :]),
        turn=_new_turn(game.ruleset, game.faces, saved[following] if saved else 0),
        photos=now.photos if photo is None else {**now.photos, (seat, event.box, slot): photo},
        spent=_spent_by(game, following),
        won_at_once=seat if at_once else None,
        saved=saved,
    )


def _stood(game: Game, event: HandStood) -> Position:
    now = game.now
    roll = game.turn.roll
    if now.match is None:
        raise GameRefusal(say("In this game a turn ends with a box. Score one."))
    made = Made(now.seat, Hand(event.hand, event.strength), roll.values, game.turn.photo)
    after = now.match.stand(made)
    seat = after.due[0] if after.due else now.seat
    return replace(now, seat=seat, turn=_fresh_turn(game), match=after, spent=_spent_by(game, seat))


def _spent(game: Game, event: TimeSpent) -> Game:
    """Add to a clock; if it runs out, the unfinished turn is void."""
    if not game.spent:
        return game
    after = replace(game, spent=_with_time(game, event.seat, event.milliseconds))
    if after.out_of_time is None:
        return after
    return replace(after, now=replace(game.now, turn=_fresh_turn(game)), cut_off=game.now)


def _restored(game: Game, event: TimeRestored) -> Game:
    """Give the time of a turn back, in which it ran out; the game is paused, so that nobody loses any of it."""
    if game.abandoned or game.cut_off is None:
        raise HistoryError("Nobody has run out of thinking time, so none can be given back.")
    spent = _with_time(game, event.seat, -event.milliseconds)
    return replace(game, now=game.cut_off, spent=spent, paused=True, cut_off=None)


def _with_time(game: Game, seat: int, milliseconds: int) -> tuple[int, ...]:
    if not 0 <= seat < len(game.spent):
        # not for players
        raise GameRefusal(f"There is no seat {seat + 1} at this table, so its clock cannot run.")
    return (*game.spent[:seat], game.spent[seat] + milliseconds, *game.spent[seat + 1 :])


def _spent_by(game: Game, seat: int) -> int:
    return game.spent[seat] if game.spent else 0


def _rewarded(game: Game, after: Position) -> tuple[int, ...]:
    """Count the turns that have added to the clocks: one that was undone and is ended again adds nothing more."""
    return tuple(map(max, game.rewarded, after.turns_ended)) if game.rewarded else ()


def _fresh_turn(game: Game) -> Turn:
    return _new_turn(game.ruleset, game.faces)


def _new_turn(rules: Ruleset, faces: str, saved: int = 0) -> Turn:
    return Turn(rules.dice, rules.rolls + saved, faces, ending=STAND if rules.contest else WRITE)


def _at_table(state: Game | None) -> Game:
    if state is None:
        raise GameRefusal(say("No game has been started at this table. Start one first."))
    return state


def _require_play(game: Game) -> None:
    if game.abandoned:
        raise GameRefusal(say("This game was ended early. Start a new one."))
    if game.out_of_time is not None:
        raise GameRefusal(joined(time_is_up(game), OVER))
    if game.finished:
        raise GameRefusal(OVER)

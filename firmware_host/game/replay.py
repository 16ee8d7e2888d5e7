"""Plays a transcript by the rules, move by move, as the table would play it."""

from collections import Counter
from collections.abc import Iterable, Mapping

from firmware_host.game.commands import Command, Player, RecordRoll, SetHold, SpendTime, Stand, StartGame, WriteBox
from firmware_host.game.errors import GameRefusal, StartRefusal
from firmware_host.game.session import apply, decide
from firmware_host.game.state import Game
from firmware_host.game.transcript import Move, Spot, Throw, Transcript, TranscriptError, format_name
from firmware_host.rules.dice import face_of
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS

COLOUR = "#808080"  # nobody sees a replayed game


def replay(transcript: Transcript, rulesets: Mapping[str, Ruleset] = RULESETS, game: str = "replay") -> Game:
    """Return the game at the end of the transcript; TranscriptError with the first move that breaks a rule."""
    players = tuple(Player(name, COLOUR) for name in transcript.players)
    start = StartGame(players, transcript.rules, transcript.options, transcript.faces)
    try:
        state = _done(None, start, rulesets, game)
    except StartRefusal as refusal:
        field, fault = next(iter(refusal.faults.items()))
        at = transcript.spots.get(field) or transcript.spots.get("players") or Spot(1, 1)
        raise TranscriptError(at, fault) from refusal
    for move in transcript.moves:
        state = _play(state, move, rulesets)
    return state


def _play(game: Game, move: Move, rulesets: Mapping[str, Ruleset]) -> Game:
    _require_turn(game, move)
    if move.out_of_time:
        if not game.spent:
            raise TranscriptError(move.end_at, "This game has no clock, so nobody can run out of time.")
        return _done(game, SpendTime(game.time_left(game.now.seat) / 1000), rulesets)
    for throw in move.throws:
        game = _throw(game, throw, rulesets)
    try:
        if move.box is not None:
            return _done(game, WriteBox(move.box, move.strike), rulesets)
        return _done(game, Stand(), rulesets)
    except GameRefusal as refusal:
        raise TranscriptError(move.end_at, refusal.sentence) from refusal


def _require_turn(game: Game, move: Move) -> None:
    if game.finished:
        raise TranscriptError(move.at, "The game is over before this line. Remove it.")
    due = game.players[game.now.seat].name
    if move.player != due:
        names = ", ".join(format_name(player.name) for player in game.players)
        known = any(player.name == move.player for player in game.players)
        why = "" if known else f"No player is called {move.player}; the players are {names}. "
        raise TranscriptError(move.at, f"{why}It is {due}'s turn.")


def _throw(game: Game, throw: Throw, rulesets: Mapping[str, Ruleset]) -> Game:
    if len(throw.values) != game.ruleset.dice:
        dice = f"{game.ruleset.title} is played with {game.ruleset.dice} dice, and a throw lists all of them"
        raise TranscriptError(throw.at, f"{dice}; this one lists {len(throw.values)}.")
    kept = throw.kept or ()
    on_table = [die.value for die in game.turn.dice]
    if missing := _missing(kept, on_table):
        raise TranscriptError(
            throw.kept_at,
            f"{_faces(missing, game)} cannot be kept: the dice on the table are {_faces(on_table, game)}.",
        )
    if missing := _missing(kept, throw.values):
        raise TranscriptError(throw.at, f"{_faces(kept, game)} was kept, but this throw lacks {_faces(missing, game)}.")
    try:
        for die, hold in enumerate(_picked(on_table, kept)):
            if game.turn.rolls_left:
                game = _done(game, SetHold(die, hold), rulesets)
        return _done(game, RecordRoll(throw.values, _picked(throw.values, kept), photo=throw.photo), rulesets)
    except GameRefusal as refusal:
        raise TranscriptError(throw.at, refusal.sentence) from refusal


def _done(game: Game | None, command: Command, rulesets: Mapping[str, Ruleset], new_id: str = "") -> Game:
    for event in decide(game, command, lambda: new_id, rulesets):
        game = apply(game, event, rulesets)
    if game is None:
        raise GameRefusal("No game has been started at this table. Start one first.")
    return game


def _missing(wanted: Iterable[int], present: Iterable[int]) -> list[int]:
    return sorted((Counter(wanted) - Counter(present)).elements())


def _picked(values: Iterable[int], wanted: Iterable[int]) -> tuple[bool, ...]:
    """Mark as many of `values`, from the left, as `wanted` has of each."""
    left = Counter(wanted)
    picked = []
    for value in values:
        picked.append(left[value] > 0)
        left[value] -= 1
    return tuple(picked)


def _faces(values: Iterable[int], game: Game) -> str:
    return " ".join(face_of(value, game.faces) for value in values) or "no dice"

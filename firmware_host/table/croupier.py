"""Runs the game at the table, one thing at a time: whatever enters the queue is handled here, in the writer's thread.

Facts go to the ledger first; only when they are kept does anything else change.
"""

from collections.abc import Callable, Sequence

from firmware_host.clock import Clock
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Command, RecordRoll, SetHold, Stand, StartGame, Undo, WriteBox
from firmware_host.game.events import (
    BoxWritten,
    DieCorrected,
    Event,
    GameStarted,
    HandStood,
    HoldSet,
    TimeSpent,
    Undone,
)
from firmware_host.game.state import Game
from firmware_host.table.coaching import News
from firmware_host.table.companion import Companion
from firmware_host.table.devices import DEVICE_ERRORS, sentence_of, words_of
from firmware_host.table.errors import TableRefusal
from firmware_host.table.keep_rail import KeepRail
from firmware_host.table.lamps import Lamps
from firmware_host.table.ledger import Ledger
from firmware_host.table.lending import LENT
from firmware_host.table.lessons import Lessons
from firmware_host.table.messages import message
from firmware_host.table.pictures import Pictures
from firmware_host.table.ports import Eye, KeptDie, Panel, SettledRoll
from firmware_host.table.referee import CountedRoll, NoRoll
from firmware_host.table.requests import (
    AcceptRoll,
    AskAnalysis,
    AskHint,
    EnterRoll,
    LookAnew,
    NameFace,
    Request,
    ThrowDice,
    UseDiceSet,
    UseSource,
)
from firmware_host.table.rolls import Rolls
from firmware_host.table.snapshot import QuestionShown, TableSnapshot, TrayShown
from firmware_host.table.thinking import ThinkingClock
from firmware_host.table.throwing import STILL_MOVING, Throwing, require_throw
from firmware_host.table.tray import Tray
from firmware_host.words import joined, say


class Croupier:
    """Handles camera readings, button presses and requests, and shows how things stand after each."""

    def __init__(
        self,
        ledger: Ledger,
        eye: Eye,
        panel: Panel,
        pictures: Pictures,
        clock: Clock,
        companion: Companion | None = None,
        lent: Callable[[], bool] = lambda: False,
    ) -> None:
        self._ledger = ledger
        self._eye = eye
        self._lamps = Lamps(panel)
        self._pictures = pictures
        self._companion = companion or Companion(clock)
        self._lent = lent
        self._tray = Tray()
        self._lessons = Lessons()
        self._rolls = Rolls(ledger, self._tray, pictures)
        self._rail = KeepRail(ledger, self._tray)
        self._notice = ""
        self._throwing = Throwing(clock)
        self._thinking = ThinkingClock(clock)
        if ledger.game is not None:
            self._tray.begin(ledger.game)
        self._use_kind()
        self._companion.follow(ledger.game)
        self._light_lamps()

    def do(self, request: Command | Request) -> None:
        """Do what somebody asked; DiceTableError, with nothing changed, when it cannot be done.

        The thinking clock alone runs on where a request ends a turn, even one that comes too late.
        """
        if isinstance(request, WriteBox | Stand | SetHold | ThrowDice):
            self._companion.require_person(self._ledger.game, throwing=isinstance(request, ThrowDice))
        if isinstance(request, WriteBox | Stand | Undo | StartGame):
            self._run_clock()
        match request:
            case AskHint():
                self._companion.ask(self._playing())
            case AskAnalysis():
                self._companion.analyse(self._ledger.game)
            case ThrowDice():
                self._throw_asked()
            case AcceptRoll():
                self._accept()
            case NameFace():
                self._name(request)
            case EnterRoll():
                self._enter(request)
            case UseSource() | UseDiceSet():
                self._use(request)
            case LookAnew():
                self._device(request.change)
                self._new_view()
            case WriteBox() | Stand() | Undo() if self._tumbling and self._eye.can_throw:
                raise TableRefusal(STILL_MOVING)
            case _:
                self._follow(self._ledger.do(request))
        self._light_lamps()

    def pressed(self, button: int) -> None:
        """Hold or release the die over a button of the panel; without such a die nothing happens."""
        game = self._ledger.game
        if game is None or game.over or not 0 <= button < len(game.turn.dice):
            return
        self._attempt(SetHold(button, not game.turn.dice[button].held))

    def tray_moving(self, *, hand: bool = False) -> None:
        """Note that something moves in the tray, or that a hand is in it."""
        self._throwing.seen()
        self._notice = ""
        self._tray.moving(hand=hand)

    def tray_settled(self, roll: SettledRoll) -> None:
        """Judge dice that lie still."""
        self._notice = ""
        cuts = roll.die_jpegs()
        # A slow machine may lose sight of dice that tumble; that they were thrown is known all the same.
        self._tray.settled(roll, self._ledger.game, cuts, self._pictures.show_tray(cuts), thrown=self._throwing.due)
        self._throwing.forget()
        self._rail.follow()
        self._judge_quietly()
        self._companion.follow(self._ledger.game)
        self._light_lamps()

    def camera_lost(self, reason: str) -> None:
        """Go on without the camera."""
        self._throwing.seen()
        self._notice = ""
        self._tray.camera_lost(words_of(reason))

    def camera_back(self) -> None:
        """Go on with the camera."""
        self._notice = ""
        self._tray.camera_back()
        self._use_kind()

    def patience(self) -> float | None:
        """Return the seconds until `overdue` is to be called; None when nothing is awaited."""
        dues = self._throwing.due_in(), self._thinking.due_in(self._ledger.game), self._companion.due_in()
        return min((due for due in dues if due is not None), default=None)

    def overdue(self) -> None:
        """Give up on a throw that nothing came of, end the game of who is out of time, and let opponents move."""
        if self._thinking.due_in(self._ledger.game) == 0:
            self._run_clock()
        if self._companion.due_in() == 0:
            self._move()
        if self._throwing.due_in() == 0:
            self._throwing.seen()
            self._notice = say(
                "The dice were thrown, but nothing moved in the tray. Throw again, or choose another source."
            )

    def show(self, version: int) -> TableSnapshot:
        """Return how the table stands, as plain values."""
        game, tray = self._ledger.game, self._tray
        state = "moving" if self._tumbling else tray.state
        verdict = tray.verdict
        return TableSnapshot(
            version=version,
            game=self._ledger.snapshot,
            tray=TrayShown(
                state=state,
                source=self._eye.source,
                can_throw=self._eye.can_throw,
                dice=() if self._tumbling else tray.shown(),
                pictures=() if game is None else self._pictures.cuts(game.turn.photo, len(game.turn.dice)),
                message=self._notice
                or message(
                    game,
                    state,
                    tray.lost,
                    verdict,
                    self._companion.waiting(game, self._eye.can_throw),
                    hand=tray.state == "moving" and tray.hand,
                ),
                can_accept=game is not None and not game.over and not self._tumbling and tray.may_accept(game),
                notices=((LENT,) if self._lent() else ()) + tuple(words_of(notice) for notice in self._eye.notices()),
            ),
            question=verdict if isinstance(verdict, QuestionShown) else None,
            panel=self._lamps.shown(),
            clock_due=self._thinking.due(game),
            coach=self._companion.show(game),
        )

    def heard(self, news: News) -> None:
        """Take in what the coach has found out."""
        self._companion.hear(news, self._ledger.game)
        self._light_lamps()

    def _move(self) -> None:
        """Let the opponent whose turn it is do what it has decided."""
        try:
            for step in self._companion.move(self._game_now(), self._eye.can_throw):
                if isinstance(step, ThrowDice):
                    self._throw_asked()
                else:
                    if not isinstance(step, SetHold):
                        self._run_clock()
                    self._follow(self._ledger.do(step))
        except DiceTableError as refusal:
            self._notice = refusal.sentence
        self._light_lamps()

    def _run_clock(self) -> None:
        """Let the thinking clock run on to now."""
        spent = self._thinking.read(self._ledger.game)
        if spent is not None:
            self._follow(self._ledger.do(spent))

    @property
    def _tumbling(self) -> bool:
        return self._throwing.under_way or self._tray.state == "moving"

    def _playing(self) -> Game:
        game = self._ledger.game
        if game is None:
            raise TableRefusal(say("No game has been started at this table. Start one first."))
        if game.over:
            raise TableRefusal(say("The game is over. Start a new one."))
        return game

    def _attempt(self, command: Command) -> None:
        """Do what a button asks, and say in the tray's message why it cannot be done: nobody waits for an answer."""
        try:
            self.do(command)
        except DiceTableError as refusal:
            self._notice = refusal.sentence

    def _follow(self, events: Sequence[Event]) -> None:
        """Let the tray and the eye follow what has just happened in the game."""
        game = self._ledger.game
        if not events or game is None:
            return
        self._companion.follow(game, undone=isinstance(events[-1], Undone))
        if all(isinstance(event, TimeSpent) for event in events) and not game.over:
            return
        self._notice = ""
        if all(isinstance(event, HoldSet | DieCorrected) for event in events):
            self._judge_quietly()
            return
        if isinstance(events[-1], GameStarted):
            self._use_kind()
        if isinstance(events[-1], BoxWritten | HandStood):
            self._learn(game)
        ended = isinstance(events[-1], BoxWritten | HandStood) and not self._eye.can_throw
        self._tray.begin(game, offered=isinstance(events[-1], Undone), ended=ended)
        turn_begins = isinstance(events[-1], GameStarted | BoxWritten | HandStood) and not game.over
        if turn_begins and self._eye.can_throw and not self._tumbling:
            try:
                self._throw(())
            except TableRefusal as refusal:
                self._notice = "" if self._tray.state == "lost" else refusal.sentence

    def _use_kind(self) -> None:
        """Let the eye read the dice of the game, and no others."""
        if self._ledger.game is not None:
            self._eye.dice.use_kind(self._ledger.game.faces)

    def _learn(self, game: Game) -> None:
        """Let the set in use learn what players corrected in the turn that has just ended."""
        looks = self._lessons.ended(game)
        if looks and self._eye.dice.in_use:
            self._eye.dice.learn([(look.face, look.roll.die_example(look.die)) for look in looks])

    def _use(self, request: UseSource | UseDiceSet) -> None:
        before = self._eye.source
        if isinstance(request, UseSource):
            self._device(lambda: self._eye.use_source(request.spec))
        else:
            self._device(lambda: self._eye.dice.use_set(request.name))
            self._lessons.forget()  # what lay there were dice of another set
        if self._eye.source != before:
            self._new_view()

    def _new_view(self) -> None:
        """Begin to look anew: the eye tells what lies there as if it had just started."""
        self._throwing.forget()
        self._notice = ""
        self._tray.new_view()

    def _throw_asked(self) -> None:
        game = self._playing()
        if not self._eye.can_throw:
            raise TableRefusal(say("{source} only watches. Throw the dice by hand.", source=self._eye.source))
        require_throw(game.turn, tumbling=self._tumbling)
        self._throw(self._tray.kept(game))
        self._notice = ""

    def _throw(self, kept: Sequence[KeptDie]) -> None:
        if self._lent():
            raise TableRefusal(joined(LENT, say("Finish there first.")))
        count = self._game_now().turn.size
        self._use_kind()
        self._device(lambda: self._eye.throw(kept, count))
        self._throwing.asked()

    def _accept(self) -> None:
        game = self._playing()
        verdict = None if self._tumbling else self._tray.judge(game, accept=True)
        if isinstance(verdict, CountedRoll):
            self._record(game, verdict)
        elif isinstance(verdict, NoRoll | QuestionShown) and verdict.text:
            raise TableRefusal(verdict.text)
        else:
            raise TableRefusal(say("No dice lie still in the tray, so none can be counted. Wait until they do."))

    def _name(self, request: NameFace) -> None:
        self._playing()
        before = self._tray.reading
        self._tray.name(request.die, request.value)
        try:
            self._judge()
        except DiceTableError:
            self._tray.reading = before
            raise

    def _enter(self, request: EnterRoll) -> None:
        game = self._playing()
        moving = self._tumbling
        roll = self._rolls.by_hand(game, request.values, moving=moving)
        if roll is not None:
            self._record(game, roll)
            return
        kept = tuple(die.held for die in game.turn.dice) or (False,) * len(request.values)
        self._follow(self._ledger.do(RecordRoll(request.values, kept)))
        if moving:
            self._throwing.forget()
            self._tray.distrust_next()

    def _judge_quietly(self) -> None:
        """Judge when nobody waits for an answer: what cannot be kept is said in the tray's message."""
        try:
            self._judge()
        except DiceTableError as refusal:
            self._notice = refusal.sentence
            self._tray.offer()

    def _judge(self) -> None:
        """Let the referee look at the dice that lie still, and record them if they are a roll."""
        game = self._ledger.game
        if game is None or game.over:
            return
        verdict = self._tray.judge(game)
        if isinstance(verdict, CountedRoll):
            self._record(game, verdict)
        else:
            self._tray.conclude(verdict, game)

    def _record(self, game: Game, roll: CountedRoll) -> None:
        """Record a roll of the tray, with its pictures."""
        self._notice = self._rolls.record(game, roll)
        self._tray.counted(self._game_now(), roll.seen)
        if self._tray.roll is not None:
            thrown = [seen if was is None else None for seen, was in zip(roll.seen, roll.was, strict=True)]
            self._lessons.counted(self._game_now(), self._tray.roll, thrown)
        self._rail.follow()
        self._companion.follow(self._ledger.game)

    def _game_now(self) -> Game:
        game = self._ledger.game
        if game is None:
            raise RuntimeError("a roll was recorded without a game")
        return game

    def _light_lamps(self) -> None:
        self._lamps.light(self._ledger.game, self._companion.hinted(self._ledger.game), self._tray.stay())

    @staticmethod
    def _device(act: Callable[[], None]) -> None:
        try:
            act()
        except DEVICE_ERRORS as error:
            raise TableRefusal(sentence_of(error)) from error

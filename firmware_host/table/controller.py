"""Runs the game at the table, one thing at a time: whatever enters the queue is handled here, in the writer's thread.

Events are saved to the journal first; only then does anything else change.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from firmware_host.clock import Clock
from firmware_host.errors import DiceTableError
from firmware_host.game.commands import Command, PauseGame, RecordRoll, SetHold, Stand, Undo, WriteBox
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
from firmware_host.game.state import Game
from firmware_host.journal.errors import JournalError
from firmware_host.table.camera_changes import CameraChanges
from firmware_host.table.coach.session import CoachSession
from firmware_host.table.coach.worker import CoachResult
from firmware_host.table.corrections import Corrections
from firmware_host.table.deciding import is_rolling, may_decide
from firmware_host.table.errors import TableRefusal
from firmware_host.table.game_session import GameSession
from firmware_host.table.lamps import Lamps
from firmware_host.table.pictures import Pictures
from firmware_host.table.ports import (
    CameraBack,
    CameraLost,
    CameraPort,
    KeptDie,
    Notice,
    NoticesChanged,
    PanelPort,
    SeenRoll,
    TrayEvent,
    TrayMoving,
    TraySettled,
)
from firmware_host.table.requests import (
    ANY_TIME,
    AcceptRoll,
    ApplyCameraChange,
    AskAnalysis,
    AskHint,
    EnterRoll,
    NameFace,
    Request,
    SetAim,
    SetCaution,
    ThrowDice,
    Ticket,
    UseDiceSet,
    UseSource,
)
from firmware_host.table.roll_recorder import RollRecorder
from firmware_host.table.snapshot import QuestionView, TableSnapshot, TrayView
from firmware_host.table.thinking_clock import ThinkingClock
from firmware_host.table.throw_tracker import STILL_MOVING, ThrowTracker, holds_for, require_throw
from firmware_host.table.tray.keep_rail import KeepRail
from firmware_host.table.tray.tray import Tray
from firmware_host.table.tray_camera import TrayCamera
from firmware_host.table.tray_view import tray_view
from firmware_host.words import say


class TableController:
    """Handles requests, camera events and button presses, and shows the table after each.

    `tray_leased` returns whether setup has the tray. `thinking` is the clock that `session` saves the time of.
    """

    def __init__(
        self,
        session: GameSession,
        camera: CameraPort,
        panel: PanelPort,
        pictures: Pictures,
        clock: Clock,
        coach: CoachSession | None = None,
        tray_leased: Callable[[], bool] = lambda: False,
        thinking: ThinkingClock | None = None,
    ) -> None:
        self._session = session
        self._camera = TrayCamera(camera, tray_leased)
        self._lamps = Lamps(panel)
        self._pictures = pictures
        self._coach = coach or CoachSession(clock)
        self._tray = Tray()
        self._rail = KeepRail(session, self._tray)
        self._corrections = Corrections()
        self._rolls = RollRecorder(session, self._tray, self._rail, self._corrections, pictures)
        self.throwing = ThrowTracker(clock)
        self._changes = CameraChanges(self._camera, self._tray, self._corrections, self.throwing)
        self._thinking = thinking or ThinkingClock(clock)
        self._notice = ""
        if session.game is not None:
            self._tray.begin(session.game)
            pictures.room.begin(session.game.id)
        self._camera.use_dice_of(session.game)
        self._coach.update(session.game)
        self._light_lamps()

    def do(self, request: Command | Request, ticket: Ticket = ANY_TIME) -> None:
        """Carry out a request; if it cannot be done, raise DiceTableError and change nothing.

        The id of its ticket is saved with the first events it causes.
        """
        with self._session.answering(ticket.id):
            self._do(request)
        self._light_lamps()

    def _do(self, request: Command | Request) -> None:
        if isinstance(request, WriteBox | Stand | SetHold | ThrowDice):
            self._coach.require_person(self._session.game, throwing=isinstance(request, ThrowDice))
        match request:
            case AskHint() | SetAim() | SetCaution() | AskAnalysis():
                self._coach.answer(request, self._session)
            case ThrowDice(keep):
                self._throw_again(keep)
            case AcceptRoll():
                self._note_recorded(self._rolls.accept(self._session.playing(), moving=self._tumbling))
            case NameFace(die, value):
                self._note_recorded(self._rolls.name(die, value))
            case EnterRoll(values):
                self._enter(values)
            case UseSource() | UseDiceSet() | ApplyCameraChange():
                if self._changes.make(request):
                    self._notice = ""
            case WriteBox() | Stand() | Undo() if self._tumbling and self._camera.can_throw:
                raise TableRefusal(STILL_MOVING)
            case PauseGame(paused=True) if is_rolling(self._session.game, self._tray, tumbling=self._tumbling):
                raise TableRefusal(STILL_MOVING)
            case _:
                self._play(request)

    @contextmanager
    def at(self, moment: float) -> Iterator[None]:
        """Handle in this block what happened at `moment`: thinking time runs up to it, and on once it is handled."""
        self._thinking.count(moment)
        if self._thinking.is_up(self._session.game):
            self.save_time()
        try:
            yield
        finally:
            game = self._session.game
            decides = may_decide(game, self._tray, tumbling=self._tumbling, leased=self._camera.leased)
            self._thinking.run(game, decides=decides)

    def save_time(self) -> None:
        """Save the player's thinking time; if it has run out, the game is over."""
        try:
            for event in self._session.save_time():
                self._react(event)
        except JournalError as refusal:
            self._notice = refusal.sentence
            self._thinking.put_off()

    def on_tray_event(self, event: TrayEvent, throws: int) -> None:
        """Handle a camera report made after `throws` requested throws.

        Dice at rest at that time do not belong to a later throw.
        """
        if isinstance(event, TraySettled) and throws != self.throwing.count:
            return
        if not isinstance(event, NoticesChanged):
            self._notice = ""
        match event:
            case TrayMoving(hand):
                self.throwing.seen()
                self._tray.note_moving(hand=hand)
            case TraySettled(roll):
                self._judge_settled(roll)
            case CameraLost(reason):
                self.throwing.seen()
                self._tray.note_lost(reason)
            case CameraBack():
                self._tray.note_back()
                self._camera.use_dice_of(self._session.game)
                self._throw_owed()
            case NoticesChanged():
                pass  # the next snapshot shows them

    def on_button(self, button: int) -> None:
        """Hold or release the die above a panel button; do nothing if there is none."""
        held = self._session.holds(button)
        if held is None:
            return
        try:
            self.do(SetHold(button, not held))
        except DiceTableError as refusal:  # nobody waits for an answer, so the page shows it
            self._notice = refusal.sentence

    def on_coach_result(self, result: CoachResult) -> None:
        """Take in what the coach has found out."""
        self._coach.on_result(result, self._session.game)
        self._light_lamps()

    def due_in(self) -> float | None:
        """Return the seconds until `on_due` must be called; None if nothing is due."""
        opponent = None if self._paused else self._coach.due_in()
        dues = self.throwing.due_in(), self._thinking.due_in(self._session.game), opponent
        return min((due for due in dues if due is not None), default=None)

    def on_due(self) -> None:
        """Save thinking time, let an opponent move, and give up on a throw that never came."""
        if self._thinking.due_in(self._session.game) == 0:
            self.save_time()
        if self._coach.due_in() == 0 and not self._paused:
            self._move_opponent()
        if self.throwing.due_in() == 0:
            self.throwing.seen()
            self._notice = say("Nothing moved in the tray. Throw again.")

    def show(self, version: int) -> TableSnapshot:
        """Return the table as pages show it, in plain values."""
        game, verdict = self._session.game, self._tray.verdict
        return TableSnapshot(
            version=version,
            game=self._session.snapshot,
            tray=self._with_notices(
                tray_view(
                    game,
                    self._tray,
                    self._camera,
                    self._coach,
                    self._pictures,
                    tumbling=self._tumbling,
                    notice=self._notice,
                )
            ),
            question=verdict if isinstance(verdict, QuestionView) else None,
            panel=self._lamps.view(),
            clock_due=self._thinking.due(game),
            coach=self._coach.show(game),
            moment=self._session.moment,
            clock_left=self._thinking.left(game),
        )

    def _with_notices(self, tray: TrayView) -> TrayView:
        """Put what is wrong with the journal before what is wrong with the camera."""
        return replace(tray, notices=(*map(Notice, self._session.notices), *tray.notices))

    def _play(self, command: Command) -> None:
        """Let the game decide a command, and react to its events: one or none."""
        for event in self._session.do(command):
            self._react(event)

    def _react(self, event: Event) -> None:
        """Update coach, tray, camera and corrections after an event of the game."""
        game = self._session.current
        self._coach.update(game, undone=isinstance(event, Undone | TimeRestored))
        if isinstance(event, TimeSpent) and game.out_of_time is None:
            return  # the thinking clock alone has run on
        self._notice = ""
        match event:
            case HoldSet() | DieCorrected():
                self._judge_quietly()
            case GameStarted():
                self._pictures.room.begin(game.id)
                self._camera.use_dice_of(game)
                self._tray.begin(game)
                self._begin_turn(game)
            case BoxWritten() | HandStood():
                self._camera.learn(self._corrections.of_ended_turn(game))
                self._tray.begin(game, turn_ended=not self._camera.can_throw)
                self._begin_turn(game)
            case Undone() | TimeRestored():
                self.throwing.owed = False
                self._tray.begin(game, offered=True)
            case PauseSet(paused=False):
                self._judge_quietly()
                if not game.turn.dice:
                    self._begin_turn(game)
            case Rolled() | GameAbandoned() | TimeSpent():
                self.throwing.owed = False
                self._tray.begin(game)

    def _begin_turn(self, game: Game) -> None:
        """Make the first throw of an opponent's turn if the source throws on request; people throw when they like."""
        self.throwing.owed = self._coach.plays(game) and self._camera.can_throw and not self._tumbling
        self._throw_owed()

    def _throw_owed(self) -> None:
        """Make the throw that opens an opponent's turn; it stays owed until the camera can throw."""
        if not self.throwing.owed or self._paused:
            return
        try:
            self._throw(())
        except TableRefusal as refusal:
            self._notice = "" if self._tray.state == "lost" else refusal.sentence

    def _move_opponent(self) -> None:
        """Do what the opponent whose turn it is has decided."""
        try:
            for step in self._coach.move(self._session.current, self._camera.can_throw):
                if isinstance(step, ThrowDice):
                    self._throw_again()
                else:
                    self._play(step)
        except JournalError as refusal:
            self._notice = refusal.sentence
            self._coach.put_off()
        except DiceTableError as refusal:
            self._notice = refusal.sentence
        self._light_lamps()

    @property
    def _tumbling(self) -> bool:
        return self.throwing.under_way or self._tray.state == "moving"

    @property
    def _paused(self) -> bool:
        return self._session.game is not None and self._session.game.paused

    def _throw_again(self, keep: Sequence[int] | None = None) -> None:
        """Throw the dice that are not held, or those not in `keep`; TableRefusal if that cannot be done."""
        game = self._session.playing()
        if not self._camera.can_throw:
            raise TableRefusal(say("This source only watches. Throw the dice by hand."))
        holds = () if keep is None else holds_for(game.turn, keep)
        require_throw(game.turn, tumbling=self._tumbling, holds=holds)
        for hold in holds:
            self._play(hold)
        self._throw(self._tray.kept(self._session.current))
        self._notice = ""

    def _throw(self, kept: Sequence[KeptDie]) -> None:
        game = self._session.current
        self._camera.require_tray()
        self._camera.use_dice_of(game)
        with self.throwing.asking():
            self._camera.throw(kept, game.turn.size)

    def _judge_settled(self, roll: SeenRoll) -> None:
        """Judge dice that have come to rest."""
        cuts = roll.die_jpegs()
        # A slow machine may lose sight of dice that tumble; that they were thrown is known all the same.
        thrown = self.throwing.due and not self._paused
        if self._paused:
            self._tray.distrust_next()  # what is thrown in a pause is not a roll
        self._tray.note_settled(
            roll, self._session.game, cuts, self._pictures.show_tray(cuts, roll.picture_jpeg), thrown=thrown
        )
        self.throwing.forget()
        if not self._paused:
            self._rail.update()
            self._judge_quietly()
        self._coach.update(self._session.game)
        self._light_lamps()

    def _judge_quietly(self) -> None:
        """Judge when nobody is waiting for an answer: the page shows why a roll cannot be recorded."""
        try:
            self._note_recorded(self._rolls.judge())
        except DiceTableError as refusal:
            self._notice = refusal.sentence
            self._tray.offer()

    def _enter(self, values: tuple[int, ...]) -> None:
        """Record a roll that a player entered: with the places of the dice at rest if they match, else without."""
        game = self._session.playing()
        moving, due = self._tumbling, self.throwing.due
        roll = self._rolls.entered(game, values, moving=moving)
        if roll is not None:
            self._note_recorded(self._rolls.record(game, roll))
            return
        kept = tuple(die.held for die in game.turn.dice) or (False,) * len(values)
        for event in self._session.do(RecordRoll(values, kept)):
            self.throwing.forget()
            self._react(event)
        if moving or due:
            self._tray.distrust_next()

    def _note_recorded(self, notice: str | None) -> None:
        """Continue after a roll was recorded (None: none was); `notice` says why its pictures were not saved."""
        if notice is not None:
            self.throwing.owed = False
            self._notice = notice
            self._coach.update(self._session.game)

    def _light_lamps(self) -> None:
        game = self._session.game
        self._lamps.light(game, self._coach.hinted(game), self._tray.staying())

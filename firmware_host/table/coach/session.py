"""What the coach says about the game as it stands, and when an opponent moves.

Only the table's writer calls it. The coach works in a thread of its own; its results come through the one queue.
"""

from dataclasses import dataclass

from firmware_host.clock import Clock
from firmware_host.coach.advice import Advice, RatedAction
from firmware_host.game.commands import Command, SetHold, Stand, WriteBox
from firmware_host.game.state import Game
from firmware_host.solver.solution import Close, Keep
from firmware_host.table.coach.analysis import Analysis, highlights
from firmware_host.table.coach.views import (
    AdviceView,
    ChanceView,
    CoachState,
    CoachView,
    advice_view,
    held_for,
    option_view,
)
from firmware_host.table.coach.worker import CoachResult, CoachWorker, Spot, is_coached, spot_of
from firmware_host.table.errors import TableRefusal
from firmware_host.table.game_session import GameSession
from firmware_host.table.requests import AskAnalysis, AskHint, SetAim, SetCaution, ThrowDice
from firmware_host.words import joined, say, say_count

NO_COACH = say("There is no coach at this table.")
ROUGH = 0.1
"""The standard error from which on a chance to win says too little to be shown."""


@dataclass(frozen=True, slots=True)
class OpponentPace:
    """How long opponents take, in seconds, so that people can follow: to decide, to throw, and where a step was undone.

    After an undo they wait longer, because more steps may be undone. What could not be saved they try again after
    `refused`.
    """

    decide: float = 2.0
    throw: float = 1.2
    undone: float = 12.0
    refused: float = 5.0

    @classmethod
    def of(cls, decide: float) -> "OpponentPace":
        """Return the pace of opponents that take so many seconds to decide."""
        return cls(decide, 0.6 * decide, 6 * decide)


PACE = OpponentPace()


@dataclass(frozen=True, slots=True)
class _Advice:
    """Advice as pages show it, and the dice that it would hold."""

    shown: AdviceView
    held: tuple[bool, ...]

    @classmethod
    def of(cls, advice: Advice, game: Game, two_aims: bool, caution: int | None) -> "_Advice":
        best = advice.best.action
        return cls(
            advice_view(advice, game.ruleset, game.faces, two_aims=two_aims, caution=caution),
            held_for(game.turn.dice, best) if isinstance(best, Keep) else (),
        )


@dataclass(slots=True)
class _Known:
    """What is known about one spot, and when the opponent whose turn it is moves next (None: not by itself)."""

    spot: Spot | None = None
    may_move_at: float = 0.0
    due: float | None = None
    advice: _Advice | None = None  # for the win where that can be aimed at
    for_points: _Advice | None = None  # the same for points, where there are both
    chances: bool = False  # good enough to be shown
    decision: RatedAction | None = None
    asked: bool = False


class CoachSession:
    """Remembers what is known about the game's current spot; `worker` is the coach, None for a table without one."""

    def __init__(self, clock: Clock, worker: CoachWorker | None = None, pace: OpponentPace = PACE) -> None:
        self._clock = clock
        self._worker = worker
        self._analysing = False
        self._pace = pace
        self._known = _Known()
        self._game_id = ""
        self._why = ""
        self._for_win = True
        self._caution = 0
        self._percent: int | None = None
        self._chances: tuple[ChanceView, ...] = ()
        self.analysis: Analysis | None = None

    def update(self, game: Game | None, *, undone: bool = False) -> None:
        """Follow the game as it stands now; `undone` says that a step was undone."""
        spot = None if game is None else spot_of(game)
        if spot == self._known.spot:
            return
        pause = self._pace.undone if undone else self._pace.decide
        self._known = _Known(spot, self._clock.monotonic() + pause)
        if game is not None and game.id != self._game_id:
            self._game_id = game.id
            self._why = "" if self._worker is not None else NO_COACH
            self._percent = 0
            self._for_win = True
            self._lean(0)
            self._chances = ()
        if game is not None and not game.over:
            self.analysis, self._analysing = None, False
        if self._worker is not None:
            self._worker.look(game)

    def on_result(self, result: CoachResult, game: Game | None) -> None:
        """Take in a result of the coach; results about another game or spot are dropped."""
        if game is None or result.spot[0] != game.id:
            return
        self._why, self._percent = result.why, result.percent
        known = self._known
        if result.spot != known.spot:
            return
        if result.chances:
            self._chances = tuple(ChanceView(chance.win, chance.error) for chance in result.chances)
            known.chances = all(chance.error < ROUGH for chance in result.chances)
        self.analysis = result.analysis or self.analysis
        if result.advice is not None and game.turn.dice and result.caution in (None, self._caution):
            other, caution = result.for_points, result.caution
            known.advice = _Advice.of(result.advice, game, other is not None, caution if other is None else None)
            known.for_points = None if other is None else _Advice.of(other, game, True, caution)
        if result.decision is not None:
            known.decision = result.decision
            known.due = max(self._clock.monotonic(), known.may_move_at)

    def answer(self, request: AskHint | SetAim | SetCaution | AskAnalysis, sitting: GameSession) -> None:
        """Do what somebody asks of the coach in a game; TableRefusal says why it cannot."""
        match request:
            case AskHint():
                self._hint(sitting.playing())
            case SetAim(for_win):
                self._for_win = for_win  # every game begins with the win
            case SetCaution(caution):
                self._lean(caution)
            case AskAnalysis():
                self._analyse(sitting.game)

    def _hint(self, game: Game) -> None:
        if game.coach == "off":
            raise TableRefusal(say("This game is played without a coach."))
        if self._why:
            raise TableRefusal(self._why)
        if not self._speaks_to(game):
            raise TableRefusal(say("The coach does not advise {player}.", player=game.player.name))
        if self._known.advice is None:
            raise TableRefusal(say("The coach is not ready yet. Ask again in a moment."))
        self._known.asked = True

    def _lean(self, caution: int) -> None:
        """Advise for points with other caution from now on; every game begins with none."""
        if caution == self._caution:
            return
        self._caution = caution
        if self._known.for_points is None:
            self._known.advice = None
        self._known.for_points = None
        if self._worker is not None:
            self._worker.lean(caution)

    def _analyse(self, game: Game | None) -> None:
        if game is None or not game.finished or game.abandoned:
            raise TableRefusal(say("Only a finished game can be analysed."))
        if self._worker is None:
            raise TableRefusal(NO_COACH)
        self._analysing = True
        self._worker.analyse()

    def require_person(self, game: Game | None, throwing: bool = False) -> None:
        """Refuse to let people decide for an opponent that plays by itself, or throw before it has decided."""
        if throwing and self._known.due is None:
            return
        if game is not None and self.plays(game):
            raise TableRefusal(say("Wait for {player} to finish this turn.", player=game.player.name))

    def plays(self, game: Game) -> bool:
        """Whether it is the turn of an opponent that plays by itself; where there is no coach people play for it."""
        return not game.over and bool(game.player.opponent) and not self._why

    def due_in(self) -> float | None:
        """Return the seconds until an opponent must `move`; None if none must."""
        return None if self._known.due is None else max(0.0, self._known.due - self._clock.monotonic())

    def move(self, game: Game, can_throw: bool) -> tuple[Command | ThrowDice, ...]:
        """Return what the opponent whose turn it is does now: hold dice, throw if the source can, or score."""
        known = self._known
        known.due = None
        if known.decision is None:
            return ()
        choice = known.decision.action
        if isinstance(choice, Close):
            return (WriteBox(choice.box, choice.struck),)
        if not isinstance(choice, Keep):
            return (Stand(),)
        wanted = held_for(game.turn.dice, choice)
        holds = tuple(
            SetHold(number, hold)
            for number, (die, hold) in enumerate(zip(game.turn.dice, wanted, strict=True))
            if die.held != hold
        )
        if not holds:
            return (ThrowDice(),) if can_throw else ()
        if can_throw:
            known.due = self._clock.monotonic() + self._pace.throw
        return holds

    def put_off(self) -> None:
        """Let the opponent decide the same again after a while: what it did could not be saved."""
        self._known.due = self._clock.monotonic() + self._pace.refused

    def hinted(self, game: Game | None) -> tuple[bool, ...]:
        """Mark the dice that the current advice would hold and that are not held yet."""
        advice = None if game is None else self._advice(game)
        if game is None or advice is None:
            return ()
        return tuple(hold and not die.held for die, hold in zip(game.turn.dice, advice.held, strict=False))

    def waiting(self, game: Game | None, can_throw: bool) -> str:
        """Say what the table is waiting for in an opponent's turn; empty in a person's."""
        if game is None or game.over or not game.player.opponent:
            return ""
        player, turn = game.player.name, game.turn
        if self._why:
            return joined(self._why, say("Play this turn for {player}.", player=player))
        if self._percent is not None:
            return say("{player} is still learning this game: {percent} %.", player=player, percent=self._percent)
        decided = self._known.decision is not None and self._known.due is None
        if can_throw or (turn.dice and not decided):
            return say("It is {player}'s turn.", player=player)
        if turn.held:
            return say("Throw the unlit dice for {player}.", player=player)
        return say_count(
            "Throw the die for {player}.", "Throw all {count} dice for {player}.", turn.size, player=player
        )

    def show(self, game: Game | None) -> CoachView:
        """Return what pages are to know."""
        if game is None:
            return CoachView()
        finished = game.finished and not game.abandoned
        analysed = finished and self.analysis is not None
        found = highlights(self.analysis) if finished and self.analysis is not None else ()
        may_analyse = finished and self._worker is not None and not self._why
        if not (is_coached(game) or self._analysing):
            return CoachView(may_analyse=may_analyse, analysed=analysed, highlights=found)
        known = self._known
        advice = self._advice(game)
        deciding = known.decision if game.player.opponent and not game.over else None
        return CoachView(
            state=self._state,
            percent=self._percent or 0,
            why=self._why,
            advice=None if advice is None else advice.shown,
            may_ask=advice is None and known.advice is not None and game.coach == "ask" and self._speaks_to(game),
            move=None if deciding is None else option_view(deciding, game.ruleset, game.faces),
            chances=self._chances,
            working=not (game.over or known.chances or self._why) and len(game.players) > 1,
            may_analyse=may_analyse,
            analysed=analysed,
            highlights=found,
        )

    @property
    def _state(self) -> CoachState:
        if self._why:
            return "none"
        return "ready" if self._percent is None else "preparing"

    def _advice(self, game: Game) -> _Advice | None:
        """Return the advice that is given now."""
        known = self._known
        given = game.coach == "always" or (game.coach == "ask" and known.asked)
        if not (given and self._speaks_to(game)):
            return None
        return known.advice if self._for_win else known.for_points or known.advice

    @staticmethod
    def _speaks_to(game: Game) -> bool:
        """Whether the player whose turn it is may be advised: everybody alike, or only those with a handicap."""
        some = any(player.advised for player in game.players)
        return not game.over and not game.player.opponent and (game.player.advised or not some)

"""A table in memory: the real game inside, dice that fall as told, and a tray that can be put into any state."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from threading import RLock

from firmware_host.clock import ManualClock
from firmware_host.game.commands import (
    Command,
    PauseGame,
    Place,
    Player,
    RecordRoll,
    SetHold,
    SpendTime,
    Stand,
    StartGame,
    Undo,
    WriteBox,
)
from firmware_host.game.events import HoldSet, PauseSet, TimeSpent
from firmware_host.game.session import Game, apply, decide
from firmware_host.game.snapshot import snapshot as shown
from firmware_host.game.turn import Die
from firmware_host.rules.ruleset import Ruleset
from firmware_host.rules.rulesets import RULESETS
from firmware_host.setup import SkipFile, Step, Wizard
from firmware_host.setup.camera import CameraStep
from firmware_host.setup.light import LightStep
from firmware_host.setup.lock import LockStep
from firmware_host.setup.rail import RailStep
from firmware_host.setup.tray import TrayStep
from firmware_host.table.answered import AnsweredRequests
from firmware_host.table.bus import Bus
from firmware_host.table.coach.analysis import Analysis, highlights
from firmware_host.table.coach.views import CoachView
from firmware_host.table.errors import TableRefusal
from firmware_host.table.ports import LampState, Notice
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
from firmware_host.table.service import NO_FAULTS
from firmware_host.table.snapshot import (
    DieSpot,
    DieView,
    PanelView,
    QuestionView,
    TableSnapshot,
    TrayState,
    TrayView,
)
from firmware_host.table.status_message import PAUSED, camera_lost, message
from firmware_host.table.throw_tracker import holds_for
from tests.firmware_host.setup.scripted_camera_setup import ScriptedCameraSetup
from tests.web_ui.drawn_tray import DIE, WIDE, centres, drawn
from web_ui.colour import SEATS

TWO = (Player("Ann", SEATS[0][1]), Player("Ben", SEATS[1][1]))
FALLING = ((2, 3, 3, 5, 3), (1, 6, 4, 4, 2), (5, 5, 5, 2, 2), (1, 2, 3, 4, 5), (6, 6, 1, 3, 6))


class Skipped(SkipFile):
    """What is skipped, in memory."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._kept: frozenset[str] = frozenset()

    def load(self) -> frozenset[str]:
        return self._kept

    def keep(self, skipped: Iterable[str]) -> None:
        self._kept = frozenset(skipped)


class FakeTable:
    """Satisfies `web_ui.ports.TablePort`. `rolls` fall one after the other, then again from the first.

    `games` are those on offer. With `throws_itself` somebody throws as soon as a turn begins, so that a test need not;
    without, the dice fall by `throw_now` or by the page's button.
    `wizard` sets up its `camera_setup`. The methods below `close` play the part of the camera.
    """

    def __init__(
        self,
        rolls: Iterable[tuple[int, ...]] = FALLING,
        *,
        throws_itself: bool = True,
        games: Mapping[str, Ruleset] = RULESETS,
        faults: Mapping[str, tuple[str, ...]] = NO_FAULTS,
    ) -> None:
        self.asked: list[Command | Request] = []
        self.pressed: list[int] = []
        self.throws_itself = throws_itself
        self._rolls = deque(rolls)
        self._rulesets = games
        self._faults = faults
        self._games = count(1)
        self._moves = 0
        self._answered = AnsweredRequests()
        self.clock = ManualClock()
        self.unsaved: bytes | None = None
        self._turned_at = 0.0
        self._lock = RLock()
        self._game: Game | None = None
        self._question: QuestionView | None = None
        self._coach = CoachView()
        self.hinted: tuple[bool, ...] = ()
        self._analysis: Analysis | None = None
        self.camera_setup = ScriptedCameraSetup()
        self._tray = TrayView("waiting", "sim:seed=7", can_throw=True, dice=(), pictures=(), message="Start a game.")
        self._buttons = 5
        self._skipped = Skipped(Path())
        self._setup_revision = 0
        self._bus = Bus(self._picture_of_all(1))

    def ask(self, request: Command | Request, ticket: Ticket = ANY_TIME) -> TableSnapshot:
        with self._lock:
            self._answered.once(ticket, lambda: self._do(request), self._moment)
            return self._publish()

    def snapshot(self) -> TableSnapshot:
        return self._bus.latest

    def changes(self, after: int, timeout: float) -> TableSnapshot | None:
        return self._bus.newer(after, timeout)

    def now(self) -> float:
        return self.clock.monotonic()

    def rulesets(self) -> Mapping[str, Ruleset]:
        return self._rulesets

    def rules_faults(self) -> Mapping[str, tuple[str, ...]]:
        return self._faults

    def analysis(self) -> Analysis | None:
        return self._analysis

    def press(self, button: int, held: bool | None = None, ticket: Ticket = ANY_TIME) -> TableSnapshot:
        with self._lock:
            self._answered.once(ticket, lambda: self._press(button, held), self._moment)
            return self._publish()

    def unsaved_games(self) -> bytes | None:
        return self.unsaved

    def picture(self, name: str) -> bytes | None:
        kind, _, what = name.removesuffix(".jpg").partition("-")
        if kind == "die":
            return drawn((int(what[0]),))
        return drawn(tuple(int(digit) for digit in what)) if kind == "roll" else None

    def live_jpeg(self) -> bytes | None:
        return None if self._tray.state == "lost" else drawn((4, 2, 6, 1, 3), wide=True)

    def rolling_jpeg(self, after: int) -> tuple[int, bytes] | None:
        """Return other dice in each frame."""
        tumbled = tuple(1 + (after + 2 * index) % 6 for index in range(5))
        return (after + 1, drawn(tumbled, wide=True)) if self._tray.state == "moving" else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of its setup."""
        camera_setup = self.camera_setup
        return (
            CameraStep(camera_setup, self.ask),
            TrayStep(camera_setup, self.ask),
            LightStep(camera_setup),
            LockStep(camera_setup, self.ask),
            RailStep(camera_setup, self.ask),
        )

    @property
    def wizard(self) -> Wizard:
        """Its setup, with what is skipped in it."""
        return Wizard(self.steps, self._skipped, self._setup_changed)

    def close(self) -> None:
        self._bus.close()

    def coach(self, **changes: object) -> None:
        """The coach says something."""
        with self._lock:
            self._coach = replace(self._coach, **changes)  # type: ignore[arg-type]
            self._publish()

    def analysed(self, analysis: Analysis) -> None:
        """The coach has analysed the game."""
        self._analysis = analysis
        self.coach(analysed=True, may_analyse=True, highlights=highlights(analysis))

    def throw_now(self) -> None:
        """The dice that are not held fall."""
        self.ask(ThrowDice())

    def tumble(self) -> None:
        """The dice are in the air."""
        self._lay(state="moving", dice=(), message="Rolling…")

    def lie_still(self, message: str) -> None:
        """The dice lie as they lay."""
        self._lay(state="still", message=message)

    def wire(self, buttons: int) -> None:
        """Give the panel so many buttons: there may be more dice."""
        self._buttons = buttons
        self._publish()

    def notice(self, *notices: Notice) -> None:
        """This is amiss with the camera, until something else is said."""
        self._lay(notices=notices)

    def lose_camera(self) -> None:
        self._lay(state="lost", dice=(), message=camera_lost("It was unplugged.", self._game), setup="camera")

    def wonder(self, question: QuestionView, values: tuple[int, ...], choices: tuple[int, ...] = (1, 6)) -> None:
        """Dice with `values` lie in the tray and raise `question`; where its dice may be named they offer `choices`."""
        doubtful = question.dice if question.kind in {"unsure", "cocked", "stacked"} else ()
        offered = choices if question.can_name or question.kind == "unsure" else ()
        spots = [DieSpot(x / WIDE[0], y / WIDE[1], DIE / WIDE[0]) for x, y in centres(values)]
        dice = tuple(
            DieView(
                value,
                index not in doubtful,
                offered if index in doubtful else (),
                f"die-{value}{index}.jpg",
                stays=bool(question.rethrow) and not question.can_name and index not in question.rethrow,
                spot=spots[index],
            )
            for index, value in enumerate(values)
        )
        with self._lock:
            self._question = question
            self._lay(state="still", dice=dice, photo="roll-" + "".join(map(str, values)) + ".jpg")

    def _setup_changed(self) -> None:
        with self._lock:
            self._setup_revision += 1
            self._publish()

    def _lay(self, **changes: object) -> None:
        with self._lock:
            self._tray = replace(self._tray, **changes)  # type: ignore[arg-type]
            self._publish()

    def _press(self, button: int, held: bool | None) -> None:
        dice = self._game.turn.dice if self._game is not None else ()
        if button < len(dice) and dice[button].held is held:
            return
        self.pressed.append(button)
        if button < len(dice):
            self.ask(SetHold(button, not dice[button].held))

    def _moment(self) -> str:
        return "" if self._game is None else f"{self._game.id}/{self._moves}"

    def _do(self, request: Command | Request) -> None:
        self.asked.append(request)
        match request:
            case ThrowDice(keep):
                if keep is not None and self._game is not None:
                    for hold in holds_for(self._game.turn, keep):
                        self._play(hold)
                self._throw()
            case AcceptRoll():
                self._count(tuple(die.value for die in self._tray.dice))
            case NameFace(die, value):
                self._name(die, value)
            case EnterRoll(values):
                self._count(values)
            case UseSource() | UseDiceSet() | ApplyCameraChange():
                self._look(request)
            case AskHint() | SetAim() | SetCaution() | AskAnalysis():
                if self._coach.state != "ready":
                    raise TableRefusal("There is no coach at this table.")
            case _:
                self._play(request)
                if isinstance(request, StartGame | WriteBox | Stand | SpendTime | PauseGame | Undo):
                    self._turned_at = self.clock.monotonic()
                if isinstance(request, StartGame | WriteBox | Stand) and self.throws_itself and not self._over():
                    self._throw()

    def _look(self, request: UseSource | UseDiceSet | ApplyCameraChange) -> None:
        match request:
            case UseDiceSet(name):
                raise TableRefusal(f"There is no dice set {name}.")
            case UseSource("usb:0"):
                raise TableRefusal("No camera answers at usb:0. Plug it in, or choose another source.")
            case UseSource(spec):
                self._tray = replace(self._tray, source=spec)
                self.camera_setup.source = spec
            case ApplyCameraChange(change):
                try:
                    change()
                except ValueError as error:
                    raise TableRefusal(str(error)) from error

    def _throw(self) -> None:
        if self._game is None:
            raise TableRefusal("No game has been started at this table. Start one first.")
        fallen = (self._rolls[0] * 2)[: self._game.turn.size]
        self._rolls.rotate(-1)
        lying = self._game.turn.dice
        self._count(
            tuple(die.value if die.held else new for die, new in zip(lying, fallen, strict=True)) if lying else fallen
        )

    def _count(self, values: tuple[int, ...]) -> None:
        lying = self._game.turn.dice if self._game else ()
        kept = tuple(die.held for die in lying) or (False,) * len(values)
        places = tuple(Place(60.0 + 90 * index, 120.0, 64.0) for index in range(len(values)))
        photo = "roll-" + "".join(map(str, values)) + ".jpg"
        self._play(RecordRoll(values, kept, places, photo))
        self._question = None
        state: TrayState = "lost" if self._tray.state == "lost" else "still"
        pictures = tuple(f"die-{value}{index}.jpg" for index, value in enumerate(values))
        self._tray = replace(self._tray, state=state, pictures=pictures)

    def _name(self, die: int, value: int) -> None:
        dice = tuple(
            replace(seen, value=value, sure=True, choices=()) if i == die else seen
            for i, seen in enumerate(self._tray.dice)
        )
        self._tray = replace(self._tray, dice=dice)
        if all(seen.sure for seen in dice):
            self._count(tuple(seen.value for seen in dice))

    def _play(self, command: Command) -> None:
        if isinstance(command, PauseGame) and self._clock_due() is not None:
            self._play(SpendTime(self.clock.monotonic() - self._turned_at))
        for event in decide(self._game, command, lambda: f"game-{next(self._games)}", self._rulesets):
            self._game = apply(self._game, event, self._rulesets)
            self._moves += not isinstance(event, HoldSet | PauseSet | TimeSpent)
        if self._tray.state != "lost":
            paused = self._game is not None and self._game.paused and not self._game.over
            said = PAUSED if paused else message(self._game, "still", "", None)
            self._tray = replace(self._tray, state="still", message=said)
        if self._game is not None and not self._game.turn.dice:
            self._tray = replace(self._tray, pictures=())

    def _over(self) -> bool:
        return self._game is None or self._game.over

    def _publish(self) -> TableSnapshot:
        with self._lock:
            self._bus.publish(self._picture_of_all(self._bus.latest.version + 1))
            return self._bus.latest

    def _picture_of_all(self, version: int) -> TableSnapshot:
        dice = self._game.turn.dice if self._game else ()
        lamps = tuple(self._lamp(index, dice) for index in range(self._buttons))
        game = None if self._game is None else shown(self._game)
        panel = PanelView("On-screen panel", lamps)
        revision = self._setup_revision
        return TableSnapshot(
            version,
            game,
            self._tray,
            self._question,
            panel,
            self._clock_due(),
            self._coach,
            revision,
            self._moment(),
            self._answered.done,
            self._clock_left(),
        )

    def _lamp(self, index: int, dice: Sequence[Die]) -> LampState:
        if index < len(dice) and dice[index].held:
            return "on"
        return "blinking" if index < len(self.hinted) and self.hinted[index] else "off"

    def _clock_due(self) -> float | None:
        left = self._clock_left()
        return None if left is None or self._game is None or self._game.paused else self._turned_at + left

    def _clock_left(self) -> float | None:
        if self._game is None or self._game.over or not self._game.spent:
            return None
        return self._game.time_left(self._game.now.seat) / 1000

"""What the table shows at one moment: the game, the tray, the question to settle, the panel. Plain values only."""

from dataclasses import dataclass, field
from typing import Literal

from firmware_host.game.snapshot import GameSnapshot
from firmware_host.table.coach.views import CoachView
from firmware_host.table.ports import LampState, Notice

QuestionKind = Literal[
    "unsure",
    "cocked",
    "stacked",
    "too-many",
    "missing",
    "outside",
    "unclear",
    "not-thrown",
    "held-changed",
    "not-kept",
    "early",
]
TrayState = Literal["waiting", "moving", "still", "lost"]


@dataclass(frozen=True, slots=True)
class DieSpot:
    """Where a die lies in the tray's picture: its centre, and its width, as parts of the picture's (0 to 1)."""

    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class DieView:
    """A die lying in the tray: the likeliest face, the faces to choose from when unsure, the name of its cut-out.

    `stays`: it is kept while a die that does not lie flat is thrown again, and its lamp is on.
    """

    value: int
    sure: bool
    choices: tuple[int, ...]
    picture: str
    stays: bool = False
    spot: DieSpot | None = None


@dataclass(frozen=True, slots=True)
class TrayView:
    """The tray: its state, the dice seen lying still (empty while moving), and the camera's source.

    `message` says in a sentence what the table waits for or what is wrong; `can_throw` offers a throw button, and
    `throw_blocked` says that a held die stands in the way which the camera has never seen. `setup` is the step of the
    setup that the message is about, if any. `photo` names the picture that `dice` were read from, "" for none.
    `pictures` names the cut-outs of the game's current roll, left to right, "" for a die without one (empty before the
    first roll). `can_accept`: no question is open, and the dice at rest may be counted as a roll. `notices` say what is
    wrong with the camera, as long as it is so, and what was wrong with the journal.
    """

    state: TrayState
    source: str
    can_throw: bool
    dice: tuple[DieView, ...]
    pictures: tuple[str, ...]
    message: str
    can_accept: bool = False
    notices: tuple[Notice, ...] = ()
    photo: str = ""
    setup: str = ""
    throw_blocked: bool = False


@dataclass(frozen=True, slots=True)
class QuestionView:
    """The one question that settles a doubtful roll.

    `kind`: "unsure" (tap the face of each die in `dice`), "cocked" and "stacked" (`dice` do not lie flat, or lie on
    others), "too-many", "missing" and "outside" (dice that are too many, not to be seen, or beside the tray), "unclear"
    (something cannot be read), "not-thrown" (`dice` still lie where they were), "held-changed" (`dice` lie where held
    dice lay, yet changed), "not-kept" (dice were moved while a cocked one was thrown again), "early" (thrown before the
    turn began). `dice` are indices of the dice seen in the tray.

    What settles it: the roll is counted as it lies where `can_accept`, all faces are tapped in where `can_enter`, or
    those of the unsure dice where `can_name`; throwing again always does: of the dice in `rethrow` alone, where there
    are any. Holding the dice `hold` of the game's roll also does, where there are any: for each of `dice` one.
    """

    kind: QuestionKind
    dice: tuple[int, ...]
    text: str
    can_accept: bool
    can_enter: bool = False
    can_name: bool = False
    rethrow: tuple[int, ...] = ()
    hold: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PanelView:
    """The panel's name and its lamps: on over held dice, blinking over those that the coach would hold."""

    name: str
    lamps: tuple[LampState, ...]


@dataclass(frozen=True, slots=True)
class TableSnapshot:
    """Everything a page needs. `game` is None before the first game; `version` grows with every change.

    `setup` grows whenever the setup's steps may report something new. `clock_due` is when the thinking time of the
    player to move runs out, in seconds of the table's monotonic clock; None while nobody's runs. Then `clock_left` is
    how many seconds of it are left, None in games without clocks. `moment` names the moment of the game, empty before
    the first one; it stays the same while only dice are held, clocks run or the game is paused. `done` are the latest
    requests that were carried out: the id each came with, and the moment right after it.
    """

    version: int
    game: GameSnapshot | None
    tray: TrayView
    question: QuestionView | None
    panel: PanelView
    clock_due: float | None = None
    coach: CoachView = field(default_factory=CoachView)
    setup: int = 0
    moment: str = ""
    done: tuple[tuple[str, str], ...] = ()
    clock_left: float | None = None

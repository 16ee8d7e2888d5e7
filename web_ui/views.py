"""What the game page is sent: the only declaration of its shape, for the presenters and the page's scripts.

`python -m web_ui.typescript` writes the same types for the scripts. Texts are in the page's language. Pictures are
addresses, None if there is none.
"""

from typing import Literal, TypedDict

from firmware_host.coach.advice import Unit
from firmware_host.rules.options import Setting
from firmware_host.rules.ruleset import Section
from firmware_host.table.coach.views import CoachState
from firmware_host.table.snapshot import QuestionKind

Phase = Literal["start", "throw", "rolling", "rolled", "question", "lost", "paused", "over"]


class LyingPlace(TypedDict):
    """A die of the current roll."""

    state: Literal["lying"]
    value: int
    face: str
    held: bool
    corrected: bool
    picture: str | None


class FaceChoice(TypedDict):
    """A face that a die may be showing."""

    value: int
    face: str


class SpotData(TypedDict):
    """Where a die lies in the tray's picture: its centre, and its width, as parts of the picture's (0 to 1)."""

    x: float
    y: float
    width: float


class SeenPlace(TypedDict):
    """A die seen in the tray but not counted yet: seen, unsure (offers `choices`) or resting (not thrown yet).

    `asked`: the question is about it; `stays`: it stays while another one is thrown again.
    """

    state: Literal["seen", "unsure", "resting"]
    asked: bool
    stays: bool
    value: int
    face: str
    choices: list[FaceChoice]
    picture: str | None
    spot: SpotData | None


class VacantPlace(TypedDict):
    """A place still waiting for its die, or whose die is rolling."""

    state: Literal["empty", "tumbling"]


Place = LyingPlace | SeenPlace | VacantPlace


class QuestionData(TypedDict):
    """The question that settles a doubtful roll; `rethrow` is how many dice would be thrown again.

    `hold` are the dice of the game's roll that may be held instead, for each of `dice` one; `photo` shows the tray.
    """

    kind: QuestionKind
    text: str
    dice: list[int]
    rethrow: int
    hold: list[int]
    photo: str | None


class NoticeData(TypedDict):
    """What people should know about tray, camera or disk, and the setup step that puts it right.

    `step` is "" where the setup puts it right, but no single step, and null where the setup cannot.
    """

    text: str
    step: str | None


class Panel(TypedDict):
    """The hold buttons: which lamps are lit, and which blink because the coach would hold that die."""

    name: str
    lamps: list[bool]
    hinted: list[bool]


class Can(TypedDict):
    """Which controls are available now."""

    throw: bool
    hold: bool
    correct: bool
    stand: bool
    accept: bool
    enter: bool
    undo: bool
    pause: bool


class ChoiceData(TypedDict):
    """One choice for a roll: dice to keep, or the `box` to close and its title.

    `aim` is the title of the box the dice are held for, `cost` how much worse than the best it is.
    """

    do: Literal["keep", "write", "strike", "stand"]
    dice: list[str]
    box: str
    title: str
    points: int
    aim: str
    expected: float
    cost: float


class AdviceData(TypedDict):
    """The best choices, and the best way to close each box; `error` is the standard error of what is expected.

    `twoAims`: there is advice for the win and for points. `caution` is what this is given with, from bold (-2) to safe
    (2), None where there is none to set.
    """

    unit: Unit
    best: list[ChoiceData]
    boxes: list[ChoiceData]
    error: float
    twoAims: bool
    caution: int | None


class ChanceData(TypedDict):
    """A player's chance of winning and its standard error, both 0 to 1."""

    win: float
    error: float


class HighlightData(TypedDict):
    """The luckiest throw of the game or its costliest mistake: whose, in which of their turns, and what it changed.

    `made` is what was decided and `best` what would have been best; both are None for a throw.
    """

    kind: Literal["throw", "mistake"]
    seat: int
    turn: int
    dice: list[str]
    change: float
    unit: Unit
    photo: str | None
    made: ChoiceData | None
    best: ChoiceData | None


class CoachData(TypedDict):
    """What the coach says; `move` is what an opponent is about to do, `chances` has one entry per seat, or none.

    `working`: the chances of this moment are still being worked out, and those shown are older. `mayAnalyse`: there can
    be an analysis of the finished game; `analysed`: it is there.
    """

    state: CoachState
    percent: int
    why: str
    mayAsk: bool
    mayAnalyse: bool
    analysed: bool
    highlights: list[HighlightData]
    advice: AdviceData | None
    move: ChoiceData | None
    chances: list[ChanceData]
    working: bool


class Seat(TypedDict):
    """A player; `seconds` is the thinking time left when the view was made, None in games without a clock."""

    name: str
    colour: str
    ink: str
    total: int
    points: int | None
    rounds: int | None
    seconds: float | None
    opponent: str
    advised: bool


class Slot(TypedDict):
    """What was scored in one slot of a box."""

    mark: str
    points: int
    struck: bool
    extra: int
    photo: str | None


class Cell(TypedDict):
    """One cell; `tap` is what a tap does: write, confirm (a 0, asked twice), strike (likewise) or nothing.

    `strike` says whether the box can be struck instead, `why` why it cannot be scored, `whyNoStrike` why not struck.
    """

    points: int | None
    slots: list[Slot]
    tap: Literal["write", "confirm", "strike"] | None
    offer: str | None
    extra: int
    strike: bool
    why: str
    whyNoStrike: str
    award: int | None


class BoxRow(TypedDict):
    """A box with one cell per player; `called` is what sentences call it, where the title is a face."""

    kind: Literal["box"]
    box: str
    title: str
    called: str
    hint: str
    award: str | None
    section: Section
    slots: int
    cells: list[Cell]


class SumCell(TypedDict):
    """The sum of a player's upper boxes; `par` is the difference from the game's par."""

    points: int | None
    par: int | None


class SumRow(TypedDict):
    """The row that sums the upper boxes."""

    kind: Literal["sum"]
    section: Section
    cells: list[SumCell]


class PointsCell(TypedDict):
    """Points that follow from the boxes."""

    points: int


class ExtraRow(TypedDict):
    """A bonus, or an award in the points that decide."""

    kind: Literal["bonus", "award"]
    section: Section
    title: str
    cells: list[PointsCell]


Row = BoxRow | SumRow | ExtraRow


class HandData(TypedDict):
    """A hand that stands in a game of hands."""

    title: str
    faces: list[str]
    photo: str | None


class Odds(TypedDict):
    """A hand: how many rolls of all dice make it, its chance in percent, one in how many (None: none), an example."""

    hand: str
    title: str
    count: int
    percent: float
    oneIn: float | None
    example: list[str]


class MatchData(TypedDict):
    """A game of hands; `last`: the hands shown are from the last round, as none stands in this one yet."""

    round: int
    rounds: int
    rollingOff: bool
    last: bool
    roundWinners: list[str]
    hand: str | None
    handTitle: str
    hands: list[list[HandData]]
    odds: list[Odds]


class GameData(TypedDict):
    """The game: how it was started, where it stands, its players, and its card or match.

    `house` says each of the `options` in words. `clockRuns`: that of the player to move runs now.
    """

    id: str
    title: str
    faces: list[str]
    kind: str
    rules: str
    options: dict[str, Setting]
    house: list[str]
    coach: str
    cocked: str
    dice: int
    turn: int
    turns: int
    rollsUsed: int
    rollsLeft: int
    current: int | None
    steps: int
    finished: bool
    abandoned: bool
    winners: list[str]
    outOfTime: str | None
    wonAtOnce: str | None
    clockRuns: bool
    photo: str | None
    players: list[Seat]
    rows: list[Row]
    match: MatchData | None


class StartSeat(TypedDict):
    """A player as the start action takes one."""

    name: str
    colour: str
    opponent: str
    advised: bool


class StartData(TypedDict):
    """What the start action takes: the game with its options, the faces of the dice, the coach, and the players."""

    rules: str
    options: dict[str, Setting]
    faces: str
    coach: str
    cocked: str
    players: list[StartSeat]


class LastGame(TypedDict):
    """The game played last, by its id and title, and what starts it again."""

    id: str
    title: str
    start: StartData


class View(TypedDict):
    """Everything the game page draws.

    `phase` is what is going on: start (no game), throw (waiting for the first throw of a turn), rolling, rolled
    (the dice are at rest and count), question, lost (no camera, dice are entered by hand), paused, over. `places` are
    the dice as drawn, left to right; `hand` the values kept when faces are entered by hand, None for each one to enter.
    `notices` say what is wrong with the camera, as long as it is wrong; `setup` is the setup step that the message is
    about, "" for none. `moment` names the moment of the game: what is meant for it makes no sense once the game has
    moved on. `done` are the latest requests that were carried out, by the ids they came with: the moment right after
    each. `last` is the game played last, None before the first and while one is being played.
    """

    version: int
    moment: str
    done: dict[str, str]
    phase: Phase
    message: str
    source: str
    camera: bool
    notices: list[NoticeData]
    setup: str
    places: list[Place]
    hand: list[int | None]
    question: QuestionData | None
    panel: Panel
    coach: CoachData
    can: Can
    game: GameData | None
    last: LastGame | None

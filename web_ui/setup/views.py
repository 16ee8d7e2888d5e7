"""What the setup page is sent: the only declaration of its shape, like `web_ui.views` for the game page.

A step's facts are what its own controls need, supplied by the step itself (`firmware_host.setup`).
"""

from typing import Literal, NotRequired, TypedDict

from firmware_host.setup.accuracy import Outcome
from firmware_host.setup.step import Grade, StepState

Point = tuple[float, float]
"""A place in the picture, x and y as fractions 0 to 1 of its width and height."""

TrayState = Literal["waiting", "moving", "still", "lost"]


class FindingData(TypedDict):
    """One finding; `number` with its `unit` is what was measured."""

    id: str
    grade: Grade
    text: str
    number: float | None
    unit: str


class StepData(TypedDict):
    """A step with its state, also as a `label`; `facts` are those of the step, such as CameraFacts.

    `leased`: it needs the tray or the panel, which go back to the game unless the page refreshes the step.
    """

    id: str
    title: str
    state: StepState
    label: str
    findings: list[FindingData]
    facts: object
    leased: bool


class Steps(TypedDict):
    """The steps that have changed, as an event of the stream."""

    steps: list[StepData]


class CameraFound(TypedDict):
    """A camera to choose; `picture` names its thumbnail."""

    spec: str
    title: str
    detail: str
    picture: str


class CameraFacts(TypedDict):
    """The cameras that were found, and the source in use."""

    source: str
    cameras: list[CameraFound]


class TrayFacts(TypedDict):
    """Where the tray is: `marked` by somebody, `measured` by printed cards; how many board `photos` there are."""

    outline: list[Point]
    marked: bool
    measured: bool
    photos: int


class LockFacts(TypedDict):
    """Whether the source is a camera, whose settings can be locked."""

    camera: bool


class RailFacts(TypedDict):
    """The strip used as keep rail, and strips along each side to choose from, in growing widths."""

    rail: list[Point] | None
    outline: list[Point]
    strips: NotRequired[dict[str, list[list[Point]]]]


class FaceLearnt(TypedDict):
    """How many examples of a face were learnt, and what percentage of them is read right."""

    face: str
    looks: int
    percent: int


class FaceShown(TypedDict):
    """How many examples of a face a lesson has, and whether that is enough."""

    face: str
    looks: int
    enough: bool


class LessonDie(TypedDict):
    """A die in the tray: its cut-out, and the face it was labelled with, empty for none."""

    picture: str
    called: str


class Lesson(TypedDict):
    """Dice being taught: what each face still needs, and the dice in the tray."""

    name: str
    faces: list[FaceShown]
    needed: int
    asked: int
    next: str | None
    ready: bool
    showings: int
    tray: TrayState
    canThrow: bool
    dice: list[LessonDie]


class DiceFacts(TypedDict):
    """Which dice are in use: the set `using` (empty for ordinary dice), all sets, names for a new one.

    `kind` says which faces ("pips", "poker") the dice in use have, as far as that is known.
    """

    using: str
    chosen: bool
    sets: list[str]
    names: list[str]
    lesson: Lesson | None
    learnt: list[FaceLearnt] | None
    kind: str


class TrialDie(TypedDict):
    """A die of a test throw: the face that was read, how surely, and what it really shows (empty: not a die)."""

    picture: str
    face: str
    percent: int
    truth: str
    outcome: Outcome


class TrialThrowData(TypedDict):
    """A test throw, how many dice were not seen in it, and what was wrong."""

    dice: list[TrialDie]
    missed: int
    problems: list[str]


class FaceReport(TypedDict):
    """How often a face was shown, and how it was read."""

    face: str
    shown: int
    right: int
    doubtful: int
    wrong: int


class TrialReport(TypedDict):
    """How all test throws together were read."""

    dice: int
    right: int
    doubtful: int
    wrong: int
    missed: int
    faces: list[FaceReport]


class ThrowsFacts(TypedDict):
    """The test throws; `left` still to make, `corrections` that could be learnt."""

    running: bool
    left: int
    tray: TrayState
    canThrow: bool
    faces: list[str]
    throws: list[TrialThrowData]
    report: TrialReport | None
    corrections: int


class PanelFacts(TypedDict):
    """The buttons and lamps under test; `last` is the button pressed last, `wired` which dice have a lamp."""

    tried: bool
    onScreen: bool
    buttons: int
    wired: list[bool]
    lit: int | None
    seen: list[int]
    pressed: list[int]
    last: int | None
    presses: int

"""What the page is sent in real games and real steps of the setup, kept for the tests of its scripts.

`python -m tests.web_ui.js.views` writes the folder `fixtures` anew; a test holds it up to date.
"""

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from firmware_host.clock import ManualClock
from firmware_host.game.commands import (
    AbandonGame,
    CorrectDie,
    PauseGame,
    Player,
    SetHold,
    SpendTime,
    Stand,
    StartGame,
    WriteBox,
)
from firmware_host.rules.rulesets import RULESETS
from firmware_host.setup import Step, Wizard
from firmware_host.setup.dice import BeginEnrolment, ShowFace
from firmware_host.setup.panel import LightLamp, StartPanelTrial
from firmware_host.setup.throws import ConfirmFace, ReportMissed, StartTrial
from firmware_host.table.snapshot import QuestionView
from tests.firmware_host.setup.test_dice import Lessons
from tests.firmware_host.setup.test_panel import Board
from tests.firmware_host.setup.test_throws import TURNS, Trial
from tests.web_ui.advice import KEEP, advised, analysis, play_out
from tests.web_ui.fake_table import FALLING, TWO, FakeTable, Skipped
from web_ui.app import create_app
from web_ui.language import ENGLISH
from web_ui.present import present
from web_ui.setup import views as setup_views
from web_ui.setup.present import present as present_step
from web_ui.views import View

FOLDER = Path(__file__).parent / "fixtures"
ON_OFFER = ("poker-dice", "speed-yatzy", "poker-hands")
"""Games on the start page of the fixtures: boxes, options of every kind, and a game of hands for two or more."""
OURS = re.compile(r"(?<=/static/)[0-9a-f]{16}(?=/)|(?<=data-build=\")[0-9a-f]{16}(?=\")")
"""Fingerprints: a fixture does not change with the content of a script or sheet."""


def views() -> dict[str, View]:
    """Return a view of each state that the page draws, by name."""
    return {name: _view(make()) for name, make in TABLES.items()}


def steps() -> dict[str, setup_views.StepData]:
    """Return steps of the setup as they are sent, by name."""
    with tempfile.TemporaryDirectory() as folder:
        return dict(_steps(Path(folder)))


def pages() -> dict[str, str]:
    """Return the HTML of the game page and of the setup page."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lessons, trial, board = Lessons(folder), Trial(folder, ManualClock()), Board(folder)
        table = FakeTable(games={name: RULESETS[name] for name in ON_OFFER})
        wizard = Wizard((*table.steps, lessons.step, trial.step, board.step), Skipped(folder))
        client = create_app(table, wizard).test_client()
        written = {"game": client.get("/").text, "setup": client.get("/setup").text}
        for closing in (lessons.sitting, trial.sitting, board.panel, table):
            closing.close()
        return {page: OURS.sub("0" * 16, html) for page, html in written.items()}


def files() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file of the folder."""
    for name, shown in (("views", views()), ("steps", steps())):
        lines = (f"{json.dumps(key)}: {json.dumps(view, ensure_ascii=False)}" for key, view in shown.items())
        yield f"{name}.json", "{\n" + ",\n".join(lines) + "\n}\n"
    for name, page in pages().items():
        yield f"{name}.html", page.rstrip("\n") + "\n"


def _view(table: FakeTable) -> View:
    try:
        return present(table.snapshot(), now=table.now())
    finally:
        table.close()


def _playing(
    *rolls: tuple[int, ...], rules: str = "poker-dice", throws_itself: bool = True, coach: str = "off"
) -> FakeTable:
    table = FakeTable(rolls or FALLING, throws_itself=throws_itself)
    table.ask(StartGame(TWO, rules, coach=coach))
    return table


def _held() -> FakeTable:
    table = _playing()
    table.ask(SetHold(1, held=True))
    table.ask(CorrectDie(3, 3))
    return table


def _written() -> FakeTable:
    table = _playing()
    table.ask(WriteBox("threes"))
    return table


def _rolling() -> FakeTable:
    table = _held()
    table.tumble()
    return table


def _unsure() -> FakeTable:
    table = _playing()
    asked = QuestionView("unsure", (3,), "What does die 4 from the left show?", can_accept=False)
    table.wonder(asked, (2, 3, 3, 6, 1))
    return table


def _cocked() -> FakeTable:
    table = _playing()
    asked = QuestionView("cocked", (3,), "Die 4 does not lie flat.", can_accept=True, rethrow=(3,))
    table.wonder(asked, (2, 3, 3, 5, 3))
    return table


def _lost() -> FakeTable:
    table = _playing(throws_itself=False)
    table.lose_camera()
    return table


def _over() -> FakeTable:
    table = _playing()
    play_out(table)
    return table


def _abandoned() -> FakeTable:
    table = _playing()
    table.ask(AbandonGame())
    return table


def _clocked() -> FakeTable:
    table = FakeTable()
    table.ask(StartGame(TWO, "speed-yatzy", {"clock-minutes": 1}))
    table.clock.advance(42.5)
    return table


def _paused() -> FakeTable:
    table = _clocked()
    table.throw_now()
    table.ask(PauseGame(True))
    return table


def _out_of_time() -> FakeTable:
    table = _clocked()
    table.ask(SpendTime(60))
    return table


def _won_at_once() -> FakeTable:
    table = FakeTable(((1, 2, 3, 4, 5), (6, 6, 6, 6, 6)))
    table.ask(StartGame(TWO, "generala", {"first-roll-wins": True}))
    table.ask(WriteBox("straight"))
    table.ask(WriteBox("generala"))
    return table


def _slots() -> FakeTable:
    table = _playing((4, 4, 4, 4, 1), (4, 4, 1, 2, 3), rules="balut")
    for box in ("fours", "fours", "fours", "chance"):
        table.ask(WriteBox(box))
    return table


def _hands() -> FakeTable:
    table = _playing((6, 6, 6, 1, 2), (5, 5, 1, 2, 3), rules="poker-hands")
    for _ in range(3):
        table.ask(Stand())
    return table


def _roll_off() -> FakeTable:
    table = _playing((6, 6, 6, 1, 2), rules="poker-hands")
    table.ask(Stand())
    table.ask(Stand())
    return table


def _advised() -> FakeTable:
    table = FakeTable()
    advised(table)
    return table


def _analysed() -> FakeTable:
    table = _advised()
    play_out(table)
    table.analysed(analysis())
    return table


def _preparing() -> FakeTable:
    table = _playing(coach="always")
    table.coach(state="preparing", percent=40)
    return table


def _asking() -> FakeTable:
    table = _playing(coach="ask")
    table.coach(state="ready", may_ask=True)
    return table


def _opponent() -> FakeTable:
    table = FakeTable()
    table.ask(StartGame((Player("Robot", TWO[0].colour, "steady"), TWO[1])))
    table.coach(state="ready", move=KEEP)
    return table


TABLES: Mapping[str, Callable[[], FakeTable]] = {
    "start": FakeTable,
    "throw": lambda: _playing(throws_itself=False),
    "rolled": _playing,
    "held": _held,
    "written": _written,
    "rolling": _rolling,
    "unsure": _unsure,
    "cocked": _cocked,
    "lost": _lost,
    "over": _over,
    "abandoned": _abandoned,
    "clocked": _clocked,
    "paused": _paused,
    "out-of-time": _out_of_time,
    "won-at-once": _won_at_once,
    "sums": lambda: _playing(rules="yatzy"),
    "striking": lambda: _playing((3, 3, 1, 5, 6), rules="school-poker"),
    "slots": _slots,
    "hands": _hands,
    "roll-off": _roll_off,
    "advised": _advised,
    "analysed": _analysed,
    "preparing": _preparing,
    "asking": _asking,
    "opponent": _opponent,
}


def _steps(folder: Path) -> Iterator[tuple[str, setup_views.StepData]]:
    table = FakeTable()
    for step in table.wizard.ids:
        yield step, _shown(table.wizard, step)
    table.close()

    lessons = Lessons(folder)
    yield "dice", _shown(_alone(lessons.step), "dice")
    lessons.step.do(BeginEnrolment("Old dice", "poker"))
    lessons.lay((1, 1, 2), 101)
    lessons.step.do(ShowFace("9", (0, 1)))
    yield "lesson", _shown(_alone(lessons.step), "dice")
    lessons.sitting.close()

    trial = Trial(folder, ManualClock())
    yield "untried", _shown(_alone(trial.step), "throws")
    trial.step.do(StartTrial())
    for number in range(len(TURNS)):
        trial.throw(number, sure=number != 1)
    trial.step.do(ConfirmFace(0, 2, "6"))
    trial.step.do(ReportMissed(3, 1))
    yield "throws", _shown(_alone(trial.step), "throws")
    trial.sitting.close()

    board = Board(folder)
    board.step.do(StartPanelTrial())
    board.step.do(LightLamp(1))
    board.press(2)
    yield "panel", _shown(_alone(board.step), "panel")
    board.panel.close()


def _alone(step: Step) -> Wizard:
    return Wizard((step,), Skipped(Path()))


def _shown(wizard: Wizard, step: str) -> setup_views.StepData:
    return present_step(wizard.refresh(step), ENGLISH)


if __name__ == "__main__":
    for name, text in files():
        (FOLDER / name).write_text(text, encoding="utf-8")

"""Whatever a message names can be done: every message in every phase, at a table that throws and at one that watches.

That the page has an enabled button for whatever can be done is tested with its scripts (`question.test.js`).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest

from firmware_host.clock import ManualClock
from firmware_host.game.commands import Command, Player, SetHold, Stand, StartGame, Undo, WriteBox
from firmware_host.table.ports import CameraBack, CameraLost, Notice, NoticesChanged, TrayEvent, TrayMoving
from firmware_host.table.requests import EnterRoll, Request, ThrowDice
from firmware_host.table.snapshot import QuestionKind
from tests.firmware_host.table.scripted import OTHER_SPOTS, SPOTS, TWO, ScriptedCamera, Seen, Sitting, lying
from web_ui.present import present
from web_ui.views import View

HANDS = StartGame(TWO.players, "poker-hands", {"rounds": 1})
FIRST = lying("6 3 6 4 1")
LEANING = Seen("4", *OTHER_SPOTS[4], sure=False, likely=("4", "5"), trouble="cocked", clear=True)
DOUBTFUL = Seen("4", *OTHER_SPOTS[4], sure=False, likely=("4", "5"))
THROWN = lying("3 1 6 2", OTHER_SPOTS)

Scene = Callable[[Sitting], object]


def can_score(view: View) -> bool:
    """Whether a box of the player to move can be tapped."""
    assert view["game"] is not None
    return any(cell["tap"] for row in view["game"]["rows"] if row["kind"] == "box" for cell in row["cells"])


def can_throw(view: View) -> bool:
    """Whether the dice can be thrown: by hand, or by the button of a source that throws."""
    return view["source"] == "watching" or view["can"]["throw"]


NAMED: dict[str, Callable[[View], bool]] = {
    r"\bthrow\b.*\b(it|them|again|others|only|all|die|dice)\b": can_throw,
    r"\bby hand\b": lambda view: view["can"]["enter"],
    r"\bcount (these dice|them)\b": lambda view: view["can"]["accept"],
    r"\bhold (it|them)\b": lambda view: bool(view["question"] and view["question"]["hold"]),
    r"\bhold the dice\b|\brelease\b": lambda view: view["can"]["hold"],
    r"\bscore a box\b": can_score,
    r"\blet your hand stand\b": lambda view: view["can"]["stand"],
    r"\bsay what\b|\bwhat do\b|\bwhat does\b": lambda view: any(
        place["state"] == "unsure" and place["asked"] for place in view["places"]
    ),
    r"\bcamera lost\b": lambda view: view["setup"] == "camera",
    r"\bmark the tray\b": lambda view: view["setup"] == "tray",
    r"\bstart a game\b": lambda view: view["phase"] == "start",
}
"""What messages name, and whether it can be done."""


def start(game: StartGame = TWO) -> Scene:
    """Begin a game."""
    return lambda at: at.table.ask(game)


def lay(dice: Iterable[Seen], **more: Any) -> Scene:
    """Let dice come to rest."""
    return lambda at: at.lay(dice, **more)


def roll(*held: int, game: StartGame = TWO) -> Scene:
    """Begin a game with one roll, and hold some dice of it."""

    def happen(at: Sitting) -> None:
        at.table.ask(game)
        at.lay(FIRST)
        for die in held:
            at.table.ask(SetHold(die, held=True))

    return happen


def last_roll(game: StartGame = TWO) -> Scene:
    """Use up the rolls of a turn."""

    def happen(at: Sitting) -> None:
        roll(game=game)(at)
        at.lay(lying("2 2 5 5 1", OTHER_SPOTS))
        at.lay(FIRST)

    return happen


def report(event: TrayEvent) -> Scene:
    """Let the camera report something."""
    return lambda at: at.camera.report(event)


def do(command: Command | Request) -> Scene:
    """Let a player do something."""
    return lambda at: at.table.ask(command)


def lease(at: Sitting) -> None:
    """Let the setup take the tray."""
    at.table.tray.lease()


def ask_in_vain(at: Sitting) -> None:
    """Ask for a throw that never comes."""
    if at.camera.can_throw:
        at.table.ask(ThrowDice())
        assert isinstance(at.clock, ManualClock)
        at.clock.advance(10)
        at.caught_up()


def note(at: Sitting) -> None:
    """Let the camera be moved, the light change, and the dice be of a kind nobody knows."""
    at.camera.noted.extend((Notice("Moved.", "tray"), Notice("Dark.", "light"), Notice("Unknown.", "dice")))
    at.camera.report(NoticesChanged())


LOSE = report(CameraLost("The camera was unplugged."))
MOVED = ("The camera was moved. Mark the tray again.",)
NEXT = lying("2 2 5 5 1", OTHER_SPOTS)
TO_BE_THROWN = replace(TWO, cocked="throw")
ROBOT = StartGame((Player("Robo", "#3333aa", "exact"), TWO.players[0]), "crag")

SCENES: dict[str, Sequence[Scene]] = {
    "no game": (),
    "throw": [start()],
    "rolling": [start(), report(TrayMoving())],
    "a hand": [start(), report(TrayMoving(hand=True))],
    "rolled": [roll()],
    "all held": [roll(0, 1, 2, 3, 4)],
    "all held, touched": [roll(0, 1, 2, 3, 4), lay(FIRST)],
    "no rolls left": [last_roll()],
    "no rolls left, moving": [last_roll(), report(TrayMoving())],
    "no rolls left, thrown": [last_roll(), lay(NEXT)],
    "empty": [start(), lay(())],
    "taken out": [roll(), lay(())],
    "too few": [roll(), lay(FIRST[:3])],
    "too many": [start(), lay((*FIRST, *lying("2", OTHER_SPOTS)))],
    "missing": [start(), lay(THROWN)],
    "outside": [start(), lay(THROWN, outside=(Seen("2", 900.0, 400.0),))],
    "unsure": [start(), lay((*THROWN, DOUBTFUL))],
    "two unsure": [start(), lay((*THROWN[:3], replace(THROWN[3], sure=False), DOUBTFUL))],
    "cocked": [start(), lay((*THROWN, LEANING))],
    "cocked, unclear": [start(), lay((*THROWN, replace(LEANING, clear=False)))],
    "stacked": [start(), lay((*THROWN, replace(LEANING, trouble="stacked")))],
    "cocked, to be thrown": [start(TO_BE_THROWN), lay((*THROWN, LEANING))],
    "cocked, picked up": [start(TO_BE_THROWN), lay((*THROWN, LEANING)), lay(THROWN)],
    "touched": [
        start(TO_BE_THROWN),
        lay((*THROWN, LEANING)),
        lay(THROWN),
        lay((replace(THROWN[0], face="5"), *THROWN[1:], *lying("6", SPOTS[4:]))),
    ],
    "held changed": [roll(0, 2), lay((FIRST[0], *lying("2 5 5 5", OTHER_SPOTS[1:])))],
    "not thrown": [roll(), lay((FIRST[0], *lying("2 2 5 5", OTHER_SPOTS[1:])))],
    "two not thrown": [roll(), lay((*FIRST[:2], *lying("2 5 5", OTHER_SPOTS[2:])))],
    "not thrown first": [roll(), do(WriteBox("chance")), lay((FIRST[0], *lying("2 2 5 5", OTHER_SPOTS[1:])))],
    "unclear": [start(), lay(FIRST, problems=MOVED)],
    "too few, unclear": [roll(), lay(FIRST[:3], problems=MOVED)],
    "early": [last_roll(), lay(NEXT), do(WriteBox("chance"))],
    "lost before a roll": [start(), LOSE],
    "lost": [roll(), LOSE],
    "lost, all held": [roll(0, 1, 2, 3, 4), LOSE],
    "lost, no rolls left": [last_roll(), LOSE],
    "unseen": [
        start(),
        LOSE,
        do(EnterRoll((5, 5, 1, 2, 3))),
        report(CameraBack()),
        do(SetHold(0, held=True)),
    ],
    "nothing moved": [start(), ask_in_vain],
    "offered": [roll(), do(Undo())],
    "noted": [roll(), note],
    "leased before a roll": [start(), lease],
    "leased": [roll(), lease],
    "hands": [roll(game=HANDS)],
    "hands, no rolls left": [last_roll(HANDS)],
    "hands, lost": [last_roll(HANDS), LOSE],
    "hands, next": [roll(game=HANDS), do(Stand()), lay(THROWN)],
    "nobody to play for it": [start(ROBOT)],
}


@pytest.mark.parametrize("source", ["throwing", "watching"])
@pytest.mark.parametrize("name", SCENES)
def test_what_a_message_names_can_be_done(name: str, source: str, tmp_path: Path) -> None:
    camera = ScriptedCamera(source, can_throw=source == "throwing", silent=True)
    with Sitting(tmp_path, camera, ManualClock()) as sitting:
        for happen in SCENES[name]:
            happen(sitting)
        view = present(sitting.caught_up())

    text = view["message"] if view["question"] is None else view["question"]["text"]
    named = {words: able for words, able in NAMED.items() if re.search(words, text, re.IGNORECASE)}
    assert [words for words, able in named.items() if not able(view)] == [], f"“{text}” with {view['can']}"
    assert all(notice["step"] in {"", "tray", "light", "dice"} for notice in view["notices"])


def test_every_kind_of_question_and_every_phase_is_walked_through(tmp_path: Path) -> None:
    kinds, phases = set(), set()
    for number, scenes in enumerate(SCENES.values()):
        with Sitting(tmp_path / str(number), ScriptedCamera("watching"), ManualClock()) as sitting:
            for happen in scenes:
                happen(sitting)
            view = present(sitting.caught_up())
            phases.add(view["phase"])
            kinds |= {view["question"]["kind"]} if view["question"] else set()
    assert phases == {"start", "throw", "rolling", "rolled", "question", "lost"}
    assert kinds == set(get_args(QuestionKind))

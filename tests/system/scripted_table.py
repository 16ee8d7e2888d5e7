"""A table at which a script's dice are played with: the real reader, the referee and the journal, on nobody's clock."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from gpiozero.pins.mock import MockFactory

from firmware_host.app.watcher_camera import tray_event
from firmware_host.clock import ManualClock
from firmware_host.game.commands import Command, Player, SetHold, StartGame
from firmware_host.game.state import Game
from firmware_host.journal.store import Journal
from firmware_host.table.controller import TableController
from firmware_host.table.game_session import GameSession
from firmware_host.table.pictures import Pictures
from firmware_host.table.requests import NameFace, Request
from firmware_host.table.snapshot import QuestionView
from hardware.panel import open_panel
from tests.firmware_host.table.scripted import ScriptedCamera
from vision.frame import Frame
from vision.geometry import WHOLE, Outline
from vision.pipeline import PictureReader, SettledRoll, settled_rolls
from vision.settle import Moving
from vision.simulate.layout import EDGE
from vision.simulate.script import Script
from vision.simulate.scripted import ScriptedTray
from vision.simulate.tray import CAMERA, CAMERA_POSE

TWO = StartGame((Player("Ada", "#aa3333"), Player("Ben", "#3333aa")))


class ScriptedTable:
    """A game at a scripted tray: `play` lets the script happen, as fast as its pictures are drawn and read.

    Dice that the reader is not sure of are named as they truly lie; `asked` are all other questions, in order.
    """

    def __init__(
        self, script: Script, folder: Path, reader: PictureReader, start: StartGame = TWO, corners: Outline = WHOLE
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.time = 0.0
        self.asked: list[QuestionView] = []
        self._script, self._reader, self._corners = script, reader, corners
        self._tray = ScriptedTray(script)
        self._journal = Journal.open(folder / "journal.sqlite")
        self._panel = open_panel(factory=MockFactory())
        self._session = GameSession(self._journal, lambda: "game")
        self._controller = TableController(
            self._session, ScriptedCamera(), self._panel, Pictures(folder), ManualClock()
        )
        self._controller.do(start)

    def close(self) -> None:
        """Let go of everything."""
        self._panel.close()
        self._journal.close()

    @property
    def game(self) -> Game:
        """The game as it stands."""
        assert self._session.game is not None
        return self._session.game

    @property
    def question(self) -> QuestionView | None:
        """What people are asked now."""
        return self._controller.show(0).question

    def do(self, request: Command | Request) -> None:
        """Do what a player asks."""
        self._controller.do(request)

    def truth(self) -> list[int]:
        """What the dice in the tray show, in order."""
        return sorted(int(face) for _, _, face in self._tray.tray.truth())

    def hold(self, number: int) -> None:
        """Hold a die by its number in the script, wherever it stands in the roll."""
        place = self._tray.tray.places()[number - 1][0]
        x, y = CAMERA.project(np.array([[place.x, place.y, EDGE / 2]]))[0]
        away = [
            math.inf if die.place is None else math.hypot(die.place.x - x, die.place.y - y)
            for die in self.game.turn.dice
        ]
        self.do(SetHold(away.index(min(away)), held=True))

    def play(self, seconds: float, each_frame: Callable[[], None] = lambda: None) -> Iterator[None]:
        """Let the script go on to that time; yields whenever the dice have come to lie still and were judged.

        `each_frame` is called before each picture.
        """
        frames = self._frames(seconds, each_frame)
        for news in settled_rolls(frames, self._reader, outline=self._corners, camera_pose=lambda _: CAMERA_POSE):
            if isinstance(news, Moving):
                self._controller.on_tray_event(tray_event(news), self._controller.throwing.count)
            else:
                self._settled(news)
                yield

    def _frames(self, seconds: float, each_frame: Callable[[], None]) -> Iterator[Frame]:
        for number in range(round(seconds * self._script.rate)):
            self.time = number / self._script.rate
            each_frame()
            yield Frame(self._tray.picture(self.time), self.time, number)

    def _settled(self, roll: SettledRoll) -> None:
        self._controller.on_tray_event(tray_event(roll), self._controller.throwing.count)
        while (question := self.question) is not None and question.kind == "unsure":
            die = question.dice[0]
            x, y = roll.dice[die].centre
            face = min(self._tray.tray.truth(), key=lambda true: math.dist(true[:2], (x, y)))[2]
            self.do(NameFace(die, int(face)))
        if question is not None:
            self.asked.append(question)

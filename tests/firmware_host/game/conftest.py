from typing import Protocol

import pytest

from firmware_host.game.commands import Command, Player, RecordRoll, StartGame
from firmware_host.game.events import Event
from firmware_host.game.session import Game, apply, decide


class Played:
    """A game driven by commands, as the table drives it, with every event it caused."""

    def __init__(self, start: StartGame) -> None:
        self.state: Game | None = None
        self.events: list[Event] = []
        self.do(start)

    @property
    def game(self) -> Game:
        assert self.state is not None
        return self.state

    def do(self, command: Command) -> tuple[Event, ...]:
        events = decide(self.state, command, lambda: "game-1")
        for event in events:
            self.state = apply(self.state, event)
        self.events.extend(events)
        return events

    def throw(self, *values: int, kept: tuple[int, ...] = (), photo: str | None = None) -> None:
        """Record a throw; `kept` holds the indices of dice that stayed."""
        self.do(RecordRoll(values, tuple(index in kept for index in range(len(values))), photo=photo))

    def shown(self) -> list[tuple[int, bool]]:
        return [(die.value, die.held) for die in self.game.turn.dice]


class PlayGame(Protocol):
    """Start a game for players of these names."""

    def __call__(self, *names: str, faces: str = "pips") -> Played: ...


@pytest.fixture(scope="session")
def play() -> PlayGame:
    def start(*names: str, faces: str = "pips") -> Played:
        return Played(StartGame(tuple(Player(name, "#2a6f97") for name in names), faces=faces))

    return start

"""What a coach might say, for pages to draw."""

from firmware_host.coach.luck import AccountTotal
from firmware_host.game.commands import StartGame, WriteBox
from firmware_host.table.coach.analysis import Analysis, PlayerAnalysis
from firmware_host.table.coach.views import AdviceView, ChanceView, ChoiceView, MomentView
from firmware_host.words import say
from tests.web_ui.fake_table import TWO, FakeTable

KEEP = ChoiceView("keep", 231.24, 0.0, ("3", "3", "3"), aim=say("Threes"))
REROLL = ChoiceView("keep", 228.5, 2.74)
WRITE = ChoiceView("write", 224.1, 7.14, box="threes", title=say("Threes"), points=9)
STRIKE = ChoiceView("strike", 201.94, 29.3, box="ones", title=say("Ones"))
ADVICE = AdviceView("points", (KEEP, REROLL, WRITE), (WRITE, STRIKE))
CHANCES = (ChanceView(0.543, 0.012), ChanceView(0.457, 0.012))
HINTED = (False, True, True, False, True)


def advised(table: FakeTable) -> None:
    """Begin a game in which the coach speaks, and let it say all it can of 2 3 3 5 3."""
    table.ask(StartGame(TWO, coach="always"))
    table.hinted = HINTED
    table.coach(state="ready", advice=ADVICE, chances=CHANCES)


def play_out(table: FakeTable) -> None:
    """Write the first open box until the game is over."""
    game = table.snapshot().game
    while game is not None and game.current is not None:
        box = next(box.box for box in game.players[game.current].boxes if box.writable)
        game = table.ask(WriteBox(box)).game


def analysis() -> Analysis:
    """Say that Ann was lucky and Ben made mistakes."""
    lucky = MomentView(4, ("6", "6", "1"), 12.34, "roll-661.jpg")
    dear = MomentView(7, ("1", "3", "2"), -12.48, None, REROLL, WRITE)
    players = (
        PlayerAnalysis("Ann", "#a3262a", 149.85, 20.0, 0.0, 0.0, 0.0, 169.85, lucky, None),
        PlayerAnalysis("Ben", "#1f4f8f", 149.85, -3.25, 31.2, 0.0, 0.0, 115.4, lucky, dear),
    )
    evening = (AccountTotal("Ann", 2, 1234.5, 60.0), AccountTotal("Ben", 2, -12.2, 44.4))
    return Analysis("g", "points", players, ((0.5, 0.75, 1.0), (0.5, 0.25, 0.0)), (1, 1, 2), evening)

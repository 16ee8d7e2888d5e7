"""The tray as pages show it, put together from what tray, camera, coach and pictures know."""

from firmware_host.game.state import Game
from firmware_host.table.coach.session import CoachSession
from firmware_host.table.pictures import Pictures
from firmware_host.table.referee import NoRoll
from firmware_host.table.snapshot import QuestionView, TrayView
from firmware_host.table.status_message import PAUSED, meanwhile, message
from firmware_host.table.tray.tray import Tray
from firmware_host.table.tray_camera import TrayCamera


def tray_view(
    game: Game | None,
    tray: Tray,
    camera: TrayCamera,
    coach: CoachSession,
    pictures: Pictures,
    *,
    tumbling: bool,
    notice: str,
) -> TrayView:
    """Return the view: `tumbling` while dice move or were thrown; a `notice` goes before the usual message."""
    state = "moving" if tumbling else tray.state
    waiting = coach.waiting(game, camera.can_throw)
    hand = tray.state == "moving" and tray.hand
    can_throw = camera.can_throw and not camera.leased
    urgent = game is None or game.over or state in ("lost", "moving") or isinstance(tray.verdict, QuestionView)
    blocked = "" if urgent or game is None or not camera.can_throw else _in_the_way(game, tray)
    paused = PAUSED if game is not None and game.paused and not game.over else ""
    leased = "" if urgent or game is None or not camera.leased else meanwhile(game)
    dice = () if tumbling else tray.view()
    return TrayView(
        state=state,
        source=camera.source,
        can_throw=can_throw,
        dice=dice,
        pictures=() if game is None else pictures.cuts(game.turn.photo, len(game.turn.dice)),
        message=paused
        or notice
        or blocked
        or leased
        or message(game, state, tray.lost, tray.verdict, waiting, hand=hand),
        can_accept=game is not None and not game.over and not paused and not tumbling and tray.may_accept(game),
        notices=camera.notices(),
        photo=pictures.tray_photo if dice else "",
        setup="camera" if state == "lost" else "tray" if not tumbling and _names_a_problem(tray) else "",
        throw_blocked=bool(blocked),
    )


def _in_the_way(game: Game, tray: Tray) -> str:
    """Say why the source cannot throw around the held dice, if it cannot."""
    return tray.unseen(game) if game.turn.rolls_left else ""


def _names_a_problem(tray: Tray) -> bool:
    """Whether what is said of the dice at rest includes something that could not be read."""
    told = isinstance(tray.verdict, QuestionView | NoRoll) and tray.verdict.text
    return bool(told and tray.reading is not None and tray.reading.problems)

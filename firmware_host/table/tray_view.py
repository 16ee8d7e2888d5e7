"""The tray as pages show it, put together from what tray, camera, coach and pictures know."""

from firmware_host.game.state import Game
from firmware_host.table.coach.session import CoachSession
from firmware_host.table.pictures import Pictures
from firmware_host.table.snapshot import TrayView
from firmware_host.table.status_message import message
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
    return TrayView(
        state=state,
        source=camera.source,
        can_throw=camera.can_throw,
        dice=() if tumbling else tray.view(),
        pictures=() if game is None else pictures.cuts(game.turn.photo, len(game.turn.dice)),
        message=notice or message(game, state, tray.lost, tray.verdict, waiting, hand=hand),
        can_accept=game is not None and not game.over and not tumbling and tray.may_accept(game),
        notices=camera.notices(),
    )

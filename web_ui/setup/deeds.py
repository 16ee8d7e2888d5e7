"""From the JSON body of what is asked in a step of the setup to the deed it means. Pure: no Flask, no table."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from firmware_host.table.setup.camera import ChooseCamera
from firmware_host.table.setup.lock import LockAnew
from firmware_host.table.setup.rail import ClearRail, MarkRail
from firmware_host.table.setup.tray import FindTray, MarkTray
from web_ui.asking import Body

DEEDS: Mapping[tuple[str, str], Callable[[Body], object]] = MappingProxyType(
    {
        ("camera", "choose"): lambda body: ChooseCamera(body.text("spec")),
        ("tray", "mark"): lambda body: MarkTray(body.points("outline")),
        ("tray", "find"): lambda body: FindTray(body.flag("round", False)),
        ("lock", "anew"): lambda _: LockAnew(),
        ("rail", "mark"): lambda body: MarkRail(body.text("side"), body.whole("width")),
        ("rail", "clear"): lambda _: ClearRail(),
    }
)
"""What a page may ask in a step, by the step's id and the last part of its address: /api/setup/<step>/<deed>."""

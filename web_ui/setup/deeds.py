"""From the JSON body of what is asked in a step of the setup to the deed it means. Pure: no Flask, no table."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from firmware_host.table.setup.camera import ChooseCamera
from firmware_host.table.setup.dice import (
    BeginLesson,
    DropLesson,
    Learn,
    LessonThrow,
    ShowFace,
    TakeBack,
    UseSet,
)
from firmware_host.table.setup.lock import LockAnew
from firmware_host.table.setup.panel import LightLamp, PressButton, StartPanelTrial, StopPanelTrial
from firmware_host.table.setup.rail import ClearRail, MarkRail
from firmware_host.table.setup.throws import (
    LearnCorrections,
    LeaveOut,
    StartTrial,
    StopTrial,
    TellMissed,
    TellTruth,
    TrialThrow,
)
from firmware_host.table.setup.tray import FindTray, ForgetPhotos, MarkTray, PhotographBoard
from web_ui.asking import Body

DEEDS: Mapping[tuple[str, str], Callable[[Body], object]] = MappingProxyType(
    {
        ("camera", "choose"): lambda body: ChooseCamera(body.text("spec")),
        ("tray", "mark"): lambda body: MarkTray(body.points("outline")),
        ("tray", "photograph"): lambda _: PhotographBoard(),
        ("tray", "forget"): lambda _: ForgetPhotos(),
        ("tray", "find"): lambda body: FindTray(body.flag("round", False)),
        ("lock", "anew"): lambda _: LockAnew(),
        ("rail", "mark"): lambda body: MarkRail(body.text("side"), body.whole("width")),
        ("rail", "clear"): lambda _: ClearRail(),
        ("dice", "use"): lambda body: UseSet(body.text("name")),
        ("dice", "begin"): lambda body: BeginLesson(body.text("name"), body.text("kind")),
        ("dice", "show"): lambda body: ShowFace(body.text("face"), body.numbers("dice")),
        ("dice", "back"): lambda _: TakeBack(),
        ("dice", "throw"): lambda _: LessonThrow(),
        ("dice", "learn"): lambda _: Learn(),
        ("dice", "drop"): lambda _: DropLesson(),
        ("throws", "start"): lambda _: StartTrial(),
        ("throws", "stop"): lambda _: StopTrial(),
        ("throws", "throw"): lambda _: TrialThrow(),
        ("throws", "truth"): lambda body: TellTruth(body.whole("throw"), body.whole("die"), body.text("face")),
        ("throws", "missed"): lambda body: TellMissed(body.whole("throw"), body.whole("count")),
        ("throws", "learn"): lambda _: LearnCorrections(),
        ("throws", "leave-out"): lambda body: LeaveOut(body.whole("throw")),
        ("panel", "start"): lambda _: StartPanelTrial(),
        ("panel", "stop"): lambda _: StopPanelTrial(),
        ("panel", "light"): lambda body: LightLamp(body.whole("lamp")),
        ("panel", "press"): lambda body: PressButton(body.whole("button")),
    }
)
"""What a page may ask in a step, by the step's id and the last part of its address: /api/setup/<step>/<deed>."""

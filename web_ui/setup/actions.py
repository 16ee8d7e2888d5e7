"""Turns the JSON body of a request in a setup step into an action. Pure: no Flask, no table."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from firmware_host.setup.camera import ChooseCamera
from firmware_host.setup.dice import (
    BeginEnrolment,
    CancelEnrolment,
    EnrolmentThrow,
    FinishEnrolment,
    RemoveExamples,
    ShowFace,
    UseSet,
)
from firmware_host.setup.lock import LockAgain
from firmware_host.setup.panel import LightLamp, PressButton, StartPanelTrial, StopPanelTrial
from firmware_host.setup.rail import ClearRail, MarkRail
from firmware_host.setup.throws import (
    ConfirmFace,
    LearnCorrections,
    LeaveOut,
    ReportMissed,
    StartTrial,
    StopTrial,
    TrialThrow,
)
from firmware_host.setup.tray import FindTray, ForgetPhotos, MarkTray, PhotographBoard
from web_ui.asking import Body

ACTIONS: Mapping[tuple[str, str], Callable[[Body], object]] = MappingProxyType(
    {
        ("camera", "choose"): lambda body: ChooseCamera(body.text("spec")),
        ("tray", "mark"): lambda body: MarkTray(body.points("outline")),
        ("tray", "photograph"): lambda _: PhotographBoard(),
        ("tray", "forget"): lambda _: ForgetPhotos(),
        ("tray", "find"): lambda body: FindTray(body.flag("round", False)),
        ("lock", "again"): lambda _: LockAgain(),
        ("rail", "mark"): lambda body: MarkRail(body.text("side"), body.whole("width")),
        ("rail", "clear"): lambda _: ClearRail(),
        ("dice", "use"): lambda body: UseSet(body.text("name")),
        ("dice", "begin"): lambda body: BeginEnrolment(body.text("name"), body.text("kind")),
        ("dice", "show"): lambda body: ShowFace(body.text("face"), body.numbers("dice")),
        ("dice", "back"): lambda _: RemoveExamples(),
        ("dice", "throw"): lambda _: EnrolmentThrow(),
        ("dice", "learn"): lambda _: FinishEnrolment(),
        ("dice", "drop"): lambda _: CancelEnrolment(),
        ("throws", "start"): lambda _: StartTrial(),
        ("throws", "stop"): lambda _: StopTrial(),
        ("throws", "throw"): lambda _: TrialThrow(),
        ("throws", "truth"): lambda body: ConfirmFace(body.whole("throw"), body.whole("die"), body.text("face")),
        ("throws", "missed"): lambda body: ReportMissed(body.whole("throw"), body.whole("count")),
        ("throws", "learn"): lambda _: LearnCorrections(),
        ("throws", "leave-out"): lambda body: LeaveOut(body.whole("throw")),
        ("panel", "start"): lambda _: StartPanelTrial(),
        ("panel", "stop"): lambda _: StopPanelTrial(),
        ("panel", "light"): lambda body: LightLamp(body.whole("lamp")),
        ("panel", "press"): lambda body: PressButton(body.whole("button")),
    }
)
"""What a page may ask for in a step, by the step's id and the last part of its address: /api/setup/<step>/<action>."""

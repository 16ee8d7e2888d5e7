"""Changes of what the camera watches and how it reads, and what they mean for the dice in the tray."""

from firmware_host.table.corrections import Corrections
from firmware_host.table.requests import ApplyCameraChange, UseDiceSet, UseSource
from firmware_host.table.throw_tracker import ThrowTracker
from firmware_host.table.tray.tray import Tray
from firmware_host.table.tray_camera import TrayCamera


class CameraChanges:
    """Makes changes that people ask of the camera. Only the table's writer calls it."""

    def __init__(self, camera: TrayCamera, tray: Tray, corrections: Corrections, throwing: ThrowTracker) -> None:
        self._camera = camera
        self._tray = tray
        self._corrections = corrections
        self._throwing = throwing

    def make(self, request: UseSource | UseDiceSet | ApplyCameraChange) -> bool:
        """Make a change, and return whether the camera sees the tray anew; TableRefusal if it cannot be made."""
        match request:
            case UseSource(spec):
                before = self._camera.source
                self._camera.use_source(spec)
                anew = self._camera.source != before
            case UseDiceSet(name):
                self._camera.use_dice_set(name)
                self._corrections.forget()  # what lay there were dice of another set
                anew = False
            case ApplyCameraChange(change):
                self._camera.change(change)
                anew = True
        if anew:  # the camera reports the tray as if it had just started
            self._throwing.forget()
            self._tray.begin_view()
        return anew

"""Where the tray lies in the picture."""

from vision.calibration.corners import tray_corners, tray_outline
from vision.calibration.record import Calibration
from vision.calibration.store import TrayFile

__all__ = ["Calibration", "TrayFile", "tray_corners", "tray_outline"]

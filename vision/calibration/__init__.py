"""Where the tray lies in the picture."""

from vision.calibration.corners import tray_corners
from vision.calibration.store import TrayFile

__all__ = ["TrayFile", "tray_corners"]

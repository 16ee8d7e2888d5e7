"""Where the tray lies in the picture, and whether dice can be read there."""

from vision.calibration.checks import Grade, Verdict, check_view, examine
from vision.calibration.corners import tray_corners, tray_outline
from vision.calibration.finding import Found, card_mask, find_tray
from vision.calibration.record import Calibration
from vision.calibration.sheet import PAPERS, sheet
from vision.calibration.store import TrayFile
from vision.calibration.straightening import find_lens, sees_board
from vision.calibration.tray_watch import TrayWatch, check_position

__all__ = [
    "PAPERS",
    "Calibration",
    "Found",
    "Grade",
    "TrayFile",
    "TrayWatch",
    "Verdict",
    "card_mask",
    "check_position",
    "check_view",
    "examine",
    "find_lens",
    "find_tray",
    "sees_board",
    "sheet",
    "tray_corners",
    "tray_outline",
]

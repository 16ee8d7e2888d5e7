"""The eye: watches a source and tells what happens in the tray."""

from vision.eye.eye import Eye, open_eye
from vision.eye.listener import KeptDie, TrayListener
from vision.eye.witness import Witness

__all__ = ["Eye", "KeptDie", "TrayListener", "Witness", "open_eye"]

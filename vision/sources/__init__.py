"""Where frames come from: cameras, recordings, folders of photographs, and the simulated tray."""

from vision.sources.base import Memory, Source
from vision.sources.named import KNOWN_FORMS, check_spec, open_source
from vision.sources.process import open_in_child
from vision.sources.usb_names import usb_specs

__all__ = ["KNOWN_FORMS", "Memory", "Source", "check_spec", "open_in_child", "open_source", "usb_specs"]

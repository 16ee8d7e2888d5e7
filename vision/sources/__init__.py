"""Where frames come from: cameras, recordings, folders of photographs, and the simulated tray."""

from vision.sources.base import ResumeState, Source
from vision.sources.named import KNOWN_FORMS, check_spec, kind_of, offered_specs, open_source, source_dice
from vision.sources.process import open_in_child

__all__ = [
    "KNOWN_FORMS",
    "ResumeState",
    "Source",
    "check_spec",
    "kind_of",
    "offered_specs",
    "open_in_child",
    "open_source",
    "source_dice",
]

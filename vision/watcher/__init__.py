"""The camera watcher: watches a source and reports what happens in the tray."""

from vision.watcher.listener import (
    DieToKeep,
    SourceBack,
    SourceLost,
    WatcherEvent,
    WatcherListener,
    WatcherNoticesChanged,
)
from vision.watcher.observer import FrameObserver
from vision.watcher.watcher import CameraWatcher, open_camera

__all__ = [
    "CameraWatcher",
    "DieToKeep",
    "FrameObserver",
    "SourceBack",
    "SourceLost",
    "WatcherEvent",
    "WatcherListener",
    "WatcherNoticesChanged",
    "open_camera",
]

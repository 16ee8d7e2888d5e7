"""Which source is being watched, and its tray: both may be replaced while the watcher goes on."""

import threading

from vision.calibration import Calibration, TrayFile
from vision.errors import SourceUnavailableError
from vision.sentence import say
from vision.sources import ResumeState, offered_specs
from vision.sources.base import Report
from vision.sources.capture import Capture, Opener
from vision.watcher.watched_source import WatchedSource, make_guard, watched_source


class CurrentSource:
    """Holds the WatchedSource and replaces it; calls may come from many threads.

    `watch` is another object after each change, by which the watcher's thread notices it. `trays` are kept between
    evenings, `opener` opens sources.
    """

    def __init__(self, capture: Capture, trays: TrayFile, opener: Opener) -> None:
        self.trays = trays
        self.opener = opener
        self.watch = watched_source(capture, trays)
        self._sources = {capture.spec: None}
        self._changing = threading.Lock()
        self._closed = False

    @property
    def spec(self) -> str:
        """The name of the source being watched."""
        return self.watch.capture.spec

    @property
    def report(self) -> Report:
        """What the source tells of itself: its name, and how its settings are locked."""
        return self.watch.capture.report

    def choices(self) -> tuple[str, ...]:
        """The sources to choose from: the simulated tray, the cameras that exist, and those that were watched."""
        return tuple(dict.fromkeys((*offered_specs(), *self._sources)))

    def use(self, spec: str) -> None:
        """Watch another source from now on; the one being watched stays if the other cannot be opened.

        Raises SourceSpecError or SourceUnavailableError. Choosing the one being watched changes nothing.
        """
        capture = self.watch.capture
        if spec == capture.spec:
            if capture.lost:
                raise SourceUnavailableError(say("{why} Retrying every second.", why=capture.lost))
            return
        memory = ResumeState()
        source = self.opener(spec, memory)
        with self._changing:
            old = self.watch.capture
            self.watch = watched_source(Capture(spec, self.opener, memory, source), self.trays)
            self._sources[spec] = None
            self._close_if_late()
        old.close()

    def set_tray(self, tray: Calibration) -> None:
        """Keep the tray of this source and watch it from now on; CalibrationError where it cannot be kept."""
        with self._changing:
            capture = self.watch.capture
            taken = capture.newest
            picture = None if taken is None else taken.frame.image
            self.trays.keep(capture.spec, tray, picture)
            self.watch = WatchedSource(capture, tray, make_guard(capture.spec, tray, picture))

    def reopen(self) -> None:
        """Open the source as if it had never been open: a camera locks its settings at what it sees now."""
        with self._changing:
            old = self.watch.capture
            old.close()
            again = Capture(old.spec, self.opener, lost=say("{source} is being reopened.", source=old.title))
            self.watch = watched_source(again, self.trays)
            self._close_if_late()

    def close(self) -> None:
        """Close the source, and any that is still being opened."""
        with self._changing:
            self._closed = True
            self.watch.capture.close()

    def _close_if_late(self) -> None:
        """Close a source that was being opened while everything else was closed."""
        if self._closed:
            self.watch.capture.close()

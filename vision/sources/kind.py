"""A kind of source: everything the program needs to know about it besides the source itself."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from vision.sources.base import ResumeState, Source
from vision.sources.pace import FrameClock

Open = Callable[[FrameClock | None, ResumeState], Source]
"""Opens one source: with a clock in place of the computer's, or None, and with what it told when it was open before."""


@dataclass(frozen=True, slots=True)
class CameraInfo:
    """A camera: the spec that opens it, its own name, and the widths and heights that it gives, smallest first."""

    spec: str
    name: str
    sizes: tuple[tuple[int, int], ...] = ()


def _nothing(_rest: str) -> str:
    return ""


def _no_specs() -> tuple[str, ...]:
    return ()


def _no_cameras() -> tuple[CameraInfo, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class SourceKind:
    """One kind of source; `vision.sources.named` lists them all.

    Its specs begin with `prefix`, and `forms` explain them, a line each. `find` takes the rest of a spec and gives what
    opens that source, or None where the rest makes no sense; the source need not be there. `title` names a source for
    people, from the rest of its spec and the name that its driver gives ("" for none). `system_name` is what the system
    calls it, without asking the driver, and `file` the file or folder that it shows, without where that lies; both from
    the rest of its spec, "" where there is none. `dice` is the kind of dice ("pips", "poker") that it is bound to, ""
    for any.

    `offered` are specs to choose from, found without asking a driver; `cameras` asks the drivers, which may hang.
    A source that `is_camera` may be unplugged: it is waited for. One of a `fixed_view` shows the same tray whenever it
    is opened, so it can be noticed when it was moved. One that `plays_itself` throws without being asked.
    """

    prefix: str
    forms: tuple[str, ...]
    find: Callable[[str], Open | None]
    title: Callable[[str, str], str]
    system_name: Callable[[str], str] = _nothing
    file: Callable[[str], str] = _nothing
    dice: Callable[[str], str] = _nothing
    offered: Callable[[], tuple[str, ...]] = _no_specs
    cameras: Callable[[], Iterable[CameraInfo]] = _no_cameras
    is_camera: bool = False
    fixed_view: bool = False
    plays_itself: bool = False

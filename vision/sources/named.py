"""Sources by name: `usb:0`, `video:roll.mp4`, `folder:photos`, `sim`, `sim:seed=7,dice=poker`.

A new kind of source is a file of its own, with its SourceKind, and a line in KINDS.
"""

from vision.errors import SourceSpecError
from vision.sources.base import ResumeState, Source
from vision.sources.image_folder import FOLDER
from vision.sources.kind import Open, SourceKind
from vision.sources.pace import FrameClock
from vision.sources.pi_camera import PI
from vision.sources.scripted import SCRIPTED
from vision.sources.simulated import SIMULATED
from vision.sources.usb import USB
from vision.sources.video_file import VIDEO

KINDS: tuple[SourceKind, ...] = (SCRIPTED, SIMULATED, USB, PI, VIDEO, FOLDER)
"""Every kind of source. The first one whose prefix fits a spec opens it; they are offered in this order."""

KNOWN_FORMS = tuple(form for kind in KINDS for form in kind.forms)


def open_source(spec: str, *, clock: FrameClock | None = None, memory: ResumeState | None = None) -> Source:
    """Open the source that `spec` names, in this process.

    Raises SourceSpecError for an unknown form and SourceUnavailableError when the source cannot be opened.
    `clock` replaces the computer's clock in simulations and recordings; `memory` is of a source that was open before.
    """
    if memory is None:
        memory = ResumeState(clock.now()) if clock else ResumeState()
    _, opening = _found(spec)
    return opening(clock, memory)


def check_spec(spec: str) -> None:
    """Raise SourceSpecError unless `spec` has a known form; the source need not be there."""
    _found(spec)


def kind_of(spec: str) -> SourceKind:
    """The kind of the source that `spec` names; raises SourceSpecError for an unknown form."""
    return _found(spec)[0]


def offered_specs() -> tuple[str, ...]:
    """The sources that can be chosen on this machine, found without asking a driver."""
    return tuple(spec for kind in KINDS for spec in kind.offered())


def source_title(spec: str, name: str = "") -> str:
    """What people call a source: "USB camera 0", or by the camera's own `name`, which its driver gives."""
    kind = kind_of(spec)
    return kind.title(spec.removeprefix(kind.prefix), "" if name == spec else name)


def source_dice(spec: str) -> str:
    """The kind of dice ("pips", "poker") that a source is bound to; "" for any, and for an unknown form."""
    try:
        kind = kind_of(spec)
    except SourceSpecError:
        return ""
    return kind.dice(spec.removeprefix(kind.prefix))


def system_name(spec: str) -> str:
    """What the system calls a camera, without asking its driver; "" where it does not say."""
    kind = kind_of(spec)
    return kind.system_name(spec.removeprefix(kind.prefix))


def source_file(spec: str) -> str:
    """The name of the file or folder that a source shows, without where it lies; "" for one that shows none."""
    kind = kind_of(spec)
    return kind.file(spec.removeprefix(kind.prefix))


def _found(spec: str) -> tuple[SourceKind, Open]:
    for kind in KINDS:
        if spec.startswith(kind.prefix) and (opening := kind.find(spec.removeprefix(kind.prefix))) is not None:
            return kind, opening
    raise SourceSpecError(f"No source is named {spec!r}. Use one of these: {'; '.join(KNOWN_FORMS)}.")

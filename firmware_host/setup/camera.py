"""Which camera the table watches."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar
from zlib import crc32

from firmware_host.setup.ports import CameraSetupPort, ListedCamera
from firmware_host.setup.step import Finding, Step, StepStatus
from firmware_host.table.errors import TableRefusal
from firmware_host.table.requests import Request, UseSource
from firmware_host.words import Words, say


@dataclass(frozen=True, slots=True)
class ChooseCamera:
    """Watch this source from now on."""

    spec: str


class CameraStep(Step):
    """Choose the camera from what each of them sees."""

    id: ClassVar[str] = "camera"
    title: ClassVar[Words] = say("Choose the camera")

    def __init__(self, camera_setup: CameraSetupPort, ask: Callable[[Request], object]) -> None:
        self._camera_setup = camera_setup
        self._ask = ask

    def poll(self) -> StepStatus:
        """Satisfied while there are pictures; the facts list what can be chosen, each with the name of a thumbnail."""
        source, cameras = self._camera_setup.source, self._camera_setup.cameras()
        facts = {
            "source": source,
            "cameras": [
                {
                    "spec": camera.spec,
                    "title": camera.title,
                    "detail": _detail(camera),
                    "picture": picture_name(camera.spec),
                }
                for camera in cameras
            ],
        }
        lost, size = self._camera_setup.lost, self._camera_setup.size
        if lost or size is None:
            again = say("Plug it in again, or choose another one.")
            finding = Finding(say("{why} {todo}", why=lost, todo=again), "bad", id="pictures")
            return StepStatus(False, (finding,), facts)
        title = next(camera.title for camera in cameras if camera.spec == source)
        sentence = say("{camera} gives pictures of {width} x {height}.", camera=title, width=size[0], height=size[1])
        found = [Finding(sentence, "ok", float(size[0]), "px", "pictures")]
        if not self._camera_setup.is_camera:
            found.append(
                Finding(say("This is not a camera. To play with your own dice, choose yours."), "warn", id="kind")
            )
        return StepStatus(True, tuple(found), facts)

    def refresh(self) -> None:
        """Ask the drivers which cameras there are."""
        self._camera_setup.cameras(refresh=True)

    def do(self, action: object) -> None:
        """Choose a camera from the list; TableRefusal for any other source.

        A source may also be a folder, a file or an address. Whoever may start the program may have it look there, and
        nobody who merely reaches the page.
        """
        match action:
            case ChooseCamera(spec):
                if spec not in {camera.spec for camera in self._camera_setup.cameras()}:
                    raise TableRefusal(
                        say(
                            "There is no such camera in the list. Plug it in, and open this step again. Folders and "
                            "files are named with --camera when the program is started."
                        )
                    )
                self._ask(UseSource(spec))
            case _:
                super().do(action)

    def file(self, name: str) -> bytes | None:
        """Return the thumbnail of a source that can be chosen."""
        for camera in self._camera_setup.cameras():
            if picture_name(camera.spec) == name:
                return self._camera_setup.thumbnail(camera.spec)
        return None


def picture_name(spec: str) -> str:
    """Return the name under which a source's thumbnail is asked for: specs hold what addresses cannot."""
    return f"{crc32(spec.encode()):08x}.jpg"


def _detail(camera: ListedCamera) -> Words | str:
    """Return the largest size of a camera; of another source the name of its file or folder, "" without one."""
    if not camera.sizes:
        return camera.file
    width, height = max(camera.sizes)
    return say("up to {width} x {height}", width=width, height=height)
